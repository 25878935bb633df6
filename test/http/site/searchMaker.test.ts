// What a search finds, by names that are known without asking anybody.

import { describe, expect, test } from 'vitest'
import type { RegistryStatus } from '../../../src/domain/release.ts'
import { searchMaker } from '../../../src/http/site/searchMaker.ts'
import { popularNames } from '../../../src/names/set/popularNames.ts'
import type { ImportIndex } from '../../../src/ports/importIndex.ts'

const SNAPSHOT = '2026-01-01'
const names = popularNames({
  pypi: { snapshot: SNAPSHOT, names: ['flask', 'pandas'], downloads: [9_000_000, 9_000_000] },
  npm: { snapshot: SNAPSHOT, names: ['cross-env', 'chalk'], downloads: [9_000_000, 9_000_000] },
})

/** Nothing is imported under a name that is not that of its package. */
const imports: ImportIndex = {
  snapshot: { snapshot: SNAPSHOT, sha256: '', size: 0 },
  find: (ecosystem, written) => ({
    standardLibrary: false,
    providers:
      ecosystem === 'pypi' && ['flask', 'pandas'].includes(written)
        ? [{ name: written as never, provides: written, downloads: 9 }]
        : [],
  }),
  near: () => [],
  importOf: () => null,
}

function found(query: string, registryStatus: RegistryStatus | null = null): string {
  const made = searchMaker({ names, imports, known: () => ({ registryStatus }) })(query)
  return 'page' in made ? made.page.body.text : ''
}

describe('what a search finds', () => {
  test.each([
    ['flask.json.JSONEncoder', '/pypi/flask/-/when?symbol=flask.json.JSONEncoder'],
    ['when did flask.json.JSONEncoder go?', '/pypi/flask/-/when?symbol=flask.json.JSONEncoder'],
    ['does pandas.DataFrame.append exist in 2.1', '/pypi/pandas/2.1/pandas.DataFrame.append'],
    ['what breaks between chalk 4 and 5', '/npm/chalk/4...5'],
    ['what changed in chalk from 4 to 5', '/npm/chalk/4...5'],
    ['is crossenv safe', '/npm/crossenv'],
  ])('%s leads to %s', (query, address) => {
    expect(found(query)).toContain(`href="${address}"`)
  })

  test('a name that is easily taken for a far better known one says so', () => {
    expect(found('crossenv')).toContain('crossenv looks like cross-env, which is far more popular.')
    expect(found('cross-env')).not.toContain('class="box warn"')
  })

  test('a name of which it is known that its registry holds it back says so', () => {
    expect(found('crossenv', 'security_placeholder')).toContain(
      'crossenv is a name that the registry holds back, not a package. cross-env may be meant.',
    )
  })

  test.each(['is', 'what is', 'the package'])('%s is no question about nothing', (query) => {
    expect(found(query)).toContain(`<small>${query}</small>`)
  })
})

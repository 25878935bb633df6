import { describe, expect, test } from 'vitest'
import type { Ecosystem } from '../../src/domain/names/packageName.ts'
import { versionsIn } from '../../src/ingest/versionRange.ts'

/** `!` marks what nobody can install any more. */
function listed(ecosystem: Ecosystem, ...versions: readonly string[]) {
  return versions.map((written) => {
    const version = written.replace('!', '')
    const isFinal = !(ecosystem === 'pypi' ? /[abr]/ : /-/).test(version)
    return { version, isFinal, isWithdrawn: written.endsWith('!') }
  })
}

const PYPI = listed('pypi', '1.10', '1.2', '1.9', '2.0rc1', '2.0', '1.11!', '0.9')
const NPM = listed('npm', '1.10.0', '1.2.0', '2.0.0-rc.1', '2.0.0', '0.9.0')

const ALL = { from: null, to: null, last: null, withPrereleases: false }

describe('the versions of a range, oldest first', () => {
  test.each([
    ['everything', {}, '0.9 1.2 1.9 1.10 2.0'],
    ['from one', { from: '1.9' }, '1.9 1.10 2.0'],
    ['from another spelling of one', { from: '1.9.0' }, '1.9 1.10 2.0'],
    ['up to one', { to: '1.9' }, '0.9 1.2 1.9'],
    ['between', { from: '1.3', to: '1.99' }, '1.9 1.10'],
    ['the last two', { last: 2 }, '1.10 2.0'],
    ['the last two up to one', { last: 2, to: '1.9' }, '1.2 1.9'],
    ['pre-releases too', { from: '1.10', withPrereleases: true }, '1.10 2.0rc1 2.0'],
    ['a pre-release that is named', { from: '2.0rc1' }, '2.0rc1 2.0'],
    ['a withdrawn one that is named', { to: '1.11', from: '1.10' }, '1.10 1.11'],
    ['nothing', { from: '3' }, ''],
  ])('pypi, %s', (_what, range, expected) => {
    expect(versionsIn('pypi', PYPI, { ...ALL, ...range }).join(' ')).toBe(expected)
  })

  test.each([
    ['everything', {}, '0.9.0 1.2.0 1.10.0 2.0.0'],
    ['from one', { from: '1.10.0' }, '1.10.0 2.0.0'],
    ['pre-releases too', { last: 2, withPrereleases: true }, '2.0.0-rc.1 2.0.0'],
  ])('npm, %s', (_what, range, expected) => {
    expect(versionsIn('npm', NPM, { ...ALL, ...range }).join(' ')).toBe(expected)
  })
})

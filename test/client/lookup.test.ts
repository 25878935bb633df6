// The questions as functions, without a server.

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { verifyReceipt } from '../../src/index.ts'
import { type Lookup, openLookup, ServiceError } from '../../src/lookup.ts'
import { type FakeRegistry, fakeRegistry } from '../fake/registry.ts'
import { publishPython } from '../support/publish.ts'

let registry: FakeRegistry
let lookup: Lookup
let dataDir: string

beforeAll(async () => {
  registry = await fakeRegistry()
  for (const [version, code] of [
    ['1.0', 'def a(): ...\ndef fold(): ...\n'],
    ['2.0', 'def fold(): ...\n'],
  ] as const) {
    publishPython(registry, { name: 'parcel', version, files: `-- parcel.py --\n${code}` })
  }
  dataDir = await mkdtemp(join(tmpdir(), 'assay-lookup-'))
  lookup = await openLookup({
    // As the README writes it: children that read a file do not know from which folder to go on.
    dataDir: relative(process.cwd(), dataDir),
    environment: {
      ASSAY_NPM_REGISTRY: registry.npmUrl,
      ASSAY_PYPI_INDEX: registry.pypiIndexUrl,
      ASSAY_NAMES: 'off',
      ASSAY_LOG_LEVEL: 'silent',
    },
  })
})
afterAll(async () => {
  await lookup.close()
  await registry.close()
  await rm(dataDir, { recursive: true, force: true })
})

describe('each question', () => {
  test.each([
    ['a package', () => lookup.packageExists({ ecosystem: 'pypi', name: 'Parcel' }), 'exists'],
    [
      'a symbol',
      () => lookup.symbolExists({ ecosystem: 'pypi', package: 'parcel', symbol: 'fold' }),
      'exists',
    ],
    [
      'a diff',
      () =>
        lookup.diff({
          ecosystem: 'pypi',
          package: 'parcel',
          from_version: '1.0',
          to_version: '2.0',
        }),
      'breaking',
    ],
    [
      'a history',
      () => lookup.symbolHistory({ ecosystem: 'pypi', package: 'parcel', symbol: 'a' }),
      'removed',
    ],
    [
      'an import',
      () => lookup.importResolve({ ecosystem: 'pypi', import: 'json' }),
      'standard_library',
    ],
  ] as const)('%s', async (_what, ask, verdict) => {
    const answer = await ask()
    expect(answer?.attestation.verdict).toBe(verdict)
    const verifiers = [answer?.attestation.verifier ?? '']
    expect(verifyReceipt(answer, { verifiers })).toMatchObject({
      valid: true,
      answer_matches: true,
    })
  })

  test('an import that nothing is known to provide', async () => {
    expect(await lookup.importResolve({ ecosystem: 'pypi', import: 'unheard_of' })).toBeNull()
  })
})

describe('refusals', () => {
  test('a name that cannot be', async () => {
    const asked = lookup.packageExists({ ecosystem: 'pypi', name: '..' })
    await expect(asked).rejects.toBeInstanceOf(ServiceError)
    await expect(asked).rejects.toMatchObject({ code: 'package_name_invalid' })
  })

  test.each([
    [{ ecosystem: 'maven', package: 'parcel', symbol: 'fold' }],
    [{ ecosystem: 'pypi', package: 'parcel' }],
    [{ ecosystem: 'pypi', package: 'parcel', symbol: '' }],
    [{ ecosystem: 'pypi', package: 'parcel', symbol: 'a\n' }],
    [{ ecosystem: 'pypi', package: 'parcel', symbol: 'x'.repeat(1_000_000) }],
    [{ ecosystem: 'pypi', package: 'parcel', symbol: 'fold', version: '' }],
  ])('what a route refuses is not signed here either: %j', async (question) => {
    // Callers without types can pass anything.
    const asked = lookup.symbolExists(question as never)
    await expect(asked).rejects.toMatchObject({ name: 'ServiceError', code: 'validation_failed' })
  })

  test('whoever gives up stops waiting', async () => {
    const signal = AbortSignal.abort(new Error('enough'))
    const asked = lookup.packageExists({ ecosystem: 'pypi', name: 'never-asked' }, { signal })
    await expect(asked).rejects.toThrow()
  })
})

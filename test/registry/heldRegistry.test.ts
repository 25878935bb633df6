// What a registry said, as the data folder remembers it.

import { describe, expect, test } from 'vitest'
import type { Ecosystem, PackageName } from '../../src/domain/names/packageName.ts'
import { nextProof } from '../../src/domain/proofChain.ts'
import type { IngestedRelease } from '../../src/domain/release.ts'
import { ServiceError } from '../../src/errors.ts'
import type { Registry } from '../../src/ports/registry.ts'
import { heldRegistry } from '../../src/registry/heldRegistry.ts'
import { releaseOf } from '../contract/packageData.ts'
import { never } from './opened.ts'

const LAMP = 'lamp' as PackageName

/** Whatever is asked of the registry itself fails the test. */
const untouchable = (ecosystem: Ecosystem): Registry => {
  const asked = () => Promise.reject(new Error('the registry was asked'))
  return {
    ecosystem,
    identity: 'public',
    lookup: asked,
    release: asked,
    newestIn: asked,
    versions: asked,
    fetchArtifact: asked,
    downloadArtifact: asked,
    openRanges: asked,
    pageUrl: () => null,
    sourceUrl: () => null,
  }
}

type Held = Readonly<{
  /** The latest release, as it is known; null where it is not. */
  latest: string | null
  others?: readonly string[]
  change?: Partial<IngestedRelease>
  isForReference?: boolean
}>

function held(ecosystem: Ecosystem, given: Held): Registry {
  const { latest, others = [], change = {}, isForReference = true } = given
  const of = (version: string) => releaseOf('lamp', { ecosystem, version, ...change })
  const indexed = latest === null ? null : nextProof(null, 'indexed', of(latest))
  return heldRegistry(untouchable(ecosystem), {
    packages: {
      load: async ({ name }) =>
        indexed === null || name !== LAMP
          ? null
          : { head: indexed, checkedAt: '2026-11-02T10:00:00.000Z' },
      releases: async ({ name }) =>
        name === LAMP ? [...others, ...(latest === null ? [] : [latest])].map(of) : [],
    },
    isForReference: async () => isForReference,
  })
}

async function told(answer: Promise<unknown>): Promise<unknown> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof ServiceError) return `${error.code}: ${error.message}`
    throw error
  }
}

const versionOf = async (answer: ReturnType<Registry['newestIn']>) => {
  const found = (await told(answer)) as string | Awaited<ReturnType<Registry['newestIn']>>
  if (typeof found === 'string') return found.slice(0, found.indexOf(':'))
  return found.found ? found.release.version : 'absent'
}

describe('the newest in a range is told where the latest release is in it', () => {
  test.each<[Ecosystem, string, Held, string]>([
    ['npm', '^1.0.0', { latest: '1.2.0' }, '1.2.0'],
    ['npm', '*', { latest: '1.2.0', others: ['0.9.0'] }, '1.2.0'],
    ['npm', '', { latest: '1.2.0' }, '1.2.0'],
    // One version and no other: whether there are more does not matter.
    ['npm', '1.0.0', { latest: '1.2.0', others: ['1.0.0'] }, '1.0.0'],
    ['npm', 'v1.0.0', { latest: null, others: ['1.0.0'] }, '1.0.0'],
    ['npm', '1.1.0', { latest: '1.2.0' }, 'not_held'],
    // A newer 0.x may be there, or none at all.
    ['npm', '^0.9.0', { latest: '1.2.0', others: ['0.9.0'] }, 'not_held'],
    ['npm', '*', { latest: '2.0.0-beta.1' }, 'not_held'],
    ['npm', 'next', { latest: '1.2.0' }, 'not_held'],
    ['npm', '*', { latest: null, others: ['1.0.0'] }, 'not_held'],
    ['pypi', '>=1', { latest: '1.2' }, '1.2'],
    ['pypi', '', { latest: '1.2' }, '1.2'],
    ['pypi', '~=1.1', { latest: '1.2', others: ['1.1'] }, '1.2'],
    ['pypi', '<1.2', { latest: '1.2', others: ['1.1'] }, 'not_held'],
    ['pypi', '==1.1', { latest: '1.2', others: ['1.1'] }, 'not_held'],
    ['pypi', '>=1', { latest: '1.2', isForReference: false }, 'not_held'],
    ['pypi', '>=1', { latest: '1.2', change: { yanked: 'broken' } }, 'not_held'],
    ['pypi', '>=1', { latest: '1.2', change: { artifact: null } }, 'not_held'],
    ['pypi', 'no range', { latest: '1.2' }, 'not_held'],
    ['pypi', '>=1', { latest: null, others: ['1.2'] }, 'not_held'],
  ])('%s %j of %j: %s', async (ecosystem, range, given, expected) => {
    const registry = held(ecosystem, given)
    expect(await versionOf(registry.newestIn(LAMP, [range], never()))).toBe(expected)
  })

  test('a range that cannot be decided ends the search: one before it may have been meant', async () => {
    const registry = held('npm', { latest: '2.0.0' })
    expect(await versionOf(registry.newestIn(LAMP, ['^1.0.0', '^2.0.0'], never()))).toBe('not_held')
    expect(await versionOf(registry.newestIn(LAMP, ['^2.0.0', '^1.0.0'], never()))).toBe('2.0.0')
    expect(await versionOf(registry.newestIn(LAMP, [], never()))).toBe('not_held')
  })
})

describe('a release', () => {
  test('is found however it is spelled, with what was said of it', async () => {
    const change = { yanked: 'broken', registryStatus: 'archived', statusReason: 'done' } as const
    const registry = held('pypi', { latest: '2.0', others: ['1.0'], change })
    expect(await registry.release(LAMP, 'v1.0.0', never())).toMatchObject({
      found: true,
      status: 'archived',
      statusReason: 'done',
      release: { version: '1.0', yanked: 'broken', artifact: { digests: {} } },
    })
  })

  test('that is not held is neither there nor absent', async () => {
    const registry = held('pypi', { latest: '2.0' })
    expect(await told(registry.release(LAMP, '1.0', never()))).toBe(
      'not_held: lamp 1.0 is not in the data folder, and --offline asks nobody',
    )
  })
})

describe('a project', () => {
  test('is what its latest release says', async () => {
    const registry = held('npm', { latest: '2.0.0', change: { deprecation: 'use torch' } })
    expect(await registry.lookup(LAMP, never())).toMatchObject({
      found: true,
      latest: { version: '2.0.0', deprecation: 'use torch' },
    })
  })

  test.each([
    [{ latest: null }, 'not_held: lamp is not in the data folder, and --offline asks nobody'],
    [
      { latest: null, others: ['1.10.0', '1.9.0', '1.2.0', '1.0.0'] },
      'not_held: of lamp the data folder holds 1.2.0, 1.9.0, 1.10.0 and older ones, not which is the latest, and --offline asks nobody',
    ],
  ])('that is not known: %j', async (given, expected) => {
    expect(await told(held('npm', given).lookup(LAMP, never()))).toBe(expected)
  })
})

test('what only the registry has is refused: lists of versions, and files', async () => {
  const registry = held('npm', { latest: '2.0.0' })
  const file = { kind: 'tarball', filename: 'a.tgz', url: '', sizeBytes: 1, digests: {} } as const
  const sink = () => Promise.reject(new Error('nothing is downloaded'))
  for (const refused of [
    registry.versions(LAMP, never()),
    registry.fetchArtifact(file, never()),
    registry.downloadArtifact(file, sink, never()),
  ]) {
    expect(await told(refused)).toMatch(/^not_held: /)
  }
  expect(await registry.openRanges(file, never())).toBeNull()
})

import { describe, expect, test } from 'vitest'
import type { IngestedRelease } from '../../src/domain/release.ts'
import { artifactOf, chainOf, keyOf, releaseOf } from './packageData.ts'
import { AT, LATER, type Nodes } from './storeContract.ts'

// Names that a store may trip over: names of the language's own objects, quotes and wildcards of
// SQL, and pairs that are equal to anything but a byte-wise comparison.
const ODD_NAMES = [
  '@!-!/-',
  'constructor',
  '__proto__',
  'toString',
  "x'; DROP TABLE proof; --",
  '%',
  '_',
  '$1',
  '?1',
  'JSONStream',
  'jsonstream',
  'caf\u00e9',
  'cafe\u0301',
  'trailing',
  'trailing ',
  '𝓊𝓃𝒾\u{1F4E6}',
  'n'.repeat(214),
]

export function describePackages(nodes: Nodes): void {
  describe('packages', () => {
    describeLatest(nodes)
    describePinned(nodes)
  })
}

// Each row is a reading that follows `1.0.0` from a file with digest aaaa….
const READINGS: readonly { reading: string; change: Partial<IngestedRelease>; expected: string }[] =
  [
    { reading: 'the same release', change: {}, expected: 'same' },
    { reading: 'the same release, read later', change: { extractedAt: LATER }, expected: 'same' },
    { reading: 'a new version', change: { version: '1.1.0' }, expected: 'append' },
    { reading: 'a new status', change: { registryStatus: 'quarantined' }, expected: 'append' },
    { reading: 'a deprecation', change: { deprecation: 'use another' }, expected: 'append' },
    { reading: 'a yank', change: { yanked: 'broken' }, expected: 'append' },
    { reading: 'a reason for its status', change: { statusReason: 'no time' }, expected: 'append' },
    { reading: 'a new extractor', change: { extractor: 'npm/2' }, expected: 'append' },
    {
      reading: 'no release any more',
      change: { version: null, artifact: null },
      expected: 'append',
    },
    {
      reading: 'the same file with other bytes',
      change: { artifact: artifactOf('1.0.0.tgz', 'b') },
      expected: 'alarm',
    },
  ]

function describeLatest({ node }: Nodes): void {
  test('an unknown package is null and has no chain', async () => {
    expect(await node(0).packages.load(keyOf('left-pad'))).toBeNull()
    expect(await chainOf(node(0).packages, 'left-pad')).toEqual([])
  })

  test.each(READINGS)('$reading: $expected', async ({ change, expected }) => {
    const first = await node(0).packages.saveLatest(releaseOf('p'), AT)
    expect(first.change).toBe('append')
    const fresh = releaseOf('p', change)
    const saved = await node(1).packages.saveLatest(fresh, LATER)
    const chain = await chainOf(node(0).packages, 'p')
    expect(saved.change).toBe(expected)
    expect(chain).toHaveLength(expected === 'same' ? 1 : 2)
    expect(saved.indexed).toEqual({
      head: expected === 'append' ? chain[1] : first.indexed?.head,
      checkedAt: expected === 'alarm' ? AT : LATER,
    })
    if (expected !== 'same') expect(chain[1]?.release).toEqual(fresh)
    expect(await node(0).packages.load(keyOf('p'))).toEqual(saved.indexed)
  })

  test('an older check does not move the time back', async () => {
    await node(0).packages.saveLatest(releaseOf('p'), LATER)
    const same = await node(1).packages.saveLatest(releaseOf('p'), AT)
    expect(same.indexed?.checkedAt).toBe(LATER)
    expect((await node(0).packages.load(keyOf('p')))?.checkedAt).toBe(LATER)
  })

  test('a later check of another release does not speak of the one that takes its place', async () => {
    await node(0).packages.saveLatest(releaseOf('p', { version: '2.0.0' }), LATER)
    const slow = await node(1).packages.saveLatest(releaseOf('p'), AT)
    expect(slow).toMatchObject({ change: 'append', indexed: { checkedAt: AT } })
    expect((await node(0).packages.load(keyOf('p')))?.checkedAt).toBe(AT)
  })

  test('odd names are names like any other', async () => {
    await Promise.all(
      ODD_NAMES.map((name, i) =>
        node(i).packages.saveLatest(releaseOf(name, { version: `v${i}` }), AT),
      ),
    )
    for (const [i, name] of ODD_NAMES.entries()) {
      const loaded = await node(i + 1).packages.load(keyOf(name))
      expect(loaded?.head.release).toEqual(releaseOf(name, { version: `v${i}` }))
      expect(await chainOf(node(i).packages, name)).toHaveLength(1)
    }
    expect((await node(0).packages.size()).packages).toBe(ODD_NAMES.length)
  })

  test('the same name in two registries is two packages', async () => {
    await node(0).packages.saveLatest(releaseOf('six'), AT)
    await node(0).packages.saveLatest(releaseOf('six', { ecosystem: 'pypi', version: '9' }), AT)
    expect((await node(0).packages.load(keyOf('six', 'pypi')))?.head.release.version).toBe('9')
    expect((await node(0).packages.load(keyOf('six', 'npm')))?.head.release.version).toBe('1.0.0')
  })

  test.each(['a\0b', 'a\ud800b'])(
    'a text that would come back changed is refused: %j',
    async (v) => {
      await expect(node(0).packages.saveLatest(releaseOf('p', { version: v }), AT)).rejects.toThrow(
        'cannot be stored',
      )
      expect(await node(0).packages.load(keyOf('p'))).toBeNull()
    },
  )

  test('the chain comes in pages', async () => {
    for (let i = 0; i < 7; i += 1) {
      await node(i).packages.saveLatest(releaseOf('p', { version: `1.${i}.0` }), AT)
    }
    const whole = await chainOf(node(0).packages, 'p')
    const page = (afterSeq: number, limit: number) =>
      node(0).packages.loadChain(keyOf('p'), { afterSeq, limit })
    expect(await page(0, 3)).toEqual(whole.slice(0, 3))
    expect(await page(3, 3)).toEqual(whole.slice(3, 6))
    expect(await page(6, 3)).toEqual(whole.slice(6))
    expect(await page(7, 3)).toEqual([])
    expect(await page(0, 0)).toEqual([])
  })

  test('the size counts packages and releases once', async () => {
    const { packages } = node(0)
    expect(await packages.size()).toEqual({ packages: 0, releases: 0, symbols: 0 })
    await packages.saveLatest(releaseOf('p'), AT)
    await packages.saveLatest(releaseOf('p', { registryStatus: 'quarantined' }), AT)
    await packages.saveLatest(releaseOf('p', { version: '2.0.0' }), AT)
    await packages.saveLatest(releaseOf('q', { version: null, artifact: null }), AT)
    await packages.savePinned(releaseOf('p'))
    await packages.savePinned(releaseOf('p', { version: '0.9.0' }))
    expect(await packages.size()).toEqual({ packages: 2, releases: 3, symbols: 0 })
  })
}

function describePinned({ node }: Nodes): void {
  test('every indexed release is listed once, the chain before a pinned one', async () => {
    const { packages } = node(0)
    await packages.savePinned(releaseOf('p', { version: '0.9.0' }))
    await packages.savePinned(releaseOf('p', { version: '1.0.0', extractor: 'npm/2' }))
    await packages.saveLatest(releaseOf('p', { version: '1.0.0' }), AT)
    await packages.saveLatest(releaseOf('p', { version: '1.1.0' }), AT)
    await packages.saveLatest(releaseOf('p', { version: null, artifact: null }), AT)
    await packages.saveLatest(releaseOf('q', { version: '5.0.0' }), AT)
    const listed = await node(1).packages.releases(keyOf('p'))
    const texts = listed.map(({ version, extractor }) => `${version} ${extractor}`)
    expect(texts.sort()).toEqual(['0.9.0 npm/1', '1.0.0 npm/1', '1.1.0 npm/1'])
    expect(await node(1).packages.releases(keyOf('nothing'))).toEqual([])
  })

  test('the first pinned proof of a version stands, and no chain moves', async () => {
    const first = releaseOf('p', { version: '0.9.0' })
    await node(0).packages.savePinned(first)
    await node(1).packages.savePinned({ ...first, extractedAt: LATER })
    expect(await node(0).packages.loadPinned(keyOf('p'), '0.9.0')).toEqual(first)
    expect(await node(0).packages.load(keyOf('p'))).toBeNull()
    expect(await chainOf(node(0).packages, 'p')).toEqual([])
  })

  test('a pinned release without a file is kept as such, until it has one', async () => {
    const empty = releaseOf('p', { artifact: null })
    await node(0).packages.savePinned(empty)
    expect(await node(1).packages.loadPinned(keyOf('p'), '1.0.0')).toEqual(empty)
    await node(1).packages.savePinned(releaseOf('p'))
    expect(await node(0).packages.loadPinned(keyOf('p'), '1.0.0')).toEqual(releaseOf('p'))
    await node(0).packages.savePinned(empty)
    expect(await node(1).packages.loadPinned(keyOf('p'), '1.0.0')).toEqual(releaseOf('p'))
  })

  describe('other bytes under a name that is known', () => {
    const other = releaseOf('p', { artifact: artifactOf('1.0.0.tgz', 'b') })

    test('from the chain: nothing is pinned, and the chain has an alarm', async () => {
      await node(0).packages.saveLatest(releaseOf('p'), AT)
      await node(0).packages.saveLatest(releaseOf('p', { version: '2.0.0' }), AT)
      expect(await node(1).packages.savePinned(other)).toEqual({ change: 'alarm' })
      expect(await node(0).packages.loadPinned(keyOf('p'), '1.0.0')).toBeNull()
      const chain = await chainOf(node(0).packages, 'p')
      expect(chain.map(({ kind }) => kind)).toEqual(['indexed', 'indexed', 'alarm'])
    })

    test('from a pinned proof: nothing is indexed', async () => {
      await node(0).packages.savePinned(releaseOf('p'))
      const first = await node(1).packages.saveLatest(other, AT)
      expect(first).toEqual({ change: 'alarm', indexed: null })
      expect(await node(0).packages.load(keyOf('p'))).toBeNull()
      await node(1).packages.saveLatest(releaseOf('p', { version: '2.0.0' }), AT)
      expect((await node(1).packages.saveLatest(other, LATER)).change).toBe('alarm')
      const head = await node(0).packages.load(keyOf('p'))
      expect(head?.head.release.version).toBe('2.0.0')
    })

    test('pinned, and read by another extractor: the first proof stands', async () => {
      await node(0).packages.savePinned(releaseOf('p'))
      const saved = await node(1).packages.savePinned({ ...other, extractor: 'npm/2' })
      expect(saved).toEqual({ change: 'alarm' })
      expect(await node(0).packages.loadPinned(keyOf('p'), '1.0.0')).toEqual(releaseOf('p'))
    })

    test('at the same time from two nodes: one of them stands', async () => {
      const saved = await Promise.all([
        node(0).packages.savePinned(releaseOf('p')),
        node(1).packages.saveLatest(other, AT),
      ])
      expect(saved.filter(({ change }) => change === 'alarm')).toHaveLength(1)
    })
  })

  test.each(['0.9.1', '', '0.9.0 ', 'a\0b', '\udfff'])('no pinned proof of %j: null', async (v) => {
    await node(0).packages.savePinned(releaseOf('p', { version: '0.9.0' }))
    expect(await node(0).packages.loadPinned(keyOf('p'), v)).toBeNull()
  })
}

import { describe, expect, test } from 'vitest'
import { reviewPackageChains } from '../../src/answer/reviewChains.ts'
import { ALARM_ROWS_MAX } from '../../src/store/packageStore.ts'
import { artifactOf, chainOf, keyOf, releaseOf } from './packageData.ts'
import { AT, LATER, type Nodes } from './storeContract.ts'

export function describeChains(nodes: Nodes): void {
  describe('chains', () => {
    describeAlarms(nodes)
    describeRaces(nodes)
    describeList(nodes)
  })
}

function describeList({ node }: Nodes): void {
  test('every chain is listed once, page by page, with the row that answers rest on', async () => {
    const { packages } = node(0)
    await packages.saveLatest(releaseOf('p'), AT)
    await packages.saveLatest(releaseOf('p', { version: '2.0.0' }), LATER)
    await packages.saveLatest(releaseOf('p', { artifact: artifactOf('1.0.0.tgz', 'b') }), LATER)
    await packages.saveLatest(releaseOf('@a/b'), AT)
    await packages.saveLatest(releaseOf('p', { ecosystem: 'pypi' }), AT)
    await packages.savePinned(releaseOf('pinned'))
    const all = [
      { key: keyOf('@a/b'), headSeq: 1 },
      { key: keyOf('p'), headSeq: 2 },
      { key: keyOf('p', 'pypi'), headSeq: 1 },
    ]
    expect(await node(1).packages.chains({ after: null, limit: 10 })).toEqual(all)
    expect(await packages.chains({ after: keyOf('@a/b'), limit: 1 })).toEqual([all[1]])
    expect(await packages.chains({ after: keyOf('p', 'pypi'), limit: 10 })).toEqual([])
    const { signal } = new AbortController()
    const reviewed = []
    for await (const chain of reviewPackageChains(node(1).packages, signal)) reviewed.push(chain)
    expect(reviewed).toEqual([
      { of: 'package', name: 'npm:@a/b', rows: 1, fault: null },
      { of: 'package', name: 'npm:p', rows: 3, fault: null },
      { of: 'package', name: 'pypi:p', rows: 1, fault: null },
    ])
  })
}

function describeAlarms({ node }: Nodes): void {
  const replaced = (digit: string) => releaseOf('p', { artifact: artifactOf('1.0.0.tgz', digit) })

  test('the same replaced bytes are one alarm row, however often they come', async () => {
    await node(0).packages.saveLatest(releaseOf('p'), AT)
    for (const digit of ['b', 'b', 'c', 'b', 'c']) {
      expect((await node(1).packages.saveLatest(replaced(digit), AT)).change).toBe('alarm')
    }
    const chain = await chainOf(node(0).packages, 'p')
    expect(chain.map(({ kind }) => kind)).toEqual(['indexed', 'alarm', 'alarm'])
  })

  test('a detour does not hide replaced bytes', async () => {
    await node(0).packages.saveLatest(releaseOf('p'), AT)
    await node(0).packages.saveLatest(releaseOf('p', { version: '9.9.9', artifact: null }), AT)
    const back = await node(1).packages.saveLatest(replaced('c'), AT)
    expect(back.change).toBe('alarm')
    expect(back.indexed?.head.release.version).toBe('9.9.9')
  })

  test('a release after an alarm becomes the head, and the next alarm counts anew', async () => {
    const { packages } = node(0)
    await packages.saveLatest(releaseOf('p'), AT)
    await packages.saveLatest(replaced('b'), AT)
    expect((await packages.saveLatest(releaseOf('p'), LATER)).change).toBe('same')
    const next = await packages.saveLatest(releaseOf('p', { version: '2.0.0' }), AT)
    expect(next.indexed?.head.seq).toBe(3)
    await packages.saveLatest(
      releaseOf('p', { version: '2.0.0', artifact: artifactOf('2.0.0.tgz', 'b') }),
      AT,
    )
    const chain = await chainOf(packages, 'p')
    expect(chain.map(({ kind }) => kind)).toEqual(['indexed', 'alarm', 'indexed', 'alarm'])
    expect((await packages.load(keyOf('p')))?.head.seq).toBe(3)
  })

  test('a registry with other bytes at each request cannot grow the chain for ever', async () => {
    const { packages } = node(0)
    await packages.saveLatest(releaseOf('p'), AT)
    for (let i = 0; i < ALARM_ROWS_MAX + 5; i += 1) {
      const sha256 = i.toString(16).padStart(64, 'e')
      const artifact = { ...artifactOf('1.0.0.tgz', 'b'), sha256 }
      expect((await packages.saveLatest(releaseOf('p', { artifact }), AT)).change).toBe('alarm')
    }
    expect(await chainOf(packages, 'p')).toHaveLength(1 + ALARM_ROWS_MAX)
  })
}

function describeRaces({ node }: Nodes): void {
  const ROUND = Array.from({ length: 20 }, (_, i) => i)

  test('20 saves of one new release at once are one row', async () => {
    const saved = await Promise.all(
      ROUND.map((i) => node(i).packages.saveLatest(releaseOf('p'), AT)),
    )
    expect(saved.filter(({ change }) => change === 'append')).toHaveLength(1)
    expect(await chainOf(node(0).packages, 'p')).toHaveLength(1)
  })

  test.each(['a new', 'a known'])(
    '20 different releases of %s package: no row is lost',
    async (p) => {
      if (p === 'a known')
        await node(0).packages.saveLatest(releaseOf('p', { version: 'first' }), AT)
      const saved = await Promise.all(
        ROUND.map((i) => node(i).packages.saveLatest(releaseOf('p', { version: `1.${i}.0` }), AT)),
      )
      expect(saved.map(({ change }) => change)).toEqual(ROUND.map(() => 'append'))
      const chain = await chainOf(node(0).packages, 'p')
      expect(chain).toHaveLength(p === 'a known' ? 21 : 20)
      expect((await node(1).packages.load(keyOf('p')))?.head).toEqual(chain.at(-1))
    },
  )

  test('20 alarms for the same bytes at once are one row', async () => {
    await node(0).packages.saveLatest(releaseOf('p'), AT)
    const replaced = releaseOf('p', { artifact: artifactOf('1.0.0.tgz', 'b') })
    await Promise.all(ROUND.map((i) => node(i).packages.saveLatest(replaced, AT)))
    expect(await chainOf(node(0).packages, 'p')).toHaveLength(2)
  })

  test('latest and pinned saves of one release at once both succeed', async () => {
    await Promise.all(
      ROUND.flatMap((i) => [
        node(i).packages.saveLatest(releaseOf(`p${i % 4}`, { version: `${i % 3}` }), AT),
        node(i + 1).packages.savePinned(releaseOf(`p${i % 4}`, { version: `${i % 3}` })),
      ]),
    )
    for (const i of [0, 1, 2, 3]) await chainOf(node(0).packages, `p${i}`)
    expect(await node(0).packages.size()).toEqual({ packages: 4, releases: 12, symbols: 0 })
  })
}

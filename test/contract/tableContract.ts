import { describe, expect, test } from 'vitest'
import {
  type FollowedFile,
  type IngestedRelease,
  NOTHING_FOLLOWED,
  openingIdOf,
  tableKeyOf,
  type UnfollowedPackage,
} from '../../src/domain/release.ts'
import type { EncodedTable } from '../../src/ports/store.ts'
import { artifactOf, keyOf, releaseOf } from './packageData.ts'
import { AT, LATER, type Nodes } from './storeContract.ts'

function pypi(change: Partial<IngestedRelease> = {}): IngestedRelease {
  const artifact = artifactOf('p-1.0.0-py3-none-any.whl', 'a')
  return releaseOf('p', { ecosystem: 'pypi', extractor: 'python/1', artifact, ...change })
}

function tableFor(of: IngestedRelease, text = 'table', symbols = 3): EncodedTable {
  const key = tableKeyOf(of)
  if (key === null) throw new Error('no table can be made of it')
  return { key, bytes: Buffer.from(text), symbols, following: NOTHING_FOLLOWED, madeAt: AT }
}

function followed(name: string, letter: string): FollowedFile {
  const filename = `${name}-1.0-py3-none-any.whl`
  const { ecosystem, name: normal } = keyOf(name, 'pypi')
  return { ecosystem, name: normal, version: '1.0', filename, sha256: letter.repeat(64) }
}

/** A table of the same file that followed others, and may lack some. */
function tableWith(
  of: IngestedRelease,
  files: readonly FollowedFile[],
  {
    lacks = [],
    text = 'with',
    madeAt = AT,
  }: Partial<{ lacks: Lack[]; text: string; madeAt: string }> = {},
): EncodedTable {
  const key = tableKeyOf(of, files)
  if (key === null) throw new Error('no table can be made of it')
  const following = { files, unfollowed: lacks }
  return { key, bytes: Buffer.from(text), symbols: 3, following, madeAt }
}

type Lack = UnfollowedPackage
const DOWN: Lack = { name: 'd', reason: 'registry_unavailable', isTemporary: true }
const GONE: Lack = { name: 'd', reason: 'no such package', isTemporary: false }

/** Every byte, so that neither a text nor an escape can stand for it. */
const ALL_BYTES = Uint8Array.from({ length: 70_000 }, (_, i) => (i * 7 + (i >> 8)) & 0xff)

export function describeTables({ node }: Nodes): void {
  describe('symbol tables', () => {
    const release = pypi()
    const table = tableFor(release)

    test('one that is dropped is made anew, whatever was followed for it', async () => {
      const files = [followed('d', 'd')]
      const wrong = tableWith(release, files)
      await node(0).tables.save(wrong)
      const { openingId, extractor } = wrong.key
      const other = { ...table, key: { ...table.key, extractor: 'python/0' } }
      await node(0).tables.save(other)
      await node(1).tables.drop({ openingId, extractor })
      expect(await node(0).tables.has(wrong.key)).toBe(false)
      expect(await node(0).tables.basis(wrong.key)).toBeNull()
      expect(await node(1).tables.has(other.key)).toBe(true)
      await node(0).tables.save(table)
      expect(await node(1).tables.load(table.key)).toEqual(await node(0).tables.load(table.key))
      expect((await node(1).tables.basis(table.key))?.files).toEqual([])
    })

    test('nothing is there at first', async () => {
      expect(await node(0).tables.has(table.key)).toBe(false)
      expect(await node(0).tables.load(table.key)).toBeNull()
    })

    test('bytes come back as they went in', async () => {
      await node(0).tables.save({ ...table, bytes: ALL_BYTES })
      expect(await node(1).tables.has(table.key)).toBe(true)
      const loaded = await node(1).tables.load(table.key)
      expect(Buffer.compare(loaded ?? Buffer.alloc(0), ALL_BYTES)).toBe(0)
    })

    test.each([
      ['another extractor', { extractor: 'python/3' }],
      ['another file', { openingId: 'b'.repeat(64) }],
    ])('is another table under %s', async (_, change) => {
      await node(0).tables.save(table)
      const other = { ...table, key: { ...table.key, ...change }, bytes: Buffer.from('other') }
      expect(await node(1).tables.load(other.key)).toBeNull()
      await node(1).tables.save(other)
      expect(text(await node(0).tables.load(other.key))).toBe('other')
      expect(text(await node(0).tables.load(table.key))).toBe('table')
    })

    test('the order in which dependencies are named does not count', async () => {
      const [a, b] = [followed('a', 'a'), followed('b', 'b')]
      await node(0).tables.save(tableWith(release, [a, b]))
      const dependencies = [b.sha256, a.sha256]
      expect(await node(1).tables.has({ ...table.key, dependencies })).toBe(true)
    })

    describe('what was followed', () => {
      const [a, b] = [followed('a', 'a'), followed('b', 'b')]

      test('is nothing before there is a table', async () => {
        expect(await node(0).tables.basis(table.key)).toBeNull()
      })

      test('comes back as it went in', async () => {
        await node(0).tables.save(tableWith(release, [a, b], { lacks: [GONE] }))
        expect(await node(1).tables.basis(table.key)).toEqual({
          files: [a, b],
          unfollowed: [GONE],
          tries: 1,
          triedAt: AT,
        })
      })

      test('is fixed by the first table, and no other one is kept', async () => {
        await node(0).tables.save(tableWith(release, [a]))
        const later = tableWith(release, [a, b], { madeAt: LATER })
        await node(1).packages.saveLatest(release, LATER, later)
        expect(await node(1).tables.has(later.key)).toBe(false)
        expect(await node(1).tables.basis(table.key)).toMatchObject({ files: [a], triedAt: AT })
      })

      test('is one choice when nodes race', async () => {
        const made = [[a], [b], [a, b], []].map((files) => tableWith(release, files))
        await Promise.all(made.map((one, i) => node(i % 3).tables.save(one)))
        const basis = await node(0).tables.basis(table.key)
        const kept = await Promise.all(made.map(({ key }) => node(1).tables.has(key)))
        expect(kept.filter(Boolean)).toHaveLength(1)
        expect(made[kept.indexOf(true)]?.following.files).toEqual(basis?.files)
      })

      test('gives way while something lacks for a passing reason, to a table that lacks none', async () => {
        await node(0).tables.save(tableWith(release, [a], { lacks: [DOWN] }))
        await node(1).tables.save(tableWith(release, [b], { madeAt: LATER }))
        const basis = { files: [b], unfollowed: [], tries: 2, triedAt: LATER }
        expect(await node(0).tables.basis(table.key)).toEqual(basis)
        // What answers have rested on stays.
        expect(await node(0).tables.has(tableWith(release, [a]).key)).toBe(true)
        expect(await node(0).tables.has(tableWith(release, [b]).key)).toBe(true)
      })

      test('or to one that follows more', async () => {
        await node(0).tables.save(tableWith(release, [a], { lacks: [DOWN] }))
        await node(1).tables.save(tableWith(release, [a, b], { lacks: [DOWN], madeAt: LATER }))
        expect(await node(0).tables.basis(table.key)).toMatchObject({ files: [a, b], tries: 2 })
      })

      test('and not to one that is no better, which counts as a try', async () => {
        await node(0).tables.save(tableWith(release, [a], { lacks: [DOWN] }))
        const worse = tableWith(release, [], { lacks: [DOWN], madeAt: LATER })
        await node(1).tables.save(worse)
        expect(await node(0).tables.basis(table.key)).toEqual({
          files: [a],
          unfollowed: [DOWN],
          tries: 2,
          triedAt: LATER,
        })
        expect(await node(0).tables.has(worse.key)).toBe(false)
      })
    })

    test('the first one stands', async () => {
      await Promise.all([0, 1, 2].map((i) => node(i).tables.save(table)))
      await node(1).tables.save({ ...table, bytes: Buffer.from('other') })
      expect(text(await node(0).tables.load(table.key))).toBe('table')
    })

    test('the same bytes under another name are another file', () => {
      const artifact = { ...artifactOf('other-1.0.0.zip', 'a') }
      expect(openingIdOf(release, artifact)).not.toBe(table.key.openingId)
    })

    test('comes with the proof of the latest release', async () => {
      await node(0).packages.saveLatest(release, AT, table)
      expect(await node(1).tables.has(table.key)).toBe(true)
    })

    test('comes with a release that is indexed already', async () => {
      await node(0).packages.saveLatest(release, AT)
      const saved = await node(1).packages.saveLatest(release, LATER, table)
      expect(saved.change).toBe('same')
      expect(await node(0).tables.has(table.key)).toBe(true)
    })

    test('of bytes that raise an alarm is not kept', async () => {
      await node(0).packages.saveLatest(release, AT, table)
      const replaced = pypi({ artifact: { ...artifactOf('p-1.0.0-py3-none-any.whl', 'b') } })
      const saved = await node(1).packages.saveLatest(replaced, LATER, tableFor(replaced))
      expect(saved.change).toBe('alarm')
      expect(await node(0).tables.has(tableFor(replaced).key)).toBe(false)
    })

    test('is not kept when the proof cannot be', async () => {
      const unstorable = pypi({ version: 'a\0b' })
      const own = tableFor(unstorable)
      await expect(node(0).packages.saveLatest(unstorable, AT, own)).rejects.toThrow()
      await expect(node(0).packages.savePinned(unstorable, own)).rejects.toThrow()
      expect(await node(1).tables.has(own.key)).toBe(false)
    })

    test('and the proof is not kept when the table cannot be', async () => {
      const broken = { ...table, symbols: -1 }
      await expect(node(0).packages.saveLatest(release, AT, broken)).rejects.toThrow()
      await expect(node(0).packages.savePinned(release, broken)).rejects.toThrow()
      expect(await node(1).packages.load(keyOf('p', 'pypi'))).toBeNull()
      expect(await node(1).packages.loadPinned(keyOf('p', 'pypi'), '1.0.0')).toBeNull()
    })

    test('a pinned proof of another extractor takes the place of the first', async () => {
      await node(0).packages.savePinned(release, table)
      const newer = pypi({ extractor: 'python/3', extractedAt: LATER })
      await node(1).packages.savePinned(newer, tableFor(newer, 'newer'))
      expect(await node(0).packages.loadPinned(keyOf('p', 'pypi'), '1.0.0')).toEqual(newer)
      expect(text(await node(0).tables.load(tableFor(newer).key))).toBe('newer')
    })

    test('the size of the index counts the definitions of all', async () => {
      await node(0).packages.saveLatest(release, AT, table)
      const older = pypi({ version: '0.9', artifact: artifactOf('p-0.9.tar.gz', 'c') })
      await node(1).packages.savePinned(older, tableFor(older, 'older', 40))
      expect((await node(0).packages.size()).symbols).toBe(43)
    })

    test('modules are counted over all tables of which they were counted', async () => {
      expect(await node(0).packages.modules()).toEqual({ all: 0, whole: 0 })
      await node(0).packages.saveLatest(release, AT, { ...table, modules: { all: 5, whole: 4 } })
      const older = pypi({ version: '0.9', artifact: artifactOf('p-0.9.tar.gz', 'c') })
      const newer = pypi({ version: '1.1', artifact: artifactOf('p-1.1.tar.gz', 'd') })
      await node(1).packages.savePinned(older, tableFor(older, 'older', 40))
      const counted = { ...tableFor(newer, 'newer', 1), modules: { all: 2, whole: 0 } }
      await node(1).packages.savePinned(newer, counted)
      expect(await node(0).packages.modules()).toEqual({ all: 7, whole: 4 })
    })
  })
}

function text(bytes: Uint8Array | null): string | null {
  return bytes && Buffer.from(bytes).toString()
}

// What was pulled, and from whom.

import { describe, expect, test } from 'vitest'
import { NOTHING_FOLLOWED, type TableKey, tableKeyOf } from '../../src/domain/release.ts'
import type { PackedRelease } from '../../src/ports/pulled.ts'
import type { TableStore } from '../../src/ports/store.ts'
import { artifactOf, keyOf, releaseOf } from './packageData.ts'
import { AT, LATER, type Nodes } from './storeContract.ts'

const MAKER = `0x${'a'.repeat(40)}`
const OTHER = `0x${'b'.repeat(40)}`
const FROM = { maker: MAKER, indexAt: '2026-03-01T12:00:00.000Z' }
/** A later index of the same maker. */
const NEWER = { maker: MAKER, indexAt: '2026-03-02T12:00:00.000Z' }
const BYTES = Uint8Array.from([1, 2, 3])

function packedOf(name: string, change: Partial<PackedRelease> = {}): PackedRelease {
  const artifact = { ...artifactOf(`${name}-1.0.0.tgz`, 'c'), digest: 'declared' as const }
  return {
    release: { ...releaseOf(name), version: '1.0.0', artifact },
    declared: [`sha512:${'d'.repeat(128)}`],
    latestAt: AT,
    following: NOTHING_FOLLOWED,
    table: { sha256: 'e'.repeat(64), symbols: 3, madeAt: AT },
    ...change,
  }
}

function tableKey({ release, following }: PackedRelease) {
  const key = tableKeyOf(release, following.files)
  if (key === null) throw new Error('a file that is not opened')
  return key
}

/** A list, because each database has a kind of its own. */
async function bytesIn(tables: TableStore, key: TableKey): Promise<readonly number[]> {
  return [...((await tables.load(key)) ?? [])]
}

export function describePulled(nodes: Nodes): void {
  describe('pulled indexes', () => {
    test('the last one of an address is remembered, until it is forgotten', async () => {
      const { pulled } = nodes.store
      const index = { address: 'https://index.example/', maker: MAKER, madeAt: AT, pulledAt: AT }
      expect(await pulled.index(index.address)).toBeNull()
      await pulled.saveIndex(index)
      await pulled.saveIndex({ ...index, madeAt: LATER })
      expect(await nodes.node(1).pulled.index(index.address)).toEqual({ ...index, madeAt: LATER })
      await pulled.forgetIndex(index.address)
      expect(await pulled.index(index.address)).toBeNull()
    })

    test('all that came from a maker goes with the maker, and nothing of another one', async () => {
      const { pulled, tables } = nodes.store
      const index = { address: 'https://index.example/', maker: MAKER, madeAt: AT, pulledAt: AT }
      await pulled.saveIndex(index)
      await pulled.saveShard(MAKER, 'f'.repeat(64))
      const [one, two] = [packedOf('demo'), packedOf('other')]
      await pulled.save([{ packed: one, bytes: BYTES }], FROM)
      await pulled.save([{ packed: two, bytes: BYTES }], { ...FROM, maker: OTHER })
      expect(await pulled.forgetIndex('https://nowhere.example/')).toBeNull()
      expect(await pulled.forgetIndex(index.address)).toEqual({ maker: MAKER, tables: 1 })
      expect(await tables.basis(tableKey(one))).toBeNull()
      expect(await tables.has(tableKey(one))).toBe(false)
      expect(await pulled.releases(keyOf('demo'))).toEqual([])
      expect(await pulled.isShardDone(MAKER, 'f'.repeat(64))).toBe(false)
      expect(await bytesIn(tables, tableKey(two))).toEqual([...BYTES])
      expect(await pulled.releases(keyOf('other'))).toHaveLength(1)
    })

    test('what was put down on the word of a maker vouches for nothing when the maker is forgotten', async () => {
      const { pulled, packages } = nodes.store
      const index = { address: 'https://index.example/', maker: MAKER, madeAt: AT, pulledAt: AT }
      await pulled.saveIndex(index)
      const packed = packedOf('demo')
      await pulled.save([{ packed, bytes: BYTES }], FROM)
      const told = { ...packed.release, remarks: ['read_elsewhere' as const] }
      await packages.saveLatest(told, AT)
      await packages.savePinned(told)
      const read = { ...packed.release, artifact: artifactOf('demo-1.0.0.tgz', 'd') }
      expect(await packages.saveLatest(read, LATER)).toMatchObject({ change: 'alarm' })
      await pulled.forgetIndex(index.address)
      expect(await packages.loadPinned(keyOf('demo'), '1.0.0')).toBeNull()
      expect((await packages.load(keyOf('demo')))?.checkedAt).toBe('1970-01-01T00:00:00.000Z')
      expect(await packages.saveLatest(read, LATER)).toMatchObject({ change: 'append' })
      expect((await packages.load(keyOf('demo')))?.head.release.artifact).toEqual(read.artifact)
    })

    test('a shard is done for the maker who has it', async () => {
      const { pulled } = nodes.store
      const shard = 'f'.repeat(64)
      await pulled.saveShard(MAKER, shard)
      await pulled.saveShard(MAKER, shard)
      expect(await nodes.node(1).pulled.isShardDone(MAKER, shard)).toBe(true)
      expect(await pulled.isShardDone(OTHER, shard)).toBe(false)
    })
  })

  describe('pulled releases', () => {
    test('a table that was pulled is the table of its file, under the name of its maker', async () => {
      const { pulled } = nodes.store
      const packed = packedOf('demo')
      expect(await pulled.state(packed, FROM)).toBe('missing')
      await pulled.save([{ packed, bytes: BYTES }], FROM)
      const { tables, pulled: there } = nodes.node(1)
      expect(await there.state(packed, FROM)).toBe('there')
      expect(await tables.basis(tableKey(packed))).toMatchObject({ readBy: MAKER, files: [] })
      expect(await bytesIn(tables, tableKey(packed))).toEqual([...BYTES])
      const { following: _, ...told } = packed
      const filename = 'demo-1.0.0.tgz'
      expect(await there.release(keyOf('demo'), '1.0.0', filename)).toEqual({ ...told, ...FROM })
      expect(await there.releases(keyOf('demo'))).toEqual([{ ...told, ...FROM }])
      expect(await there.release(keyOf('demo'), '2.0.0', filename)).toBeNull()
      expect(await there.release(keyOf('demo'), '\0', filename)).toBeNull()
    })

    test('a table that was made here is not replaced, and nothing is said of the release', async () => {
      const { pulled, tables } = nodes.store
      const packed = packedOf('demo')
      const key = tableKey(packed)
      const own = Uint8Array.from([9])
      await tables.save({ key, bytes: own, symbols: 1, following: NOTHING_FOLLOWED, madeAt: AT })
      expect(await pulled.state(packed, FROM)).toBe('own')
      await pulled.save([{ packed, bytes: BYTES }], FROM)
      expect(await bytesIn(tables, key)).toEqual([...own])
      expect((await tables.basis(key))?.readBy).toBeUndefined()
      expect(await pulled.releases(keyOf('demo'))).toEqual([])
    })

    test('one that lacks something in passing, and was made here, is not replaced either', async () => {
      const { pulled, tables } = nodes.store
      const packed = packedOf('demo')
      const key = tableKey(packed)
      const unfollowed = [{ name: 'other', reason: 'registry_unavailable', isTemporary: true }]
      const own = { key, bytes: Uint8Array.from([9]), symbols: 1, madeAt: AT }
      await tables.save({ ...own, following: { files: [], unfollowed } })
      await pulled.save([{ packed, bytes: BYTES }], FROM)
      expect(await tables.basis(key)).toMatchObject({ unfollowed })
    })

    test('a table of another maker is not replaced; the correction of the same maker is taken', async () => {
      const { pulled, tables } = nodes.store
      const packed = packedOf('demo')
      const key = tableKey(packed)
      await pulled.save([{ packed, bytes: BYTES }], FROM)
      expect(await pulled.state(packed, { ...FROM, maker: OTHER })).toBe('own')
      const second = Uint8Array.from([4, 5])
      await pulled.save([{ packed, bytes: second }], { ...FROM, maker: OTHER })
      expect(await bytesIn(tables, key)).toEqual([...BYTES])
      const corrected = packedOf('demo', {
        table: { sha256: '1'.repeat(64), symbols: 3, madeAt: LATER },
      })
      expect(await pulled.state(corrected, NEWER)).toBe('missing')
      await pulled.save([{ packed: corrected, bytes: second }], NEWER)
      expect(await bytesIn(tables, key)).toEqual([...second])
      expect(await pulled.state(corrected, NEWER)).toBe('there')
      // The older index, pulled again from wherever, brings nothing back.
      expect(await pulled.state(packed, FROM)).toBe('own')
      await pulled.save([{ packed, bytes: BYTES }], FROM)
      await pulled.save([{ packed, bytes: null }], FROM)
      expect(await bytesIn(tables, key)).toEqual([...second])
      expect(await pulled.releases(keyOf('demo'))).toMatchObject([NEWER])
    })

    test('without bytes, what is said of a release is brought up to date', async () => {
      const { pulled } = nodes.store
      const packed = packedOf('demo')
      await pulled.save([{ packed, bytes: null }], FROM)
      expect(await pulled.releases(keyOf('demo'))).toEqual([])
      await pulled.save([{ packed, bytes: BYTES }], FROM)
      const newer = { ...packed, latestAt: LATER }
      await pulled.save([{ packed: newer, bytes: null }], NEWER)
      expect(await pulled.releases(keyOf('demo'))).toMatchObject([{ latestAt: LATER, ...NEWER }])
    })

    test('a table that was dropped is made here then, and stays', async () => {
      const { pulled, tables } = nodes.store
      const packed = packedOf('demo')
      const key = tableKey(packed)
      await pulled.save([{ packed, bytes: BYTES }], FROM)
      await tables.drop(key)
      expect(await pulled.state(packed, FROM)).toBe('missing')
      const own = Uint8Array.from([9])
      await tables.save({ key, bytes: own, symbols: 1, following: NOTHING_FOLLOWED, madeAt: AT })
      expect(await pulled.state(packed, FROM)).toBe('own')
    })
  })

  describe('what can be published', () => {
    test('packages of which something was read, in their order, page by page', async () => {
      const { packages } = nodes.store
      await packages.saveLatest(releaseOf('two'), AT)
      await packages.savePinned(releaseOf('one', { version: '1.0.0' }))
      await packages.savePinned(releaseOf('one', { version: '2.0.0' }))
      const first = await packages.known({ after: null, limit: 1 })
      expect(first).toEqual([keyOf('one')])
      expect(await packages.known({ after: first[0] ?? null, limit: 9 })).toEqual([keyOf('two')])
    })

    test('digests that were declared for a file', async () => {
      const { provenance } = nodes.store
      const file = 'a'.repeat(64)
      await provenance.saveDeclared(file, 'sha512:2')
      await provenance.saveDeclared(file, 'sha1:1')
      expect(await nodes.node(1).provenance.declaredOf(file)).toEqual(['sha1:1', 'sha512:2'])
      expect(await provenance.declaredOf('b'.repeat(64))).toEqual([])
    })
  })
}

// The log as it is served: tiles and bundles by their paths. What a path stands for never changes, so
// that what was made once is kept. Bundles are made of many rows: only so many at once.

import { keptIn } from '../domain/maps.ts'
import { recentBytes } from '../domain/recentlyUsed.ts'
import { ServiceError } from '../errors.ts'
import { LOG_BUNDLES_AT_ONCE_MAX, LOG_SERVED_CACHE_BYTES } from '../limits.ts'
import type { LogStore } from '../ports/log.ts'
import { encodeBundle } from './entries/entryBundle.ts'
import { leafOf } from './entries/leaf.ts'
import type { ProvenRotation, RotationLeaf } from './entries/rotation.ts'
import { writeProof } from './note/proofFile.ts'
import { type ProvenRotations, writeExtra } from './proofExtra.ts'
import { HASH_BYTES } from './tree/hashes.ts'
import { proveInclusion } from './tree/proofs.ts'
import { parseTilePath, type TilePath } from './tree/tilePaths.ts'
import { TILE_WIDTH } from './tree/tiles.ts'

export function servedLog(store: LogStore) {
  const kept = recentBytes<string>(LOG_SERVED_CACHE_BYTES)
  const underWay = new Map<string, Promise<Uint8Array | null>>()

  async function tileAt(level: number, { index, width }: TilePath): Promise<Uint8Array | null> {
    const [bytes] = await store.tiles([{ level, index }])
    const cut = bytes?.subarray(0, width * HASH_BYTES)
    return cut?.length === width * HASH_BYTES ? cut : null
  }

  async function bundleAt({ index, width }: TilePath): Promise<Uint8Array | null> {
    const from = index * TILE_WIDTH
    const { integrated } = await store.head()
    if (from + width > integrated) return null
    const rows = await store.rows({ from, limit: width })
    return rows.length === width ? encodeBundle(rows.map(leafOf)) : null
  }

  async function bundleOnce(path: string, place: TilePath): Promise<Uint8Array | null> {
    if (!underWay.has(path) && underWay.size >= LOG_BUNDLES_AT_ONCE_MAX) {
      throw new ServiceError('overloaded', 'Too many bundles of the log are asked for at once')
    }
    return keptIn(underWay, path, () => bundleAt(place).finally(() => underWay.delete(path)))
  }

  async function provenBy(size: number): Promise<ProvenRotations> {
    const prove = (leaves: readonly RotationLeaf[]) => proven(leaves, size)
    const rotations = await prove(await store.rotations())
    return { rotations, verifiers: await prove(await store.verifierRotations()) }
  }

  async function proven(leaves: readonly RotationLeaf[], size: number): Promise<ProvenRotation[]> {
    const all: ProvenRotation[] = []
    for (const each of leaves.filter(({ index }) => index < size)) {
      const path = await proveInclusion({ index: each.index, size }, store.tiles)
      all.push({ ...each, path })
    }
    return all
  }

  return {
    /** The bytes at `tile/…`; null where nothing is, or is not yet under a checkpoint. */
    async tile(path: string): Promise<Uint8Array | null> {
      const place = parseTilePath(path)
      if (place === null) return null
      const known = kept.get(path)
      if (known !== undefined) return known
      const { level } = place
      const bytes = await (level === 'entries' ? bundleOnce(path, place) : tileAt(level, place))
      if (bytes !== null) kept.set(path, bytes)
      return bytes
    },

    /** The checkpoint that people are shown; null before the first. */
    async checkpoint(): Promise<string | null> {
      const { checkpoint, shown } = await store.head()
      return shown ?? checkpoint
    },

    /** The proof that something stands at an index, by that checkpoint; null where it does not cover it. */
    async proof(index: number): Promise<string | null> {
      const head = await store.head()
      const checkpoint = head.shown ?? head.checkpoint
      const size = head.shownSize ?? head.integrated
      if (checkpoint === null || index >= size) return null
      const path = await proveInclusion({ index, size }, store.tiles)
      const extra = writeExtra(null, await provenBy(size))
      return writeProof({ index, path, checkpoint, extra })
    },

    /** Leaves by which a key was followed by others, as far as that checkpoint covers them. */
    async rotations(): Promise<ProvenRotations & Readonly<{ checkpoint: string | null }>> {
      const { shown, shownSize, integrated, checkpoint } = await store.head()
      return { checkpoint: shown ?? checkpoint, ...(await provenBy(shownSize ?? integrated)) }
    },
  }
}

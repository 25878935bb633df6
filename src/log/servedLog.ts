// The log as it is served: tiles and bundles by their paths. What a path stands for never changes.

import type { LogStore } from '../ports/log.ts'
import { encodeBundle } from './entries/entryBundle.ts'
import { leafOf } from './entries/leaf.ts'
import { writeProof } from './note/proofFile.ts'
import { HASH_BYTES } from './tree/hashes.ts'
import { proveInclusion } from './tree/proofs.ts'
import { parseTilePath } from './tree/tilePaths.ts'
import { TILE_WIDTH } from './tree/tiles.ts'

/** The bytes at `tile/…`; null where nothing is, or is not yet under a checkpoint. */
export async function servedTile(path: string, store: LogStore): Promise<Uint8Array | null> {
  const place = parseTilePath(path)
  if (place === null) return null
  const { level, index, width } = place
  if (level === 'entries') return bundleAt(index * TILE_WIDTH, width, store)
  const [bytes] = await store.tiles([{ level, index }])
  const cut = bytes?.subarray(0, width * HASH_BYTES)
  return cut?.length === width * HASH_BYTES ? cut : null
}

/** The proof that something stands at an index, by the newest checkpoint; null where none covers it. */
export async function servedProof(index: number, store: LogStore): Promise<string | null> {
  const { integrated: size, checkpoint } = await store.head()
  if (checkpoint === null || index >= size) return null
  return writeProof({ index, path: await proveInclusion({ index, size }, store.tiles), checkpoint })
}

async function bundleAt(from: number, width: number, store: LogStore): Promise<Uint8Array | null> {
  const { integrated } = await store.head()
  if (from + width > integrated) return null
  const rows = await store.rows({ from, limit: width })
  return rows.length === width ? encodeBundle(rows.map(leafOf)) : null
}

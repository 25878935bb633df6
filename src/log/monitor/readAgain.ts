// What was read before is read again, here and there: a log may change what it thinks nobody looks at
// any more. Which bundles that are, chance says.

import { LOG_AGAIN_BUNDLES } from '../../limits.ts'
import { HASH_BYTES, leafHash, sameHash } from '../tree/hashes.ts'
import { isIncluded, proveInclusion, TilesMissing, type TreeHead } from '../tree/proofs.ts'
import { TILE_WIDTH } from '../tree/tiles.ts'
import { type Evidence, LogLies } from './evidence.ts'
import { bundleAt, type LogReader, tilesOf } from './readLog.ts'

/** `chosen`: leaves that were read before; the whole bundle of each is compared with the tree of now. */
export async function readAgain(
  reader: LogReader,
  chosen: readonly number[],
  now: TreeHead,
  about: Omit<Evidence, 'lie'>,
): Promise<void> {
  const readTiles = tilesOf(reader, now.size)
  for (const index of chosen) {
    const place = { level: 0, index: Math.floor(index / TILE_WIDTH) }
    const [tile = null] = await readTiles([place])
    const at = (index % TILE_WIDTH) * HASH_BYTES
    const hash = tile?.subarray(at, at + HASH_BYTES)
    const path = await proveInclusion({ index, size: now.size }, readTiles).catch(nothing)
    // The path goes through every hash of the tile, so that one leaf vouches for all of them.
    if (!tile || !hash || path === null || !isIncluded({ hash, index }, now, path)) {
      throw new LogLies({ lie: 'tiles_other', ...about, reason: `leaf ${index}, read again` })
    }
    const entries = await bundleAt(reader, place.index, now.size)
    if (entries === null || !sameHash(Buffer.concat(entries.map(leafHash)), tile)) {
      const reason = `entries/${place.index}, read again`
      throw new LogLies({ lie: 'entries_other', ...about, reason })
    }
  }
}

/** Leaves of a log of this size, by chance, each in a bundle of its own. */
export function drawnLeaves(size: number, draw: (below: number) => number): readonly number[] {
  const chosen = new Map<number, number>()
  for (let tries = 0; tries < LOG_AGAIN_BUNDLES && size > 0; tries += 1) {
    const index = draw(size)
    chosen.set(Math.floor(index / TILE_WIDTH), index)
  }
  return [...chosen.values()]
}

function nothing(error: unknown): null {
  if (error instanceof TilesMissing) return null
  throw error
}

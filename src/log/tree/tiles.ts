// A tree as tiles of height 8: a tile at level 0 holds up to 256 hashes of leaves, one at level 1 up to
// 256 roots of full tiles at level 0, and so on. Every node of the tree follows from them.

import { HASH_BYTES, subtreeRoot } from './hashes.ts'
import type { TreeNode } from './spans.ts'

const TILE_HEIGHT = 8
export const TILE_WIDTH = 256
export const TILE_MAX_BYTES = TILE_WIDTH * HASH_BYTES

export type TilePlace = Readonly<{ level: number; index: number }>
/** A tile with its hashes; the number of bytes tells its width. */
export type Tile = TilePlace & Readonly<{ bytes: Uint8Array }>

/** How many hashes there are at a level of tiles, in a tree of so many leaves. */
export function hashesAtLevel(size: number, level: number): number {
  return Math.floor(size / TILE_WIDTH ** level)
}

/** How wide the tile is in a tree of so many leaves: 0 where there is none yet. */
export function tileWidth({ level, index }: TilePlace, size: number): number {
  const hashes = hashesAtLevel(size, level) - index * TILE_WIDTH
  return Math.max(0, Math.min(TILE_WIDTH, hashes))
}

/** The tiles that are not full, from the leaves up; all that a tree is grown from. */
export function edgeTiles(size: number): TilePlace[] {
  const places: TilePlace[] = []
  for (let level = 0; hashesAtLevel(size, level) > 0; level += 1) {
    const hashes = hashesAtLevel(size, level)
    if (hashes % TILE_WIDTH > 0) places.push({ level, index: Math.floor(hashes / TILE_WIDTH) })
  }
  return places
}

/** The tile that a node is read from. */
export function tileOfNode({ height, index }: TreeNode): TilePlace {
  const level = Math.floor(height / TILE_HEIGHT)
  const first = index * 2 ** (height % TILE_HEIGHT)
  return { level, index: Math.floor(first / TILE_WIDTH) }
}

/** The hash of a node from the bytes of `tileOfNode`; null where these do not reach so far. */
export function nodeInTile({ height, index }: TreeNode, bytes: Uint8Array): Uint8Array | null {
  const count = 2 ** (height % TILE_HEIGHT)
  const first = (index * count) % TILE_WIDTH
  if (bytes.length < (first + count) * HASH_BYTES) return null
  return subtreeRoot(bytes, first, count)
}

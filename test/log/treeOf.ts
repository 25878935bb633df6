// A tree in memory, made the way a service makes it: grown in batches, kept as tiles.

import { growTree } from '../../src/log/tree/growTree.ts'
import { HASH_BYTES, leafHash } from '../../src/log/tree/hashes.ts'
import type { ReadTiles } from '../../src/log/tree/proofs.ts'
import { edgeTiles, tileWidth } from '../../src/log/tree/tiles.ts'

export function leavesOf(count: number, salt = ''): Uint8Array[] {
  return Array.from({ length: count }, (_, index) => Buffer.from(`leaf ${salt}${index}`))
}

/** `batches`: how many leaves at a time; each batch begins from the tiles alone. */
export function treeOf(leaves: readonly Uint8Array[], batches: readonly number[] = []) {
  const tiles = new Map<string, Uint8Array>()
  const roots = new Map<number, Uint8Array>()
  let size = 0
  const rest = leaves.length - batches.reduce((sum, count) => sum + count, 0)
  for (const count of [...batches, rest]) {
    const edge = edgeTiles(size).map((place) => {
      const bytes = tiles.get(`${place.level}/${place.index}`) ?? new Uint8Array()
      return bytes.subarray(0, tileWidth(place, size) * HASH_BYTES)
    })
    const tree = growTree(size, edge)
    for (const leaf of leaves.slice(size, size + count)) tree.append(leafHash(leaf))
    for (const { level, index, bytes } of tree.takeTiles()) tiles.set(`${level}/${index}`, bytes)
    size = tree.size()
    roots.set(size, tree.root())
  }
  const readTiles: ReadTiles = async (places) =>
    places.map(({ level, index }) => tiles.get(`${level}/${index}`) ?? null)
  return { tiles, roots, readTiles, root: roots.get(size) ?? new Uint8Array() }
}

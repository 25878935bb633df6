// A tree that grows at its right edge. Of the tree before only the tiles that are not full are needed:
// every hash of a full one is in the tile above it.

import { invariant } from '../../errors.ts'
import { EMPTY_ROOT, HASH_BYTES, subtreeRoot } from './hashes.ts'
import { foldRight } from './proofs.ts'
import { edgeTiles, hashesAtLevel, TILE_MAX_BYTES, TILE_WIDTH, type Tile } from './tiles.ts'

/** The tile that is being filled at a level. */
type Filling = { index: number; width: number; readonly bytes: Buffer }

export type GrowingTree = ReturnType<typeof growTree>

/** `edge`: the bytes of `edgeTiles(size)`, each cut to the width that it has at that size. */
export function growTree(size: number, edge: readonly Uint8Array[]) {
  const levels: Filling[] = []
  for (let level = 0; hashesAtLevel(size, level) > 0; level += 1) {
    levels.push(emptyAt(Math.floor(hashesAtLevel(size, level) / TILE_WIDTH)))
  }
  for (const [place, { level }] of edgeTiles(size).entries()) {
    const filling = levels[level]
    const bytes = edge[place]
    const width = hashesAtLevel(size, level) % TILE_WIDTH
    invariant(filling !== undefined && bytes?.length === width * HASH_BYTES, 'the edge is whole')
    filling.bytes.set(bytes)
    filling.width = width
  }
  let leaves = size
  const filled: Tile[] = []
  const touched = new Set<number>()

  function push(hash: Uint8Array, level: number): void {
    if (levels[level] === undefined) levels[level] = emptyAt(0)
    const filling = levels[level]
    filling.bytes.set(hash, filling.width * HASH_BYTES)
    filling.width += 1
    touched.add(level)
    if (filling.width < TILE_WIDTH) return
    filled.push({ level, index: filling.index, bytes: Uint8Array.from(filling.bytes) })
    touched.delete(level)
    filling.index += 1
    filling.width = 0
    push(subtreeRoot(filling.bytes, 0, TILE_WIDTH), level + 1)
  }

  return {
    append(leafHash: Uint8Array): void {
      push(leafHash, 0)
      leaves += 1
    },

    size: () => leaves,

    root(): Uint8Array {
      const subtrees = levels.flatMap(subtreesOf).reverse()
      return subtrees.length === 0 ? EMPTY_ROOT : foldRight(subtrees)
    },

    /** Tiles that were filled or have grown since this was last asked. */
    takeTiles(): Tile[] {
      const growing = [...touched].flatMap((level) => {
        const { index, width, bytes } = levels[level] ?? emptyAt(0)
        return { level, index, bytes: Uint8Array.from(bytes.subarray(0, width * HASH_BYTES)) }
      })
      touched.clear()
      return [...filled.splice(0), ...growing]
    },
  }
}

function emptyAt(index: number): Filling {
  return { index, width: 0, bytes: Buffer.alloc(TILE_MAX_BYTES) }
}

/** The whole subtrees of a tile, the smallest, which is the rightmost, first. */
function subtreesOf({ width, bytes }: Filling): Uint8Array[] {
  const subtrees: Uint8Array[] = []
  let end = width
  for (let count = 1; count <= width; count *= 2) {
    if (Math.floor(width / count) % 2 === 0) continue
    end -= count
    subtrees.push(subtreeRoot(bytes, end, count))
  }
  return subtrees
}

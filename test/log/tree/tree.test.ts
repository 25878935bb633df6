import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { EMPTY_ROOT, HASH_BYTES, leafHash } from '../../../src/log/tree/hashes.ts'
import {
  isConsistent,
  isIncluded,
  proveConsistency,
  proveInclusion,
  rootOf,
  TilesMissing,
} from '../../../src/log/tree/proofs.ts'
import { edgeTiles, tileWidth } from '../../../src/log/tree/tiles.ts'
import { MTH, PATH, PROOF } from '../rfc6962.ts'
import { leavesOf, treeOf } from '../treeOf.ts'

/** Every size near which something changes, and some between. */
const SIZES = [1, 2, 3, 4, 5, 7, 8, 9, 31, 64, 100, 255, 256, 257, 300, 511, 512, 513, 770, 1025]
const LEAVES = leavesOf(70_000)

describe('the root', () => {
  test('of no leaves is the hash of nothing', async () => {
    expect(Buffer.from(EMPTY_ROOT).toString('hex')).toBe(
      'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    )
    expect(treeOf([]).root).toEqual(EMPTY_ROOT)
    expect(await rootOf(0, treeOf([]).readTiles)).toEqual(EMPTY_ROOT)
  })

  test.each([...SIZES, 65_536, 65_537, 70_000])('of %i leaves is that of the RFC', async (size) => {
    const leaves = LEAVES.slice(0, size)
    const tree = treeOf(leaves)
    const root = MTH(leaves)
    expect(Buffer.compare(tree.root, root)).toBe(0)
    expect(Buffer.compare(await rootOf(size, tree.readTiles), root)).toBe(0)
  })

  test('is the same however the leaves were grouped', () => {
    const batches = fc.array(fc.integer({ min: 0, max: 400 }), { maxLength: 6 })
    fc.assert(
      fc.property(batches, fc.integer({ min: 0, max: 600 }), (counts, more) => {
        const total = counts.reduce((sum, count) => sum + count, more)
        const leaves = LEAVES.slice(0, total)
        const inBatches = treeOf(leaves, counts)
        const atOnce = treeOf(leaves)
        expect(inBatches.root).toEqual(atOnce.root)
        expect(inBatches.tiles).toEqual(atOnce.tiles)
      }),
      { numRuns: 60 },
    )
  })
})

describe('tiles', () => {
  test('of 70,000 leaves are those of the example in the specification', () => {
    const { tiles } = treeOf(LEAVES)
    const widths = (level: number) =>
      [...tiles].flatMap(([place, bytes]) =>
        place.startsWith(`${level}/`) ? [bytes.length / HASH_BYTES] : [],
      )
    expect(widths(0)).toEqual([...Array<number>(273).fill(256), 112])
    expect(widths(1)).toEqual([256, 17])
    expect(widths(2)).toEqual([1])
    expect(tiles.size).toBe(274 + 2 + 1)
  })

  test('of 256 leaves are a full one and one of width 1 above it', () => {
    expect(edgeTiles(256)).toEqual([{ level: 1, index: 0 }])
    expect(tileWidth({ level: 1, index: 0 }, 256)).toBe(1)
  })

  test('never lose a hash while the tree grows', () => {
    const before = treeOf(LEAVES.slice(0, 1_000)).tiles
    const after = treeOf(LEAVES.slice(0, 2_000)).tiles
    for (const [place, bytes] of before) {
      expect(after.get(place)?.subarray(0, bytes.length)).toEqual(bytes)
    }
  })
})

describe('proofs', () => {
  test.each(SIZES)('of every leaf among %i are those of the RFC and hold', async (size) => {
    const leaves = LEAVES.slice(0, size)
    const tree = treeOf(leaves)
    for (let index = 0; index < size; index += Math.max(1, Math.floor(size / 16))) {
      const proof = await proveInclusion({ index, size }, tree.readTiles)
      expect(proof.map(hex)).toEqual(PATH(index, leaves).map(hex))
      const leaf = { hash: leafHash(leaves[index] ?? new Uint8Array()), index }
      expect(isIncluded(leaf, { size, root: tree.root }, proof)).toBe(true)
    }
  })

  test.each(SIZES)(
    'from every older tree to %i leaves are those of the RFC and hold',
    async (size) => {
      const leaves = LEAVES.slice(0, size)
      const tree = treeOf(leaves)
      for (let oldSize = 1; oldSize <= size; oldSize += Math.max(1, Math.floor(size / 16))) {
        const proof = await proveConsistency({ oldSize, size }, tree.readTiles)
        expect(proof.map(hex)).toEqual(PROOF(oldSize, leaves).map(hex))
        const older = { size: oldSize, root: MTH(leaves.slice(0, oldSize)) }
        expect(isConsistent(older, { size, root: tree.root }, proof)).toBe(true)
      }
    },
  )

  test('of an older size are made from the tiles of a newer one', async () => {
    const tree = treeOf(LEAVES)
    const leaves = LEAVES.slice(0, 300)
    const proof = await proveInclusion({ index: 7, size: 300 }, tree.readTiles)
    expect(proof.map(hex)).toEqual(PATH(7, leaves).map(hex))
  })

  test('of a size that the tiles do not reach are not made', async () => {
    const { readTiles } = treeOf(LEAVES.slice(0, 300))
    await expect(proveInclusion({ index: 7, size: 301 }, readTiles)).rejects.toThrow(TilesMissing)
    await expect(proveConsistency({ oldSize: 3, size: 600 }, readTiles)).rejects.toThrow(
      TilesMissing,
    )
  })

  test('hold for nothing else', async () => {
    const sizes = fc.integer({ min: 1, max: 700 })
    await fc.assert(
      fc.asyncProperty(sizes, fc.nat(), fc.nat(), async (size, one, two) => {
        const leaves = LEAVES.slice(0, size)
        const tree = treeOf(leaves)
        const index = one % size
        const leaf = { hash: leafHash(leaves[index] ?? new Uint8Array()), index }
        const proof = await proveInclusion({ index, size }, tree.readTiles)
        const head = { size, root: tree.root }
        const another = two % size
        if (another !== index) {
          expect(isIncluded({ ...leaf, index: another }, head, proof)).toBe(false)
          const other = leafHash(leaves[another] ?? new Uint8Array())
          expect(isIncluded({ ...leaf, hash: other }, head, proof)).toBe(false)
        }
        expect(isIncluded(leaf, { ...head, root: flipped(tree.root, two) }, proof)).toBe(false)
        expect(isIncluded(leaf, head, [...proof, tree.root])).toBe(false)
        if (proof.length > 0) expect(isIncluded(leaf, head, proof.slice(1))).toBe(false)
        if (proof.length > 0) expect(isIncluded(leaf, head, proof.slice(0, -1))).toBe(false)
        for (const [at, hash] of proof.entries()) {
          expect(isIncluded(leaf, head, proof.with(at, flipped(hash, two)))).toBe(false)
        }
        expect(isIncluded({ ...leaf, index: size }, head, proof)).toBe(false)
      }),
      { numRuns: 60 },
    )
  })

  test('of consistency hold for no other tree', async () => {
    const sizes = fc.integer({ min: 2, max: 700 })
    await fc.assert(
      fc.asyncProperty(sizes, fc.nat(), fc.nat(), async (size, one, two) => {
        const leaves = LEAVES.slice(0, size)
        const oldSize = 1 + (one % (size - 1))
        const tree = treeOf(leaves)
        const older = { size: oldSize, root: MTH(leaves.slice(0, oldSize)) }
        const newer = { size, root: tree.root }
        const proof = await proveConsistency({ oldSize, size }, tree.readTiles)
        expect(isConsistent(newer, older, proof)).toBe(false)
        expect(isConsistent({ ...older, root: flipped(older.root, two) }, newer, proof)).toBe(false)
        expect(isConsistent(older, { ...newer, root: flipped(tree.root, two) }, proof)).toBe(false)
        expect(isConsistent(older, newer, [...proof, tree.root])).toBe(false)
        expect(isConsistent(older, newer, proof.slice(1))).toBe(false)
        expect(isConsistent(older, newer, proof.slice(0, -1))).toBe(false)
        // One leaf of the old tree is another one: that is a fork.
        const forked = leaves.with(two % oldSize, Buffer.from('another'))
        const fork = treeOf(forked)
        const honest = await proveConsistency({ oldSize, size }, fork.readTiles)
        expect(isConsistent(older, { size, root: fork.root }, honest)).toBe(false)
      }),
      { numRuns: 60 },
    )
  })

  test('from the empty tree and to the same tree are empty', () => {
    const head = { size: 3, root: treeOf(LEAVES.slice(0, 3)).root }
    const empty = { size: 0, root: EMPTY_ROOT }
    expect(isConsistent(empty, head, [])).toBe(true)
    expect(isConsistent(empty, head, [head.root])).toBe(false)
    expect(isConsistent({ size: 0, root: head.root }, head, [])).toBe(false)
    expect(isConsistent(head, head, [])).toBe(true)
    expect(isConsistent(head, { ...head, root: EMPTY_ROOT }, [])).toBe(false)
    expect(isConsistent(head, head, [head.root])).toBe(false)
  })

  test.each([-1, 0.5, Number.NaN, 2 ** 53])('of %d leaves hold nothing', (size) => {
    const hash = leafHash(new Uint8Array())
    expect(isIncluded({ hash, index: 0 }, { size, root: hash }, [])).toBe(false)
    expect(isConsistent({ size, root: hash }, { size, root: hash }, [])).toBe(false)
  })
})

function hex(hash: Uint8Array): string {
  return Buffer.from(hash).toString('hex')
}

function flipped(hash: Uint8Array, bit: number): Uint8Array {
  const at = bit % (hash.length * 8)
  return hash.map((byte, place) => (place === at >> 3 ? byte ^ (1 << (at & 7)) : byte))
}

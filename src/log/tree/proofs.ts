// Proofs: made from tiles, and checked. The checks are those of RFC 9162, sections 2.1.3.2 and 2.1.4.2,
// which read the proofs of RFC 6962.

import { EMPTY_ROOT, HASH_BYTES, nodeHash, sameHash } from './hashes.ts'
import { consistencySpans, inclusionSpans, nodesOf, type Span, type TreeNode } from './spans.ts'
import { nodeInTile, type Tile, type TilePlace, tileOfNode } from './tiles.ts'

/** Hashes in the order of the proof. */
export type Proof = readonly Uint8Array[]

/** Gets tiles, in the order in which they are asked for; null for one that is not there. */
export type ReadTiles = (places: readonly TilePlace[]) => Promise<readonly (Uint8Array | null)[]>

export class TilesMissing extends Error {
  override readonly name = 'TilesMissing'
}

/** Throws `TilesMissing` where the tiles do not reach to the size that is asked for. */
export async function proveInclusion(
  { index, size }: Readonly<{ index: number; size: number }>,
  readTiles: ReadTiles,
): Promise<Proof> {
  return hashSpans(inclusionSpans(index, size), readTiles)
}

/** Throws `TilesMissing` likewise. */
export async function proveConsistency(
  { oldSize, size }: Readonly<{ oldSize: number; size: number }>,
  readTiles: ReadTiles,
): Promise<Proof> {
  return hashSpans(consistencySpans(oldSize, size), readTiles)
}

/** Throws `TilesMissing` likewise. */
export async function rootOf(size: number, readTiles: ReadTiles): Promise<Uint8Array> {
  if (size === 0) return EMPTY_ROOT
  const [root] = await hashSpans([{ start: 0, end: size }], readTiles)
  return root ?? EMPTY_ROOT
}

async function hashSpans(spans: readonly Span[], readTiles: ReadTiles): Promise<Uint8Array[]> {
  const nodes = spans.map(nodesOf)
  const wanted = new Map(nodes.flat().map((node) => [keyOf(tileOfNode(node)), tileOfNode(node)]))
  const places = [...wanted.values()]
  const read = await readTiles(places)
  const tiles = new Map<string, Tile>()
  for (const [at, place] of places.entries()) {
    const bytes = read[at]
    if (bytes != null) tiles.set(keyOf(place), { ...place, bytes })
  }
  return nodes.map((all) => foldRight(all.map((node) => hashOfNode(node, tiles))))
}

function keyOf({ level, index }: TilePlace): string {
  return `${level}/${index}`
}

function hashOfNode(node: TreeNode, tiles: ReadonlyMap<string, Tile>): Uint8Array {
  const tile = tiles.get(keyOf(tileOfNode(node)))
  const hash = tile === undefined ? null : nodeInTile(node, tile.bytes)
  if (hash === null) throw new TilesMissing('a tile is missing, or is too narrow')
  return hash
}

/** The root over subtrees that become smaller from left to right. */
export function foldRight(subtrees: readonly Uint8Array[]): Uint8Array {
  return subtrees.reduceRight((right, left) => nodeHash(left, right))
}

/** Whether the leaf stands at this place of the tree with this root. */
export function isIncluded(
  leaf: Readonly<{ hash: Uint8Array; index: number }>,
  tree: Readonly<{ size: number; root: Uint8Array }>,
  proof: Proof,
): boolean {
  if (!isPlace(leaf.index) || !isPlace(tree.size) || leaf.index >= tree.size) return false
  if (!areHashes([leaf.hash, tree.root, ...proof])) return false
  let at = leaf.index
  let last = tree.size - 1
  let root = leaf.hash
  for (const sibling of proof) {
    if (last === 0) return false
    if (at % 2 === 1 || at === last) {
      root = nodeHash(sibling, root)
      while (at % 2 === 0 && at !== 0) {
        at /= 2
        last = Math.floor(last / 2)
      }
    } else root = nodeHash(root, sibling)
    at = Math.floor(at / 2)
    last = Math.floor(last / 2)
  }
  return last === 0 && sameHash(root, tree.root)
}

export type TreeHead = Readonly<{ size: number; root: Uint8Array }>

/** Whether the newer tree begins with all leaves of the older one. */
export function isConsistent(older: TreeHead, newer: TreeHead, proof: Proof): boolean {
  if (!isPlace(older.size) || !isPlace(newer.size) || older.size > newer.size) return false
  if (!areHashes([older.root, newer.root, ...proof])) return false
  if (older.size === newer.size) return proof.length === 0 && sameHash(older.root, newer.root)
  if (older.size === 0) return proof.length === 0 && sameHash(older.root, EMPTY_ROOT)
  // A whole subtree is its own first hash, and is left out of the proof.
  const path = isPowerOfTwo(older.size) ? [older.root, ...proof] : proof
  const [first, ...rest] = path
  if (first === undefined) return false
  let at = older.size - 1
  let last = newer.size - 1
  while (at % 2 === 1) {
    at = Math.floor(at / 2)
    last = Math.floor(last / 2)
  }
  let oldRoot = first
  let newRoot = first
  for (const hash of rest) {
    if (last === 0) return false
    if (at % 2 === 1 || at === last) {
      oldRoot = nodeHash(hash, oldRoot)
      newRoot = nodeHash(hash, newRoot)
      while (at % 2 === 0 && at !== 0) {
        at /= 2
        last = Math.floor(last / 2)
      }
    } else newRoot = nodeHash(newRoot, hash)
    at = Math.floor(at / 2)
    last = Math.floor(last / 2)
  }
  return last === 0 && sameHash(oldRoot, older.root) && sameHash(newRoot, newer.root)
}

function isPlace(number: number): boolean {
  return Number.isSafeInteger(number) && number >= 0
}

function areHashes(hashes: readonly Uint8Array[]): boolean {
  return hashes.every((hash) => hash.length === HASH_BYTES)
}

function isPowerOfTwo(count: number): boolean {
  return Number.isInteger(Math.log2(count)) && 2 ** Math.log2(count) === count
}

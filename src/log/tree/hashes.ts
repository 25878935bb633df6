// The hashes of a Merkle tree after RFC 6962, section 2.1, with SHA-256. Leaves and nodes begin with a
// byte of their own, so that nobody can show a node as a leaf.

import { hash } from 'node:crypto'

export const HASH_BYTES = 32

/** Of the tree that has no leaves: the hash of nothing. */
export const EMPTY_ROOT = Uint8Array.from(hash('sha256', '', 'buffer'))

export function leafHash(leaf: Uint8Array): Uint8Array {
  const bytes = Buffer.allocUnsafe(1 + leaf.length)
  bytes[0] = 0
  bytes.set(leaf, 1)
  return hash('sha256', bytes, 'buffer')
}

export function nodeHash(left: Uint8Array, right: Uint8Array): Uint8Array {
  NODE.set(left, 1)
  NODE.set(right, 1 + HASH_BYTES)
  return hash('sha256', NODE, 'buffer')
}

export function sameHash(one: Uint8Array, other: Uint8Array): boolean {
  return Buffer.compare(one, other) === 0
}

/** One for all calls: nothing comes between filling and hashing it. */
const NODE = Buffer.alloc(1 + 2 * HASH_BYTES)
NODE[0] = 1

/**
 * The root over hashes that stand side by side in `bytes`: those of a whole subtree, so that their
 * number, `count`, is a power of two.
 */
export function subtreeRoot(bytes: Uint8Array, first: number, count: number): Uint8Array {
  const start = first * HASH_BYTES
  let level: Uint8Array = bytes.subarray(start, start + count * HASH_BYTES)
  while (level.length > HASH_BYTES) {
    const above = Buffer.allocUnsafe(level.length / 2)
    for (let at = 0; at < above.length; at += HASH_BYTES) {
      NODE.set(level.subarray(2 * at, 2 * at + 2 * HASH_BYTES), 1)
      // A text costs half of what a buffer does to come out of the hash.
      above.write(hash('sha256', NODE, 'binary'), at, 'latin1')
    }
    level = above
  }
  return Uint8Array.from(level)
}

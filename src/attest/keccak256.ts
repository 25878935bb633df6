// Keccak-256 as Ethereum uses it (not SHA3-256). The WebAssembly one takes a tenth of the time of
// the JavaScript one on messages of our size but has to be compiled first, so whoever signs or
// verifies all day loads it once and passes it on; the library default needs no waiting.

import { keccak_256 } from '@noble/hashes/sha3.js'

export type Keccak256 = (bytes: Uint8Array) => Uint8Array

export const pureKeccak256: Keccak256 = (bytes) => keccak_256(bytes)

/** The fast one, or the pure one where WebAssembly is not to be had: the digests are the same. */
export async function loadKeccak256(): Promise<Keccak256> {
  try {
    const { createKeccak } = await import('hash-wasm')
    const hasher = await createKeccak(256)
    // One hasher serves every call: nothing can come between init and digest of one call.
    return (bytes) => hasher.init().update(bytes).digest('binary')
  } catch {
    return pureKeccak256
  }
}

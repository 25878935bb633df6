// What the receipt verifier takes from Node, for the browser: the build puts this file in the place
// of `node:crypto`, `node:module` and the global `Buffer`. It has only what src/attest uses.

import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'

/** Bytes whose text is hex: the verifier asks for no other text of bytes. */
class HexBytes extends Uint8Array {
  override toString(): string {
    return bytesToHex(this)
  }
}

export const Buffer = {
  /** `latin1` is asked for with ASCII only, which UTF-8 writes the same. */
  from(source: string | Uint8Array, encoding: 'utf8' | 'latin1' | 'hex' = 'utf8'): HexBytes {
    if (typeof source !== 'string') return new HexBytes(source)
    return new HexBytes(encoding === 'hex' ? hexToBytes(source) : new TextEncoder().encode(source))
  },
  concat(parts: readonly Uint8Array[]): HexBytes {
    const whole = new HexBytes(parts.reduce((length, part) => length + part.length, 0))
    let at = 0
    for (const part of parts) {
      whole.set(part, at)
      at += part.length
    }
    return whole
  },
}

/** `hash('sha256', text, 'hex')`. */
export function hash(_algorithm: 'sha256', text: string, _encoding: 'hex'): string {
  return bytesToHex(sha256(new TextEncoder().encode(text)))
}

/** There are no native modules here; src/attest/secp256k1.ts then takes the pure curve. */
export function createRequire(): (name: string) => never {
  return (name) => {
    throw new Error(`${name} is not to be had in a browser`)
  }
}

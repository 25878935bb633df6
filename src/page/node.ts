// What the verifiers of receipts and of their places in the log take from Node, for the browser: the build
// puts this file in the place of `node:crypto`, `node:module` and the global `Buffer`. It has only what
// they use.

import { ed25519 } from '@noble/curves/ed25519.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'

type Encoding = 'utf8' | 'latin1' | 'hex' | 'base64'

/** The head of an Ed25519 key in DER. */
const SPKI_HEAD_BYTES = 12

class PageBytes extends Uint8Array {
  override toString(encoding: 'hex' | 'utf8' | 'base64' = 'hex'): string {
    if (encoding === 'utf8') return new TextDecoder('utf-8', { ignoreBOM: true }).decode(this)
    return encoding === 'hex' ? bytesToHex(this) : btoa(String.fromCharCode(...this))
  }
  readBigUInt64BE(): bigint {
    return new DataView(this.buffer, this.byteOffset, this.length).getBigUint64(0)
  }
}

function bytesOf(text: string, encoding: Encoding): Uint8Array {
  if (encoding === 'hex') return hexToBytes(text)
  // `latin1` is asked for with ASCII only, which UTF-8 writes the same.
  return encoding === 'base64' ? bytesOfBase64(text) : new TextEncoder().encode(text)
}

/** None for what is none: whoever asks compares with what it would be written as. */
function bytesOfBase64(text: string): Uint8Array {
  try {
    return Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0))
  } catch {
    return new Uint8Array()
  }
}

export const Buffer = {
  from(
    source: string | Uint8Array | ArrayBuffer,
    encoding: Encoding | number = 'utf8',
    length?: number,
  ): PageBytes {
    if (typeof source === 'string') {
      return new PageBytes(bytesOf(source, typeof encoding === 'number' ? 'utf8' : encoding))
    }
    if (source instanceof Uint8Array || typeof encoding !== 'number') {
      return new PageBytes(source as Uint8Array)
    }
    return new PageBytes(source, encoding, length)
  },
  alloc: (size: number) => new PageBytes(size),
  allocUnsafe: (size: number) => new PageBytes(size),
  byteLength: (text: string) => new TextEncoder().encode(text).length,
  compare(one: Uint8Array, other: Uint8Array): number {
    return one.length === other.length && one.every((byte, at) => byte === other[at]) ? 0 : 1
  },
  concat(parts: readonly Uint8Array[]): PageBytes {
    const whole = new PageBytes(parts.reduce((length, part) => length + part.length, 0))
    let at = 0
    for (const part of parts) {
      whole.set(part, at)
      at += part.length
    }
    return whole
  },
}

/** `hash('sha256', text or bytes, 'hex' or 'buffer')`. */
export function hash(_: 'sha256', of: string | Uint8Array, encoding: 'hex'): string
export function hash(_: 'sha256', of: string | Uint8Array, encoding: 'buffer'): Uint8Array
export function hash(
  _algorithm: 'sha256',
  of: string | Uint8Array,
  encoding: 'hex' | 'buffer',
): string | Uint8Array {
  const digest = sha256(typeof of === 'string' ? new TextEncoder().encode(of) : of)
  return encoding === 'hex' ? bytesToHex(digest) : new PageBytes(digest)
}

/** An Ed25519 key, in DER as SPKI has it. */
export function createPublicKey({ key }: Readonly<{ key: Uint8Array }>): Uint8Array {
  return key.subarray(SPKI_HEAD_BYTES)
}

export function verify(
  _algorithm: null,
  message: Uint8Array,
  key: Uint8Array,
  signature: Uint8Array,
): boolean {
  try {
    return ed25519.verify(signature, message, key, { zip215: false })
  } catch {
    return false
  }
}

function nobodySigns(): never {
  throw new Error('nothing is signed in a browser')
}

export { nobodySigns as createPrivateKey, nobodySigns as sign }

/** There are no native modules here; src/attest/secp256k1.ts then takes the pure curve. */
export function createRequire(): (name: string) => never {
  return (name) => {
    throw new Error(`${name} is not to be had in a browser`)
  }
}

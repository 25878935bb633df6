// ECDSA over secp256k1, twice: libsecp256k1 through its native binding, and pure JavaScript where
// that binding is missing. Both sign deterministically (RFC 6979) with low s, so they give the same
// bytes. The binding is asked for by its own file name, because the package's main entry changes
// to a third implementation in silence, ten times slower, when the binding does not load.

import { createRequire } from 'node:module'
import { secp256k1 as noble } from '@noble/curves/secp256k1.js'
import { invariant } from '../errors.ts'

export const CURVE_ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n

export type RawSignature = Readonly<{
  /** r and s, 32 bytes each, big endian. */
  rs: Uint8Array
  /** Parity of the nonce point's y. */
  recovery: 0 | 1
}>

export interface Curve {
  /** 65 bytes, uncompressed. */
  publicKey(privateKey: Uint8Array): Uint8Array
  sign(digest: Uint8Array, privateKey: Uint8Array): RawSignature
  /** 65 bytes, or null when no public key fits the signature. */
  recover(digest: Uint8Array, signature: RawSignature): Uint8Array | null
}

/** The part of secp256k1/bindings.js that is used; the package ships no types. */
interface NativeBinding {
  publicKeyCreate(privateKey: Uint8Array, compressed: boolean): Uint8Array
  ecdsaSign(digest: Uint8Array, key: Uint8Array): { signature: Uint8Array; recid: number }
  ecdsaRecover(rs: Uint8Array, recid: number, digest: Uint8Array, compressed: boolean): Uint8Array
}

/** Null where the binding has no build for this platform. */
export const nativeCurve: Curve | null = loadNative()

export const nobleCurve: Curve = {
  publicKey: (privateKey) => noble.getPublicKey(privateKey, false),
  sign(digest, privateKey) {
    const signed = noble.sign(digest, privateKey, { prehash: false, format: 'recovered' })
    return { rs: signed.slice(1), recovery: recoveryBit(signed[0]) }
  },
  recover(digest, { rs, recovery }) {
    const signed = new Uint8Array(65)
    signed[0] = recovery
    signed.set(rs, 1)
    try {
      const compressed = noble.recoverPublicKey(signed, digest, { prehash: false })
      return noble.Point.fromBytes(compressed).toBytes(false)
    } catch {
      return null
    }
  },
}

/** The implementation in use. */
export const curve: Curve = nativeCurve ?? nobleCurve
export const backend: 'native' | 'noble' = nativeCurve === null ? 'noble' : 'native'

function loadNative(): Curve | null {
  const binding =
    loadBinding('../native/secp256k1/bindings.cjs') ?? loadBinding('secp256k1/bindings.js')
  return binding && curveOf(binding)
}

/** An installation has the library beside the program (scripts/native.ts), a checkout among its packages. */
function loadBinding(name: string): NativeBinding | null {
  try {
    // The shape of that module is described above.
    return createRequire(import.meta.url)(name) as NativeBinding
  } catch {
    return null
  }
}

function curveOf(binding: NativeBinding): Curve {
  return {
    publicKey: (privateKey) => binding.publicKeyCreate(privateKey, false),
    sign(digest, privateKey) {
      const { signature, recid } = binding.ecdsaSign(digest, privateKey)
      return { rs: signature, recovery: recoveryBit(recid) }
    },
    recover(digest, { rs, recovery }) {
      try {
        return binding.ecdsaRecover(rs, recovery, digest, false)
      } catch {
        return null
      }
    },
  }
}

// Recovery ids 2 and 3 mean that r wrapped around the order: once in 2^127 signatures.
function recoveryBit(id: number | undefined): 0 | 1 {
  invariant(id === 0 || id === 1, 'the recovery id is 0 or 1')
  return id
}

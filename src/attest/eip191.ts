// EIP-191 text signatures (personal_sign): every Ethereum tool can check them. One message has one
// signature here: 65 bytes in lower-case hex, low s, v 27 or 28. Whatever else names the same curve
// point is refused, so that a signature can serve as an identifier.

import { invariant } from '../errors.ts'
import type { Signer } from '../ports/signer.ts'
import { type Keccak256, loadKeccak256, pureKeccak256 } from './keccak256.ts'
import { backend, CURVE_ORDER, curve, nobleCurve, type RawSignature } from './secp256k1.ts'

export const SIGNATURE_FAULTS = [
  'signature_missing',
  'signature_whitespace',
  'signature_prefix',
  'signature_case',
  'signature_compact',
  'signature_malformed',
  'signature_range',
  'signature_high_s',
  'signature_v',
  'signature_unrecoverable',
] as const
export type SignatureFault = (typeof SIGNATURE_FAULTS)[number]

export type ParsedSignature =
  | Readonly<{ ok: true; signature: RawSignature }>
  | Readonly<{ ok: false; reason: SignatureFault }>

export type Recovered =
  | Readonly<{ ok: true; address: string }>
  | Readonly<{ ok: false; reason: SignatureFault }>

/** A signer that brings the fast hash with it, for whoever hashes the same messages. */
export type Eip191Signer = Signer & Readonly<{ keccak256: Keccak256; backend: 'native' | 'noble' }>

const SIGNATURE_HEX = /^[0-9a-f]*$/
const SIGNATURE_DIGITS = 130
const COMPACT_DIGITS = 128

/**
 * Signer over a private key of 32 bytes. Throws when the key is no scalar of the curve, or when
 * the curve implementation in use disagrees with the pure one about a signature.
 */
export async function eip191Signer(privateKey: Uint8Array): Promise<Eip191Signer> {
  invariant(isPrivateKey(privateKey), 'the private key is a scalar of the curve')
  const key = Uint8Array.from(privateKey)
  const keccak256 = await loadKeccak256()
  const address = addressOf(curve.publicKey(key), keccak256)
  const signer: Eip191Signer = {
    address,
    backend,
    keccak256,
    sign: (message) => renderSignature(curve.sign(messageDigest(message, keccak256), key)),
  }
  assertSelfTest(signer)
  return signer
}

/** Whether 32 bytes are a private key: neither zero nor past the order of the curve. */
export function isPrivateKey(bytes: Uint8Array): boolean {
  if (bytes.length !== 32) return false
  const scalar = bigEndian(bytes)
  return scalar > 0n && scalar < CURVE_ORDER
}

/** The address that signed the message, lower case, or why the signature names none. */
export function recoverAddress(
  message: Uint8Array,
  signature: unknown,
  keccak256: Keccak256 = pureKeccak256,
): Recovered {
  const parsed = parseSignature(signature)
  if (!parsed.ok) return parsed
  const publicKey = curve.recover(messageDigest(message, keccak256), parsed.signature)
  if (publicKey === null) return { ok: false, reason: 'signature_unrecoverable' }
  return { ok: true, address: addressOf(publicKey, keccak256) }
}

/** Reads the one accepted encoding; the reason names the nearest thing the text could have been. */
export function parseSignature(signature: unknown): ParsedSignature {
  const reason = encodingFault(signature)
  if (reason !== null) return { ok: false, reason }
  const bytes = Buffer.from((signature as string).slice(2), 'hex') // A string: checked just above.
  const r = bigEndian(bytes.subarray(0, 32))
  const s = bigEndian(bytes.subarray(32, 64))
  const inRange = r > 0n && r < CURVE_ORDER && s > 0n && s < CURVE_ORDER
  if (!inRange) return { ok: false, reason: 'signature_range' }
  if (s > CURVE_ORDER / 2n) return { ok: false, reason: 'signature_high_s' }
  const v = bytes[64]
  if (v !== 27 && v !== 28) return { ok: false, reason: 'signature_v' }
  const recovery = v === 27 ? 0 : 1
  return { ok: true, signature: { rs: Uint8Array.from(bytes.subarray(0, 64)), recovery } }
}

function encodingFault(signature: unknown): SignatureFault | null {
  if (typeof signature !== 'string' || signature === '') return 'signature_missing'
  if (/\s/.test(signature)) return 'signature_whitespace'
  if (!signature.startsWith('0x')) return 'signature_prefix'
  const digits = signature.slice(2)
  if (!SIGNATURE_HEX.test(digits)) {
    return SIGNATURE_HEX.test(digits.toLowerCase()) ? 'signature_case' : 'signature_malformed'
  }
  if (digits.length === COMPACT_DIGITS) return 'signature_compact'
  return digits.length === SIGNATURE_DIGITS ? null : 'signature_malformed'
}

/** keccak256 over the EIP-191 prefix, the length in bytes as decimal digits, and the message. */
export function messageDigest(message: Uint8Array, keccak256: Keccak256): Uint8Array {
  const prefix = `\x19Ethereum Signed Message:\n${message.length}`
  return keccak256(Buffer.concat([Buffer.from(prefix, 'latin1'), message]))
}

function renderSignature({ rs, recovery }: RawSignature): string {
  return `0x${Buffer.from(rs).toString('hex')}${recovery === 0 ? '1b' : '1c'}`
}

/** The last 20 bytes of the hash of the public key's two coordinates. */
function addressOf(publicKey: Uint8Array, keccak256: Keccak256): string {
  const hash = keccak256(publicKey.subarray(1))
  return `0x${Buffer.from(hash.subarray(12)).toString('hex')}`
}

function bigEndian(bytes: Uint8Array): bigint {
  return BigInt(`0x${Buffer.from(bytes).toString('hex')}`)
}

// A binding built for another processor can load and still be wrong. Signing costs the customer
// money, so the first signature of a process is checked by code that shares nothing with it.
function assertSelfTest({ address, sign }: Signer): void {
  const message = Buffer.from('assay self-test')
  const parsed = parseSignature(sign(message))
  invariant(parsed.ok, 'a signature of our own can be parsed')
  const publicKey = nobleCurve.recover(messageDigest(message, pureKeccak256), parsed.signature)
  const same = publicKey !== null && addressOf(publicKey, pureKeccak256) === address
  invariant(same, 'a signature of our own recovers to our address')
}

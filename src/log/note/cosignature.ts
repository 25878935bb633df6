// Cosignatures, after C2SP tlog-cosignature (Ed25519, v1): somebody else has seen this checkpoint, at
// this time, as the largest of its log.

import { isSigned, type NoteSigner, type VerifierKey } from './verifierKey.ts'

const TIME_BYTES = 8
const SIGNATURE_BYTES = 64

/** What follows the id of the key in the line of a cosignature. `timeS`: seconds since 1970. */
export function cosign(checkpoint: string, timeS: number, { sign }: NoteSigner): Uint8Array {
  const time = Buffer.alloc(TIME_BYTES)
  time.writeBigUInt64BE(BigInt(timeS))
  return Buffer.concat([time, sign(messageOf(checkpoint, timeS))])
}

export function isCosigned(key: VerifierKey, checkpoint: string, bytes: Uint8Array): boolean {
  const timeS = cosignedAt(bytes)
  if (timeS === null) return false
  return isSigned(key, messageOf(checkpoint, timeS), bytes.subarray(TIME_BYTES))
}

/** The time of a cosignature, which holds if the cosignature does; null for what is none. */
export function cosignedAt(bytes: Uint8Array): number | null {
  if (bytes.length !== TIME_BYTES + SIGNATURE_BYTES) return null
  const timeS = Number(Buffer.from(bytes).readBigUInt64BE())
  return Number.isSafeInteger(timeS) && timeS > 0 ? timeS : null
}

function messageOf(checkpoint: string, timeS: number): Uint8Array {
  return Buffer.from(`cosignature/v1\ntime ${timeS}\n${checkpoint}`, 'utf8')
}

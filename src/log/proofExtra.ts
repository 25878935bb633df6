// What a proof carries beside itself: the receipt that it is about, and the rotations of the key of the
// log. Nothing vouches for either; the receipt has its signature, a rotation its own and its path.

import { isMembers, jsonIn } from '../domain/texts/jsonValue.ts'
import { type ProvenRotation, readRotations, writeRotations } from './entries/rotation.ts'

/** `rotations`: null where they cannot be read. */
export type ProofExtra = Readonly<{
  receipt: Uint8Array | null
  rotations: readonly ProvenRotation[] | null
}>

/** The bytes of the line; null for none. Without rotations it is the receipt as it is. */
export function writeExtra(
  receipt: string | null,
  rotations: readonly ProvenRotation[],
): Uint8Array | null {
  if (rotations.length === 0) return receipt === null ? null : Buffer.from(receipt, 'utf8')
  const more = receipt === null ? {} : { receipt }
  return Buffer.from(JSON.stringify({ ...more, rotations: writeRotations(rotations) }), 'utf8')
}

export function readExtra(extra: Uint8Array | null): ProofExtra {
  if (extra === null) return { receipt: null, rotations: [] }
  const value = jsonIn(Buffer.from(extra).toString('utf8'))
  if (!isMembers(value) || !('rotations' in value) || 'attestation' in value) {
    return { receipt: extra, rotations: [] }
  }
  const { receipt, rotations } = value
  return {
    receipt: typeof receipt === 'string' ? Buffer.from(receipt, 'utf8') : null,
    rotations: readRotations(rotations),
  }
}

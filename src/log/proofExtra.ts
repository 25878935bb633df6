// What a proof carries beside itself: the receipt that it is about, and the rotations of the key of the log
// and of verifiers. Nothing vouches for any of it; the receipt has its signature, a rotation its own and
// its path.

import { isMembers, jsonIn } from '../domain/texts/jsonValue.ts'
import { type ProvenRotation, readRotations, writeRotations } from './entries/rotation.ts'

/** `rotations`: of the key of the log. `verifiers`: of those who sign answers. */
export type ProvenRotations = Readonly<{
  rotations: readonly ProvenRotation[]
  verifiers: readonly ProvenRotation[]
}>

/** `proven`: null where they cannot be read. */
export type ProofExtra = Readonly<{ receipt: Uint8Array | null; proven: ProvenRotations | null }>

const NONE: ProvenRotations = { rotations: [], verifiers: [] }

/** The bytes of the line; null for none. Without rotations it is the receipt as it is. */
export function writeExtra(
  receipt: string | null,
  { rotations, verifiers }: ProvenRotations,
): Uint8Array | null {
  if (rotations.length + verifiers.length === 0) {
    return receipt === null ? null : Buffer.from(receipt, 'utf8')
  }
  const value = {
    ...(receipt === null ? {} : { receipt }),
    rotations: writeRotations(rotations),
    ...(verifiers.length === 0 ? {} : { verifiers: writeRotations(verifiers) }),
  }
  return Buffer.from(JSON.stringify(value), 'utf8')
}

export function readExtra(extra: Uint8Array | null): ProofExtra {
  if (extra === null) return { receipt: null, proven: NONE }
  const value = jsonIn(Buffer.from(extra).toString('utf8'))
  if (!isMembers(value) || !('rotations' in value) || 'attestation' in value) {
    return { receipt: extra, proven: NONE }
  }
  const { receipt } = value
  return {
    receipt: typeof receipt === 'string' ? Buffer.from(receipt, 'utf8') : null,
    proven: readProven(value),
  }
}

/** Null where they cannot be read. */
export function readProven({
  rotations: told,
  verifiers: others = [],
}: Readonly<Record<string, unknown>>): ProvenRotations | null {
  const rotations = readRotations(told)
  const verifiers = readRotations(others)
  return rotations === null || verifiers === null ? null : { rotations, verifiers }
}

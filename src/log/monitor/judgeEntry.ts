// What an entry of our log says, and whether it may say so: one of five shapes, written the one way that
// there is, an open answer under the signature of a published address, and a rotation under that of the key
// that goes.

import { canonicalJson } from '../../attest/canonicalJson.ts'
import { parseStrictJson } from '../../attest/strictJson.ts'
import { verifyReceipt } from '../../attest/verifyReceipt.ts'
import { isMembers } from '../../domain/texts/jsonValue.ts'
import { type Rotation, readRotation } from '../entries/rotation.ts'
import { readVerifierRotation, type VerifierRotation } from '../entries/verifierRotation.ts'

export type EntryFault = 'entry_malformed' | 'entry_not_canonical' | 'entry_signature_false'

type Members = Readonly<Record<string, unknown>>

export type JudgedEntry =
  | Readonly<{
      kind: 'open'
      attestation: Members
      signature: string
      hash: string
      verifier: string
    }>
  | Readonly<{ kind: 'sealed' }>
  | Readonly<{ kind: 'retraction'; attestationHash: string; seq: number }>
  | Readonly<{ kind: 'rotation'; rotation: Rotation }>
  | Readonly<{ kind: 'verifier_rotation'; rotation: VerifierRotation }>
  | Readonly<{ kind: 'false'; fault: EntryFault }>

const SEALED = /^[0-9a-f]{64}$/
const HASH = /^0x[0-9a-f]{64}$/
const RETRACTION_MEMBERS = 'attestation_hash,found_by,reason,retracted_at,seq,type'

/** `origin`: of the log. `verifiers`: every address that was ever published, and those that follow them. */
export function judgeEntry(
  entry: Uint8Array,
  { origin, verifiers }: Readonly<{ origin: string; verifiers: readonly string[] }>,
): JudgedEntry {
  const text = Buffer.from(entry).toString('utf8')
  const parsed = parseStrictJson(text)
  if (!parsed.ok || !isMembers(parsed.value)) return { kind: 'false', fault: 'entry_malformed' }
  if (!isWrittenSo(entry, parsed.value)) return { kind: 'false', fault: 'entry_not_canonical' }
  const { value } = parsed
  const names = Object.keys(value).join(',')
  const { sealed } = value
  if (names === 'sealed' && typeof sealed === 'string' && SEALED.test(sealed)) {
    return { kind: 'sealed' }
  }
  if (names === 'retraction') return judgeRetraction(value['retraction'])
  if (names === 'rotation,signature') {
    const rotation = readRotation(text)
    const isOurs = rotation !== null && rotation.from.name === origin
    return isOurs
      ? { kind: 'rotation', rotation }
      : { kind: 'false', fault: 'entry_signature_false' }
  }
  if (names === 'signature,verifier_rotation') {
    const rotation = readVerifierRotation(text)
    const isOurs = rotation?.log === origin && verifiers.includes(rotation.from)
    return rotation !== null && isOurs
      ? { kind: 'verifier_rotation', rotation }
      : { kind: 'false', fault: 'entry_signature_false' }
  }
  const { attestation, signature } = value
  if (names !== 'attestation,signature' || !isMembers(attestation)) {
    return { kind: 'false', fault: 'entry_malformed' }
  }
  const verdict = verifyReceipt(text, { verifiers })
  const { valid, attestation_hash: hash, recovered_address: verifier } = verdict
  if (!valid || hash === null || verifier === null || typeof signature !== 'string') {
    return { kind: 'false', fault: 'entry_signature_false' }
  }
  return { kind: 'open', attestation, signature, hash, verifier }
}

function isWrittenSo(entry: Uint8Array, value: Members): boolean {
  try {
    return Buffer.from(canonicalJson(value), 'utf8').equals(entry)
  } catch {
    return false
  }
}

function judgeRetraction(retraction: unknown): JudgedEntry {
  const said = isMembers(retraction) ? retraction : {}
  const { attestation_hash: hash, seq, ...texts } = said
  const isWhole =
    Object.keys(said).join(',') === RETRACTION_MEMBERS &&
    Object.values(texts).every((text) => typeof text === 'string') &&
    typeof seq === 'number' &&
    Number.isSafeInteger(seq) &&
    seq > 0
  if (!isWhole || typeof hash !== 'string' || !HASH.test(hash)) {
    return { kind: 'false', fault: 'entry_malformed' }
  }
  return { kind: 'retraction', attestationHash: hash, seq }
}

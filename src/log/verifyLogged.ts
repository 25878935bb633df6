// Whether an answer stands in the log: from its receipt, a proof and the key of the log, offline.

import type { LeafForm } from '../ports/log.ts'
import { answerLeaf, fitsOpen, type LoggedAnswer } from './entries/leaf.ts'
import { verifierOf } from './entries/verifierRotation.ts'
import type { CheckpointFault } from './note/checkpoint.ts'
import { cosignedAt } from './note/cosignature.ts'
import { parseProof } from './note/proofFile.ts'
import { writeKey } from './note/verifierKey.ts'
import { type LogTrust, openProven } from './openProven.ts'
import { readExtra } from './proofExtra.ts'
import { leafHash } from './tree/hashes.ts'
import { isIncluded } from './tree/proofs.ts'

export type LoggedFault =
  | 'proof_malformed'
  | 'rotation_false'
  | 'verifier_gone'
  | 'not_included'
  | 'witnesses_missing'
  | CheckpointFault

export const LOGGED_WORDS: Readonly<Record<LoggedFault, string>> = {
  proof_malformed: 'The proof is not one that can be read.',
  rotation_false: 'A key was not followed by another one as the proof says.',
  verifier_gone:
    'The answer stands behind the leaf by which another verifier has followed its own.',
  not_included: 'The proof does not lead from this receipt to the checkpoint.',
  witnesses_missing: 'Too few of the witnesses have seen the checkpoint.',
  note_malformed: 'The checkpoint is not a signed note.',
  signature_false: 'A signature under the checkpoint is false.',
  signer_unknown: 'The checkpoint is not signed with the key of the log.',
  checkpoint_malformed: 'What is signed is not a checkpoint.',
  origin_other: 'The checkpoint is of another log.',
  log_signature_missing: 'The log itself has not signed the checkpoint.',
}

export type LoggedVerdict =
  | Readonly<{
      logged: true
      origin: string
      index: number
      size: number
      form: LeafForm
      /** The key that the log has by now, where it is another one than the one given. */
      rotated_to?: string
      /** Addresses that follow those of verifiers that were given. */
      followed_by?: readonly string[]
      /** Whose cosignatures hold, and from when they are; in seconds since 1970. */
      witnesses: readonly Readonly<{ name: string; timeS: number }>[]
    }>
  | Readonly<{ logged: false; reason: LoggedFault }>

/** `answer`: from a receipt whose signature was checked; `proof`: the text of a proof. */
export function verifyLogged(answer: LoggedAnswer, proof: string, trust: LogTrust): LoggedVerdict {
  const parsed = parseProof(proof)
  if (parsed === null) return { logged: false, reason: 'proof_malformed' }
  const { index, path, extra = null } = parsed
  const { proven } = readExtra(extra)
  if (proven === null) return { logged: false, reason: 'proof_malformed' }
  const opened = openProven(parsed.checkpoint, proven, trust)
  if (!opened.ok) return { logged: false, reason: opened.reason }
  const { origin, size, root } = opened.checkpoint
  const forms: LeafForm[] = fitsOpen(answer) ? ['open', 'sealed'] : ['sealed']
  const form = forms.find((each) =>
    isIncluded({ hash: leafHash(answerLeaf(answer, each)), index }, { size, root }, path),
  )
  if (form === undefined) return { logged: false, reason: 'not_included' }
  const goneAt = opened.succession.gone.get(verifierOf(answer.attestation) ?? '') ?? size
  if (goneAt < index) return { logged: false, reason: 'verifier_gone' }
  const seen = opened.known.flatMap(({ key, signature }) =>
    key.type === 'cosignature' ? [{ name: key.name, timeS: cosignedAt(signature.bytes) ?? 0 }] : [],
  )
  if (trust.policy?.isMet(opened.known.map(({ key }) => key)) === false) {
    return { logged: false, reason: 'witnesses_missing' }
  }
  const newest = opened.keys.length > 1 ? opened.keys.at(-1) : undefined
  const rotated = newest === undefined ? {} : { rotated_to: writeKey(newest) }
  const given = new Set(trust.verifiers?.map((address) => address.toLowerCase()))
  const more = opened.succession.trusted.filter((address) => !given.has(address))
  const followed = more.length === 0 ? {} : { followed_by: more }
  return { logged: true, origin, index, size, form, ...rotated, ...followed, witnesses: seen }
}

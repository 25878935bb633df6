// Whether an answer stands in the log: from its receipt, a proof and the key of the log, offline.

import type { LeafForm } from '../ports/log.ts'
import { answerLeaf, fitsOpen, type LoggedAnswer } from './entries/leaf.ts'
import { areIn, keysFrom, leavesOf } from './entries/rotation.ts'
import { type CheckpointFault, openCheckpoint } from './note/checkpoint.ts'
import { cosignedAt } from './note/cosignature.ts'
import type { LogPolicy } from './note/policy.ts'
import { parseProof } from './note/proofFile.ts'
import { type VerifierKey, writeKey } from './note/verifierKey.ts'
import { readExtra } from './proofExtra.ts'
import { leafHash } from './tree/hashes.ts'
import { isIncluded } from './tree/proofs.ts'

export type LoggedFault =
  | 'proof_malformed'
  | 'rotation_false'
  | 'not_included'
  | 'witnesses_missing'
  | CheckpointFault

export const LOGGED_WORDS: Readonly<Record<LoggedFault, string>> = {
  proof_malformed: 'The proof is not one that can be read.',
  rotation_false: 'The key of the log was not followed by another one as the proof says.',
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
      /** Whose cosignatures hold, and from when they are; in seconds since 1970. */
      witnesses: readonly Readonly<{ name: string; timeS: number }>[]
    }>
  | Readonly<{ logged: false; reason: LoggedFault }>

/** `policy`: which witnesses are known, and how many of them must have cosigned; nobody unless told. */
export type LogTrust = Readonly<{
  log: VerifierKey
  policy?: Pick<LogPolicy, 'witnesses' | 'isMet'> | null
}>

/** `answer`: from a receipt whose signature was checked; `proof`: the text of a proof. */
export function verifyLogged(
  answer: LoggedAnswer,
  proof: string,
  { log, policy = null }: LogTrust,
): LoggedVerdict {
  const parsed = parseProof(proof)
  if (parsed === null) return { logged: false, reason: 'proof_malformed' }
  const { index, path, extra = null } = parsed
  const { rotations } = readExtra(extra)
  if (rotations === null) return { logged: false, reason: 'proof_malformed' }
  // The key that has to have signed is known by signatures alone; the leaves must stand there besides.
  const keys = keysFrom(log, leavesOf(rotations))
  if (keys === null) return { logged: false, reason: 'rotation_false' }
  const newest = keys.at(-1) ?? log
  const note = Buffer.from(parsed.checkpoint, 'utf8')
  const witnesses = policy?.witnesses.map(({ key }) => key) ?? []
  const opened = openCheckpoint(note, { origin: log.name, keys: [newest] }, witnesses)
  if (!opened.ok) return { logged: false, reason: opened.reason }
  const { origin, size, root } = opened.checkpoint
  if (!areIn(rotations, { size, root })) return { logged: false, reason: 'rotation_false' }
  const forms: LeafForm[] = fitsOpen(answer) ? ['open', 'sealed'] : ['sealed']
  const form = forms.find((each) =>
    isIncluded({ hash: leafHash(answerLeaf(answer, each)), index }, { size, root }, path),
  )
  if (form === undefined) return { logged: false, reason: 'not_included' }
  const seen = opened.known.flatMap(({ key, signature }) =>
    key.type === 'cosignature' ? [{ name: key.name, timeS: cosignedAt(signature.bytes) ?? 0 }] : [],
  )
  if (policy?.isMet(opened.known.map(({ key }) => key)) === false) {
    return { logged: false, reason: 'witnesses_missing' }
  }
  const rotated = newest === log ? {} : { rotated_to: writeKey(newest) }
  return { logged: true, origin, index, size, form, ...rotated, witnesses: seen }
}

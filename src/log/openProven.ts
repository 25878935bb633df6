// A checkpoint, opened with the key that the log has by now, and who signs answers by now: as far as the
// leaves lead there that were proven with it.

import { areIn, keysFrom, leavesOf } from './entries/rotation.ts'
import { succession, type VerifierSuccession } from './entries/verifierRotation.ts'
import {
  type Checkpoint,
  type CheckpointFault,
  type OpenedCheckpoint,
  openCheckpoint,
} from './note/checkpoint.ts'
import type { LogPolicy } from './note/policy.ts'
import type { VerifierKey } from './note/verifierKey.ts'
import type { ProvenRotations } from './proofExtra.ts'

/**
 * `policy`: which witnesses are known, and how many of them must have cosigned; nobody unless told.
 * `verifiers`: addresses that are trusted.
 */
export type LogTrust = Readonly<{
  log: VerifierKey
  verifiers?: readonly string[]
  policy?: Pick<LogPolicy, 'witnesses' | 'isMet'> | null
}>

export type OpenedProven =
  | Readonly<{
      ok: true
      checkpoint: Checkpoint
      /** The key that has to have signed it, and those before it from the trusted one on. */
      keys: readonly VerifierKey[]
      succession: VerifierSuccession
      known: Extract<OpenedCheckpoint, { ok: true }>['known']
    }>
  | Readonly<{ ok: false; reason: CheckpointFault | 'rotation_false' }>

export function openProven(
  note: string,
  { rotations, verifiers }: ProvenRotations,
  { log, policy = null, verifiers: trusted = [] }: LogTrust,
): OpenedProven {
  // The key that has to have signed is known by signatures alone; the leaves must stand there besides.
  const keys = keysFrom(log, leavesOf(rotations))
  if (keys === null) return { ok: false, reason: 'rotation_false' }
  const witnesses = policy?.witnesses.map(({ key }) => key) ?? []
  const trust = { origin: log.name, keys: keys.slice(-1) }
  const opened = openCheckpoint(Buffer.from(note, 'utf8'), trust, witnesses)
  if (!opened.ok) return opened
  const { checkpoint, known } = opened
  const areThere = areIn([...rotations, ...verifiers], checkpoint)
  const line = areThere ? succession(trusted, verifiers, log.name) : null
  if (line === null) return { ok: false, reason: 'rotation_false' }
  return { ok: true, checkpoint, keys, succession: line, known }
}

// Checkpoints, after C2SP tlog-checkpoint: which log, how many leaves, and the root over them.

import { invariant } from '../../errors.ts'
import { EMPTY_ROOT, HASH_BYTES, sameHash } from '../tree/hashes.ts'
import { parseBase64, toBase64 } from './base64.ts'
import { type OpenedNote, openNote, parseNote, type VerifiedSignature } from './signedNote.ts'
import { isKeyName, type VerifierKey } from './verifierKey.ts'

export type Checkpoint = Readonly<{ origin: string; size: number; root: Uint8Array }>

export type OpenedCheckpoint =
  | Readonly<{ ok: true; checkpoint: Checkpoint; known: readonly VerifiedSignature[] }>
  | Readonly<{ ok: false; reason: CheckpointFault }>

export type CheckpointFault =
  | Extract<OpenedNote, { ok: false }>['reason']
  | 'checkpoint_malformed'
  | 'origin_other'
  | 'log_signature_missing'

const SIZE = /^(0|[1-9]\d{0,15})$/

/** The text to be signed. */
export function checkpointText({ origin, size, root }: Checkpoint): string {
  invariant(
    isKeyName(origin) && Number.isSafeInteger(size),
    'a checkpoint has an origin and a size',
  )
  return `${origin}\n${size}\n${toBase64(root)}\n`
}

/** Null for a text that is none. Lines after the third are let be: nothing is known of them. */
export function parseCheckpoint(text: string): Checkpoint | null {
  if (!text.endsWith('\n')) return null
  const lines = text.slice(0, -1).split('\n')
  const [origin, sizeText, rootText] = lines
  if (origin === undefined || sizeText === undefined || rootText === undefined) return null
  if (lines.includes('') || !SIZE.test(sizeText)) return null
  const size = Number(sizeText)
  const root = parseBase64(rootText)
  if (!Number.isSafeInteger(size) || root?.length !== HASH_BYTES) return null
  if (size === 0 && !sameHash(root, EMPTY_ROOT)) return null
  return { origin, size, root }
}

/**
 * The checkpoint of a log under the log's own signature. `witnesses`: keys whose cosignatures are
 * checked besides; those that hold are among `known`.
 */
export function openCheckpoint(
  note: Uint8Array,
  log: Readonly<{ origin: string; keys: readonly VerifierKey[] }>,
  witnesses: readonly VerifierKey[] = [],
): OpenedCheckpoint {
  const opened = openNote(note, [...log.keys, ...witnesses])
  if (!opened.ok) return opened
  const checkpoint = parseCheckpoint(opened.text)
  if (checkpoint === null) return { ok: false, reason: 'checkpoint_malformed' }
  if (checkpoint.origin !== log.origin) return { ok: false, reason: 'origin_other' }
  const isLogs = opened.known.some(({ key }) => log.keys.includes(key))
  if (!isLogs) return { ok: false, reason: 'log_signature_missing' }
  return { ok: true, checkpoint, known: opened.known }
}

/** Whether it is a checkpoint, and of another log. */
export function isOfAnother(note: string, origin: string): boolean {
  const parsed = parseNote(Buffer.from(note, 'utf8'))
  const checkpoint = parsed && parseCheckpoint(parsed.text)
  return checkpoint !== null && checkpoint.origin !== origin
}

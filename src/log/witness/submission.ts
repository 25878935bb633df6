// What a log hands to a witness, after C2SP tlog-witness: the size that the witness knows, the proof
// that the tree has only grown since, and the checkpoint.

import { parseBase64, toBase64 } from '../note/base64.ts'
import { HASH_BYTES } from '../tree/hashes.ts'
import type { Proof } from '../tree/proofs.ts'

/** `checkpoint`: a signed note, byte by byte. */
export type Submission = Readonly<{ oldSize: number; proof: Proof; checkpoint: string }>

export const PROOF_LINES_MAX = 63
const OLD = /^old (0|[1-9]\d{0,15})$/

export function writeSubmission({ oldSize, proof, checkpoint }: Submission): string {
  return [`old ${oldSize}`, ...proof.map(toBase64), '', checkpoint].join('\n')
}

/** Null for whatever is none. */
export function parseSubmission(text: string): Submission | null {
  const end = text.indexOf('\n\n')
  if (end < 0) return null
  const [first = '', ...lines] = text.slice(0, end).split('\n')
  const oldSize = Number(OLD.exec(first)?.[1] ?? Number.NaN)
  if (!Number.isSafeInteger(oldSize) || lines.length > PROOF_LINES_MAX) return null
  const proof: Uint8Array[] = []
  for (const line of lines) {
    const hash = parseBase64(line)
    if (hash?.length !== HASH_BYTES) return null
    proof.push(hash)
  }
  return { oldSize, proof, checkpoint: text.slice(end + 2) }
}

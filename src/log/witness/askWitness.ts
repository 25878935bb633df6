// Asks a witness for its cosignature, after C2SP tlog-witness. What it sends back counts only where its
// own key has made it, over this very checkpoint.

import { cosignedAt } from '../note/cosignature.ts'
import { openNote, parseNote, signatureLine } from '../note/signedNote.ts'
import type { VerifierKey } from '../note/verifierKey.ts'
import type { Proof } from '../tree/proofs.ts'
import { writeSubmission } from './submission.ts'

export type WitnessAnswer = Readonly<{ status: number; contentType: string; body: string }>

/**
 * `ahead`: the witness has seen a larger tree, or another one of this size: either this is not the
 * newest checkpoint, or there are two logs under one key.
 */
export type Asked =
  | Readonly<{ state: 'cosigned'; line: string }>
  | Readonly<{ state: 'ahead'; witnessSize: number | null }>
  | Readonly<{ state: 'refused'; status: number }>
  | Readonly<{ state: 'answer_unusable' }>

const SIZE = /^(0|[1-9]\d{0,15})\n?$/
/** Somebody else may have asked it in between. */
const TRIES = 3

/**
 * `knownSize`: that of the last checkpoint that this witness is known to have cosigned, 0 where nothing
 * is known. `prove`: the proof from a size to that of the checkpoint.
 */
export async function askWitness(
  asked: Readonly<{
    checkpoint: string
    size: number
    key: VerifierKey
    knownSize: number
    prove: (oldSize: number) => Promise<Proof>
    post: (body: string) => Promise<WitnessAnswer>
  }>,
): Promise<Asked> {
  const { checkpoint, size, key, prove, post } = asked
  let oldSize = Math.min(asked.knownSize, size)
  for (let tries = 0; tries < TRIES; tries += 1) {
    const proof = await prove(oldSize)
    const { status, contentType, body } = await post(
      writeSubmission({ oldSize, proof, checkpoint }),
    )
    if (status === 200) return lineOf(checkpoint, body, key)
    if (status !== 409) return { state: 'refused', status }
    const isSize = contentType.split(';')[0]?.trim() === 'text/x.tlog.size'
    const told = isSize ? Number(SIZE.exec(body)?.[1] ?? Number.NaN) : null
    if (told === null) return { state: 'ahead', witnessSize: null }
    if (!Number.isSafeInteger(told)) return { state: 'answer_unusable' }
    if (told > size) return { state: 'ahead', witnessSize: told }
    oldSize = told
  }
  return { state: 'answer_unusable' }
}

function lineOf(checkpoint: string, lines: string, key: VerifierKey): Asked {
  // The checkpoint itself may have lines already, of this witness too: only the new ones are looked at.
  const text = parseNote(Buffer.from(checkpoint, 'utf8'))?.text ?? ''
  const opened = openNote(Buffer.from(`${text}\n${lines}`, 'utf8'), [key])
  const [own] = opened.ok ? opened.known : []
  if (own === undefined || cosignedAt(own.signature.bytes) === null) {
    return { state: 'answer_unusable' }
  }
  return { state: 'cosigned', line: signatureLine(key, own.signature.bytes) }
}

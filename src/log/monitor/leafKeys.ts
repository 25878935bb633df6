// By what a leaf is known again: an answer stands in a log once, whether it is open or sealed, and by
// whichever signature; a retraction has a number of its own, and an answer is retracted once.

import { hash } from 'node:crypto'
import { canonicalJson } from '../../attest/canonicalJson.ts'
import { answerLeaf } from '../entries/leaf.ts'
import { leafHash } from '../tree/hashes.ts'
import type { JudgedEntry } from './judgeEntry.ts'

/** `own`: the hash of the leaf. No two leaves have one of these in common. */
export function leafKeys(judged: JudgedEntry, own: Uint8Array): readonly Uint8Array[] {
  if (judged.kind === 'open') {
    const answer = {
      attestation: canonicalJson(judged.attestation),
      signature: judged.signature,
    }
    return [own, leafHash(answerLeaf(answer, 'sealed')), named(`answer ${judged.hash}`)]
  }
  if (judged.kind === 'retraction') {
    const { attestationHash, seq } = judged
    return [own, named(`retraction of ${attestationHash}`), named(`retraction ${seq}`)]
  }
  return [own]
}

function named(text: string): Uint8Array {
  return hash('sha256', `assay.monitor/1\n${text}`, 'buffer')
}

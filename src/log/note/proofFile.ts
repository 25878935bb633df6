// A proof that something stands in a log, as a text that is checked offline (C2SP tlog-proof): the index,
// the path up to the root, and the checkpoint with that root. What stands there is not in it.

import { HASH_BYTES } from '../tree/hashes.ts'
import type { Proof } from '../tree/proofs.ts'
import { parseBase64, toBase64 } from './base64.ts'

/** `checkpoint`: a signed note, as it was published. */
export type ProofFile = Readonly<{ index: number; path: Proof; checkpoint: string }>

const HEAD = 'c2sp.org/tlog-proof@v1'
const EXTRA = /^extra [A-Za-z0-9+/]*={0,2}$/
const INDEX = /^index (0|[1-9]\d{0,15})$/
/** A longer path belongs to no tree. */
const PATH_MAX = 63

export function writeProof({ index, path, checkpoint }: ProofFile): string {
  return [HEAD, `index ${index}`, ...path.map(toBase64), '', checkpoint].join('\n')
}

/** Null for whatever is no such text. A line `extra` is let be: nothing vouches for it. */
export function parseProof(text: string): ProofFile | null {
  const end = text.indexOf('\n\n')
  if (end < 0) return null
  const [head, ...lines] = text.slice(0, end).split('\n')
  if (head !== HEAD) return null
  if (EXTRA.test(lines[0] ?? '')) lines.shift()
  const index = Number(INDEX.exec(lines.shift() ?? '')?.[1] ?? Number.NaN)
  if (!Number.isSafeInteger(index) || lines.length > PATH_MAX) return null
  const path: Uint8Array[] = []
  for (const line of lines) {
    const hash = parseBase64(line)
    if (hash?.length !== HASH_BYTES) return null
    path.push(hash)
  }
  return { index, path, checkpoint: text.slice(end + 2) }
}

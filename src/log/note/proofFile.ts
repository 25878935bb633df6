// A proof that something stands in a log, as a text that is checked offline (C2SP tlog-proof): the index,
// the path up to the root, and the checkpoint with that root. What stands there is not in it, unless it
// was put into the line for extra data: a receipt with its proof is one file so.

import { HASH_BYTES } from '../tree/hashes.ts'
import type { Proof } from '../tree/proofs.ts'
import { parseBase64, toBase64 } from './base64.ts'

/** `checkpoint`: a signed note, as it was published. `extra`: nothing vouches for it. */
export type ProofFile = Readonly<{
  index: number
  path: Proof
  checkpoint: string
  extra?: Uint8Array | null
}>

const HEAD = 'c2sp.org/tlog-proof@v1'
const EXTRA = /^extra ([A-Za-z0-9+/]*={0,2})$/
const INDEX = /^index (0|[1-9]\d{0,15})$/
/** A longer path belongs to no tree. */
const PATH_MAX = 63

export function writeProof({ index, path, checkpoint, extra = null }: ProofFile): string {
  const more = extra === null ? [] : [`extra ${toBase64(extra)}`]
  return [HEAD, ...more, `index ${index}`, ...path.map(toBase64), '', checkpoint].join('\n')
}

/** Whether it claims to be such a text. */
export function isProof(text: string): boolean {
  return text.startsWith(`${HEAD}\n`)
}

/** Null for whatever is no such text. */
export function parseProof(text: string): ProofFile | null {
  const end = text.indexOf('\n\n')
  if (end < 0) return null
  const [head, ...lines] = text.slice(0, end).split('\n')
  if (head !== HEAD) return null
  const [, encoded] = EXTRA.exec(lines[0] ?? '') ?? []
  if (encoded !== undefined) lines.shift()
  const extra = encoded === undefined ? null : parseBase64(encoded)
  if (encoded !== undefined && extra === null) return null
  const index = Number(INDEX.exec(lines.shift() ?? '')?.[1] ?? Number.NaN)
  if (!Number.isSafeInteger(index) || lines.length > PATH_MAX) return null
  const path: Uint8Array[] = []
  for (const line of lines) {
    const hash = parseBase64(line)
    if (hash?.length !== HASH_BYTES) return null
    path.push(hash)
  }
  return { index, path, checkpoint: text.slice(end + 2), extra }
}

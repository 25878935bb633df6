// A signed answer as it goes over the wire. The text is made once; only the time it took to serve
// is filled in for each reply, because it is the one part that no two replies share.

import { LRUCache } from 'lru-cache'
import { ANSWER_CACHE_ENTRIES } from '../limits.ts'
import type { Attester, SignedStatement, Statement } from '../ports/attester.ts'
import type { AnswerStore } from '../ports/store.ts'

export type SignedReply = Readonly<{
  verdict: string
  attestationHash: string
  /** The JSON text up to the value of `served_in_ms`. */
  textHead: string
  /** Bytes of the replies that took no time worth counting, by milliseconds; filled as they are sent. */
  readonly warmBytes: (Buffer | undefined)[]
}>

/** Signs, keeps the signed answer in the store, and renders it; waits only for the store. */
export type SignReply = (statement: Statement) => SignedReply | Promise<SignedReply>

export function signReply(parts: {
  attester: Attester
  answers: AnswerStore
  now: () => Date
}): SignReply {
  // Answers that the store has already: an attestation is one row, however often it is signed.
  const saved = new LRUCache<string, true>({ max: ANSWER_CACHE_ENTRIES })

  return (statement) => {
    const signed = parts.attester.attest(statement)
    const { attestationHash } = signed
    const reply = renderSigned(statement, signed)
    if (saved.has(attestationHash)) return reply
    const saving = parts.answers.save({
      attestationHash,
      type: statement.type,
      verdict: statement.verdict,
      attestation: signed.attestationText,
      signature: signed.signature,
      answer: signed.answerText,
      signedAt: parts.now().toISOString(),
    })
    return saving.then(() => {
      saved.set(attestationHash, true)
      return reply
    })
  }
}

function renderSigned(statement: Statement, signed: SignedStatement): SignedReply {
  // Canonical JSON is JSON: the signed text goes into the reply as it is.
  const answer = JSON.stringify(statement.answer).slice(0, -1)
  const receipt =
    `"attestation":${signed.attestationText},"attestation_hash":"${signed.attestationHash}",` +
    `"signature":"${signed.signature}"`
  return {
    verdict: statement.verdict,
    attestationHash: signed.attestationHash,
    textHead: `${answer},${receipt},"served_in_ms":`,
    warmBytes: [],
  }
}

/** Replies that took less are kept as bytes: two for each answer in memory. */
const WARM_MS = 2

/** The whole JSON text of a reply. */
export function renderReply(reply: SignedReply, servedInMs: number): string {
  return `${reply.textHead}${Math.max(0, Math.round(servedInMs))}}`
}

/**
 * The same as bytes. Warm replies are encoded once: encoding a text for the socket each time costs
 * as much as everything else that happens to a warm question.
 */
export function renderReplyBytes(reply: SignedReply, servedInMs: number): Buffer {
  const ms = Math.max(0, Math.round(servedInMs))
  const known = reply.warmBytes[ms]
  if (known !== undefined) return known
  const bytes = Buffer.from(renderReply(reply, ms))
  if (ms < WARM_MS) reply.warmBytes[ms] = bytes
  return bytes
}

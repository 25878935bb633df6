// A signed answer as it goes over the wire. The text is made once; only the time it took to serve
// is filled in for each reply, because it is the one part that no two replies share.

import { recentlyUsed } from '../domain/recentlyUsed.ts'
import { ServiceError } from '../errors.ts'
import { ANSWER_CACHE_ENTRIES } from '../limits.ts'
import { leafFormOf } from '../log/entries/leafForm.ts'
import type { Attester, PreparedStatement, Statement } from '../ports/attester.ts'
import type { AnswerStore } from '../ports/store.ts'
import { inStage } from '../stages.ts'
import { finishInTurns } from '../turns.ts'
import { jsonParts } from './jsonParts.ts'
import type { Retracted } from './retracted.ts'

export type SignedReply = Readonly<{
  verdict: string
  attestationHash: string
  /** Where the answer stands in the log, if one is served; made once, as the text is. */
  headers: Readonly<Record<string, string>>
  /** The JSON text up to the value of `served_in_ms`. */
  textHead: string
  /** Bytes of the replies that took no time worth counting, by milliseconds; filled as they are sent. */
  readonly warmBytes: (Buffer | undefined)[]
}>

/** `isDetermined`: false where nothing could be told, or found, and the answer is free. */
export type ToldReply = Readonly<{ reply: SignedReply; isDetermined: boolean }>

/** An answer that lacks nothing but the signature. */
export type PreparedReply = Readonly<{
  statement: Statement
  prepared: PreparedStatement
  /** The JSON text up to the value of `signature`. */
  textHead: string
}>

export type ReplySigner = ReturnType<typeof replySigner>

export function replySigner(parts: {
  attester: Attester
  answers: AnswerStore
  retracted: Retracted
  now: () => Date
  /** Of the log that is served, if one is. */
  logOrigin?: () => string | null
  /** What a statement says besides, offline: the days that it rests on. */
  dated?: (statement: Statement) => Statement
}) {
  const { attester, answers, retracted, dated = (statement) => statement } = parts
  // Answers that the store has already: an attestation is one row, however often it is signed.
  const saved = recentlyUsed<string, SignedReply['headers']>(ANSWER_CACHE_ENTRIES)

  function* preparing(made: Statement): Generator<undefined, PreparedReply, undefined> {
    const statement = dated(made)
    const prepared = yield* attester.preparing(statement)
    const parts: string[] = []
    for (const part of jsonParts(statement.answer)) {
      parts.push(part)
      yield
    }
    return preparedReply(statement, prepared, parts.join(''))
  }

  return {
    /** Everything that follows from the statement alone. */
    prepare(made: Statement): PreparedReply {
      const statement = dated(made)
      const prepared = attester.prepare(statement)
      return preparedReply(statement, prepared, JSON.stringify(statement.answer))
    },

    /** The same of an answer that may be long: others get their turn. Throws the signal's reason. */
    prepareInTurns: (statement: Statement, signal: AbortSignal) =>
      finishInTurns(preparing(statement), signal),

    /**
     * Signs, and keeps the signed answer in the store; waits only for the store. Throws `not_read_yet` for
     * an answer that was retracted, and for what was made while one was: it is read again first.
     */
    sign({ statement, prepared, textHead }: PreparedReply): SignedReply | Promise<SignedReply> {
      const { attestationHash } = prepared
      const signature = inStage('sign', () => attester.sign(prepared))
      const origin = parts.logOrigin?.() ?? null
      const replyWith = (headers: SignedReply['headers']): SignedReply => ({
        verdict: statement.verdict,
        attestationHash,
        headers,
        textHead: `${textHead}"${signature}","served_in_ms":`,
        warmBytes: [],
      })
      if (retracted.has(attestationHash)) throw readAgain()
      const known = saved.get(attestationHash)
      if (known !== undefined) return replyWith(known)
      const logged = { attestation: prepared.attestationText, signature }
      const answer = {
        ...logged,
        attestationHash,
        type: statement.type,
        verdict: statement.verdict,
        answer: statement.isPrivate === true ? '{}' : prepared.answerText,
        signedAt: parts.now().toISOString(),
      }
      const saving = answers.save(answer, origin === null ? null : leafFormOf(statement, logged))
      return Promise.all([saving, retracted.follow()]).then(([logIndex, isNew]) => {
        // What this one was read from may be what the wrong one was read from.
        if (isNew || retracted.has(attestationHash)) throw readAgain()
        const headers = loggedAt(origin, logIndex)
        saved.set(attestationHash, headers)
        return replyWith(headers)
      })
    },

    /** Whether an answer that is kept in memory may no longer be given out. */
    isRetracted: ({ attestationHash }: SignedReply) => retracted.has(attestationHash),
  }
}

function loggedAt(origin: string | null, index: number | null): SignedReply['headers'] {
  return origin === null || index === null ? {} : { 'assay-log': `${origin} ${index}` }
}

function readAgain(): ServiceError {
  const message = 'A signed answer was found wrong, and what it rests on is read again'
  return new ServiceError('not_read_yet', message, { retryAfterS: 1 })
}

function preparedReply(
  statement: Statement,
  prepared: PreparedStatement,
  answerText: string,
): PreparedReply {
  const { attestationText, attestationHash } = prepared
  // Canonical JSON is JSON: the signed text goes into the reply as it is.
  const answer = answerText.slice(0, -1)
  const receipt = `"attestation":${attestationText},"attestation_hash":"${attestationHash}"`
  return { statement, prepared, textHead: `${answer},${receipt},"signature":` }
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

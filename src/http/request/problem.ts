// Failures -> status and body. A 422 has FastAPI's shape, everything else {detail, code, docs}.
// Nothing here may print a cause: causes go to the log.

import { ERRORS, type ErrorCode, ServiceError } from '../../errors.ts'
import { type HttpReply, jsonReply } from './route.ts'
import { RequestInvalid } from './validate.ts'

/** A failure that carries a reply of its own, such as the payment challenge. */
export class ReplyInstead extends Error {
  override readonly name = 'ReplyInstead'
  readonly reply: HttpReply

  constructor(reply: HttpReply) {
    super(`answered ${reply.status}`)
    this.reply = reply
  }
}

export function problemBody(code: ErrorCode, detail: string) {
  return { detail, code, docs: `docs/reference/errors.md#${code}` }
}

/** The reply for an expected failure. */
export function problemReply(
  code: ErrorCode,
  detail: string,
  headers: Readonly<Record<string, string>> = {},
): HttpReply {
  const { status, retryAfterS } = ERRORS[code]
  const retry = retryAfterS === null ? {} : { 'retry-after': String(retryAfterS) }
  return jsonReply(status, problemBody(code, detail), { ...retry, ...headers })
}

// Whose messages name hosts and ports of our surroundings, which are the operator's business.
const INTERNAL: Readonly<Partial<Record<ErrorCode, string>>> = {
  registry_unavailable: 'The registry gave no clear answer, so nothing is said; try again later',
  store_unavailable: 'The store cannot be reached; try again later',
}

function publicDetail(error: ServiceError): string {
  return INTERNAL[error.code] ?? error.message
}

/** The reply for anything that was thrown; `isBug` tells the caller to log it loudly. */
export function replyForError(error: unknown): { reply: HttpReply; isBug: boolean } {
  if (error instanceof RequestInvalid) {
    return { reply: jsonReply(422, { detail: error.issues }), isBug: false }
  }
  if (error instanceof ReplyInstead) return { reply: error.reply, isBug: false }
  if (error instanceof ServiceError) {
    if (ERRORS[error.code].status === 422) {
      const at = error.wrong
      const issue = {
        type: error.code,
        loc: at === null ? ['body'] : [at.in ?? 'body', at.field],
        msg: error.message,
        ...(at === null ? {} : { input: at.input }),
      }
      return { reply: jsonReply(422, { detail: [issue] }), isBug: false }
    }
    const { retryAfterS } = error
    const headers = retryAfterS === null ? undefined : { 'retry-after': String(retryAfterS) }
    return { reply: problemReply(error.code, publicDetail(error), headers), isBug: false }
  }
  return { reply: problemReply('internal', 'Internal server error'), isBug: true }
}

// Failures -> status and body. A 422 has FastAPI's shape, everything else {detail, code, docs}.
// Nothing here may print a cause: causes go to the log.

import { ERRORS, type ErrorCode, ServiceError } from '../../errors.ts'
import { type HttpReply, jsonReply } from './route.ts'
import { RequestInvalid, type ValidationIssue } from './validate.ts'

/** A failure that carries a reply of its own, such as the payment challenge. */
export class ReplyInstead extends Error {
  override readonly name = 'ReplyInstead'
  readonly reply: HttpReply

  constructor(reply: HttpReply) {
    super(`answered ${reply.status}`)
    this.reply = reply
  }
}

type Headers = Readonly<Record<string, string>>

export type Problems = Readonly<ReturnType<typeof problems>>

// Whose messages name hosts and ports of our surroundings, which are the operator's business.
const INTERNAL: Readonly<Partial<Record<ErrorCode, string>>> = {
  registry_unavailable: 'The registry gave no clear answer, so nothing is said; try again later',
  store_unavailable: 'The store cannot be reached; try again later',
}

function isOwn(type: string): type is ErrorCode {
  return Object.hasOwn(ERRORS, type)
}

function publicDetail(error: ServiceError): string {
  return INTERNAL[error.code] ?? error.message
}

/**
 * `docsOf`: where somebody who met the failure can read about it. It never follows from what a client
 * sent, so that no client can put an address of its own into what others see.
 */
export function problems(docsOf: (code: ErrorCode) => string) {
  function body(code: ErrorCode, detail: string) {
    return { detail, code, docs: docsOf(code) }
  }

  /** The reply for an expected failure. */
  function reply(code: ErrorCode, detail: string, headers: Headers = {}): HttpReply {
    const { status, retryAfterS } = ERRORS[code]
    const retry = retryAfterS === null ? {} : { 'retry-after': String(retryAfterS) }
    return jsonReply(status, body(code, detail), { ...retry, ...headers })
  }

  /**
   * FastAPI's shape has no place for `docs` but the context of an issue, which is pydantic's own where
   * the type is; so a header leads to the page, too (RFC 8288).
   */
  function invalid(issues: readonly ValidationIssue[]): HttpReply {
    const told = issues.map((issue) =>
      isOwn(issue.type) ? { ...issue, ctx: { ...issue.ctx, docs: docsOf(issue.type) } } : issue,
    )
    const first = issues[0]?.type ?? ''
    const page = docsOf(isOwn(first) ? first : 'validation_failed')
    return jsonReply(422, { detail: told }, { link: `<${page}>; rel="help"` })
  }

  function forServiceError(error: ServiceError): HttpReply {
    const { code, message, wrong: at, retryAfterS } = error
    if (ERRORS[code].status === 422) {
      const loc = at === null ? ['body'] : [at.in ?? 'body', at.field]
      const input = at === null ? {} : { input: at.input }
      return invalid([{ type: code, loc, msg: message, ...input }])
    }
    const headers = retryAfterS === null ? undefined : { 'retry-after': String(retryAfterS) }
    return reply(code, publicDetail(error), headers)
  }

  return {
    body,
    reply,
    /** The reply for anything that was thrown; `isBug` tells the caller to log it loudly. */
    forError(error: unknown): Readonly<{ reply: HttpReply; isBug: boolean }> {
      if (error instanceof RequestInvalid) return { reply: invalid(error.issues), isBug: false }
      if (error instanceof ReplyInstead) return { reply: error.reply, isBug: false }
      if (error instanceof ServiceError) return { reply: forServiceError(error), isBug: false }
      return { reply: reply('internal', 'Internal server error'), isBug: true }
    },
  }
}

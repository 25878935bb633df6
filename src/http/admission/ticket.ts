// What a caller, the guard and a handler agree on: who asks, and the right to one run.

import type { HttpReply } from '../request/route.ts'

/** What the guard reads of a request. */
export type Caller = Readonly<{
  client(): string
  header(name: string): string | undefined
  /** The connection is closed: a reply would reach nobody. */
  isGone(): boolean
  /** Method and path with its query. */
  requestLine(): string
  readonly rawBody: Buffer
  /**
   * Of a question that another request asked, and whose answer is fetched: what stands for that request,
   * and what this call is named by where its caller gives it no name. So nobody pays twice for one.
   */
  readonly asked?: Readonly<{ name: string; requestSha256: string }>
  /** Aborts when the time for the call is over or the caller went away. */
  deadline(): AbortSignal
}>

/** Thrown to a handler that is about to work for an answer that nobody has paid for yet. */
export class NotWarm extends Error {
  override readonly name = 'NotWarm'
}

/**
 * Runs the handler. `isWarmOnly`: only if the answer is at hand; a handler that asks for the signal
 * has work to do, and gets `NotWarm` before any of it is begun.
 */
export type PaidRun = (isWarmOnly: boolean) => HttpReply | Promise<HttpReply>

/** The right to one run; settles it by how the run ends. */
export type Ticket = (run: PaidRun) => Promise<HttpReply>

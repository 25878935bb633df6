// One request and its reply, as handlers and the guard see it. It stands on the path that thousands
// of answers a second take, so it is a class whose methods are shared, and what a warm answer does
// not need is made on first use.

import { setMaxListeners } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { ServiceError } from '../../errors.ts'
import { type Caller, NotWarm } from '../admission/ticket.ts'
import type { RequestContext, Route } from '../request/route.ts'

const EMPTY = Buffer.alloc(0)
const NONE: Readonly<Record<string, string>> = Object.freeze({})

/** What all exchanges of a server share. */
type ExchangeOptions = Readonly<{
  monotonicMs: () => number
  deadlineMs: number
  /** Who counts as one client, from the socket's peer and `X-Forwarded-For`. */
  clientOf(peer: string | undefined, forwardedFor: string | undefined): string
}>

export class Exchange implements RequestContext, Caller {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly id: string
  /** The path without its query. */
  readonly path: string
  route: Route | null = null
  /** What stands for the parts of the path in braces. */
  params: Readonly<Record<string, string>> = NONE
  rawBody: Buffer = EMPTY
  /** Whether it takes one of the places for requests under way. */
  isCounted = false
  /** Set once the reply is on its way; nothing may be sent after that. */
  isAnswered = false
  /** Set while only an answer that is at hand is wanted. */
  isWarmOnly = false
  private readonly options: ExchangeOptions
  private readonly startedMs: number
  private tookMs = -1
  private controller: AbortController | null = null

  constructor(
    request: IncomingMessage,
    response: ServerResponse,
    id: string,
    options: ExchangeOptions,
  ) {
    this.request = request
    this.response = response
    this.id = id
    this.options = options
    this.startedMs = options.monotonicMs()
    const url = request.url ?? '/'
    const query = url.indexOf('?')
    this.path = query === -1 ? url : url.slice(0, query)
  }

  /** Taken once: the reply, the log and the metrics name one number. */
  elapsedMs(): number {
    if (this.tookMs === -1) this.tookMs = this.options.monotonicMs() - this.startedMs
    return this.tookMs
  }

  /** A header by its lower-case name; of one that came twice, the first. */
  header(name: string): string | undefined {
    const value = this.request.headers[name]
    return Array.isArray(value) ? value[0] : value
  }

  param(name: string): string {
    return this.params[name] ?? ''
  }

  query(name: string): string | undefined {
    const url = this.request.url ?? '/'
    const query = url.indexOf('?')
    if (query === -1) return undefined
    return new URLSearchParams(url.slice(query + 1)).get(name) ?? undefined
  }

  client(): string {
    return this.options.clientOf(this.request.socket.remoteAddress, this.header('x-forwarded-for'))
  }

  freeClient(): string | null {
    return typeof this.route?.access === 'object' ? null : this.client()
  }

  isGone(): boolean {
    return this.response.destroyed
  }

  isHead(): boolean {
    return this.request.method === 'HEAD'
  }

  /** Method and path with its query, as they came. */
  requestLine(): string {
    return `${this.request.method} ${this.request.url}`
  }

  signal(): AbortSignal {
    if (this.isWarmOnly) throw new NotWarm()
    return this.deadline()
  }

  /** The same for the guard, which waits and does not work. */
  deadline(): AbortSignal {
    if (this.controller === null) {
      const controller = new AbortController()
      // Each package that a question is about listens; Node takes more than ten for a leak.
      setMaxListeners(0, controller.signal)
      this.controller = controller
      const { deadlineMs } = this.options
      const timer = setTimeout(() => {
        const message = `no answer within ${deadlineMs} ms; try again shortly`
        controller.abort(new ServiceError('deadline_exceeded', message))
      }, deadlineMs)
      this.response.once('close', () => {
        clearTimeout(timer)
        controller.abort(new ServiceError('deadline_exceeded', 'the client went away'))
      })
    }
    return this.controller.signal
  }
}

// One request and its reply, as handlers see it. What a warm answer does not need is made on first
// use: this object stands on the path that thousands of answers a second take.

import type { IncomingMessage, ServerResponse } from 'node:http'
import { ServiceError } from '../errors.ts'
import type { RequestContext } from './route.ts'

const EMPTY = Buffer.alloc(0)

export class Exchange implements RequestContext {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly id: string
  /** The path without its query. */
  readonly path: string
  rawBody: Buffer = EMPTY
  /** Set by the server for routes that are free. */
  clientOf: (() => string) | null = null
  /** Whether it takes one of the places for requests under way. */
  isCounted = false
  /** Set once the reply is on its way; nothing may be sent after that. */
  isAnswered = false
  readonly #startedMs: number
  readonly #monotonicMs: () => number
  readonly #deadlineMs: number
  #controller: AbortController | null = null

  constructor(
    request: IncomingMessage,
    response: ServerResponse,
    options: Readonly<{ id: string; monotonicMs: () => number; deadlineMs: number }>,
  ) {
    this.request = request
    this.response = response
    this.id = options.id
    this.#monotonicMs = options.monotonicMs
    this.#deadlineMs = options.deadlineMs
    this.#startedMs = options.monotonicMs()
    const url = request.url ?? '/'
    const query = url.indexOf('?')
    this.path = query === -1 ? url : url.slice(0, query)
  }

  elapsedMs(): number {
    return this.#monotonicMs() - this.#startedMs
  }

  /** A header by its lower-case name; of one that came twice, the first. */
  header(name: string): string | undefined {
    const value = this.request.headers[name]
    return Array.isArray(value) ? value[0] : value
  }

  freeClient(): string | null {
    return this.clientOf?.() ?? null
  }

  signal(): AbortSignal {
    if (this.#controller === null) {
      const controller = new AbortController()
      this.#controller = controller
      const timer = setTimeout(() => {
        const message = `no answer within ${this.#deadlineMs} ms; try again shortly`
        controller.abort(new ServiceError('deadline_exceeded', message))
      }, this.#deadlineMs)
      this.response.once('close', () => {
        clearTimeout(timer)
        controller.abort(new ServiceError('deadline_exceeded', 'the client went away'))
      })
    }
    return this.#controller.signal
  }
}

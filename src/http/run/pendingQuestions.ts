// Questions whose callers would rather not wait (`Prefer: respond-async`). What is not answered soon
// goes on by itself, as a pending question; its answer waits at an address of its own, where it is paid
// for (routes/pending.ts). docs/internals/decisions/0019-pending-questions.md says why it is so.

import { setMaxListeners } from 'node:events'
import type { Logger } from 'pino'
import { requestSha256 } from '../../charge/creditCharges.ts'
import { sha256 } from '../../domain/texts/sha256.ts'
import { ServiceError } from '../../errors.ts'
import * as limits from '../../limits.ts'
import type { PendingQuestion, PendingReply, PendingStore } from '../../ports/pending.ts'
import type { Problems } from '../request/problem.ts'
import { type HttpReply, jsonReply, type RequestContext, type Route } from '../request/route.ts'
import { sameBytes } from '../request/sameBytes.ts'
import type { RouteCall } from './runRoute.ts'

export type PendingQuestions = ReturnType<typeof pendingQuestions>

export const PENDING_PATH = '/v1/pending'

export type PendingTimes = Readonly<{ leaseMs: number; renewMs: number; workMaxMs: number }>

const TIMES: PendingTimes = {
  leaseMs: limits.PENDING_LEASE_MS,
  renewMs: limits.PENDING_RENEW_MS,
  workMaxMs: limits.PENDING_WORK_MAX_MS,
}

/** A question that this node works on. */
type Work = Readonly<{ reply: Promise<HttpReply>; ending: AbortController }>

export function pendingQuestions(parts: {
  store: PendingStore
  problems: Problems
  logger: Logger
  /** What an address ends with; whoever has it may fetch the answer, so that nobody may guess it. */
  newId: () => string
  baseUrl: () => string
  monotonicMs: () => number
  times?: PendingTimes
}) {
  const { store, problems, logger, monotonicMs, times = TIMES } = parts
  const { leaseMs } = times
  const keepMs = limits.PENDING_KEPT_MS
  const worked = new Map<string, Work>()
  let isClosing = false

  /** Answers when the work ends soon; else the work goes on without whoever asked for it. */
  async function answerOrPend(
    route: Route,
    body: unknown,
    call: RouteCall,
    waitMs: number,
  ): Promise<HttpReply> {
    const ending = new AbortController()
    // Each package that a question is about listens; Node takes more than ten for a leak.
    setMaxListeners(0, ending.signal)
    const reply = route.handle(body, contextOf(call, ending.signal, monotonicMs))
    if (!(reply instanceof Promise)) return reply
    const deadline = call.deadline()
    if (await isSettledWithin(reply, waitMs, deadline)) return reply
    const address = call.isGone() ? null : await pend(route, call, { reply, ending })
    if (address !== null) {
      const { headers, ...working } = workingReply(address)
      return { ...working, headers: { ...headers, 'preference-applied': 'respond-async' } }
    }
    // There may be no more of them, or nobody is left to be told: it is answered as any question is.
    const giveUp = () => ending.abort(deadline.reason)
    if (deadline.aborted) giveUp()
    else deadline.addEventListener('abort', giveUp, { once: true })
    return reply
  }

  /** Its address; null where there may be no more of them. */
  async function pend(route: Route, call: RouteCall, work: Work): Promise<string | null> {
    if (isClosing || worked.size >= limits.PENDING_ON_NODE_MAX) return null
    const secret = parts.newId()
    const id = sha256(secret)
    // Before the store knows of it: no more than so many, also of those that come at the same moment.
    worked.set(id, work)
    const isAdded = await store
      .add({
        id,
        route: routeName(route),
        requestSha256: requestSha256(call.requestLine(), sameBytes(call.rawBody)),
        ...shareOf(route, call),
        totalMax: limits.PENDING_MAX,
        bytesMax: limits.PENDING_MAX_BYTES,
        leaseMs,
        keepMs,
      })
      .catch((error: unknown) => {
        logger.warn({ err: error }, 'a question could not be made a pending one')
        return false
      })
    if (!isAdded) {
      worked.delete(id)
      return null
    }
    follow(id, work)
    return addressOf(secret)
  }

  function addressOf(secret: string): string {
    // Without a host: who stands before us may have another one. Below the path that we are served at.
    const below = new URL(parts.baseUrl()).pathname.replace(/\/+$/, '')
    return `${below}${PENDING_PATH}/${secret}`
  }

  /** Says that it is worked on until it is not, and keeps how it ended. */
  function follow(id: string, { reply, ending }: Work): void {
    const renewing = setInterval(() => {
      // A failed renewal is tried again at the next tick.
      store.renew({ id, leaseMs, keepMs }).catch(() => undefined)
    }, times.renewMs)
    const timer = setTimeout(() => {
      const message = `no answer within ${times.workMaxMs} ms`
      ending.abort(new ServiceError('deadline_exceeded', message))
    }, times.workMaxMs)
    reply
      .catch((error: unknown) => refusalOf(error))
      .then(async (ended) => {
        // One that a stopping node did not end is nobody's; its caller is told to ask again.
        if (isClosing) return
        await store.end({ id, reply: keptReply(ended), keepMs: keptFor(ended) })
      })
      .catch((error: unknown) => {
        logger.warn({ err: error }, 'the answer to a pending question was lost')
        return store.giveUp(id).catch(() => undefined)
      })
      .finally(() => {
        clearInterval(renewing)
        clearTimeout(timer)
        worked.delete(id)
      })
  }

  function refusalOf(error: unknown): HttpReply {
    const { reply, isBug } = problems.forError(error)
    if (isClosing) return reply
    if (isBug) logger.error({ err: error }, 'unexpected error')
    else if (reply.status >= 500) logger.warn({ err: error }, 'not answered')
    return reply
  }

  return {
    /** The same route for a caller who waits so long and no longer. */
    over(route: Route, call: RouteCall, waitMs: number): Route {
      const handle: Route['handle'] = (body) =>
        // Who pays is asked first whether the answer is at hand.
        call.isWarmOnly ? route.handle(body, call) : answerOrPend(route, body, call, waitMs)
      return { ...route, handle }
    },

    /** Null: there is no such question, or no longer. */
    async look(secret: string): Promise<'working' | PendingQuestion | null> {
      const id = sha256(secret)
      // What this node works on it knows, however long the store has not been told.
      return worked.has(id) ? 'working' : store.find(id)
    },

    markFetched: (secret: string) => store.markFetched(sha256(secret)),
    addressOf,
    load: () => worked.size,

    /** Ends all work. What was not answered is nobody's from now on, and other nodes say so. */
    async close(): Promise<void> {
      isClosing = true
      const reason = new ServiceError('shutting_down', 'the service is stopping')
      const left = [...worked]
      for (const [, { ending }] of left) ending.abort(reason)
      await Promise.allSettled(left.map(([id]) => store.giveUp(id)))
    },
  }
}

/** What a route is called in the store. */
export function routeName({ method, path }: Route): string {
  return `${method} ${path}`
}

export const NOT_STORED = { 'cache-control': 'no-store' }

export function workingReply(address: string): HttpReply {
  const retryAfterS = limits.PENDING_RETRY_AFTER_S
  const body = {
    state: 'working',
    location: address,
    retry_after_s: retryAfterS,
    detail:
      'The question is worked on. Its answer can be fetched from this address; nothing is charged before.',
  }
  return jsonReply(202, body, {
    location: address,
    'retry-after': String(retryAfterS),
    ...NOT_STORED,
  })
}

/** Whose share a question counts to, and how large that is. A key counts wherever it is used. */
function shareOf(route: Route, call: RouteCall): Readonly<{ client: string; clientMax: number }> {
  const client = call.client()
  if (typeof route.access === 'string') return { client, clientMax: limits.PENDING_FOR_CLIENT_MAX }
  const key = call.header('x-api-key')
  const payer = key === undefined ? client : `key:${sha256(key)}`
  return { client: payer, clientMax: limits.PENDING_FOR_PAYER_MAX }
}

/** What the handler may know; it must not end with the request, nor ask who that came from later. */
function contextOf(
  call: RouteCall,
  signal: AbortSignal,
  monotonicMs: () => number,
): RequestContext {
  const startedMs = monotonicMs()
  const client = call.freeClient()
  let tookMs: number | null = null
  return {
    rawBody: call.rawBody,
    signal: () => signal,
    freeClient: () => client,
    isGone: () => false,
    requestLine: () => call.requestLine(),
    isHead: () => false,
    elapsedMs() {
      tookMs ??= monotonicMs() - startedMs
      return tookMs
    },
    header: (name) => call.header(name),
    param: (name) => call.param(name),
    query: (name) => call.query(name),
  }
}

/** Whether it ends, one way or the other, before so long and before the signal. */
function isSettledWithin(
  work: Promise<unknown>,
  waitMs: number,
  signal: AbortSignal,
): Promise<boolean> {
  return new Promise((resolve) => {
    const end = (isSettled: boolean) => {
      clearTimeout(timer)
      signal.removeEventListener('abort', late)
      resolve(isSettled)
    }
    const late = () => end(false)
    const timer = setTimeout(late, waitMs)
    work.then(
      () => end(true),
      () => end(true),
    )
    if (signal.aborted) late()
    else signal.addEventListener('abort', late, { once: true })
  })
}

function keptReply({ status, contentType, body, headers, isFree }: HttpReply): PendingReply {
  const bytes = typeof body === 'string' ? Buffer.from(body) : body
  return { status, contentType, headers: headers ?? {}, body: bytes, isFree: isFree === true }
}

function keptFor({ status }: HttpReply): number {
  return status >= 500 ? limits.PENDING_FAILURE_KEPT_MS : limits.PENDING_KEPT_MS
}

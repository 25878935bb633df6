// A call of a route that came in by another way than its own path: a tool of `/mcp`, or of a process
// that serves tools. It goes by the same guard, schema and handler, so that money, quota, bounds and
// signatures cannot differ.

import type { Logger } from 'pino'
import type { RouteQuestion, RouteReply } from '../../ports/askRoute.ts'
import type { Guard } from '../admission/guard.ts'
import { NotWarm } from '../admission/ticket.ts'
import { bodyMeter } from '../request/bodyMeter.ts'
import type { Problems } from '../request/problem.ts'
import { boundsOf, type HttpReply, type RequestContext, type Route } from '../request/route.ts'
import { type RouteCall, runRoute } from './runRoute.ts'

/** Who stands behind the call. */
type InnerCaller = Readonly<{
  /** Null: nobody whose share has to be bounded. */
  client: string | null
  header(name: string): string | undefined
  isGone(): boolean
}>

/** The process itself: nobody pays, and nothing is counted. */
export const OWN_PROCESS: InnerCaller = {
  client: null,
  header: () => undefined,
  isGone: () => false,
}

/** Admits everybody. */
export const OPEN_GUARD: Guard = { admit: () => null }

export type InnerCalls = ReturnType<typeof innerCalls>

export function innerCalls(parts: {
  routes: readonly Route[]
  guard: Guard
  problems: Problems
  logger: Logger
  monotonicMs: () => number
}) {
  const { guard, problems, logger, monotonicMs } = parts

  /** The paid route for whoever has a key, else its free twin; some are free for all. */
  function routeFor({ route }: RouteQuestion, caller: InnerCaller): Route {
    const prefix = caller.header('x-api-key') === undefined ? '/demo/v1' : '/v1'
    const at = (wanted: string) => parts.routes.find(({ path }) => path === wanted)
    const found = at(`${prefix}${route}`) ?? at(route)
    if (found === undefined) throw new Error(`no route ${route}`)
    return found
  }

  return async (question: RouteQuestion, caller: InnerCaller, signal: AbortSignal) => {
    const route = routeFor(question, caller)
    const call = innerCall(route, question.body, caller, { signal, monotonicMs })
    try {
      checkSize(route, call.rawBody)
      return routeReply(await runRoute(guard, route, call))
    } catch (error) {
      const { reply, isBug } = problems.forError(error)
      const fields = { route: route.path, err: error }
      if (isBug) logger.error(fields, 'unexpected error')
      else if (reply.status >= 500) logger.warn(fields, 'not answered')
      return routeReply(reply)
    }
  }
}

function checkSize(route: Route, body: Buffer): void {
  const tooLarge = bodyMeter(boundsOf(route))(body)
  if (tooLarge !== null) throw tooLarge
}

function routeReply({ status, body, headers }: HttpReply): RouteReply {
  const retryAfterS = Number(headers?.['retry-after'] || Number.NaN)
  return {
    status,
    text: typeof body === 'string' ? body : body.toString('utf8'),
    retryAfterS: Number.isFinite(retryAfterS) ? retryAfterS : null,
  }
}

/** Of the headers of the call outside; the others speak of its own body. */
const PASSED_HEADERS: ReadonlySet<string> = new Set(['x-api-key', 'idempotency-key'])

/** The call as its handler and the guard see it. */
function innerCall(
  route: Route,
  body: string,
  caller: InnerCaller,
  { signal, monotonicMs }: Readonly<{ signal: AbortSignal; monotonicMs: () => number }>,
): RouteCall {
  const startedMs = monotonicMs()
  let tookMs: number | null = null
  const call: RouteCall = {
    rawBody: Buffer.from(body),
    isWarmOnly: false,
    elapsedMs() {
      tookMs ??= monotonicMs() - startedMs
      return tookMs
    },
    header: (name) => (PASSED_HEADERS.has(name) ? caller.header(name) : undefined),
    param: () => '',
    query: () => undefined,
    client: () => caller.client ?? '',
    freeClient: () => (typeof route.access === 'object' ? null : caller.client),
    isGone: () => caller.isGone(),
    isHead: () => false,
    requestLine: () => `POST ${route.path}`,
    signal() {
      if (call.isWarmOnly) throw new NotWarm()
      return signal
    },
    deadline: () => signal,
  }
  return call
}

/** The caller of a route whose handler calls others for it. */
export function callerOfContext(context: RequestContext): InnerCaller {
  return {
    client: context.freeClient(),
    header: (name) => context.header(name),
    isGone: () => context.isGone(),
  }
}

// Guard, body, handler: what every call of a route goes through, whichever way it came in.

import { giveWay } from '../../turns.ts'
import type { Guard } from '../admission/guard.ts'
import type { Caller } from '../admission/ticket.ts'
import { readBody } from '../request/readBody.ts'
import type { HttpReply, RequestContext, Route } from '../request/route.ts'

/** Longer ones take a moment to be hashed, a moment to be parsed, and another to be read. */
const LONG_BODY_BYTES = 32 * 1024

/** A call as its handler and the guard see it. */
export type RouteCall = RequestContext &
  Caller & {
    /** Set while only an answer that is at hand is wanted. */
    isWarmOnly: boolean
  }

/** Answers at once where the route does; throws what stands in the way. */
export function runRoute(
  guard: Guard,
  route: Route,
  call: RouteCall,
): HttpReply | Promise<HttpReply> {
  if (call.rawBody.length > LONG_BODY_BYTES) return runLong(guard, route, call)
  const ticket = guard.admit(route, call)
  if (ticket === null) return route.handle(bodyOf(route, call), call)
  return ticket.then((settleRun) => {
    // The caller is judged before the body is; the body is judged before anything is taken.
    const body = bodyOf(route, call)
    return settleRun(handling(route, body, call))
  })
}

/** The same, and others have their turn between the steps: each passes over the whole body. */
async function runLong(guard: Guard, route: Route, call: RouteCall): Promise<HttpReply> {
  // Its last bytes have just been counted, and the guard is about to hash all of them.
  await giveWay()
  const settleRun = await guard.admit(route, call)
  await giveWay()
  const body = bodyOf(route, call)
  await giveWay()
  return settleRun === null ? route.handle(body, call) : settleRun(handling(route, body, call))
}

function handling(route: Route, body: unknown, call: RouteCall) {
  return (isWarmOnly: boolean) => {
    call.isWarmOnly = isWarmOnly
    return route.handle(body, call)
  }
}

function bodyOf(route: Route, call: RequestContext): unknown {
  return route.body === null ? null : readBody(route.body, call)
}

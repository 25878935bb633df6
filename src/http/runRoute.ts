// Guard, body, handler: what every call of a route goes through, whichever way it came in.

import type { Guard } from './guard.ts'
import { readBody } from './readBody.ts'
import type { HttpReply, RequestContext, Route } from './route.ts'
import type { Caller } from './ticket.ts'

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
  const ticket = guard.admit(route, call)
  if (ticket === null) return route.handle(bodyOf(route, call), call)
  return ticket.then((settleRun) => {
    // The caller is judged before the body is; the body is judged before anything is taken.
    const body = bodyOf(route, call)
    return settleRun((isWarmOnly) => {
      call.isWarmOnly = isWarmOnly
      return route.handle(body, call)
    })
  })
}

function bodyOf(route: Route, call: RequestContext): unknown {
  return route.body === null ? null : readBody(route.body, call)
}

// What every route of a signed question has in common: who asks, and the answer as a reply.

import { renderReplyBytes, type SignedReply } from '../answer/signedReply.ts'
import type { Caller } from '../ports/caller.ts'
import type { HttpReply, RequestContext } from './route.ts'

export function callerOf(context: RequestContext): Caller {
  return { signal: context.signal(), client: context.freeClient() }
}

export function signedReply(
  outcome: SignedReply | Promise<SignedReply>,
  context: RequestContext,
): HttpReply | Promise<HttpReply> {
  const render = (reply: SignedReply): HttpReply => ({
    status: 200,
    contentType: 'application/json',
    body: renderReplyBytes(reply, context.elapsedMs()),
  })
  return outcome instanceof Promise ? outcome.then(render) : render(outcome)
}

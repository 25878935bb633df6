// What every route of a signed question has in common: who asks, and the answer as a reply.

import { renderReplyBytes, type SignedReply, type ToldReply } from '../../answer/signedReply.ts'
import type { Caller } from '../../ports/caller.ts'
import type { HttpReply, RequestContext } from './route.ts'

export function callerOf(context: RequestContext): Caller {
  return { signal: context.signal(), client: context.freeClient() }
}

export function signedReply(
  outcome: SignedReply | Promise<SignedReply>,
  context: RequestContext,
): HttpReply | Promise<HttpReply> {
  const render = (reply: SignedReply) => rendered(reply, context)
  return outcome instanceof Promise ? outcome.then(render) : render(outcome)
}

/** The same of an answer that nobody pays for unless it told something. */
export async function signedIfTold(
  outcome: Promise<ToldReply>,
  context: RequestContext,
): Promise<HttpReply> {
  const { reply, isDetermined } = await outcome
  return { ...rendered(reply, context), ...(isDetermined ? {} : { isFree: true }) }
}

function rendered(reply: SignedReply, context: RequestContext): HttpReply {
  const body = renderReplyBytes(reply, context.elapsedMs())
  const { headers } = reply
  return { status: 200, contentType: 'application/json', body, headers }
}

// The address of a pending question: whether it is still worked on, else its answer. The answer goes by
// the guard of the route that was asked, so that it is paid for here as it would have been there.

import { sha256 } from '../../domain/texts/sha256.ts'
import { PENDING_KEPT_MS } from '../../limits.ts'
import type { PendingQuestion, PendingReply } from '../../ports/pending.ts'
import type { RetractionStore } from '../../ports/retractions.ts'
import type { Guard } from '../admission/guard.ts'
import type { Caller } from '../admission/ticket.ts'
import type { Problems } from '../request/problem.ts'
import {
  getRoute,
  type HttpReply,
  pathParameter,
  type RequestContext,
  type Route,
} from '../request/route.ts'
import {
  NOT_STORED,
  PENDING_PATH,
  type PendingQuestions,
  routeName,
  workingReply,
} from '../run/pendingQuestions.ts'

/** How every signed answer ends. */
const RECEIPT_END =
  /"attestation_hash":"(0x[0-9a-f]{64})","signature":"0x[0-9a-f]+","served_in_ms":\d+\}$/
const RECEIPT_END_BYTES = 400

const NO_BODY = Buffer.alloc(0)

export function pendingRoutes(parts: {
  pending: PendingQuestions
  guard: Guard
  retractions: Pick<RetractionStore, 'load'>
  problems: Problems
  routes: () => readonly Route[]
}): Route[] {
  const { pending, problems } = parts

  /** Found wrong since it was signed: nobody should pay for it. */
  async function isRetracted({ body }: HttpReply): Promise<boolean> {
    const [, hash] = RECEIPT_END.exec(body.slice(-RECEIPT_END_BYTES).toString()) ?? []
    return hash !== undefined && (await parts.retractions.load(hash)) !== null
  }

  async function fetchAnswer(
    secret: string,
    { route: asked, requestSha256 }: PendingQuestion,
    reply: HttpReply,
    context: RequestContext,
  ): Promise<HttpReply> {
    const route = parts.routes().find((one) => routeName(one) === asked)
    // A release of the service that has the route no more.
    if (route === undefined) return lostReply(problems)
    const ticket = parts.guard.admit(route, callerOf(context, { secret, requestSha256 }))
    const settled = ticket === null ? reply : await (await ticket)(() => reply)
    // Whoever hung up may not have paid. One that is not marked counts to its caller's share for longer,
    // and whoever fetches it again is known by the name of the call.
    if (settled.status === 200 && !context.isGone()) {
      await pending.markFetched(secret).catch(() => undefined)
    }
    return settled
  }

  return [
    getRoute({
      path: `${PENDING_PATH}/{id}`,
      operationId: 'pending',
      tag: 'Service',
      summary: 'The answer to a question that was asked with `Prefer: respond-async`',
      description:
        'While the question is worked on: 202. Then what the question itself would have got: the ' +
        'answer, for the same payment (or unit of the demo quota) that the question costs, or the ' +
        `failure. An answer waits for ${PENDING_KEPT_MS / 60_000} minutes; once it was paid for, it can be fetched again. ` +
        'HEAD tells the state and costs nothing.',
      parameters: [
        pathParameter('id', { type: 'string' }, 'The last part of the `Location` of the 202.'),
      ],
      responses: {
        200: { description: 'The answer, as its question has it.', schema: 'FreeForm' },
        202: { description: 'It is still worked on; see `Retry-After`.', schema: 'Pending' },
        400: { description: 'The payment header cannot be read.', schema: 'Problem' },
        401: { description: 'The key is unknown or revoked.', schema: 'Problem' },
        402: {
          description: 'The answer is there and has its price: an x402 version 2 challenge.',
          schema: 'PaymentRequired',
        },
        404: { description: 'No such question, or no longer: ask it again.', schema: 'Problem' },
        409: {
          description: 'The same payment or Idempotency-Key was sent with another request.',
          schema: 'Problem',
        },
        410: { description: 'The work on it was lost: ask it again.', schema: 'Problem' },
        422: { description: 'What is wrong with the question.', schema: 'HTTPValidationError' },
        429: { description: 'Too many calls; see `Retry-After`.', schema: 'Problem' },
      },
      async handle(context) {
        const secret = context.param('id')
        const found = await pending.look(secret)
        if (found === 'working') return workingReply(pending.addressOf(secret))
        if (found === null) return notFoundReply(problems)
        if (found.reply === null) {
          return found.isWorkedOn ? workingReply(pending.addressOf(secret)) : lostReply(problems)
        }
        const reply = sentReply(found.reply)
        if (await isRetracted(reply)) return lostReply(problems)
        const isOpen = reply.status !== 200 || found.isFetched || context.isHead()
        const told = isOpen ? reply : await fetchAnswer(secret, found, reply, context)
        return { ...told, headers: { ...told.headers, ...NOT_STORED } }
      },
    }),
  ]
}

function notFoundReply(problems: Problems): HttpReply {
  const detail = 'No question is pending here, or no longer; ask it again'
  return problems.reply('pending_not_found', detail, NOT_STORED)
}

function lostReply(problems: Problems): HttpReply {
  const detail =
    'The node that worked on this question is gone, or its answer was lost or found wrong; ask it again'
  return problems.reply('pending_lost', detail, NOT_STORED)
}

function sentReply({ body, ...reply }: PendingReply): HttpReply {
  return { ...reply, body: Buffer.from(body.buffer, body.byteOffset, body.byteLength) }
}

/** Whoever fetches, for the guard: the request that counts is the one that asked. */
function callerOf(
  context: RequestContext,
  { secret, requestSha256 }: Readonly<{ secret: string; requestSha256: string }>,
): Caller {
  return {
    client: () => context.freeClient() ?? '',
    header: (name) => context.header(name),
    isGone: () => context.isGone(),
    requestLine: () => '',
    rawBody: NO_BODY,
    deadline: () => context.signal(),
    asked: { name: `pending-${sha256(secret)}`, requestSha256 },
  }
}

// The questions of the tools, put to a running service. What it answers is believed only when it is
// signed by a key that it publishes.

import { randomUUID } from 'node:crypto'
import { verifyReceipt } from '../attest/verifyReceipt.ts'
import { AssayError } from '../client/clientErrors.ts'
import { exchange, type HttpReply } from '../client/exchange.ts'
import { assayClient } from '../client.ts'
import type { AskRoute, RouteReply } from '../ports/askRoute.ts'

type RemoteService = Readonly<{ baseUrl: string; apiKey: string | null }>

export function remoteAsk({ baseUrl, apiKey }: RemoteService): AskRoute {
  const send = exchange({ baseUrl })
  const { verifiers } = assayClient({ baseUrl })
  const prefix = apiKey === null ? '/demo/v1' : '/v1'

  async function asked(path: string, body: string, signal: AbortSignal): Promise<HttpReply> {
    const type = { 'content-type': 'application/json' }
    if (apiKey === null) {
      return send({ method: 'POST', path, body, headers: type }, 'once', { signal })
    }
    // With a name of its own a call that broke off can be made again and is charged once.
    const headers = { ...type, 'x-api-key': apiKey, 'idempotency-key': randomUUID() }
    return send({ method: 'POST', path, body, headers }, 'named', { signal })
  }

  return async ({ route, body }, signal) => {
    try {
      // Its word on a receipt is not signed.
      const isSigned = route !== '/receipts/verify'
      // Before the answer: one that cannot be checked must not be paid for.
      const believed = isSigned ? await verifiers({ signal }) : []
      const reply = await asked(isSigned ? `${prefix}${route}` : route, body, signal)
      if (isSigned && reply.status === 200) {
        const verdict = verifyReceipt(reply.text, { verifiers: believed })
        if (!verdict.valid || verdict.answer_matches !== true) {
          return problem('answer_invalid', `the service's signature does not hold`)
        }
      }
      const retryAfterS = Number(reply.headers.get('retry-after') || Number.NaN)
      return {
        status: reply.status,
        text: reply.text,
        retryAfterS: Number.isFinite(retryAfterS) ? retryAfterS : null,
      }
    } catch (error) {
      if (error instanceof AssayError) return problem(error.code, error.message)
      throw error
    }
  }
}

function problem(code: string, detail: string): RouteReply {
  return { status: 503, text: JSON.stringify({ code, detail }), retryAfterS: null }
}

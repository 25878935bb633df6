// Pays for an answer with a prepaid key.

import { randomUUID } from 'node:crypto'
import { type MicroUsd, parseUsd } from '../domain/money.ts'
import { AssayError } from './clientErrors.ts'
import { type Call, type Exchange, type HttpRequest, textOf } from './exchange.ts'
import type { Spending } from './spending.ts'

/** The text of the answer, paid for. */
export type Ask = (request: HttpRequest, call?: Call) => Promise<string>

export function keyAsk(parts: {
  send: Exchange
  apiKey: string
  /** What `/policy` says. */
  policy: (call?: Call) => Promise<unknown>
  spending: Spending
}): Ask {
  const { send, spending } = parts
  return async (request, call) => {
    const price = priceIn(await parts.policy(call), request)
    const reservation = spending.reserve(price, null)
    // With a name of its own a call that broke off can be made again and is charged once.
    const headers = {
      ...request.headers,
      'x-api-key': parts.apiKey,
      'idempotency-key': randomUUID(),
    }
    const reply = await send({ ...request, headers }, 'named', call)
    const isCharged = ['x-credit-balance-usd', 'idempotent-replayed'].some((name) =>
      reply.headers.has(name),
    )
    if (reply.status === 200 && isCharged) reservation.settle()
    // Without any reply, or with one of somebody in between, the charge may have happened.
    else if (reply.status < 500 || reply.status === 503) reservation.release()
    return textOf(reply)
  }
}

function priceIn(policy: unknown, { method, path }: HttpRequest): MicroUsd {
  const [route] = path.split('?')
  const prices: unknown =
    typeof policy === 'object' && policy !== null ? Reflect.get(policy, 'prices') : null
  const listed: readonly unknown[] = Array.isArray(prices) ? prices : []
  for (const row of listed) {
    if (typeof row !== 'object' || row === null || !('usd' in row)) continue
    if (Reflect.get(row, 'method') !== method || Reflect.get(row, 'path') !== route) continue
    const price = parseUsd(String(row.usd))
    if (price !== null) return price
  }
  const message = `The service does not say what ${route} costs`
  throw new AssayError({ status: null, code: 'price_unknown', message })
}

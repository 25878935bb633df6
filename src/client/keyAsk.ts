// Pays for an answer with a prepaid key.

import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { type MicroUsd, parseUsd } from '../domain/money.ts'
import { AssayError } from './clientErrors.ts'
import { type Call, type Exchange, type HttpRequest, isUndecided, textOf } from './exchange.ts'
import { openCalls } from './openCalls.ts'
import type { Reservation, Spending } from './spending.ts'

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
  const open = openCalls<Named>()

  /** With a name of its own a call that broke off can be made again and is charged once. */
  async function named(request: HttpRequest, call?: Call): Promise<Named> {
    const before = open.take(request)
    if (before !== undefined) return before
    const price = priceIn(await parts.policy(call), request)
    return { name: randomUUID(), reservation: spending.reserve(price, null) }
  }

  return async (request, call) => {
    const one = await named(request, call)
    const { name, reservation } = one
    const headers = { ...request.headers, 'x-api-key': parts.apiKey, 'idempotency-key': name }
    let isOpen = true
    try {
      const reply = await send({ ...request, headers }, 'named', call)
      const isCharged = ['x-credit-balance-usd', 'idempotent-replayed'].some((header) =>
        reply.headers.has(header),
      )
      // A 429 and a 503 are the service's own word that nothing was charged. Without any reply, or
      // with one of somebody in between, it may have happened.
      isOpen = isUndecided(reply) && reply.status !== 503 && reply.status !== 429
      if (reply.status === 200 && isCharged) reservation.settle()
      else if (!isOpen) reservation.release()
      return textOf(reply)
    } finally {
      if (isOpen) open.keep(request, one)
    }
  }
}

/** A key for prepaid credit. `key` is the secret that pays; `key_sha256` is what `buyCredit` is told. Keep the key first. */
export function newCreditKey(): Readonly<{ key: string; key_sha256: string }> {
  const key = `assay_${randomBytes(32).toString('base64url')}`
  return { key, key_sha256: createHash('sha256').update(key).digest('hex') }
}

/** What a call is known by to the service, and what is set aside for it. */
type Named = Readonly<{ name: string; reservation: Reservation }>

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

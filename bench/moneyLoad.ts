// Callers who pay, by key and by x402, and who do not give up: what was not answered is asked again,
// under the same name and with the same payment. In the end everybody has an answer, and the books
// must say that everybody paid once.

import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { PaymentRequirements } from '@x402/core/types'
import { sign } from '../test/support/chain/payment.ts'
import type { Wallet } from '../test/support/chain/startChain.ts'

const PATH = '/v1/package/exists'
const LANES = 6
const ASK_TIMEOUT_MS = 30_000
const PAUSE_MS = 200
export const PRICE_MICRO_USD = 2_000

type Call = Readonly<{ kind: 'named' | 'paid'; body: string; headers: Record<string, string> }>

export type Totals = Readonly<{
  /** Calls with a name of their own: each must have cost once. */
  named: number
  /** Calls without one: answered, and sent. */
  unnamedAnswered: number
  unnamedSent: number
  /** Payments, each of which must have settled once. */
  payments: number
}>

export type MoneyLoad = Readonly<{
  /** Asks without end until `stop` aborts; whatever fails is kept for later. */
  run(urls: readonly string[], stop: AbortSignal): Promise<void>
  /** Asks again for all that is open, until nothing is; throws when the time is over. */
  finish(url: string, withinMs: number): Promise<void>
  open(): number
  totals(): Totals
}>

export function moneyLoad(parts: {
  key: string
  wallet: Wallet
  offer: () => PaymentRequirements
}): MoneyLoad {
  const answers = new Map<Call, string>()
  const open = new Set<Call>()
  const counts = { named: 0, unnamedAnswered: 0, unnamedSent: 0, payments: 0 }
  let questions = 0

  /** Half of them warm, half about names that nobody has asked for, which take work. */
  function question(): string {
    questions += 1
    const name = questions % 2 === 0 ? 'express' : `none-${randomBytes(6).toString('hex')}`
    return JSON.stringify({ ecosystem: 'npm', name })
  }

  async function attempt(url: string, call: Call): Promise<void> {
    open.add(call)
    const reply = await ask(url, call.body, call.headers)
    if (reply === null || reply.status !== 200) {
      // Whoever asks on at once asks thousands of times while the database is away.
      await sleep(PAUSE_MS)
      return
    }
    const before = answers.get(call)
    if (before !== undefined && before !== reply.text) throw new Error('a replay differs')
    answers.set(call, reply.text)
    open.delete(call)
  }

  async function namedCall(): Promise<Call> {
    counts.named += 1
    const headers = {
      'x-api-key': parts.key,
      'idempotency-key': randomBytes(16).toString('hex'),
    }
    return { kind: 'named', body: question(), headers }
  }

  async function paidCall(): Promise<Call> {
    counts.payments += 1
    // Long enough to be tried again at the end of it all.
    const validBefore = String(Math.floor(Date.now() / 1_000) + 7_200)
    const { header } = await sign(parts.wallet, parts.offer(), { validBefore })
    return { kind: 'paid', body: question(), headers: { 'payment-signature': header } }
  }

  async function unnamedCall(url: string): Promise<void> {
    counts.unnamedSent += 1
    const reply = await ask(url, question(), { 'x-api-key': parts.key })
    if (reply?.status === 200) counts.unnamedAnswered += 1
    else await sleep(PAUSE_MS)
  }

  return {
    async run(urls, stop) {
      const lanes = Array.from({ length: LANES }, async (_, lane) => {
        for (let turn = lane; !stop.aborted; turn += 1) {
          const url = urls[turn % urls.length] ?? ''
          if (lane === 0) await attempt(url, await paidCall())
          else if (lane % 2 === 0) await unnamedCall(url)
          else {
            const call = await namedCall()
            await attempt(url, call)
            // Now and then the same again: it must be the same answer.
            if (turn % 3 === 0) await attempt(urls[(turn + 1) % urls.length] ?? '', call)
          }
        }
      })
      await Promise.all(lanes)
    },
    async finish(url, withinMs) {
      const untilMs = performance.now() + withinMs
      while (open.size > 0) {
        await Promise.all([...open].slice(0, 20).map((call) => attempt(url, call)))
        if (performance.now() > untilMs) throw new Error(`${open.size} calls were never answered`)
        if (open.size > 0) await sleep(250)
      }
    },
    open: () => open.size,
    totals: () => ({ ...counts }),
  }
}

async function ask(
  url: string,
  body: string,
  headers: Record<string, string>,
): Promise<{ status: number; text: string } | null> {
  try {
    const reply = await fetch(`${url}${PATH}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body,
      signal: AbortSignal.timeout(ASK_TIMEOUT_MS),
    })
    return { status: reply.status, text: await reply.text() }
  } catch {
    return null
  }
}

// Prepaid credit: what a key has left, what it was spent on, and how to buy more.

import { type CreditKeys, KEY_RULE } from '../../charge/creditKeys.ts'
import { PACKS, type PackId } from '../../charge/prices.ts'
import { creditAccount } from '../../domain/accounts.ts'
import { renderUsd } from '../../domain/money.ts'
import { CREDIT_ENTRIES_SHOWN, LOOKUP_BODY_BOUNDS } from '../../limits.ts'
import type { CreditStore, LedgerEntry } from '../../ports/credits.ts'
import { keyMissingReply, keyUnknownReply } from '../admission/guard.ts'
import { parseJsonBody } from '../request/jsonBody.ts'
import type { Problems } from '../request/problem.ts'
import { getRoute, jsonReply, postRoute, type Quote, type Route } from '../request/route.ts'
import { compileValidator, RequestInvalid } from '../request/validate.ts'
import { CreditPackRequest } from '../schemas/creditSchemas.ts'

const NO_STORE = { 'cache-control': 'no-store' }

export function creditRoutes(parts: {
  keys: CreditKeys
  credits: CreditStore
  problems: Problems
}): Route[] {
  return [
    postRoute({
      path: '/credits/buy',
      operationId: 'credits_buy',
      tag: 'Payment',
      summary: 'Prepaid credit, paid with x402',
      description:
        `Make a key yourself (${KEY_RULE}; make it of 32 random bytes) and send its sha256 in hex, ` +
        'so that nothing secret travels before you use it: `printf %s "$KEY" | sha256sum`, without ' +
        'a line break at the end. The key then works in `X-API-Key`. A hash that is new gets this ' +
        'credit, one that is known gets it on top. Clients of x402 may refuse payments above a limit ' +
        'of their own: that of a common one is 1 USD until you raise it.',
      access: { fromMicroUsd: PACKS['5'].price, quote: quotePack },
      bodyBounds: LOOKUP_BODY_BOUNDS,
      body: 'CreditPackRequest',
      responses: { 200: { description: 'What was bought.', schema: 'CreditPack' } },
      async handle({ pack, key_sha256 }) {
        const known = await parts.credits.load(key_sha256)
        if (known !== null && known.revokedAt !== null) {
          const msg = 'The key with this hash was revoked'
          const loc = ['body', 'key_sha256']
          throw new RequestInvalid([{ type: 'key_unknown', loc, msg, input: key_sha256 }])
        }
        const { price, credit } = PACKS[pack]
        const bought = { paid_usd: renderUsd(price), credit_usd: renderUsd(credit) }
        return jsonReply(200, { pack, key_sha256, ...bought }, NO_STORE)
      },
    }),
    getRoute({
      path: '/credits',
      operationId: 'credits',
      tag: 'Payment',
      summary: 'Balance and recent entries of the key in X-API-Key',
      responses: {
        200: { description: 'The state of the key.', schema: 'Credits' },
        401: { description: 'The key is missing, unknown or revoked.', schema: 'Problem' },
      },
      async handle(context) {
        const sent = context.header('x-api-key')
        if (sent === undefined) return keyMissingReply(parts.problems)
        const key = await parts.keys.find(sent)
        if (key === null) return keyUnknownReply(parts.problems)
        const entries = await parts.credits.ledger(key.keyHash, CREDIT_ENTRIES_SHOWN)
        const body = {
          balance_usd: renderUsd(key.balanceMicroUsd),
          held_usd: renderUsd(key.heldMicroUsd),
          issued_at: key.issuedAt,
          entries: entries.map((entry) => renderEntry(entry, creditAccount(key.keyHash))),
        }
        return jsonReply(200, body, NO_STORE)
      },
    }),
  ]
}

/** The body is judged later; until then one that cannot be read is taken for the smallest pack. */
function quotePack(rawBody: Buffer): Quote {
  const asked = compiled(parseOrNull(rawBody))
  const pack: PackId = asked.ok ? asked.value.pack : '5'
  const { price, credit } = PACKS[pack]
  return {
    reason: `credit_pack_${pack}`,
    amountMicroUsd: price,
    credit: { keyHash: asked.ok ? asked.value.key_sha256 : NO_KEY, amountMicroUsd: credit },
  }
}

const compiled = compileValidator(CreditPackRequest)

/** Stands in a quote for a body that is none; such a body is refused before anything is paid. */
const NO_KEY = '0'.repeat(64)

function parseOrNull(rawBody: Buffer): unknown {
  const parsed = parseJsonBody(rawBody)
  return parsed.ok ? parsed.value : null
}

/** As the key sees it: what the entry added to its balance. */
function renderEntry(entry: LedgerEntry, own: string) {
  const { from, to, amountMicroUsd } = entry
  const change = to === own ? amountMicroUsd : from === own ? -amountMicroUsd : 0
  return {
    id: entry.seq,
    at: entry.at,
    reason: entry.reason,
    amount_usd: renderUsd(amountMicroUsd),
    balance_change_usd: renderUsd(change),
  }
}

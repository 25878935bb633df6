// What a prepaid key has left and what it was spent on.

import type { CreditKeys } from '../../charge/creditKeys.ts'
import { creditAccount } from '../../domain/accounts.ts'
import { renderUsd } from '../../domain/money.ts'
import { CREDIT_ENTRIES_SHOWN } from '../../limits.ts'
import type { CreditStore, LedgerEntry } from '../../ports/credits.ts'
import { keyUnknownReply } from '../guard.ts'
import { getRoute, jsonReply, type Route } from '../route.ts'

const NO_STORE = { 'cache-control': 'no-store' }

export function creditRoutes(parts: { keys: CreditKeys; credits: CreditStore }): Route[] {
  return [
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
        const key = await parts.keys.find(context.header('x-api-key') ?? '')
        if (key === null) return keyUnknownReply()
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

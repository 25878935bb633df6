// Prepaid keys: what each has left, and the rows of the ledger behind it. The two change in one
// transaction, so that the ledger says what the balance is at every moment.

import { creditAccount, ISSUED_ACCOUNT, keyOwner } from '../domain/accounts.ts'
import { invariant, ServiceError } from '../errors.ts'
import type { CreditKey, CreditStore, LedgerEntry } from '../ports/credits.ts'
import { columnsOf } from './columns.ts'
import { type Database, firstOf } from './database.ts'
import { addEntry, assertAmount, ENTRY } from './ledgerRows.ts'

const KEY = columnsOf<CreditKey>({
  keyHash: 'key_hash',
  label: 'label',
  balanceMicroUsd: 'balance_micro_usd',
  heldMicroUsd: 'held_micro_usd',
  issuedAt: 'issued_at',
  revokedAt: 'revoked_at',
})

export const ISSUE_KEY = `
  INSERT INTO credit_key (${KEY.names}, entries) VALUES ($1, $2, $3, 0, $4, NULL, 1)
  ON CONFLICT (key_hash) DO NOTHING RETURNING entries`

const TOP_UP_KEY = `
  UPDATE credit_key
  SET balance_micro_usd = balance_micro_usd + $2, entries = entries + 1
  WHERE key_hash = $1 AND revoked_at IS NULL
  RETURNING balance_micro_usd, entries`

type KeyState = Readonly<{ balance_micro_usd: number; entries: number }>

export function creditStore(database: Database): CreditStore {
  return {
    async issue({ keyHash, label, balanceMicroUsd, at }) {
      assertAmount('credits.issue', balanceMicroUsd)
      await database.transaction(async (tx) => {
        const values = [keyHash, label, balanceMicroUsd, at]
        const [issued] = await tx.query<{ entries: number }>(ISSUE_KEY, values)
        if (issued === undefined) {
          throw new ServiceError('validation_failed', 'credits.issue: this key was issued before')
        }
        const given = { amountMicroUsd: balanceMicroUsd, seq: issued.entries, reason: 'issued', at }
        await addEntry(tx, { ...issueTo(keyHash), ...given })
      })
    },

    async topUp({ keyHash, amountMicroUsd, at }) {
      assertAmount('credits.topUp', amountMicroUsd)
      return database.transaction(async (tx) => {
        const [key] = await tx.query<KeyState>(TOP_UP_KEY, [keyHash, amountMicroUsd])
        if (key === undefined) return null
        const given = { amountMicroUsd, seq: key.entries, reason: 'topped_up', at }
        await addEntry(tx, { ...issueTo(keyHash), ...given })
        return key.balance_micro_usd
      })
    },

    async load(keyHash) {
      const sql = `SELECT ${KEY.read} FROM credit_key WHERE key_hash = $1`
      return firstOf(database.query<CreditKey>(sql, [keyHash]))
    },

    list: () =>
      database.query<CreditKey>(`SELECT ${KEY.read} FROM credit_key ORDER BY issued_at, key_hash`),

    async revoke(keyHash, at) {
      const revoked = await database.write(
        `UPDATE credit_key SET revoked_at = $2
         WHERE key_hash = $1 AND revoked_at IS NULL RETURNING key_hash`,
        [keyHash, at],
      )
      return revoked.length > 0
    },

    async ledger(keyHash, limit) {
      invariant(limit >= 0, 'credits.ledger: a limit below zero')
      return database.query<LedgerEntry>(
        `SELECT ${ENTRY.read} FROM ledger_entry WHERE owner = $1 ORDER BY seq DESC LIMIT $2`,
        [keyOwner(keyHash), limit],
      )
    },
  }
}

function issueTo(keyHash: string) {
  const [owner, to] = [keyOwner(keyHash), creditAccount(keyHash)]
  return { owner, from: ISSUED_ACCOUNT, to, chargeId: null }
}

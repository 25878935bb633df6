// Prepaid credit: a balance for each key and the ledger behind it. The two change in one
// transaction, so that the sum of a key's entries is its balance at every moment.

import { invariant, ServiceError } from '../errors.ts'
import type { ChargeResult, CreditKey, CreditStore, LedgerEntry } from '../ports/store.ts'
import type { Database, Transaction } from './database.ts'

type KeyColumns = Readonly<{
  key_hash: string
  label: string
  balance_micro_usd: number
  issued_at: string
  revoked_at: string | null
}>

type EntryColumns = Readonly<{
  id: number
  key_hash: string
  amount_micro_usd: number
  reason: string
  made_at: string
}>

const KEY_COLUMNS = 'key_hash, label, balance_micro_usd, issued_at, revoked_at'
const ENTRY_COLUMNS = 'key_hash, id, amount_micro_usd, reason, made_at'

const ISSUE = `
  INSERT INTO credit_key (${KEY_COLUMNS}, entries) VALUES ($1, $2, $3, $4, NULL, 1)
  ON CONFLICT (key_hash) DO NOTHING RETURNING entries`

// The condition and the change are one statement: whoever comes second sees the balance that the
// first has left, on every node.
const CHARGE = `
  UPDATE credit_key
  SET balance_micro_usd = balance_micro_usd - $2, entries = entries + 1
  WHERE key_hash = $1 AND revoked_at IS NULL AND balance_micro_usd >= $2
  RETURNING balance_micro_usd, entries`

export function creditStore(database: Database): CreditStore {
  return {
    async issue({ keyHash, label, balanceMicroUsd, at }) {
      assertAmount('credits.issue', balanceMicroUsd)
      await database.transaction(async (tx) => {
        const [issued] = await tx.query<{ entries: number }>(ISSUE, [
          keyHash,
          label,
          balanceMicroUsd,
          at,
        ])
        if (issued === undefined) {
          throw new ServiceError('validation_failed', 'credits.issue: this key was issued before')
        }
        await addEntry(tx, {
          id: issued.entries,
          keyHash,
          amountMicroUsd: balanceMicroUsd,
          reason: 'issued',
          at,
        })
      })
    },

    async load(keyHash) {
      const [row] = await database.query<KeyColumns>(
        `SELECT ${KEY_COLUMNS} FROM credit_key WHERE key_hash = $1`,
        [keyHash],
      )
      return row === undefined ? null : toKey(row)
    },

    async list() {
      const rows = await database.query<KeyColumns>(
        `SELECT ${KEY_COLUMNS} FROM credit_key ORDER BY issued_at, key_hash`,
      )
      return rows.map(toKey)
    },

    async revoke(keyHash, at) {
      const revoked = await database.write(
        `UPDATE credit_key SET revoked_at = $2
         WHERE key_hash = $1 AND revoked_at IS NULL RETURNING key_hash`,
        [keyHash, at],
      )
      return revoked.length > 0
    },

    async charge({ keyHash, amountMicroUsd, reason, at }) {
      assertAmount('credits.charge', amountMicroUsd)
      return database.transaction(async (tx): Promise<ChargeResult> => {
        const [key] = await tx.query<{ balance_micro_usd: number; entries: number }>(CHARGE, [
          keyHash,
          amountMicroUsd,
        ])
        if (key === undefined) return { charged: false, why: await refusal(tx, keyHash) }
        const entry = { id: key.entries, keyHash, amountMicroUsd: -amountMicroUsd, reason, at }
        await addEntry(tx, entry)
        return { charged: true, balanceMicroUsd: key.balance_micro_usd }
      })
    },

    async ledger(keyHash, limit) {
      invariant(limit >= 0, 'credits.ledger: a limit below zero')
      const rows = await database.query<EntryColumns>(
        `SELECT ${ENTRY_COLUMNS} FROM credit_entry WHERE key_hash = $1 ORDER BY id DESC LIMIT $2`,
        [keyHash, limit],
      )
      return rows.map(toEntry)
    },
  }
}

function assertAmount(operation: string, amountMicroUsd: number): void {
  invariant(
    Number.isSafeInteger(amountMicroUsd) && amountMicroUsd > 0,
    `${operation}: an amount is a positive whole number of micro-USD`,
  )
}

async function addEntry(tx: Transaction, entry: LedgerEntry): Promise<void> {
  await tx.query(`INSERT INTO credit_entry (${ENTRY_COLUMNS}) VALUES ($1, $2, $3, $4, $5)`, [
    entry.keyHash,
    entry.id,
    entry.amountMicroUsd,
    entry.reason,
    entry.at,
  ])
}

async function refusal(tx: Transaction, keyHash: string) {
  const [key] = await tx.query<{ revoked_at: string | null }>(
    'SELECT revoked_at FROM credit_key WHERE key_hash = $1',
    [keyHash],
  )
  if (key === undefined) return 'unknown'
  return key.revoked_at === null ? 'insufficient' : 'revoked'
}

function toKey(row: KeyColumns): CreditKey {
  return {
    keyHash: row.key_hash,
    label: row.label,
    balanceMicroUsd: row.balance_micro_usd,
    issuedAt: row.issued_at,
    revokedAt: row.revoked_at,
  }
}

function toEntry(row: EntryColumns): LedgerEntry {
  return {
    id: row.id,
    keyHash: row.key_hash,
    amountMicroUsd: row.amount_micro_usd,
    reason: row.reason,
    at: row.made_at,
  }
}

// Rows of the ledger, as every store that moves money writes them.

import { invariant } from '../errors.ts'
import type { LedgerEntry } from '../ports/credits.ts'
import type { Transaction } from './database.ts'

export type EntryColumns = Readonly<{
  owner: string
  seq: number
  from_account: string
  to_account: string
  amount_micro_usd: number
  reason: string
  charge_id: string | null
  made_at: string
}>

export const ENTRY_COLUMNS =
  'owner, seq, from_account, to_account, amount_micro_usd, reason, charge_id, made_at'

const ADD = `INSERT INTO ledger_entry (${ENTRY_COLUMNS}) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`

export async function addEntry(tx: Transaction, entry: LedgerEntry): Promise<void> {
  await tx.change(ADD, [
    entry.owner,
    entry.seq,
    entry.from,
    entry.to,
    entry.amountMicroUsd,
    entry.reason,
    entry.chargeId,
    entry.at,
  ])
}

export function toEntry(row: EntryColumns): LedgerEntry {
  return {
    owner: row.owner,
    seq: row.seq,
    from: row.from_account,
    to: row.to_account,
    amountMicroUsd: row.amount_micro_usd,
    reason: row.reason,
    chargeId: row.charge_id,
    at: row.made_at,
  }
}

export function assertAmount(operation: string, amountMicroUsd: number): void {
  invariant(
    Number.isSafeInteger(amountMicroUsd) && amountMicroUsd > 0,
    `${operation}: an amount is a positive whole number of micro-USD`,
  )
}

/** Ends a transaction without a trace: what it found makes all of it void. */
export class Undone extends Error {
  override readonly name = 'Undone'
}

/** What the body returns, or `otherwise` when it was undone. */
export async function unlessUndone<T, U>(running: Promise<T>, otherwise: U): Promise<T | U> {
  try {
    return await running
  } catch (error) {
    if (error instanceof Undone) return otherwise
    throw error
  }
}

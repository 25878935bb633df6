// Rows of the ledger, as every store that moves money writes them.

import { invariant } from '../errors.ts'
import type { LedgerEntry } from '../ports/credits.ts'
import { columnsOf } from './columns.ts'
import type { Transaction } from './database.ts'

export const ENTRY = columnsOf<LedgerEntry>({
  owner: 'owner',
  seq: 'seq',
  from: 'from_account',
  to: 'to_account',
  amountMicroUsd: 'amount_micro_usd',
  reason: 'reason',
  chargeId: 'charge_id',
  at: 'made_at',
})

const ADD = `INSERT INTO ledger_entry (${ENTRY.names}) VALUES (${ENTRY.marks})`

export async function addEntry(tx: Transaction, entry: LedgerEntry): Promise<void> {
  await tx.change(ADD, ENTRY.values(entry))
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

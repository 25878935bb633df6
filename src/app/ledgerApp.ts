// What the commands about money need.

import { randomBytes } from 'node:crypto'
import { creditKeys } from '../charge/creditKeys.ts'
import type { Config } from '../config.ts'
import { rowsOf } from '../domain/pages.ts'
import * as limits from '../limits.ts'
import type { LedgerEntry } from '../ports/credits.ts'
import { openStore } from '../store/openStore.ts'

export type LedgerApp = Awaited<ReturnType<typeof openLedger>>

/** The ledger and the keys alone, without the rest of the service. */
export async function openLedger(config: Config) {
  const store = await openStore({ databaseUrl: config.databaseUrl(), dataDir: config.dataDir })
  const { credits } = store
  const nowIso = () => new Date().toISOString()
  return {
    keys: {
      issue: creditKeys({ credits, now: () => new Date(), randomBytes }).issue,
      list: () => credits.list(),
      revoke: (keyHash: string) => credits.revoke(keyHash, nowIso()),
      /** The balance then; null when there is no such key in use. */
      topUp: (keyHash: string, amountMicroUsd: number) =>
        credits.topUp({ keyHash, amountMicroUsd, at: nowIso() }),
    },
    check: () => store.ledger.check({ graceMs: limits.SWEEP_GRACE_MS }),
    entries: () =>
      rowsOf<LedgerEntry>(limits.LEDGER_PAGE_ROWS, (last, limit) =>
        store.ledger.page(last ?? { owner: '', seq: 0 }, limit),
      ),
    close: () => store.close(),
  }
}

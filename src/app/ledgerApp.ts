// What the commands about money need.

import { randomBytes } from 'node:crypto'
import { creditKeys } from '../charge/creditKeys.ts'
import type { Config } from '../config.ts'
import * as limits from '../limits.ts'
import type { CreditKey, LedgerEntry, LedgerReport } from '../ports/credits.ts'
import { openStore } from '../store/openStore.ts'

/** The ledger and the keys alone, without the rest of the service. */
export type LedgerApp = Readonly<{
  keys: Readonly<{
    /** A key with this credit; the only moment at which its text exists here. */
    issue(label: string, balanceMicroUsd: number): Promise<string>
    list(): Promise<readonly CreditKey[]>
    revoke(keyHash: string): Promise<boolean>
    /** The balance then; null when there is no such key in use. */
    topUp(keyHash: string, amountMicroUsd: number): Promise<number | null>
  }>
  check(): Promise<LedgerReport>
  entries(): AsyncIterable<LedgerEntry>
  close(): Promise<void>
}>

export async function openLedger(config: Config): Promise<LedgerApp> {
  const store = await openStore({ databaseUrl: config.databaseUrl(), dataDir: config.dataDir })
  const { credits } = store
  const nowIso = () => new Date().toISOString()
  return {
    keys: {
      issue: creditKeys({ credits, now: () => new Date(), randomBytes }).issue,
      list: () => credits.list(),
      revoke: (keyHash) => credits.revoke(keyHash, nowIso()),
      topUp: (keyHash, amountMicroUsd) => credits.topUp({ keyHash, amountMicroUsd, at: nowIso() }),
    },
    check: () => store.ledger.check({ graceMs: limits.SWEEP_GRACE_MS }),
    async *entries() {
      let after = { owner: '', seq: 0 }
      for (;;) {
        const page = await store.ledger.page(after, limits.LEDGER_PAGE_ROWS)
        yield* page
        const last = page.at(-1)
        if (last === undefined) return
        after = last
      }
    },
    close: () => store.close(),
  }
}

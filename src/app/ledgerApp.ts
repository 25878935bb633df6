// What the ledger's command needs.

import type { Config } from '../config.ts'
import * as limits from '../limits.ts'
import type { LedgerEntry, LedgerReport } from '../ports/credits.ts'
import { openStore } from '../store/openStore.ts'

/** The ledger alone, without the rest of the service. */
export type LedgerApp = Readonly<{
  check(): Promise<LedgerReport>
  entries(): AsyncIterable<LedgerEntry>
  close(): Promise<void>
}>

export async function openLedger(config: Config): Promise<LedgerApp> {
  const store = await openStore({ databaseUrl: config.databaseUrl(), dataDir: config.dataDir })
  return {
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

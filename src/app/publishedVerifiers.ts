// Whom receipts of this machine's own store are compared with.

import type { Config } from '../config.ts'
import { allRows } from '../domain/pages.ts'
import { renderRetraction } from '../http/routes/retractions.ts'
import { RETRACTIONS_PAGE_MAX } from '../limits.ts'
import type { Retraction as StoredRetraction } from '../ports/retractions.ts'
import type { Store } from '../ports/store.ts'
import { openStore } from '../store/openStore.ts'
import type { Retraction } from '../wire/receiptAnswers.ts'
import { hasStore } from './hasStore.ts'

/** Where they were looked for, and what is there; none where there is no store yet. */
export type Published = Readonly<{
  place: string
  addresses: readonly string[]
  /** By the hashes of their attestations: answers that were found wrong since. */
  retractions: ReadonlyMap<string, Retraction>
}>

/** Addresses that the configured store has published. */
export async function publishedVerifiers(config: Config): Promise<Published> {
  const databaseUrl = config.databaseUrl()
  // Verifying must not make a store where there was none.
  if (databaseUrl === null && !hasStore(config.dataDir)) {
    return { place: config.dataDir, addresses: config.retiredKeys, retractions: new Map() }
  }
  const store = await openStore({ databaseUrl, dataDir: config.dataDir })
  try {
    const published = await store.verifiers.list()
    const place = databaseUrl === null ? config.dataDir : 'the database'
    const addresses = [...published.map(({ address }) => address), ...config.retiredKeys]
    return { place, addresses, retractions: await retractionsIn(store) }
  } finally {
    await store.close()
  }
}

async function retractionsIn(store: Store): Promise<ReadonlyMap<string, Retraction>> {
  const found = await allRows<StoredRetraction>(RETRACTIONS_PAGE_MAX, (last, limit) =>
    store.retractions.list({ afterSeq: last?.seq ?? 0, limit }),
  )
  return new Map(found.map((one) => [one.attestationHash, renderRetraction(one)]))
}

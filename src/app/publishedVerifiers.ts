// Whom receipts of this machine's own store are compared with.

import type { Config } from '../config.ts'
import { openStore } from '../store/openStore.ts'
import { hasStore } from './hasStore.ts'

/** Where they were looked for, and what is there; none where there is no store yet. */
export type Published = Readonly<{ place: string; addresses: readonly string[] }>

/** Addresses that the configured store has published. */
export async function publishedVerifiers(config: Config): Promise<Published> {
  const databaseUrl = config.databaseUrl()
  // Verifying must not make a store where there was none.
  if (databaseUrl === null && !hasStore(config.dataDir)) {
    return { place: config.dataDir, addresses: config.retiredKeys }
  }
  const store = await openStore({ databaseUrl, dataDir: config.dataDir })
  try {
    const published = await store.verifiers.list()
    const place = databaseUrl === null ? config.dataDir : 'the database'
    const addresses = [...published.map(({ address }) => address), ...config.retiredKeys]
    return { place, addresses }
  } finally {
    await store.close()
  }
}

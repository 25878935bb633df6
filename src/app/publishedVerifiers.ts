// Whom receipts of this machine's own store are compared with.

import type { Config } from '../config.ts'
import { openStore } from '../store/openStore.ts'
import { hasStore } from './hasStore.ts'

/** Addresses that the configured store has published; none where there is no store yet. */
export async function publishedVerifiers(config: Config): Promise<readonly string[]> {
  const databaseUrl = config.databaseUrl()
  // Verifying must not make a store where there was none.
  if (databaseUrl === null && !hasStore(config.dataDir)) {
    return config.retiredKeys
  }
  const store = await openStore({ databaseUrl, dataDir: config.dataDir })
  try {
    const published = await store.verifiers.list()
    return [...published.map(({ address }) => address), ...config.retiredKeys]
  } finally {
    await store.close()
  }
}

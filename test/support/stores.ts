// The two stores, for tests of what must hold on either.

import { afterAll, beforeAll } from 'vitest'
import { type PostgresServer, startPostgres } from './postgres.ts'

export const STORES = ['sqlite', 'postgres'] as const
export type StoreKind = (typeof STORES)[number]

/** The settings that choose the store; a database of its own for each call. */
export function storeSettings(kind: StoreKind): () => Promise<Record<string, string>> {
  let server: PostgresServer | null = null
  let databases = 0
  if (kind === 'postgres') {
    beforeAll(async () => {
      server = await startPostgres()
    })
    afterAll(async () => {
      await server?.stop()
    })
  }
  return async () => {
    if (server === null) return {}
    databases += 1
    return { ASSAY_DATABASE_URL: await server.url(`money_${databases}`) }
  }
}

// The first start of a service that nobody has keys for writes one with credit to the data folder,
// so that paid routes can be tried without any payment configuration.

import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Store } from '../ports/store.ts'
import type { CreditKeys } from './creditKeys.ts'

const OPERATOR_KEY_FILE = 'operator.key'
const OPERATOR_CREDIT_MICRO_USD = 10_000_000

/** Where the key was written; null when keys exist already. */
export async function ensureOperatorKey(parts: {
  keys: CreditKeys
  store: Store
  dataDir: string
}): Promise<string | null> {
  const keys = await parts.store.credits.list()
  if (keys.some(({ revokedAt }) => revokedAt === null)) return null
  await mkdir(parts.dataDir, { recursive: true, mode: 0o700 })
  const path = join(parts.dataDir, OPERATOR_KEY_FILE)
  const key = await parts.keys.issue('operator', OPERATOR_CREDIT_MICRO_USD)
  // An older file belongs to another store and gives way; a file that stays would keep its mode.
  try {
    await rm(path, { force: true })
    await writeFile(path, `${key}\n`, { mode: 0o600, flag: 'wx' })
  } catch (error) {
    // A key whose text is lost could never be used, and would keep the next start from making one.
    await parts.keys.revoke(key)
    throw error
  }
  return path
}

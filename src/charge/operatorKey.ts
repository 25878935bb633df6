// The first start of a service that nobody has keys for writes one with credit to the data folder,
// so that paid routes can be tried without any payment configuration.

import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Store } from '../ports/store.ts'
import type { CreditKeys } from './creditKeys.ts'

export const OPERATOR_KEY_FILE = 'operator.key'
export const OPERATOR_CREDIT_MICRO_USD = 10_000_000

/** Where the key was written; null when keys exist already. */
export async function ensureOperatorKey(parts: {
  keys: CreditKeys
  store: Store
  dataDir: string
}): Promise<string | null> {
  if ((await parts.store.credits.list()).length > 0) return null
  await mkdir(parts.dataDir, { recursive: true, mode: 0o700 })
  const path = join(parts.dataDir, OPERATOR_KEY_FILE)
  const key = await parts.keys.issue('operator', OPERATOR_CREDIT_MICRO_USD)
  // An older file belongs to another store and gives way; a file that stays would keep its mode.
  await rm(path, { force: true })
  await writeFile(path, `${key}\n`, { mode: 0o600, flag: 'wx' })
  return path
}

// Asked before a store is opened, without the code that opens one.

import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** Whether a folder is that of an embedded store. */
export function hasStore(folder: string): boolean {
  return existsSync(join(folder, 'assay.db'))
}

/** Whether it is the folder of a service: one over PostgreSQL keeps its key there and no store. */
export function isDataFolder(folder: string): boolean {
  return hasStore(folder) || existsSync(join(folder, 'verifier.key'))
}

// Asked before a store is opened, without the code that opens one.

import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** Whether a folder is that of an embedded store. */
export function hasStore(folder: string): boolean {
  return existsSync(join(folder, 'assay.db'))
}

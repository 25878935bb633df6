// Tables for whoever works offline: one that a disk has changed cannot be made again, so it is refused in
// words. Online it is a fault of the store.

import { notHeld } from '../domain/notHeld.ts'
import { TableError } from './format/tableError.ts'
import type { TableCache } from './tableCache.ts'

export function heldTables(cache: TableCache): TableCache {
  return {
    ...cache,
    async open(id, load, gaps) {
      try {
        return await cache.open(id, load, gaps)
      } catch (error) {
        if (!(error instanceof TableError)) throw error
        // The id begins with the package.
        const [name = ''] = id.split(' ')
        throw notHeld(`the symbol table of ${name} in the data folder is damaged`)
      }
    },
  }
}

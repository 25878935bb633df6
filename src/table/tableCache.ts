// Tables that are open, the lately used ones, within a bound of memory.

import { LRUCache } from 'lru-cache'
import type { TableGaps } from './format/gaps.ts'
import { openTableAside } from './openTable.ts'
import type { OpenTable } from './tableView.ts'

export interface TableCache {
  /**
   * Null when `load` gives none. However many ask for one table at once, it is opened once. The id
   * tells what is lacking as well.
   */
  open(
    id: string,
    load: () => Promise<Uint8Array | null>,
    gaps?: TableGaps | null,
  ): Promise<OpenTable | null>
  /** The table, when it is open. */
  peek(id: string): OpenTable | null
  /** What is kept is dropped, and what is being opened is not kept. */
  clear(): void
  size(): Readonly<{ tables: number; bytes: number }>
}

/** For whoever asks which tables there are and looks into none. */
export const UNOPENED_TABLES: TableCache = {
  // Nothing of it is read: a table that is needed comes from another cache.
  open: async (_, load) => ((await load()) === null ? null : ({} as OpenTable)),
  peek: () => null,
  clear: () => {},
  size: () => ({ tables: 0, bytes: 0 }),
}

export function tableCache(maxBytes: number): TableCache {
  const tables = new LRUCache<string, OpenTable>({
    maxSize: maxBytes,
    // What is made of a table to search in it takes nearly as much again.
    sizeCalculation: ({ sizeBytes }) => Math.max(1, 2 * sizeBytes),
  })
  let opening = new Map<string, Promise<OpenTable | null>>()

  async function openNow(
    id: string,
    load: () => Promise<Uint8Array | null>,
    gaps: TableGaps | null,
  ): Promise<OpenTable | null> {
    const begun = opening
    const bytes = await load()
    if (bytes === null) return null
    const table = await openTableAside(bytes, gaps)
    if (begun !== opening) return table
    // One that is larger than all there is room for is given out, but not kept.
    tables.set(id, table)
    return table
  }

  return {
    async open(id, load, gaps = null) {
      const known = tables.get(id)
      if (known !== undefined) return known
      const begun = opening
      const underWay = begun.get(id) ?? openNow(id, load, gaps).finally(() => begun.delete(id))
      begun.set(id, underWay)
      return underWay
    },
    peek: (id) => tables.get(id) ?? null,
    clear() {
      opening = new Map()
      tables.clear()
    },
    size: () => ({ tables: tables.size, bytes: tables.calculatedSize }),
  }
}

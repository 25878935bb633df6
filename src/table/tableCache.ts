// Tables that are open, the lately used ones, within a bound of memory.

import { LRUCache } from 'lru-cache'
import type { TableGaps } from './format/gaps.ts'
import { openTableAside } from './openTable.ts'
import type { OpenTable } from './tableView.ts'
import { sizeWhenOpen, tableWhenAsked } from './tableWhenAsked.ts'

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

type Opening = Readonly<{
  open: (bytes: Uint8Array, gaps: TableGaps | null) => Promise<OpenTable>
  sizeOf: (table: OpenTable, bytes: Uint8Array) => number
}>

const AT_ONCE: Opening = { open: openTableAside, sizeOf: ({ sizeBytes }) => sizeBytes }

/** For a process that looks into few of the tables that it names. */
export const WHEN_ASKED: Opening = {
  open: async (bytes, gaps) => tableWhenAsked(bytes, gaps),
  sizeOf: (_, bytes) => sizeWhenOpen(bytes),
}

export function tableCache(maxBytes: number, { open, sizeOf }: Opening = AT_ONCE): TableCache {
  const tables = new LRUCache<string, OpenTable>({ maxSize: maxBytes })
  let opening = new Map<string, Promise<OpenTable | null>>()

  async function openNow(
    id: string,
    load: () => Promise<Uint8Array | null>,
    gaps: TableGaps | null,
  ): Promise<OpenTable | null> {
    const begun = opening
    const bytes = await load()
    if (bytes === null) return null
    const table = await open(bytes, gaps)
    if (begun !== opening) return table
    // What is made of a table to search in it takes nearly as much again. One that is larger than all
    // there is room for is given out, but not kept.
    tables.set(id, table, { size: Math.max(1, 2 * sizeOf(table, bytes)) })
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

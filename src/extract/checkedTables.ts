// Extraction whose tables are tables. The output comes from a process that hostile files may have
// got the better of, so it is opened once before anything is built upon it.

import type { Extraction } from '../ports/extraction.ts'
import { TableError } from '../table/format/tableError.ts'
import { moduleCounts } from '../table/moduleCounts.ts'
import { openTableAside } from '../table/openTable.ts'

/** `tables`: the extractors whose output is a symbol table. */
export function checkedTables(extraction: Extraction, tables: ReadonlySet<string>): Extraction {
  return {
    async run(job, signal) {
      const outcome = await extraction.run(job, signal)
      if (outcome.state !== 'extracted' || !tables.has(job.extractor)) return outcome
      try {
        const table = await openTableAside(outcome.output)
        return { ...outcome, symbols: table.counts.definitions, modules: moduleCounts(table) }
      } catch (error) {
        if (!(error instanceof TableError)) throw error
        return { state: 'undetermined', reason: 'crashed', detail: error.message }
      }
    },
  }
}

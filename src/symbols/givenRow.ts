// The row of a name that no file writes, because the language gives it.

import type { SymbolRow } from '../table/format/table.ts'

/** What is said of such a name alone. */
type Said = Pick<SymbolRow, 'module' | 'symbol' | 'kind' | 'signature' | 'alias_of'>

export function givenRow(said: Said): SymbolRow {
  return {
    ...said,
    public: false,
    deprecated: false,
    deprecated_text: null,
    since_version: null,
    doc: null,
    origin: 'inherited',
    type_only: false,
    file: null,
    line: 0,
  }
}

// What one check asks the list of imports again and again: a search over all names for each line that
// imports the same missing package would take seconds.

import { keptIn } from '../../domain/maps.ts'
import type { ImportIndex, NearImport } from '../../ports/importIndex.ts'

/** The same index, whose searches for near names are kept. */
export function rememberedNear(imports: ImportIndex): ImportIndex {
  const known = new Map<string, readonly NearImport[]>()
  return {
    ...imports,
    near: (written) => keptIn(known, written, () => imports.near(written)),
  }
}

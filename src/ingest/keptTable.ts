// Which of the tables of a release is the one that answers rest on.

import { type IngestedRelease, type TableKey, tableKeyOf } from '../domain/release.ts'
import type { TableBasis, TableStore } from '../ports/store.ts'

/** Null for a release without a file, and where nothing was chosen yet. */
export async function keptTable(
  tables: Pick<TableStore, 'basis'>,
  release: Pick<IngestedRelease, 'ecosystem' | 'name' | 'artifact' | 'extractor'>,
): Promise<Readonly<{ key: TableKey; basis: TableBasis }> | null> {
  const opening = tableKeyOf(release)
  const basis = opening && (await tables.basis(opening))
  const key = basis && tableKeyOf(release, basis.files)
  return basis === null || key === null ? null : { key, basis }
}

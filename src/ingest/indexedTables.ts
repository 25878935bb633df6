// The table of each package's latest release, where it is kept: what a search index is made of.

import type { PackageKey } from '../domain/packageName.ts'
import type { ProofRow } from '../domain/proofChain.ts'
import { type Artifact, hasPassingGap, type TableKey } from '../domain/release.ts'
import type { PackageStore, TableStore } from '../ports/store.ts'
import { keptTable } from './keptTable.ts'

export type IndexedTable = Readonly<{
  key: PackageKey
  version: string
  artifact: Artifact
  table: TableKey
  /** The table lacks what may be had before long. */
  isGapped: boolean
}>

const PAGE = 200

export async function* indexedTables(parts: {
  packages: Pick<PackageStore, 'heads'>
  tables: Pick<TableStore, 'basis'>
}): AsyncGenerator<IndexedTable> {
  let after: PackageKey | null = null
  for (;;) {
    const heads: readonly ProofRow[] = await parts.packages.heads({ after, limit: PAGE })
    for (const { release } of heads) {
      const { ecosystem, name, version, artifact } = release
      after = { ecosystem, name }
      const kept = await keptTable(parts.tables, release)
      if (kept === null || artifact === null || version === null) continue
      const isGapped = hasPassingGap(kept.basis)
      yield { key: { ecosystem, name }, version, artifact, table: kept.key, isGapped }
    }
    if (heads.length < PAGE) return
  }
}

// The table of each package's latest release, where it is kept: what a search index is made of.

import type { PackageKey } from '../domain/names/packageName.ts'
import type { ProofRow } from '../domain/proofChain.ts'
import {
  type Artifact,
  hasPassingGap,
  type IngestedRelease,
  type TableKey,
} from '../domain/release.ts'
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
      after = { ecosystem: release.ecosystem, name: release.name }
      const found = await indexedTable(parts.tables, release)
      if (found !== null) yield found
    }
    if (heads.length < PAGE) return
  }
}

/** Null where no table of the release is kept, or only one that was pulled. */
export async function indexedTable(
  tables: Pick<TableStore, 'basis'>,
  release: IngestedRelease,
): Promise<IndexedTable | null> {
  const { ecosystem, name, version, artifact } = release
  const kept = await keptTable(tables, release)
  if (kept === null || artifact === null || version === null) return null
  // Findings of a search name the file and nobody else who has read it.
  if (kept.basis.readBy !== undefined) return null
  const isGapped = hasPassingGap(kept.basis)
  return { key: { ecosystem, name }, version, artifact, table: kept.key, isGapped }
}

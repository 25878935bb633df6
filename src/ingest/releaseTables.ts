// The symbol table of a release: from the store, or derived from the file where the store has none,
// and derived once more for whoever doubts it.

import type { PackageKey } from '../domain/packageName.ts'
import {
  type Artifact,
  EXTRACTOR_VERSIONS,
  type IngestedRelease,
  ingestExtractor,
  makesTable,
  tableKeyOf,
} from '../domain/release.ts'
import { ServiceError } from '../errors.ts'
import type { ExtractionStore } from '../ports/extraction.ts'
import type { TableStore } from '../ports/store.ts'
import type { IngestOne } from './bulkOne.ts'
import type { IndexedReport, NotThere, OpenAgain, Unreadable } from './openAgain.ts'

export type TableReading =
  | Readonly<{
      state: 'read'
      version: string
      artifact: Artifact
      extractor: string
      /** The table that is kept. */
      bytes: Uint8Array
    }>
  | Unreadable
  | NotThere

export type TableAudit =
  | (Extract<TableReading, { state: 'read' }> & Readonly<{ derived: Uint8Array }>)
  | Unreadable
  | NotThere

type Asked = readonly [key: PackageKey, version: string | null, signal: AbortSignal]

export type ReleaseTables = Readonly<{
  /** Ingests the release first when it is not indexed. */
  read(...asked: Asked): Promise<TableReading>
  /** The table that is kept, and the same derived again from the file. */
  audit(...asked: Asked): Promise<TableAudit>
}>

export function releaseTables(parts: {
  one: IngestOne
  tables: TableStore
  openAgain: OpenAgain
}): ReleaseTables {
  async function derive(key: PackageKey, report: IndexedReport, signal: AbortSignal) {
    const opened = await parts.openAgain(key, report, ingestExtractor(key), signal)
    if (opened.state !== 'opened') return opened
    const { version, artifact, outcome } = opened
    const extractor = EXTRACTOR_VERSIONS[key.ecosystem]
    const tableKey = tableKeyOf({ ecosystem: key.ecosystem, artifact, extractor })
    if (tableKey === null || outcome.symbols === undefined) {
      throw new ServiceError('internal', `${key.name} ${version}: no table was made of it`)
    }
    const table = { key: tableKey, bytes: outcome.output, symbols: outcome.symbols }
    return { state: 'derived', version, artifact, extractor, table } as const
  }

  async function kept(key: PackageKey, { version, artifact }: IndexedReport) {
    const extractor = EXTRACTOR_VERSIONS[key.ecosystem]
    const tableKey = tableKeyOf({ ecosystem: key.ecosystem, artifact, extractor })
    if (tableKey === null || version === null || artifact === null) return null
    const bytes = await parts.tables.load(tableKey)
    return bytes && ({ state: 'read', version, artifact, extractor, bytes } as const)
  }

  async function find(
    ...[key, version, signal]: Asked
  ): Promise<IndexedReport | Unreadable | NotThere> {
    const report = await parts.one.release(key, version, signal)
    if (!('artifact' in report) || makesTable(key)) return report
    const reason = `this version makes no ${key.ecosystem} tables`
    return { state: 'unreadable', version: report.version, artifact: report.artifact, reason }
  }

  /** An index that was made before there were tables has none; it is filled as it is asked for. */
  async function readKept(key: PackageKey, report: IndexedReport, signal: AbortSignal) {
    const found = await kept(key, report)
    if (found !== null) return found
    const derived = await derive(key, report, signal)
    if (derived.state !== 'derived') return derived
    await parts.tables.save(derived.table)
    const { version, artifact, extractor, table } = derived
    return { state: 'read', version, artifact, extractor, bytes: table.bytes } as const
  }

  return {
    async read(key, version, signal) {
      const report = await find(key, version, signal)
      if (!('unopened' in report)) return report
      return readKept(key, report, signal)
    },
    async audit(key, version, signal) {
      const report = await find(key, version, signal)
      if (!('unopened' in report)) return report
      const reading = await readKept(key, report, signal)
      if (reading.state !== 'read') return reading
      const derived = await derive(key, report, signal)
      return derived.state === 'derived' ? { ...reading, derived: derived.table.bytes } : derived
    },
  }
}

/** Whether the table of a release is kept, or is known not to be had. */
export function isReadIn(parts: {
  tables: TableStore
  extractions: ExtractionStore
}): (release: IngestedRelease) => Promise<boolean> {
  return async (release) => {
    const key = tableKeyOf(release)
    if (key === null || (await parts.tables.has(key))) return true
    return (await parts.extractions.load(key.openingId, ingestExtractor(release))) !== null
  }
}

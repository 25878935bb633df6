// Releases with everything that questions about them need. A question about an npm package does not
// wait for its symbol table; an operator who reads ahead of questions wants that as well.

import { isLasting } from '../domain/extractionTries.ts'
import { EXTRACTOR_VERSIONS, ingestExtractor } from '../domain/extractorVersions.ts'
import type { PackageKey } from '../domain/names/packageName.ts'
import { hasPassingGap, type IngestedRelease, isOpenable, openingIdOf } from '../domain/release.ts'
import type { ExtractionStore } from '../ports/extraction.ts'
import type { PackageStore, TableStore } from '../ports/store.ts'
import type { IngestOne, OneReport } from './bulkOne.ts'
import { keptTable } from './keptTable.ts'
import type { ReleaseTables } from './releaseTables.ts'

export type WholeReleases = ReturnType<typeof wholeReleases>

export function wholeReleases(parts: {
  one: Pick<IngestOne, 'release'>
  readTable: ReleaseTables['readIndexed']
  packages: Pick<PackageStore, 'load'>
  tables: TableStore
  extractions: ExtractionStore
  now: () => Date
}) {
  async function isWhole(release: IngestedRelease): Promise<boolean> {
    const extractor = EXTRACTOR_VERSIONS[release.ecosystem]
    const { artifact } = release
    if (!isOpenable(artifact)) return true
    const kept = await keptTable(parts.tables, { ...release, extractor })
    if (kept !== null && (await parts.tables.has(kept.key))) return !hasPassingGap(kept.basis)
    // What could not be opened at all has failed in the extractor that runs first.
    for (const failed of new Set([extractor, ingestExtractor(release)])) {
      const failure = await parts.extractions.load(openingIdOf(release, artifact), failed)
      if (failure !== null && isLasting(failure)) return true
    }
    return false
  }

  return {
    /** The pinned release or the latest, with its table. Throws like `IngestOne`. */
    async read(key: PackageKey, version: string | null, signal: AbortSignal): Promise<OneReport> {
      const report = await parts.one.release(key, version, signal)
      if (!('artifact' in report) || report.artifact === null || report.unopened !== null) {
        return report
      }
      const reading = await parts.readTable(key, report, signal)
      return reading.state === 'unreadable' ? { ...report, unopened: reading.reason } : report
    },

    /**
     * The latest release when the index has it whole, read by the extractor of today and confirmed
     * within `maxAgeMs`; else null.
     */
    async fresh(key: PackageKey, maxAgeMs: number): Promise<IngestedRelease | null> {
      const indexed = await parts.packages.load(key)
      if (indexed === null) return null
      const { release } = indexed.head
      if (release.extractor !== EXTRACTOR_VERSIONS[release.ecosystem]) return null
      const ageMs = parts.now().getTime() - Date.parse(indexed.checkedAt)
      // A check that lies ahead was made by a clock that was wrong.
      if (ageMs < 0 || ageMs >= maxAgeMs) return null
      return (await isWhole(release)) ? release : null
    },
  }
}

// The symbol table of a release: from the store, or derived from the file where the store has none,
// and derived once more for whoever doubts it.

import {
  EXTRACTOR_VERSIONS,
  ingestExtractor,
  ingestMakesTable,
  SERVICES_EXTRACTOR,
} from '../domain/extractorVersions.ts'
import type { PackageKey } from '../domain/names/packageName.ts'
import {
  type Artifact,
  type FollowedFile,
  hasPassingGap,
  type IngestedRelease,
  isInPassing,
  isOpenable,
  openingIdOf,
  type UnfollowedPackage,
} from '../domain/release.ts'
import { ServiceError } from '../errors.ts'
import { FOLLOW_RETRY_MAX_MS, FOLLOW_RETRY_MS } from '../limits.ts'
import type { EvidenceArtifact } from '../ports/attester.ts'
import type { ExtractionStore } from '../ports/extraction.ts'
import type { TableBasis, TableStore } from '../ports/store.ts'
import type { IngestOne } from './bulkOne.ts'
import { tableOf } from './ingestRelease.ts'
import { keptTable } from './keptTable.ts'
import type { IndexedFile, NotThere, OpenAgain, Unreadable } from './openAgain.ts'

export type TableReading =
  | Readonly<{
      state: 'read'
      version: string
      artifact: Artifact
      extractor: string
      /** The table that is kept. */
      bytes: Uint8Array
      /** Files of other packages that it rests on besides the artifact. */
      followed: readonly FollowedFile[]
      /** Packages that names lead to and that could not be followed. */
      unfollowed: readonly UnfollowedPackage[]
      /** When it is made again, because something is lacking that may be had by then; else null. */
      retryAtMs: number | null
      /** All that the table rests on, as the evidence of an answer names it. */
      evidence: readonly EvidenceArtifact[]
      /** The maker of the index that the table was pulled from; null for one that was made here. */
      readBy: string | null
    }>
  | Unreadable
  | NotThere

export type ReleaseTables = ReturnType<typeof releaseTables>

export function releaseTables(parts: {
  one: IngestOne
  tables: TableStore
  openAgain: OpenAgain
  now: () => Date
}) {
  const { tables, now } = parts

  /** `followed`: exactly these files, or those that are chosen now. */
  async function derive(
    key: PackageKey,
    indexed: IndexedFile,
    signal: AbortSignal,
    followed: readonly FollowedFile[] | 'chosen',
  ) {
    const extractor = EXTRACTOR_VERSIONS[key.ecosystem]
    const opened = await parts.openAgain(key, indexed, { extractor, followed }, signal)
    if (opened.state !== 'opened') return opened
    const { version, artifact, outcome } = opened
    const release = { ...key, artifact, extractor, extractedAt: now().toISOString() }
    const table = tableOf(release, { outcome })
    if (table === null) {
      throw new ServiceError('internal', `${key.name} ${version}: no table was made of it`)
    }
    return { state: 'derived', table } as const
  }

  async function kept(key: PackageKey, { version, artifact }: IndexedFile) {
    const extractor = EXTRACTOR_VERSIONS[key.ecosystem]
    const release = { ...key, artifact, extractor }
    const found = await keptTable(tables, release)
    const bytes = found && (await tables.load(found.key))
    if (found === null || bytes === null || version === null || artifact === null) return null
    const { basis } = found
    const { files: followed, unfollowed } = basis
    const evidence = evidenceOf({ name: key.name, version, ...artifact }, basis)
    const from = { readBy: basis.readBy ?? null }
    const reading = { version, artifact, extractor, bytes, followed, unfollowed, evidence, ...from }
    return { basis, reading: { state: 'read', ...reading, retryAtMs: retryAt(basis) } as const }
  }

  async function makeAnew(key: PackageKey, indexed: IndexedFile, signal: AbortSignal) {
    const derived = await derive(key, indexed, signal, 'chosen')
    if (derived.state !== 'derived') return derived
    await tables.save(derived.table)
    // The one that stands may be another node's.
    const found = await kept(key, indexed)
    if (found !== null) return found.reading
    throw new ServiceError('internal', `${key.name}: a table that was saved is not there`)
  }

  /** An index that was made before there were tables has none; it is filled as it is asked for. */
  async function readKept(
    key: PackageKey,
    indexed: IndexedFile,
    signal: AbortSignal,
  ): Promise<TableReading> {
    const found = await kept(key, indexed)
    if (found === null) return makeAnew(key, indexed, signal)
    const { retryAtMs } = found.reading
    if (retryAtMs === null || now().getTime() < retryAtMs) return found.reading
    try {
      const fresh = await makeAnew(key, indexed, signal)
      if (fresh.state === 'read') return fresh
    } catch (error) {
      if (!(error instanceof ServiceError) || error.code === 'internal') throw error
    }
    // What is kept says itself that it is not all; it is better than no answer.
    return { ...found.reading, retryAtMs: now().getTime() + FOLLOW_RETRY_MS }
  }

  return {
    /** Ingests the release first when it is not indexed. */
    async read(key: PackageKey, version: string | null, signal: AbortSignal) {
      const report = await parts.one.release(key, version, signal)
      return 'unopened' in report ? readKept(key, report, signal) : report
    },
    /** The same for a release that is indexed. */
    readIndexed: readKept,
    /** The table that is kept, and the same derived again from the same files, which can take its place. */
    async audit(key: PackageKey, version: string | null, signal: AbortSignal) {
      const report = await parts.one.release(key, version, signal)
      if (!('unopened' in report)) return report
      const reading = await readKept(key, report, signal)
      if (reading.state !== 'read') return reading
      const derived = await derive(key, report, signal, reading.followed)
      if (derived.state !== 'derived') return derived
      const { key: tableKey, bytes } = derived.table
      const replaceKept = async (): Promise<void> => {
        await tables.drop(tableKey)
        await tables.save(derived.table)
      }
      return { ...reading, derived: bytes, replaceKept }
    },
  }
}

export type ServiceTables = ReturnType<typeof serviceTables>

/**
 * The table of what a package makes of its data as it runs: kept beside the one of its code, and made of
 * the file when it is first asked for. Gives null for a file that cannot be read; throws where another try may end otherwise.
 */
export function serviceTables(parts: {
  tables: TableStore
  openAgain: OpenAgain
  now: () => Date
}) {
  const { tables, now } = parts
  return async (
    key: PackageKey,
    indexed: IndexedFile,
    signal: AbortSignal,
  ): Promise<Uint8Array | null> => {
    const release = { ...key, artifact: indexed.artifact, extractor: SERVICES_EXTRACTOR }
    const found = await keptTable(tables, release)
    const kept = found && (await tables.load(found.key))
    if (kept !== null) return kept
    const opened = await parts.openAgain(key, indexed, { extractor: SERVICES_EXTRACTOR }, signal)
    if (opened.state !== 'opened') return null
    const made = tableOf({ ...release, extractedAt: now().toISOString() }, opened)
    if (made !== null) await tables.save(made)
    return made?.bytes ?? null
  }
}

/** When something that could not be had for a passing reason is tried again; null: never. */
function retryAt(basis: TableBasis): number | null {
  if (!hasPassingGap(basis)) return null
  if (isInPassing(basis)) return 0
  const pauseMs = Math.min(FOLLOW_RETRY_MS * 4 ** (basis.tries - 1), FOLLOW_RETRY_MAX_MS)
  return Date.parse(basis.triedAt) + pauseMs
}

/** Files in the order of their packages. */
export function evidenceOf(
  own: Pick<FollowedFile, 'name' | 'version' | 'filename' | 'sha256'>,
  basis: Pick<TableBasis, 'files' | 'readBy'>,
): readonly EvidenceArtifact[] {
  const by = readByOf(basis)
  return [own, ...basis.files]
    .map(({ name, version, filename, sha256 }) => {
      return { package: name, version, filename, sha256, ...by }
    })
    .sort((one, other) => (one.package < other.package ? -1 : 1))
}

/** Of a table that was pulled none of the files was opened here, which its evidence says. */
export function readByOf({
  readBy,
}: Pick<TableBasis, 'readBy'>): Pick<EvidenceArtifact, 'read_by'> {
  return readBy === undefined ? {} : { read_by: readBy }
}

/** Whether the table of a release is kept, or cannot be had. What it lacks is the matter of `read`. */
export function isReadIn(parts: {
  tables: TableStore
  extractions: ExtractionStore
}): (release: IngestedRelease) => Promise<boolean> {
  return async (release) => {
    const { artifact } = release
    if (!isOpenable(artifact) || !ingestMakesTable(release)) return true
    const found = await keptTable(parts.tables, release)
    if (found !== null && (await parts.tables.has(found.key))) return true
    const opening = openingIdOf(release, artifact)
    return (await parts.extractions.load(opening, ingestExtractor(release))) !== null
  }
}

// One release on demand of an operator: through the same code as a question, with a report of what
// was done instead of a signed answer.

import { isLasting } from '../domain/extractionTries.ts'
import { EXTRACTOR_VERSIONS, ingestExtractor } from '../domain/extractorVersions.ts'
import type { PackageKey } from '../domain/names/packageName.ts'
import {
  type Artifact,
  type IngestedRelease,
  openingIdOf,
  type RegistryStatus,
} from '../domain/release.ts'
import type { ExtractionStore } from '../ports/extraction.ts'
import type { Registry } from '../ports/registry.ts'
import type { PackageStore } from '../ports/store.ts'
import type { ReadMeter } from './bulkMeter.ts'
import type { IngestRelease } from './ingestRelease.ts'
import type { LatestReleases } from './latestReleases.ts'
import { type NotThere, notThere } from './openAgain.ts'

/** Files of the archive, and how many of them were read. */
type FileCounts = Readonly<{ files: number; read: number }>

export type OneReport =
  | Readonly<{
      /** `ingested`: it was read now. `indexed`: it was in the index already. */
      state: 'ingested' | 'indexed'
      version: string | null
      artifact: Artifact | null
      /** Why the file could not be opened, `refused: …`; the release is indexed all the same. */
      unopened: string | null
      /** Null when the file was not read by this call. */
      counts: FileCounts | null
      status: RegistryStatus | null
      /** Fetched for it by this call. */
      bytes: number
    }>
  | NotThere

/** A release that is indexed now; `isNew`: this call read it. */
type FoundRelease = Readonly<{ release: IngestedRelease; isNew: boolean }>

export type IngestOne = ReturnType<typeof ingestOne>

export function ingestOne(parts: {
  registryOf: (key: PackageKey) => Registry
  packages: PackageStore
  extractions: ExtractionStore
  latest: LatestReleases
  ingest: IngestRelease
  meter: ReadMeter
}) {
  const { packages, extractions, meter } = parts

  async function unopened(release: IngestedRelease): Promise<string | null> {
    const { artifact } = release
    const failure =
      artifact && (await extractions.load(openingIdOf(release, artifact), ingestExtractor(release)))
    // What is tried again is not known to be unreadable.
    if (!failure || !isLasting(failure)) return null
    return `${failure.outcome.state}: ${failure.outcome.reason}`
  }

  async function report(
    key: PackageKey,
    work: () => Promise<FoundRelease | OneReport>,
  ): Promise<OneReport> {
    const watch = meter.watch(key)
    const done = await work().finally(watch.end)
    if ('state' in done) return done
    const { bytes, counts } = watch.end()
    const { release, isNew } = done
    return {
      state: isNew ? 'ingested' : 'indexed',
      version: release.version,
      artifact: release.artifact,
      unopened: await unopened(release),
      counts: counts && { files: counts.files, read: counts.keptFiles },
      status: release.registryStatus,
      bytes,
    }
  }

  function latest(key: PackageKey, signal: AbortSignal, use?: 'table'): Promise<OneReport> {
    return report(key, async () => {
      const before = await packages.load(key)
      const state = await parts.latest.find(key, { signal }, use)
      if (!state.found) return { state: 'absent', status: state.status }
      return { release: state.release, isNew: before?.head.hash !== state.proofHash }
    })
  }

  async function findPinned(
    key: PackageKey,
    version: string,
    signal: AbortSignal,
  ): Promise<FoundRelease | NotThere> {
    const known = await packages.loadPinned(key, version)
    // A release without a file may have got one.
    if (known?.artifact != null && known.extractor === EXTRACTOR_VERSIONS[key.ecosystem]) {
      return { release: known, isNew: false }
    }
    const found = await parts.registryOf(key).release(key.name, version, signal)
    if (!found.found) return notThere(found)
    const spelled = found.release.version
    const before = spelled === version ? known : await packages.loadPinned(key, spelled)
    const release = await parts.ingest.pinned(key, found, signal)
    return { release, isNew: before?.extractedAt !== release.extractedAt }
  }

  const pinned = (key: PackageKey, version: string, signal: AbortSignal) =>
    report(key, () => findPinned(key, version, signal))

  return {
    /** Throws `registry_unavailable` and its kin when it cannot be done. */
    latest: (key: PackageKey, signal: AbortSignal) => latest(key, signal),
    pinned,
    /** The same, with the release itself for an answer. */
    findPinned,
    /** The pinned release, or the latest where no version is named, for whoever needs its table. */
    release: (key: PackageKey, version: string | null, signal: AbortSignal) =>
      version === null ? latest(key, signal, 'table') : pinned(key, version, signal),
  }
}

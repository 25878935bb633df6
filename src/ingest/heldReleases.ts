// What ingestion is for whoever works offline: nothing is fetched, read or saved; what the data folder
// holds is handed out, and what it does not hold is refused.

import { EXTRACTOR_VERSIONS } from '../domain/extractorVersions.ts'
import type { PackageKey } from '../domain/names/packageName.ts'
import { notHeld, notInFolder } from '../domain/notHeld.ts'
import { type IngestedRelease, NO_FILE_REASON } from '../domain/release.ts'
import type { ExtractionStore } from '../ports/extraction.ts'
import type { Registry } from '../ports/registry.ts'
import type { PackageStore } from '../ports/store.ts'
import type { IngestRelease } from './ingestRelease.ts'
import { type LatestReleases, latestState } from './latestReleases.ts'
import type { OpenAgain } from './openAgain.ts'

type Parts = Readonly<{
  registryOf: (key: PackageKey) => Registry
  packages: PackageStore
  extractions: ExtractionStore
}>

export function heldReleases({ registryOf, packages, extractions }: Parts) {
  const latest: LatestReleases = {
    // The folder may be filled while a session lasts, so it is looked at each time.
    peek: () => null,
    async find(key, { signal }) {
      const indexed = await packages.load(key)
      // Refuses, and says what is held instead.
      if (indexed === null) await registryOf(key).lookup(key.name, signal)
      if (indexed === null) throw notInFolder(key.name)
      requireCurrent(indexed.head.release)
      return latestState(extractions, indexed, false)
    },
  }

  const ingest: IngestRelease = {
    async latest(key) {
      throw notInFolder(key.name)
    },
    async pinned(key, { release: { version } }) {
      const known = await packages.loadPinned(key, version)
      if (known === null) throw notInFolder(`${key.name} ${version}`)
      requireCurrent(known)
      return known
    },
  }

  /** For tables: making one would choose other packages by what happens to be held. */
  const openAgain: OpenAgain = async (key, { version, artifact }) => {
    if (version === null || artifact === null) {
      return { state: 'unreadable', version, artifact, reason: NO_FILE_REASON }
    }
    throw notInFolder(`the symbol table of ${key.name} ${version}`)
  }

  return { latest, ingest, openAgain }
}

/** What another version of the program read is read again before anything is said of it. */
function requireCurrent({ ecosystem, name, version, extractor }: IngestedRelease): void {
  const current = EXTRACTOR_VERSIONS[ecosystem]
  if (extractor === current) return
  const release = version === null ? name : `${name} ${version}`
  throw notHeld(`${release} was read by ${extractor} and has to be read again by ${current}`)
}

// What it took to read a release: bytes that came over the network and the counts of the archive.
// The flow itself does not care; whoever does watches a package for the time of one call.

import type { PackageKey } from '../domain/names/packageName.ts'
import { keyText } from '../domain/release.ts'
import type { ExtractionCounts } from '../ports/extraction.ts'
import type { RangedArtifact, Registry } from '../ports/registry.ts'
import type { ReadArtifact } from './readArtifact.ts'

type Tally = { bytes: number; counts: ExtractionCounts | null }

export type ReadMeter = ReturnType<typeof readMeter>

export function readMeter(registryOf: (key: PackageKey) => Registry) {
  // Only watched packages are here, so that a server that asks for millions keeps nothing of them.
  const watched = new Map<string, Set<Tally>>()

  function tallies(key: PackageKey): ReadonlySet<Tally> {
    return watched.get(keyText(key)) ?? new Set()
  }

  return {
    /** The registry, counting what is fetched for this package. */
    registryOf(key: PackageKey): Registry {
      const registry = registryOf(key)
      return countedRegistry(registry, (bytes) => {
        for (const tally of tallies(key)) tally.bytes += bytes
      })
    },
    read:
      (inner: ReadArtifact): ReadArtifact =>
      async (key, remote, signal, options) => {
        const result = await inner(key, remote, signal, options)
        if (result.outcome?.state === 'extracted') {
          for (const tally of tallies(key)) tally.counts = result.outcome.counts
        }
        return result
      },
    /** Counts from now on, until `end` is called. */
    watch(key: PackageKey) {
      const text = keyText(key)
      const tally: Tally = { bytes: 0, counts: null }
      const all = watched.get(text) ?? new Set()
      watched.set(text, all.add(tally))
      const end = (): Readonly<Tally> => {
        all.delete(tally)
        if (all.size === 0) watched.delete(text)
        return { ...tally }
      }
      return { end }
    },
  }
}

function countedRegistry(registry: Registry, count: (bytes: number) => void): Registry {
  return {
    ...registry,
    async fetchArtifact(artifact, signal) {
      const fetched = await registry.fetchArtifact(artifact, signal)
      if (fetched.digest === 'computed') count(fetched.sizeBytes)
      return fetched
    },
    async downloadArtifact(artifact, sink, signal) {
      const downloaded = await registry.downloadArtifact(artifact, sink, signal)
      count(downloaded.artifact.sizeBytes)
      return downloaded
    },
    async openRanges(artifact, signal) {
      const ranged = await registry.openRanges(artifact, signal)
      return ranged === null ? null : countedRanges(ranged, count)
    },
  }
}

function countedRanges(ranged: RangedArtifact, count: (bytes: number) => void): RangedArtifact {
  let isCounted = false
  return {
    ...ranged,
    close() {
      ranged.close()
      if (!isCounted) count(ranged.fetched().bytes)
      isCounted = true
    },
  }
}

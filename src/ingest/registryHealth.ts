// Whether a registry answers, as seen by the questions themselves: nobody probes it for a page.

import type { Registry } from '../ports/registry.ts'

type RegistryHealth = Readonly<{
  identity: string
  /** `unknown` until somebody asked. */
  state: 'unknown' | 'ok' | 'failing'
  lastAnswerAt: string | null
  lastFailureAt: string | null
}>

type WatchedRegistry = Readonly<{ registry: Registry; health: () => RegistryHealth }>

export function watchedRegistry(registry: Registry, now: () => Date): WatchedRegistry {
  let answeredAt: Date | null = null
  let failedAt: Date | null = null

  async function noting<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
    try {
      const result = await work
      answeredAt = now()
      return result
    } catch (error) {
      // Whoever gave up waiting says nothing of the registry.
      if (!signal.aborted) failedAt = now()
      throw error
    }
  }

  return {
    registry: {
      ecosystem: registry.ecosystem,
      identity: registry.identity,
      pageUrl: (name, version) => registry.pageUrl(name, version),
      sourceUrl: (artifact) => registry.sourceUrl(artifact),
      lookup: (name, signal) => noting(registry.lookup(name, signal), signal),
      release: (name, version, signal) => noting(registry.release(name, version, signal), signal),
      newestIn: (name, ranges, signal, use) =>
        noting(registry.newestIn(name, ranges, signal, use), signal),
      versions: (name, signal) => noting(registry.versions(name, signal), signal),
      fetchArtifact: (artifact, signal) => noting(registry.fetchArtifact(artifact, signal), signal),
      downloadArtifact: (artifact, sink, signal) =>
        noting(registry.downloadArtifact(artifact, sink, signal), signal),
      openRanges: (artifact, signal) => noting(registry.openRanges(artifact, signal), signal),
    },
    health: () => ({
      identity: registry.identity,
      state: stateOf(answeredAt, failedAt),
      lastAnswerAt: answeredAt?.toISOString() ?? null,
      lastFailureAt: failedAt?.toISOString() ?? null,
    }),
  }
}

function stateOf(answeredAt: Date | null, failedAt: Date | null): RegistryHealth['state'] {
  if (answeredAt === null && failedAt === null) return 'unknown'
  if (failedAt === null) return 'ok'
  return answeredAt !== null && answeredAt > failedAt ? 'ok' : 'failing'
}

// Whether a registry answers, as seen by the questions themselves: nobody probes it for a page.

import type { Registry } from '../ports/registry.ts'

export function watchedRegistry(registry: Registry, now: () => Date) {
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

  const watched: Registry = {
    ...registry,
    lookup: (name, signal) => noting(registry.lookup(name, signal), signal),
    release: (name, version, signal) => noting(registry.release(name, version, signal), signal),
    newestIn: (name, ranges, signal, use) =>
      noting(registry.newestIn(name, ranges, signal, use), signal),
    versions: (name, signal) => noting(registry.versions(name, signal), signal),
    fetchArtifact: (artifact, signal) => noting(registry.fetchArtifact(artifact, signal), signal),
    downloadArtifact: (artifact, sink, signal) =>
      noting(registry.downloadArtifact(artifact, sink, signal), signal),
    openRanges: (artifact, signal) => noting(registry.openRanges(artifact, signal), signal),
  }
  return {
    registry: watched,
    health: () => ({
      identity: registry.identity,
      state: stateOf(answeredAt, failedAt),
      lastAnswerAt: answeredAt?.toISOString() ?? null,
      lastFailureAt: failedAt?.toISOString() ?? null,
    }),
  }
}

/** `unknown` until somebody asked. */
function stateOf(answeredAt: Date | null, failedAt: Date | null): 'unknown' | 'ok' | 'failing' {
  if (answeredAt === null && failedAt === null) return 'unknown'
  if (failedAt === null) return 'ok'
  return answeredAt !== null && answeredAt > failedAt ? 'ok' : 'failing'
}

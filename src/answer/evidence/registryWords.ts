// What the registry says of a release that somebody names: withdrawn since, deprecated, of a project
// that is archived. The table of a release says nothing about that, and what was said when it was read
// may be over; so the registry is asked, and believed for a while.

import { keptIn } from '../../domain/maps.ts'
import type { PackageKey } from '../../domain/names/packageName.ts'
import { orAborted } from '../../domain/orAborted.ts'
import { recentlyUsed } from '../../domain/recentlyUsed.ts'
import { keyText } from '../../domain/release.ts'
import { ServiceError } from '../../errors.ts'
import { PINNED_CACHE_ENTRIES, REGISTRY_WORDS_TIMEOUT_MS } from '../../limits.ts'
import type { Caller } from '../../ports/caller.ts'
import type { FoundRelease, Registry, ReleaseLookup } from '../../ports/registry.ts'
import type { SpokenOf } from './notices.ts'

type RegistryWords = Readonly<{
  /** The registry told. */
  isKnown: boolean
  /** What is said of a withdrawn release, which may be nothing; null when it is not known to be one. */
  withdrawn: string | null
  /** Null where the release is not there, or nothing is known. */
  release: SpokenOf | null
}>

export type AskRegistryWords = ReturnType<typeof registryWords>

const UNKNOWN: RegistryWords = { isKnown: false, withdrawn: null, release: null }

/** How long one who could not be asked is left alone: nobody else waits for it meanwhile. */
const SILENT_MS = 30_000

type Kept = Readonly<{ words: RegistryWords; refreshAtMs: number; untilMs: number }>

export function registryWords(parts: {
  registryOf: (key: PackageKey) => Registry
  windowMs: number
  now: () => Date
}) {
  const { registryOf, windowMs, now } = parts
  const known = recentlyUsed<string, Kept>(PINNED_CACHE_ENTRIES)
  const asked = new Map<string, Promise<RegistryWords>>()

  async function ask(id: string, key: PackageKey, version: string): Promise<RegistryWords> {
    const bounded = AbortSignal.timeout(REGISTRY_WORDS_TIMEOUT_MS)
    const startedMs = now().getTime()
    try {
      const words = wordsOf(await registryOf(key).release(key.name, version, bounded))
      const untilMs = startedMs + windowMs
      known.set(id, { words, untilMs, refreshAtMs: startedMs + windowMs / 2 })
      return words
    } catch (error) {
      // Not to know is no reason to call a release withdrawn, nor to leave its table unread.
      if (!(error instanceof ServiceError) && !bounded.aborted) throw error
      const before = known.get(id)
      const untilMs = now().getTime() + SILENT_MS
      if (before === undefined || before.untilMs < untilMs) {
        known.set(id, { words: UNKNOWN, untilMs, refreshAtMs: untilMs })
      }
      return UNKNOWN
    }
  }

  /** Many who ask at once share one request. */
  function share(id: string, key: PackageKey, version: string): Promise<RegistryWords> {
    return keptIn(asked, id, () => ask(id, key, version).finally(() => asked.delete(id)))
  }

  return async (key: PackageKey, version: string, { signal }: Caller) => {
    const id = `${keyText(key)}@${version}`
    const kept = known.get(id)
    const nowMs = now().getTime()
    if (kept !== undefined && nowMs < kept.untilMs) {
      // Asked again before the window ends, so that a warm answer never waits for the registry.
      if (nowMs >= kept.refreshAtMs) share(id, key, version).catch(() => {})
      return kept.words
    }
    signal.throwIfAborted()
    return orAborted(share(id, key, version), signal)
  }
}

function wordsOf(found: ReleaseLookup): RegistryWords {
  if (found.found) {
    const release = remoteSpokenOf(found)
    return { isKnown: true, withdrawn: release.yanked, release }
  }
  // Versions of a quarantined project are withheld, which does not say that there is none.
  const withdrawn = found.status === 'quarantined' ? null : 'the registry has it no longer'
  return { isKnown: true, withdrawn, release: null }
}

/** What a registry says of a release that it was just asked for. */
export function remoteSpokenOf({ release, status, statusReason }: FoundRelease): SpokenOf {
  return {
    version: release.version,
    registryStatus: status,
    statusReason: statusReason ?? null,
    deprecation: release.deprecation ?? null,
    yanked: release.yanked ?? null,
    hasFile: release.artifact !== null,
  }
}

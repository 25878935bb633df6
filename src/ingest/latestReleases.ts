// The latest release of every package that was asked for: from memory while it is fresh, from the
// store when another node or an earlier run confirmed it, else from the registry. An absence is
// remembered to the end of its window and never longer. What cannot be decided is thrown.

import { type AskedWindow, askedWindow } from '../domain/askedWindow.ts'
import { EXTRACTOR_VERSIONS, ingestExtractor } from '../domain/extractorVersions.ts'
import type { PackageKey } from '../domain/names/packageName.ts'
import { recentlyUsed } from '../domain/recentlyUsed.ts'
import {
  type IngestedRelease,
  isOpenable,
  keyText,
  openingIdOf,
  type RegistryStatus,
} from '../domain/release.ts'
import { ServiceError } from '../errors.ts'
import { ABSENCE_CACHE_ENTRIES, ANSWER_CACHE_ENTRIES } from '../limits.ts'
import type { Caller } from '../ports/caller.ts'
import type { ExtractionStore } from '../ports/extraction.ts'
import type { Registry } from '../ports/registry.ts'
import type { IndexedPackage, PackageStore } from '../ports/store.ts'
import type { Flights } from './flights.ts'
import type { IngestRelease } from './ingestRelease.ts'

/** How we came to know it: `ingested` was in the index, `lazy` this question put it there. */
export type Source = 'ingested' | 'lazy' | 'registry'

/** Immutable, and one object as long as nothing changed: what is derived from it can hang on it. */
export type LatestState =
  | Readonly<{ found: true; release: IngestedRelease; proofHash: string; source: Source }>
  /** With the window in which the registry said no. */
  | (Readonly<{ found: false; status: RegistryStatus | null }> & AskedWindow)

export type LatestReleases = ReturnType<typeof latestReleases>

/** `table`: whoever asks for the table next has it made with all that it leads to, at once and not a second time. */
type Use = 'table'

/** Hears which version the registry names as the latest, before anything of it is read. */
type Heard = (version: string) => void

/** A failure that lasts at least this long is remembered. */
const LASTING_S = 60

type Failure = Readonly<{ error: ServiceError; untilMs: number }>

type Entry = Readonly<{ state: LatestState; freshUntilMs: number; refreshAtMs: number }>

export function latestReleases(parts: {
  registryOf: (key: PackageKey) => Registry
  packages: PackageStore
  extractions: ExtractionStore
  ingest: IngestRelease
  flights: Flights<LatestState>
  now: () => Date
  latestWindowMs: number
  absenceWindowMs: number
}) {
  const { now, latestWindowMs, absenceWindowMs } = parts
  const present = recentlyUsed<string, Entry>(ANSWER_CACHE_ENTRIES)
  const absent = recentlyUsed<string, Entry>(ABSENCE_CACHE_ENTRIES)
  const failed = recentlyUsed<string, Failure>(ABSENCE_CACHE_ENTRIES)

  function remember(text: string, state: LatestState, checkedAtMs: number): LatestState {
    if (state.found) {
      const before = present.get(text)?.state
      const unchanged = before?.found && before.proofHash === state.proofHash
      // The answer to the question that ingested it says `lazy`; every later one says `ingested`.
      const settled = state.source === 'lazy' ? { ...state, source: 'ingested' as const } : state
      const kept = unchanged ? before : settled
      const freshUntilMs = checkedAtMs + latestWindowMs
      const refreshAtMs = checkedAtMs + latestWindowMs / 2
      absent.delete(text)
      present.set(text, { state: kept, freshUntilMs, refreshAtMs })
    } else {
      const freshUntilMs = state.askedAtMs + state.windowMs
      present.delete(text)
      absent.set(text, { state, freshUntilMs, refreshAtMs: freshUntilMs })
    }
    return state
  }

  async function ask(
    key: PackageKey,
    signal: AbortSignal,
    use?: Use,
    heard?: Heard,
  ): Promise<LatestState> {
    const text = keyText(key)
    const known = await parts.packages.load(key)
    const askedMs = now().getTime()
    if (known !== null && isFresh(known, askedMs)) {
      return remember(text, await stateOf(known, false), Date.parse(known.checkedAt))
    }
    const project = await parts.registryOf(key).lookup(key.name, signal)
    if (!project.found) {
      // The window in which the registry said no, not the one in which we began to ask.
      const asked = askedWindow(now().getTime(), absenceWindowMs)
      return remember(text, { found: false, status: project.status, ...asked }, askedMs)
    }
    if (project.latest !== null) heard?.(project.latest.version)
    const { indexed, isNew } = await parts.ingest.latest(
      key,
      project,
      known,
      new Date(askedMs).toISOString(),
      signal,
      use === 'table' ? { followed: 'chosen' } : {},
    )
    return remember(text, await stateOf(indexed, isNew), askedMs)
  }

  /** Confirmed lately, by this node or another, and read by the extractor of this version. */
  function isFresh({ head, checkedAt }: IndexedPackage, nowMs: number): boolean {
    const checkedAtMs = Date.parse(checkedAt)
    // A check that lies ahead was made by a clock that was wrong; it vouches for nothing.
    if (checkedAtMs > nowMs || nowMs >= checkedAtMs + latestWindowMs / 2) return false
    return head.release.extractor === EXTRACTOR_VERSIONS[head.release.ecosystem]
  }

  const stateOf = (indexed: IndexedPackage, isNew: boolean) =>
    latestState(parts.extractions, indexed, isNew)

  /**
   * Throws `registry_unavailable` and its kin when existence cannot be decided. Only the caller that
   * starts the flight hears of the version.
   */
  function find(key: PackageKey, caller: Caller, use?: Use, heard?: Heard): Promise<LatestState> {
    const text = keyText(key)
    const failure = failed.get(text)
    if (failure !== undefined && now().getTime() < failure.untilMs) {
      return Promise.reject(failure.error)
    }
    return parts.flights.join(
      text,
      (flight) => ask(key, flight, use, heard).catch(rememberFailure(text)),
      caller,
    )
  }

  /** What will not mend itself in a minute is not tried again in that minute, by anybody. */
  function rememberFailure(text: string): (error: unknown) => never {
    return (error) => {
      const retryAfterS = error instanceof ServiceError ? error.retryAfterS : null
      if (error instanceof ServiceError && retryAfterS !== null && retryAfterS >= LASTING_S) {
        failed.set(text, { error, untilMs: now().getTime() + retryAfterS * 1_000 })
      }
      throw error
    }
  }

  return {
    /** What is known and fresh right now, without waiting; null: call `find`. */
    peek(key: PackageKey): LatestState | null {
      const text = keyText(key)
      const entry = present.get(text) ?? absent.get(text)
      if (entry === undefined) return null
      const nowMs = now().getTime()
      if (nowMs >= entry.freshUntilMs) return null
      if (nowMs >= entry.refreshAtMs) {
        // Asked again before the window ends, so that a warm answer never waits for the registry.
        find(key, { signal: new AbortController().signal }).catch(() => {})
      }
      return entry.state
    },
    find,
  }
}

/** `isNew`: this question put it into the index. */
export async function latestState(
  extractions: ExtractionStore,
  { head: { release, hash } }: IndexedPackage,
  isNew: boolean,
): Promise<LatestState> {
  const { artifact } = release
  const failure =
    isOpenable(artifact) &&
    (await extractions.load(openingIdOf(release, artifact), ingestExtractor(release)))
  const isOpened = failure === null
  // Without a file that we can open, the answer rests on the registry's word alone.
  const source = !isOpened ? 'registry' : isNew ? 'lazy' : 'ingested'
  return { found: true, release, proofHash: hash, source }
}

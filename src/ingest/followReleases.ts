// Files of other packages for the table of a release: chosen as its names turn out to lead to them,
// within bounds of their own, or exactly those that were chosen before.

import { type PackageKey, parsePackageName } from '../domain/names/packageName.ts'
import { recentlyUsed } from '../domain/recentlyUsed.ts'
import {
  type FollowedFile,
  keyText,
  NOT_YET_FOLLOWED,
  type UnfollowedPackage,
} from '../domain/release.ts'
import { ServiceError } from '../errors.ts'
import { RANGE_CACHE_ENTRIES } from '../limits.ts'
import type { BlobCache } from '../ports/blobs.ts'
import type { DependencyFile, JobDependencies, WantedPackage } from '../ports/extraction.ts'
import type { RangeLookup, Registry } from '../ports/registry.ts'
import { type DependencyFiles, dependencyFiles } from './dependencyFiles.ts'
import { type FetchedFiles, withKnownDigest } from './obtainFile.ts'

type FollowSession = Readonly<{
  dependencies: JobDependencies
  /** Lets go of the files. */
  close(): Promise<void>
}>

export type FollowReleases = ReturnType<typeof followReleases>

export type FollowBounds = Readonly<{ filesMax: number; maxBytes: number; timeoutMs: number }>

export function followReleases(parts: {
  registryOf: (key: PackageKey) => Registry
  blobs: BlobCache
  fetched: FetchedFiles
  bounds: FollowBounds
  now: () => Date
  /** How long a release counts as the newest of its range. */
  windowMs: number
}) {
  const { registryOf, bounds, now, windowMs } = parts
  const newest = recentlyUsed<string, { lookup: RangeLookup; untilMs: number }>(RANGE_CACHE_ENTRIES)

  async function newestIn(
    key: PackageKey,
    ranges: readonly string[],
    signal: AbortSignal,
  ): Promise<RangeLookup> {
    const text = JSON.stringify([keyText(key), ranges])
    const known = newest.get(text)
    if (known !== undefined && now().getTime() < known.untilMs) return known.lookup
    const lookup = await registryOf(key).newestIn(key.name, ranges, signal, 'files')
    // An absence would be final, so it is always the registry's word of today.
    if (lookup.found) newest.set(text, { lookup, untilMs: now().getTime() + windowMs })
    return lookup
  }

  /** The release to follow, or why there is none; throws what the registry throws. */
  async function chooseRelease(key: PackageKey, ranges: readonly string[], signal: AbortSignal) {
    const lookup = await newestIn(key, ranges, signal)
    if (!lookup.found) {
      if (lookup.status === 'quarantined') return unfollowed(key.name, 'withheld', true)
      const reason = lookup.missing === 'project' ? 'no such package' : 'no release in the range'
      return absent(key.name, reason)
    }
    const { version, artifact } = lookup.release
    if (artifact === null || artifact.kind === 'other') {
      return unfollowed(key.name, `${version} has no file that is opened`)
    }
    return { version, remote: artifact }
  }

  /** What cannot be had is left out and said so; throws only what is nobody's fault but ours. */
  function choose(of: PackageKey): FollowSession {
    const files = dependencyFiles({ ...parts, maxBytes: bounds.maxBytes })
    // A job may be run twice, when its child is lost: what was found for it stays.
    const found = new Map<string, Promise<DependencyFile | UnfollowedPackage>>()

    async function find(wanted: WantedPackage, signal: AbortSignal) {
      const name = parsePackageName(of.ecosystem, wanted.name)
      if (name === null) return absent(wanted.name, 'no name of a package')
      if (name === of.name) return absent(name, 'is the package itself')
      const late = new AbortController()
      // Only the finding has an end by the clock: how long the child works is no matter of the network.
      const timer = setTimeout(() => late.abort(), bounds.timeoutMs)
      const ending = AbortSignal.any([signal, late.signal])
      try {
        const key = { ecosystem: of.ecosystem, name }
        const chosen = await chooseRelease(key, wanted.ranges, ending)
        if ('reason' in chosen) return chosen
        return await files.open(key, chosen, ending)
      } catch (error) {
        if (signal.aborted) throw error
        if (late.signal.aborted) return unfollowed(name, 'took too long', true)
        return explain(name, error)
      } finally {
        clearTimeout(timer)
      }
    }

    return {
      dependencies: {
        find(wanted, signal) {
          const text = JSON.stringify([wanted.name, wanted.ranges])
          const known = found.get(text)
          if (known !== undefined) return known
          if (found.size >= bounds.filesMax) {
            const reason = `more than ${bounds.filesMax} packages are wanted`
            return Promise.resolve(unfollowed(wanted.name, reason))
          }
          const finding = find(wanted, signal)
          found.set(text, finding)
          return finding
        },
      },
      close: files.close,
    }
  }

  async function openAgain(
    files: DependencyFiles,
    file: FollowedFile,
    signal: AbortSignal,
  ): Promise<DependencyFile> {
    const kept = await files.openKept(file, signal)
    if (kept !== null) return kept
    const lookup = await registryOf(file).release(file.name, file.version, signal)
    const remote = lookup.found ? lookup.release.artifact : null
    if (remote?.filename !== file.filename) throw changed(file, 'is not served any more')
    const chosen = { version: file.version, remote: withKnownDigest(remote, file) }
    const opened = await files.open(file, chosen, signal)
    if (opened.file.sha256 !== file.sha256) throw changed(file, 'has other bytes now')
    return opened
  }

  return {
    /** Follows nothing, and says so of whatever is wanted. */
    later: (): FollowSession => ({
      dependencies: { find: async ({ name }) => unfollowed(name, NOT_YET_FOLLOWED, true) },
      close: async () => {},
    }),
    choose,
    /**
     * Throws what the registry throws, and `artifact_changed` when a file is not served any more: a
     * table without it would be another.
     */
    async again(chosen: readonly FollowedFile[], signal: AbortSignal): Promise<FollowSession> {
      // What was within the bound once is within it now.
      const files = dependencyFiles({ ...parts, maxBytes: Number.POSITIVE_INFINITY })
      try {
        const opened: DependencyFile[] = []
        for (const file of chosen) opened.push(await openAgain(files, file, signal))
        return { dependencies: { files: opened }, close: files.close }
      } catch (error) {
        await files.close()
        throw error
      }
    },
  }
}

function unfollowed(name: string, reason: string, isTemporary = false): UnfollowedPackage {
  return { name, reason, isTemporary }
}

function absent(name: string, reason: string): UnfollowedPackage {
  return { name, reason, isTemporary: false, isAbsent: true }
}

/** What the world did is a reason; anything else is a bug, and is thrown on. */
function explain(name: string, error: unknown): UnfollowedPackage {
  if (!(error instanceof ServiceError) || error.code === 'internal') throw error
  if (error.code === 'shutting_down') throw error
  return unfollowed(name, error.code, error.code !== 'artifact_too_large')
}

function changed({ name, filename }: FollowedFile, what: string): ServiceError {
  return new ServiceError(
    'artifact_changed',
    `${name} ${filename}: the file that was followed ${what}`,
  )
}

// What both PyPI protocols come down to: versions, their files, and which of them is the latest.

import { setImmediate } from 'node:timers/promises'
import { compare, explain, filter, satisfies, validRange } from '@renovatebot/pep440'
import { keptIn } from '../../domain/maps.ts'
import { isReadableRange } from '../../domain/rangeText.ts'
import type { RemoteArtifact } from '../../domain/release.ts'
import type { ListedVersion, RemoteRelease } from '../../ports/registry.ts'
import { chooseFile, compareNumbers } from './artifactChoice.ts'
import { versionKey } from './pypiVersion.ts'
import type { Standing } from './registryWords.ts'

/** A project may list twenty thousand files of which one is needed: the rest of it is read late. */
export type PypiFile = Readonly<{
  filename: string
  /** Why it is yanked, which may be nothing; null when it is not. */
  yanked: string | null
  /** Which versions of Python it says it needs, as written. */
  requiresPython: string | null
  /** Throws `MalformedDocument`. */
  read(): RemoteArtifact
}>

export type PypiProject = Readonly<{
  /** Every version, those without files included, as the registry spells them. */
  releases: ReadonlyMap<string, readonly PypiFile[]>
  /** What the index says of the project; null where it was not asked. */
  standing: Standing | null
}>

/**
 * The newest final release that has a file that is not yanked; else the newest such pre-release;
 * else a yanked one; else a version that has no file. Versions that predate PEP 440 come last.
 */
export function latestRelease({ releases }: PypiProject): RemoteRelease | null {
  let best: Candidate | null = null
  for (const [version, files] of releases) {
    const candidate = readCandidate(version, files)
    if (best === null || compareCandidates(candidate, best) > 0) best = candidate
  }
  if (best === null) return null
  return remoteRelease(best.version, releases.get(best.version) ?? [])
}

/** `files`: all of the release, or those that count. */
function remoteRelease(version: string, files: readonly PypiFile[]): RemoteRelease {
  const artifact = chooseFile(files)?.read() ?? null
  const reasons = files.flatMap(({ yanked }) => yanked ?? [])
  const isYanked = files.length > 0 && reasons.length === files.length
  return {
    version,
    artifact,
    ...(isYanked ? { yanked: reasons.find((reason) => reason !== '') ?? '' } : {}),
  }
}

/**
 * The release of a version, however it is spelled; null when there is none. Should the registry
 * list two spellings of it, the one that was asked for wins, then one that has files.
 */
export function findRelease({ releases }: PypiProject, wanted: string): RemoteRelease | null {
  const key = versionKey(wanted)
  const spellings = [...releases.keys()].filter((version) => versionKey(version) === key)
  const [version] = spellings.sort(
    (a, b) =>
      Number(b === wanted) - Number(a === wanted) ||
      Number(hasFiles(b)) - Number(hasFiles(a)) ||
      (a < b ? -1 : 1),
  )
  if (version === undefined) return null
  return remoteRelease(version, releases.get(version) ?? [])

  function hasFiles(spelling: string): boolean {
    return (releases.get(spelling)?.length ?? 0) > 0
  }
}

/**
 * The newest final release in the range that has a file that is not yanked; without one, the newest
 * pre-release that has. A yanked one is taken where the range names that very version. Files that
 * need another Python than `python` do not count, unless all do. Null when there is none.
 */
export async function newestIn(
  { releases }: PypiProject,
  range: string,
  python: string,
): Promise<RemoteRelease | null> {
  if (!isReadableRange(range) || !validRange(range)) return null
  const isExact = /^\s*={2,3}[^,*]+$/.test(range)
  const isMet = pythonFilter(python)
  const inRange = await versionsIn([...releases.keys()], range)
  const within = [...releases].flatMap(([version, listed]) => {
    const parsed = inRange.has(version) ? explain(version) : null
    if (parsed === null) return []
    const files = isExact ? listed : listed.filter(({ yanked }) => yanked === null)
    return files.length === 0 ? [] : [{ version, files, isFinal: !parsed.is_prerelease }]
  })
  const runnable = within.flatMap(({ files, ...release }) => {
    const fit = files.filter(({ requiresPython }) => isMet(requiresPython))
    return fit.length === 0 ? [] : [{ ...release, files: fit }]
  })
  const usable = runnable.length > 0 ? runnable : within
  const finals = usable.filter(({ isFinal }) => isFinal)
  const [newest] = (finals.length > 0 ? finals : usable).sort(
    (a, b) => compare(b.version, a.version) || (a.version < b.version ? -1 : 1),
  )
  if (newest === undefined) return null
  return remoteRelease(newest.version, newest.files)
}

/** Whether a file of a release that is not yanked takes this Python. */
export function isForPython({ releases }: PypiProject, version: string, python: string): boolean {
  const isMet = pythonFilter(python)
  const files = releases.get(version) ?? []
  return files.some(({ yanked, requiresPython }) => yanked === null && isMet(requiresPython))
}

/** Whether a version is in a range, be it a pre-release or not. */
export function isInRange(version: string, range: string): boolean {
  if (!isReadableRange(range) || !validRange(range) || explain(version) === null) return false
  return filter([version], range, { prereleases: true }).length > 0
}

/** Versions that predate PEP 440 are left out: nothing says where they stand among the others. */
export function listVersions({ releases }: PypiProject): readonly ListedVersion[] {
  return [...releases].flatMap(([version, files]) => {
    const parsed = explain(version)
    if (parsed === null) return []
    return {
      version,
      isFinal: !parsed.is_prerelease,
      isWithdrawn: files.every(({ yanked }) => yanked !== null),
    }
  })
}

/** Releases that are put to a range before others have their turn. */
const RELEASES_AT_ONCE = 100

/** The library reads a range once for each list that it is given, and each version for each clause. */
async function versionsIn(versions: readonly string[], range: string): Promise<Set<string>> {
  const found = new Set<string>()
  for (let start = 0; start < versions.length; start += RELEASES_AT_ONCE) {
    if (start > 0) await setImmediate()
    const parsed = versions
      .slice(start, start + RELEASES_AT_ONCE)
      .filter((version) => explain(version) !== null)
    for (const version of filter(parsed, range, { prereleases: true })) found.add(version)
  }
  return found
}

/** What is written in a way that cannot be read forbids nothing. Files of a project say the same. */
function pythonFilter(python: string): (requiresPython: string | null) => boolean {
  const known = new Map<string, boolean>()
  return (requiresPython) => {
    if (requiresPython === null) return true
    return keptIn(known, requiresPython, () => {
      const isRange = isReadableRange(requiresPython) && validRange(requiresPython)
      return !isRange || satisfies(python, requiresPython)
    })
  }
}

type Candidate = Readonly<{ version: string; tier: number; numbers: readonly number[] | null }>

function readCandidate(version: string, files: readonly PypiFile[]): Candidate {
  const parsed = explain(version)
  const quality = parsed === null ? 0 : parsed.is_prerelease ? 1 : 2
  const numbers = parsed === null ? null : [parsed.epoch, ...parsed.release]
  return { version, tier: tierOf(quality, files), numbers }
}

function tierOf(quality: 0 | 1 | 2, files: readonly PypiFile[]): number {
  if (files.length === 0) return quality
  const isYanked = files.every(({ yanked }) => yanked !== null)
  // A version that cannot be parsed stays below every one that can, yanked or not.
  if (quality === 0) return isYanked ? 3 : 4
  return (isYanked ? 5 : 7) + quality
}

function compareCandidates(a: Candidate, b: Candidate): number {
  if (a.tier !== b.tier) return a.tier - b.tier
  // Epoch and release decide nearly always, and the library parses both versions on each call.
  const order = compareNumbers(a.numbers ?? [], b.numbers ?? [])
  if (order !== 0) return order
  const isParsed = a.numbers !== null && b.numbers !== null
  return (isParsed ? compare(a.version, b.version) : 0) || (a.version > b.version ? 1 : -1)
}

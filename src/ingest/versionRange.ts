// Which versions of a project a range takes in.

import type { Ecosystem } from '../domain/names/packageName.ts'
import { compareVersions, orderVersions } from '../domain/versionOrder.ts'
import type { ListedVersion } from '../ports/registry.ts'

type VersionRange = Readonly<{
  /** Both ends are part of it; null leaves an end open. */
  from: string | null
  to: string | null
  /** How many, the newest ones; null takes all. */
  last: number | null
  /** Pre-releases too. */
  withPrereleases: boolean
}>

/**
 * Oldest first. What nobody can install any more is left out, unless it is named as an end of the
 * range; so is a pre-release.
 */
export function versionsIn(
  ecosystem: Ecosystem,
  listed: readonly ListedVersion[],
  { from, to, last, withPrereleases }: VersionRange,
): readonly string[] {
  const isEnd = (version: string) =>
    [from, to].some((end) => end !== null && compareVersions(ecosystem, version, end) === 0)
  const isWithin = (version: string) =>
    (from === null || (compareVersions(ecosystem, from, version) ?? 1) <= 0) &&
    (to === null || (compareVersions(ecosystem, version, to) ?? 1) <= 0)
  const taken = listed.flatMap(({ version, isFinal, isWithdrawn }) => {
    if (!isWithin(version)) return []
    return isEnd(version) || (!isWithdrawn && (isFinal || withPrereleases)) ? [version] : []
  })
  const ordered = orderVersions(ecosystem, taken)
  return last === null ? ordered : ordered.slice(-last)
}

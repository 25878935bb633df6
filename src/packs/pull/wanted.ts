// Which releases of an index the files of a project lead to.

import { satisfies as satisfiesPython, validRange } from '@renovatebot/pep440'
import satisfies from 'semver/functions/satisfies.js'
import type { Ecosystem, PackageKey } from '../../domain/names/packageName.ts'
import { isReadableRange } from '../../domain/rangeText.ts'
import { keyText } from '../../domain/release.ts'
import { compareVersions, orderVersions } from '../../domain/versionOrder.ts'
import { placeOf } from '../format/packPaths.ts'
import type { PlacedRelease } from '../format/shard.ts'

/** A package that somebody asks for: in a version, in a range, or in whatever is newest. */
export type WantedPackage = Readonly<{
  key: PackageKey
  pin: string | null
  range: string | null
  /** It is taken where it is there, and not missed where it is not. */
  isOptional?: true
}>

export type Chosen = Readonly<{
  releases: readonly PlacedRelease[]
  /** What was asked for and is not in the index. */
  missing: readonly WantedPackage[]
}>

/** `releasesOf`: all that the index has of a package. */
export async function chooseWanted(
  wanted: readonly WantedPackage[],
  releasesOf: (key: PackageKey) => Promise<readonly PlacedRelease[]>,
): Promise<Chosen> {
  const chosen = new Map<string, PlacedRelease>()
  const missing: WantedPackage[] = []
  const asked = new Set<string>()
  let round = wanted
  while (round.length > 0) {
    const next: WantedPackage[] = []
    // In the order of shards, so that each is read once a round.
    for (const one of round.toSorted(byPlace)) {
      const text = JSON.stringify([keyText(one.key), one.pin, one.range, one.isOptional])
      if (asked.has(text)) continue
      asked.add(text)
      const { found, isMissing } = choose(one, await releasesOf(one.key))
      if (isMissing && one.isOptional !== true) missing.push(one)
      for (const release of found) {
        const id = idOf(release)
        if (chosen.has(id)) continue
        chosen.set(id, release)
        next.push(...followedBy(release))
      }
    }
    round = next
  }
  return { releases: [...chosen.values()], missing }
}

function byPlace({ key: one }: WantedPackage, { key: other }: WantedPackage): number {
  return placeOf(one) - placeOf(other)
}

/** A shard that was read again has other objects for the same releases. */
function idOf({ release }: PlacedRelease): string {
  return JSON.stringify([keyText(release), release.version, release.artifact.filename])
}

/** The packages that names of a release lead to, in the releases that its table rests on. */
function followedBy({ following }: PlacedRelease): readonly WantedPackage[] {
  return following.files.map(({ ecosystem, name, version }) => ({
    key: { ecosystem, name },
    pin: version,
    range: null,
    isOptional: true,
  }))
}

/** What is asked for, and the latest release, which answers speak of as well. */
function choose({ key, pin, range, isOptional }: WantedPackage, all: readonly PlacedRelease[]) {
  const { ecosystem } = key
  const ordered = orderVersions(ecosystem, [...new Set(all.map(versionOf))])
  const latest = all.find(({ latestAt }) => latestAt !== null)
  const newest = latest === undefined ? ordered.at(-1) : versionOf(latest)
  const asked =
    pin !== null
      ? ordered.find((version) => compareVersions(ecosystem, version, pin) === 0)
      : range === null
        ? newest
        : ordered.findLast((version) => isInRange(ecosystem, version, range))
  // What a table follows is one file; questions about the package itself ask for the latest as well.
  const taken = new Set(isOptional === true ? [asked] : [asked, newest])
  const found = all.filter((release) => taken.has(versionOf(release)))
  return { found, isMissing: asked === undefined }
}

function versionOf({ release }: PlacedRelease): string {
  return release.version
}

/** A range that makes no sense takes nothing in. */
function isInRange(ecosystem: Ecosystem, version: string, range: string): boolean {
  if (!isReadableRange(range)) return false
  if (ecosystem === 'npm') return satisfies(version, range, { loose: true })
  return validRange(range) && satisfiesPython(version, range)
}

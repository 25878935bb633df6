// Which of two releases comes first, by the rules of their ecosystem, and what their numbers claim.

import { compare as comparePep440, explain, valid as isPep440 } from '@renovatebot/pep440'
import compareBuild from 'semver/functions/compare-build.js'
import parseSemver from 'semver/functions/parse.js'
import type { Ecosystem } from './names/packageName.ts'

/** What a step from one version to another says by itself. */
export const BUMPS = ['none', 'patch', 'minor', 'major', 'prerelease', 'unknown'] as const
type Bump = (typeof BUMPS)[number]

/** Below zero when the first comes first; null when the rules do not say. */
export function compareVersions(ecosystem: Ecosystem, one: string, other: string): number | null {
  if (one === other) return 0
  if (ecosystem === 'pypi') {
    return isPep440(one) && isPep440(other)
      ? comparePep440(one, other) || byDigits(one, other)
      : null
  }
  const [before, after] = [parseSemver(one, LOOSE), parseSemver(other, LOOSE)]
  if (before === null || after === null) return null
  const byBuild = before.build.join('.') < after.build.join('.') ? -1 : 1
  const isSameBuild = before.build.join('.') === after.build.join('.')
  return compareBuild(before, after, LOOSE) || (isSameBuild ? byDigits(one, other) : byBuild)
}

/** Numbers that a double cannot hold, such as time stamps, in versions that else are equal. */
function byDigits(one: string, other: string): number {
  const [before, after] = [one, other].map((text) => text.match(/\d{16,}/g) ?? [])
  for (const [i, digits] of (before ?? []).entries()) {
    const theirs = after?.[i]
    if (theirs === undefined || BigInt(digits) === BigInt(theirs)) continue
    return BigInt(digits) < BigInt(theirs) ? -1 : 1
  }
  return 0
}

const LOOSE = { loose: true }

/** Oldest first; what the rules do not speak of stands before all that they do, by its text. */
export function orderVersions(ecosystem: Ecosystem, versions: readonly string[]): string[] {
  const isKnown = (version: string) => compareVersions(ecosystem, version, '1.0.0') !== null
  const ordered = versions.filter(isKnown).sort((one, other) => {
    return compareVersions(ecosystem, one, other) || (one < other ? -1 : 1)
  })
  return [...versions.filter((version) => !isKnown(version)).sort(), ...ordered]
}

export function bumpOf(ecosystem: Ecosystem, from: string, to: string): Bump {
  const order = compareVersions(ecosystem, from, to)
  if (order === null || order > 0) return 'unknown'
  if (order === 0) return 'none'
  const before = numbersOf(ecosystem, from)
  const after = numbersOf(ecosystem, to)
  const place = [0, 1, 2].find((i) => (before[i] ?? 0) !== (after[i] ?? 0))
  if (place === undefined) return before.length > 3 || after.length > 3 ? 'patch' : 'prerelease'
  return (['major', 'minor', 'patch'] as const)[place] ?? 'patch'
}

/**
 * Whether the numbers say that what worked goes on working: a later minor or patch release of the same
 * major one, below 1.0 a patch of the same minor one. Versions before a release promise nothing.
 */
export function promisesCompatible(ecosystem: Ecosystem, from: string, to: string): boolean {
  const bump = bumpOf(ecosystem, from, to)
  if (bump === 'none') return true
  if (isBeforeRelease(ecosystem, from) || isBeforeRelease(ecosystem, to)) return false
  if (ecosystem === 'pypi' && explain(from)?.epoch !== explain(to)?.epoch) return false
  const [major = 0, minor = 0] = numbersOf(ecosystem, to)
  if (bump === 'minor') return major > 0
  // What follows a release under its own numbers is another build of it.
  if (bump === 'prerelease') return ecosystem === 'pypi'
  return bump === 'patch' && major + minor > 0
}

function isBeforeRelease(ecosystem: Ecosystem, version: string): boolean {
  if (ecosystem === 'npm') return (parseSemver(version, LOOSE)?.prerelease.length ?? 1) > 0
  return explain(version)?.is_prerelease ?? true
}

function numbersOf(ecosystem: Ecosystem, version: string): readonly number[] {
  if (ecosystem === 'pypi') return explain(version)?.release ?? []
  const parsed = parseSemver(version, LOOSE)
  return parsed === null ? [] : [parsed.major, parsed.minor, parsed.patch]
}

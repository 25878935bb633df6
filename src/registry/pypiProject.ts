// What both PyPI protocols come down to: versions, their files, and which of them is the latest.

import { compare, explain } from '@renovatebot/pep440'
import type { RegistryStatus, RemoteArtifact } from '../domain/release.ts'
import { VERSION_LENGTH_MAX } from '../limits.ts'
import type { RemoteRelease } from '../ports/registry.ts'
import { chooseFile, fileKind } from './artifactChoice.ts'

export type PypiFile = Readonly<{
  filename: string
  url: string
  sizeBytes: number | null
  digests: RemoteArtifact['digests']
  isYanked: boolean
}>

export type PypiProject = Readonly<{
  /** Every version, those without files included, as the registry spells them. */
  releases: ReadonlyMap<string, readonly PypiFile[]>
  status: RegistryStatus | null
}>

/** A version that can be asked for: bounded, printable, no white space. */
export function isVersionText(version: string): boolean {
  return version.length <= VERSION_LENGTH_MAX && /^[\x21-\x7e]+$/.test(version)
}

/**
 * The newest final release that has a file that is not yanked; else the newest such pre-release;
 * else a yanked one; else a version that has no file. Versions that predate PEP 440 come last.
 */
export function latestRelease({ releases }: PypiProject): RemoteRelease | null {
  let best: Candidate | null = null
  for (const [version, files] of releases) {
    const candidate = { version, tier: tierOf(version, files) }
    if (best === null || compareCandidates(candidate, best) > 0) best = candidate
  }
  if (best === null) return null
  const file = chooseFile(releases.get(best.version) ?? [])
  return { version: best.version, artifact: file === null ? null : toArtifact(file) }
}

type Candidate = Readonly<{ version: string; tier: number }>

function tierOf(version: string, files: readonly PypiFile[]): number {
  const parsed = explain(version)
  const quality = parsed === null ? 0 : parsed.is_prerelease ? 1 : 2
  if (files.length === 0) return quality
  const isYanked = files.every((file) => file.isYanked)
  // A version that cannot be parsed stays below every one that can, yanked or not.
  if (quality === 0) return isYanked ? 3 : 4
  return (isYanked ? 5 : 7) + quality
}

function compareCandidates(a: Candidate, b: Candidate): number {
  if (a.tier !== b.tier) return a.tier - b.tier
  const isParsed = explain(a.version) !== null && explain(b.version) !== null
  return (isParsed ? compare(a.version, b.version) : 0) || (a.version > b.version ? 1 : -1)
}

function toArtifact({ filename, url, sizeBytes, digests }: PypiFile): RemoteArtifact {
  // Eggs and installers are hashed and never opened, so that "sdist" only means "not a wheel".
  const kind = fileKind(filename) === 'wheel' ? 'wheel' : 'sdist'
  return { kind, filename, url, sizeBytes, digests }
}

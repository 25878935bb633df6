// The nouns of ingestion: what a registry says of a release, and what we know once we have read it.

import { createHash } from 'node:crypto'
import { DECLARED_DIGEST_MIN_BYTES } from '../limits.ts'
import type { Ecosystem, PackageName } from './names/packageName.ts'
import type { Remark } from './remarks.ts'

/** What the registry says of a project beyond "here it is". */
export const REGISTRY_STATUSES = [
  'unpublished',
  'quarantined',
  'security_placeholder',
  'archived',
  'deprecated',
] as const
export type RegistryStatus = (typeof REGISTRY_STATUSES)[number]

/** Computed: we hashed the whole file. Declared: the registry's word, for files over a size. */
export type DigestKind = 'computed' | 'declared'

/** A file of a release, as the registry describes it; nothing of it has been read yet. */
export type RemoteArtifact = Readonly<{
  /** `other`: an installer or egg; hashed like the rest, but nothing that we open. */
  kind: 'wheel' | 'sdist' | 'tarball' | 'other'
  filename: string
  url: string
  sizeBytes: number | null
  /** Every digest that the registry declares, lower-case hex; each is checked on download. */
  digests: Readonly<Partial<Record<'sha256' | 'sha512' | 'sha1', string>>>
}>

/** The file a proof rests on. */
export type Artifact = Readonly<{
  filename: string
  sha256: string
  sizeBytes: number
  digest: DigestKind
}>

/** A file of another package that was followed: names or base classes of a release lead into it. */
export type FollowedFile = Readonly<{
  ecosystem: Ecosystem
  name: PackageName
  /** As the registry spells it. */
  version: string
  filename: string
  sha256: string
}>

/** A package that names lead to and whose file could not be followed. */
export type UnfollowedPackage = Readonly<{
  name: string
  reason: string
  /** Whether another try may end otherwise: a registry that was down, and not a file that is bad. */
  isTemporary: boolean
  /** The registry itself says that there is none: that is how the world is, and nothing is lacking. */
  isAbsent?: true
}>

/** What a table lacks that exists: a name may be missing in it for no other reason. */
export function gapsIn(unfollowed: readonly UnfollowedPackage[]): readonly UnfollowedPackage[] {
  return unfollowed.filter(({ isAbsent }) => isAbsent !== true)
}

/** Whether something is lacking that may be had before long. */
export function hasPassingGap({ unfollowed }: Pick<Following, 'unfollowed'>): boolean {
  return unfollowed.some(({ isTemporary }) => isTemporary)
}

/** What a symbol table was made from besides the file itself. */
export type Following = Readonly<{
  /** By name, in the order of code units. */
  files: readonly FollowedFile[]
  unfollowed: readonly UnfollowedPackage[]
}>

/** Why nothing was followed for a question that does not need it; the next that does need it will. */
export const NOT_YET_FOLLOWED = 'not followed yet'

/** A table that was made in passing: nobody has tried to follow anything for it. */
export function isInPassing({ unfollowed }: Pick<Following, 'unfollowed'>): boolean {
  return unfollowed.some(({ reason }) => reason === NOT_YET_FOLLOWED)
}

export const NOTHING_FOLLOWED: Following = { files: [], unfollowed: [] }

/** A release after ingestion: what a proof row states. */
export type IngestedRelease = Readonly<{
  ecosystem: Ecosystem
  name: PackageName
  /** As the registry spells it; null for a project that has no release at all. */
  version: string | null
  /** Null only when the release has no file at all. */
  artifact: Artifact | null
  registryStatus: RegistryStatus | null
  /** Why the project has that status, in the words of its people; null where they give none. */
  statusReason: string | null
  /** What the registry says to whoever installs a deprecated release; null when it is not one. */
  deprecation: string | null
  /** Why the release was yanked, which may be nothing; null when it is not. */
  yanked: string | null
  /**
   * Where a source that is declared private keeps the file. Null for the public registry, which has
   * pages, without a file, and where the address may not be shown.
   */
  sourceUrl: string | null
  /** What is to be told of a file that was read all the same; in the order of code units. */
  remarks: readonly Remark[]
  extractor: string
  /** ISO 8601, UTC. Never part of a signed answer. */
  extractedAt: string
}>

/**
 * What a symbol table follows from. The file counts by what it was opened as and under what name,
 * not by its bytes alone: anybody can publish somebody else's bytes as something else, and what
 * was read of them then must not become what is known of the first.
 */
export type TableKey = Readonly<{
  /** `openingId` of the file, and the scope of its package where it has one. */
  openingId: string
  /** sha256 of the other files that were followed, sorted. */
  dependencies: readonly string[]
  extractor: string
}>

/** Null for a release that has no file. */
export function tableKeyOf(
  release: Pick<IngestedRelease, 'ecosystem' | 'name' | 'artifact' | 'extractor'>,
  followed: readonly Pick<FollowedFile, 'sha256'>[] = [],
): TableKey | null {
  if (!isOpenable(release.artifact)) return null
  const openingId = scopedId(release, openingIdOf(release, release.artifact))
  const dependencies = followed.map(({ sha256 }) => sha256).sort()
  return { openingId, dependencies, extractor: release.extractor }
}

/**
 * A large wheel is never read whole, so its digest is the registry's word. That depends on the file
 * alone, not on what its host can do or on what a cache holds: answers must not differ by either.
 */
export function digestKind(
  { kind, digests }: Pick<RemoteArtifact, 'kind' | 'digests'>,
  sizeBytes: number,
): DigestKind {
  const isLargeWheel = kind === 'wheel' && sizeBytes >= DECLARED_DIGEST_MIN_BYTES
  return isLargeWheel && digests.sha256 !== undefined ? 'declared' : 'computed'
}

/** The strongest digest that the registry declares, as `algorithm:hex`; null when it declares none. */
export function declaredDigest({ digests }: Pick<RemoteArtifact, 'digests'>): string | null {
  if (digests.sha512 !== undefined) return `sha512:${digests.sha512}`
  if (digests.sha256 !== undefined) return `sha256:${digests.sha256}`
  return digests.sha1 === undefined ? null : `sha1:${digests.sha1}`
}

/** What a published file is opened as. */
export function kindOf(ecosystem: Ecosystem, filename: string): 'wheel' | 'sdist' | 'tarball' {
  if (ecosystem === 'npm') return 'tarball'
  return filename.endsWith('.whl') ? 'wheel' : 'sdist'
}

/**
 * Under what a failure to open a file is remembered. Bytes alone will not do: whether they are
 * taken depends on what they are opened as and under what name, and anybody can publish somebody
 * else's bytes as something that they are not.
 */
export function openingId(
  file: Readonly<{ kind: string; filename: string; sha256: string }>,
): string {
  const text = JSON.stringify([file.sha256, file.kind, file.filename])
  return createHash('sha256').update(text).digest('hex')
}

/** Files of npm are not called by their scope: `@one/box` and `box` have one of the same name. */
function scopedId({ ecosystem, name }: Pick<IngestedRelease, 'ecosystem' | 'name'>, id: string) {
  if (ecosystem !== 'npm' || !name.startsWith('@')) return id
  const scope = name.slice(0, name.indexOf('/'))
  return createHash('sha256')
    .update(JSON.stringify([id, scope]))
    .digest('hex')
}

/** The same for the file of a release. */
export function openingIdOf({ ecosystem }: { ecosystem: Ecosystem }, artifact: Artifact): string {
  return openingId({ kind: kindOf(ecosystem, artifact.filename), ...artifact })
}

/** Whether the file is of a form that we read: wheel, sdist or npm tarball. */
export function isOpenable(artifact: Artifact | null): artifact is Artifact {
  return artifact !== null && /\.(whl|tar\.gz|tgz|zip)$/i.test(artifact.filename)
}

export function keyText({ ecosystem, name }: Readonly<{ ecosystem: Ecosystem; name: string }>) {
  return `${ecosystem}:${name}`
}

/** Of tables. `whole`: modules of which every name is known. */
export type ModuleCounts = Readonly<{ all: number; whole: number }>

/** Why nothing can be told of a release that lists no file. */
export const NO_FILE_REASON = 'the release has no file'

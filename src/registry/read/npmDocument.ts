// The npm registry's documents: a release's manifest and a project's packument.

import { setImmediate } from 'node:timers/promises'
import clean from 'semver/functions/clean.js'
import compareBuild from 'semver/functions/compare-build.js'
import parseSemver from 'semver/functions/parse.js'
import maxSatisfying from 'semver/ranges/max-satisfying.js'
import validRange from 'semver/ranges/valid.js'
import type { PackageName } from '../../domain/names/packageName.ts'
import { isReadableRange } from '../../domain/rangeText.ts'
import type { RegistryStatus, RemoteArtifact } from '../../domain/release.ts'
import { isMembers, memberOf } from '../../domain/texts/jsonValue.ts'
import { VERSION_LENGTH_MAX } from '../../limits.ts'
import type { ListedVersion, RemoteRelease } from '../../ports/registry.ts'
import {
  isVersionText,
  type JsonObject,
  MalformedDocument,
  malformed,
  readHex,
  readObject,
  readText,
} from '../fetch/documents.ts'
import { parseHttpUrl, URL_LENGTH_MAX } from '../fetch/httpUrl.ts'
import { readWords } from './registryWords.ts'

export type NpmRelease = Readonly<{
  release: RemoteRelease
  status: RegistryStatus | null
}>

export type NpmProject =
  | Readonly<{ kind: 'unpublished' }>
  | Readonly<{ kind: 'empty' }>
  | Readonly<{
      kind: 'released'
      latest: NpmRelease
      /** The release of a version as `versionKey` gives it, or null; throws `MalformedDocument`. */
      find(key: string): NpmRelease | null
      /** The newest in a range, final ones first; null when there is none. */
      newestIn(range: string): Promise<NpmRelease | null>
      versions(): readonly ListedVersion[]
    }>

const INTEGRITY_LENGTH_MAX = 4_096
const DIGEST_BYTES: Readonly<Record<string, number>> = { sha512: 64, sha256: 32, sha1: 20 }

/** A manifest of `name`, from a document at `url`; throws `MalformedDocument`. */
export function readManifest(value: unknown, name: PackageName, url: URL): NpmRelease {
  const manifest = readObject(value, 'manifest')
  if (manifest['name'] !== name) malformed('manifest of another package')
  const version = readVersion(manifest['version'])
  const dist = readObject(manifest['dist'], 'dist')
  const tarball = parseHttpUrl(readText(dist['tarball'], 'dist.tarball', URL_LENGTH_MAX), url)
  if (tarball === null) malformed('dist.tarball is no http(s) address')
  const artifact: RemoteArtifact = {
    kind: 'tarball',
    // Mirrors serve tarballs under names of their own; the evidence needs one that is the same
    // everywhere, so it is built the way npm itself builds it.
    filename: `${name.slice(name.indexOf('/') + 1)}-${version}.tgz`,
    url: tarball.href,
    sizeBytes: null,
    digests: readDigests(dist),
  }
  const status = isPlaceholder(manifest, version) ? 'security_placeholder' : null
  const deprecation = readDeprecation(manifest['deprecated'])
  return { release: { version, artifact, ...(deprecation !== null && { deprecation }) }, status }
}

/** Null without a mark. */
function readDeprecation(deprecated: unknown): string | null {
  if (deprecated === true) return ''
  return typeof deprecated !== 'string' || deprecated === '' ? null : readWords(deprecated)
}

/** A packument of `name`; throws `MalformedDocument`. */
export function readPackument(value: unknown, name: PackageName, url: URL): NpmProject {
  const packument = readObject(value, 'packument')
  const id = packument['name'] ?? packument['_id']
  if (id !== name) malformed('packument of another package')
  const time = isMembers(packument['time']) ? packument['time'] : {}
  const listed = packument['versions']
  const isUnpublished = isMembers(time['unpublished'])
  if (listed === undefined && isUnpublished) return { kind: 'unpublished' }
  const manifests = readObject(listed, 'versions')
  const published = Object.keys(manifests)
  const version = latestVersion(packument, published)
  if (version === null) return { kind: isUnpublished ? 'unpublished' : 'empty' }
  const read = (spelling: string) => {
    const found = readManifest(memberOf(manifests, spelling), name, url)
    if (found.release.version === spelling) return found
    throw new MalformedDocument('manifest of another version')
  }
  const find = (key: string) => {
    const spellings = published.filter((spelling) => versionKey(spelling) === key)
    const spelling = spellings.includes(key) ? key : spellings.sort()[0]
    return spelling === undefined ? null : read(spelling)
  }
  const newestIn = async (range: string) => {
    const isTag = validRange(range, { loose: true }) === null
    const spelling = isTag
      ? taggedVersion(packument, published, range)
      : await newestOf(published.filter(isVersionText), range)
    return spelling === null ? null : read(spelling)
  }
  const versions = () =>
    published.flatMap((spelling) => {
      const parsed = isVersionText(spelling) ? parseSemver(spelling, { loose: true }) : null
      if (parsed === null) return []
      return { version: spelling, isFinal: parsed.prerelease.length === 0, isWithdrawn: false }
    })
  return { kind: 'released', latest: read(version), find, newestIn, versions }
}

/** Versions that are put to a range before others have their turn. */
const VERSIONS_AT_ONCE = 500

async function newestOf(versions: readonly string[], range: string): Promise<string | null> {
  if (!isReadableRange(range)) return null
  let newest: string | null = null
  for (let start = 0; start < versions.length; start += VERSIONS_AT_ONCE) {
    if (start > 0) await setImmediate()
    const some = versions.slice(start, start + VERSIONS_AT_ONCE)
    newest = maxSatisfying(newest === null ? some : [newest, ...some], range, { loose: true })
  }
  return newest
}

/** Equal for spellings of one version (`v1.0.0`, `=1.0.0`); null for what is no version. */
export function versionKey(written: string): string | null {
  // A tag is a name too, but not of a version.
  return isVersionText(written.trim()) ? clean(written, { loose: true }) : null
}

/** The `latest` tag, else the newest release, else the newest pre-release. */
function latestVersion(packument: JsonObject, published: readonly string[]): string | null {
  const tagged = taggedVersion(packument, published, 'latest')
  if (tagged !== null) return tagged
  const kept = published.filter(isVersionText)
  const parsed = kept.flatMap((version) => parseSemver(version, { loose: true }) ?? [])
  const finals = parsed.filter(({ prerelease }) => prerelease.length === 0)
  const [newest] = (finals.length > 0 ? finals : parsed).sort((a, b) => compareBuild(b, a))
  if (newest !== undefined) return newest.raw
  return kept[0] ?? published[0] ?? null
}

/** What a tag such as `next` stands for; null where there is no such tag. */
function taggedVersion(
  packument: JsonObject,
  published: readonly string[],
  tag: string,
): string | null {
  const tags = isMembers(packument['dist-tags']) ? packument['dist-tags'] : {}
  const tagged = memberOf(tags, tag.trim())
  return typeof tagged === 'string' && published.includes(tagged) ? tagged : null
}

function readVersion(value: unknown): string {
  const version = readText(value, 'version', VERSION_LENGTH_MAX)
  if (!isVersionText(version) || parseSemver(version, { loose: true }) === null) {
    throw new MalformedDocument('version is no version')
  }
  return version
}

function readDigests(dist: JsonObject): RemoteArtifact['digests'] {
  const digests = new Map<string, string>()
  const declare = (algorithm: string, hex: string) => {
    const known = digests.get(algorithm)
    if (known !== undefined && known !== hex) malformed(`two digests of ${algorithm}`)
    digests.set(algorithm, hex)
  }
  const shasum = readHex(dist['shasum'], 'dist.shasum', 40)
  if (shasum !== null) declare('sha1', shasum)
  const { integrity } = dist
  if (integrity !== undefined && integrity !== null && integrity !== '') {
    const text = readText(integrity, 'dist.integrity', INTEGRITY_LENGTH_MAX)
    for (const { algorithm, hex } of parseIntegrity(text)) declare(algorithm, hex)
  }
  return Object.fromEntries(digests)
}

/** Subresource integrity: hashes separated by spaces, options after a question mark. */
function parseIntegrity(text: string): { algorithm: string; hex: string }[] {
  return text.split(/\s+/).flatMap((entry) => {
    const dash = entry.indexOf('-')
    const algorithm = entry.slice(0, Math.max(0, dash)).toLowerCase()
    const bytes = DIGEST_BYTES[algorithm]
    // As the specification asks: an algorithm that is not known says nothing.
    if (bytes === undefined) return []
    const [encoded = ''] = entry.slice(dash + 1).split('?', 1)
    const digest = Buffer.from(encoded, 'base64')
    if (digest.length !== bytes || !/^[A-Za-z0-9+/]+={0,2}$/.test(encoded)) {
      throw new MalformedDocument('dist.integrity is no digest')
    }
    return { algorithm, hex: digest.toString('hex') }
  })
}

// The registry's own stand-in for a name that was taken down.
const PLACEHOLDER_VERSION = /^0\.0\.\d+-security(?:\.\d+)?$/
const PLACEHOLDER_REPOSITORY = /(?:^|[/:])npm\/security-holder(?:\.git)?$/

function isPlaceholder(manifest: JsonObject, version: string): boolean {
  if (PLACEHOLDER_VERSION.test(version)) return true
  const { repository } = manifest
  const url = isMembers(repository) ? repository['url'] : repository
  return typeof url === 'string' && url.length <= URL_LENGTH_MAX && PLACEHOLDER_REPOSITORY.test(url)
}

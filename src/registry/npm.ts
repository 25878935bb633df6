// Registry over the npm protocol. A name is absent only when the registry's own documents say so;
// whatever else happens is `registry_unavailable`.

import satisfies from 'semver/functions/satisfies.js'
import type { PackageName } from '../domain/names/packageName.ts'
import { isReadableRange } from '../domain/rangeText.ts'
import { ServiceError } from '../errors.ts'
import type {
  ProjectLookup,
  RangeLookup,
  Registry,
  ReleaseLookup,
  VersionsLookup,
} from '../ports/registry.ts'
import type { FetchedDocument } from './fetch/boundedFetch.ts'
import {
  isAnsweredBy,
  isMissing,
  MalformedDocument,
  malformed,
  parseJson,
  requireOwnWord,
} from './fetch/documents.ts'
import type { RegistryEndpoint } from './fetch/endpoint.ts'
import { type ClientOptions, registryClient } from './fetch/registryClient.ts'
import { absenceGuard } from './read/absenceGuard.ts'
import {
  type NpmProject,
  type NpmRelease,
  readManifest,
  readPackument,
  versionKey,
} from './read/npmDocument.ts'

/** Every npm registry knows npm. */
const WELL_KNOWN = 'npm' as PackageName

/** Where npm packages come from; `addresses.ts` makes one. */
export type NpmAddress = Readonly<{
  identity: string
  endpoint: RegistryEndpoint
  /** Scopes (`@corp`) that the settings lead to another registry, which is not asked. */
  scopesElsewhere: ReadonlySet<string>
  pageUrl(name: PackageName, version: string | null): string
}>

export function npmRegistry(options: ClientOptions<NpmAddress>): Registry {
  const { address, now } = options
  const client = registryClient('npm', [address.endpoint], options)
  const guard = absenceGuard({ now, wellKnown: client.isPublic ? WELL_KNOWN : null })

  function projectUrlOf(name: PackageName): string {
    return `${address.endpoint.baseUrl}${name.replace('/', '%2f')}`
  }

  function get(url: string, signal: AbortSignal): Promise<FetchedDocument> {
    // The abbreviated packument is smaller but does not say that a name was unpublished.
    return client.get(url, { accept: 'application/json' }, signal)
  }

  /** The project's own document; a string for a status that says that there is none. */
  async function askProject(name: PackageName, signal: AbortSignal): Promise<AskedProject> {
    const projectUrl = projectUrlOf(name)
    const packument = await get(projectUrl, signal)
    if (packument.status === 200) {
      const project = readPackument(parseJson(packument), name, packument.url)
      // What decides that a name is gone must come from the registry, not from where it sent us.
      const isOwn = isAnsweredBy(new URL(projectUrl), packument.url)
      if (!isOwn && !toLookup(project).found) malformed('another host says gone')
      return project
    }
    if (!isMissing(packument)) malformed(`status ${packument.status}`)
    requireOwnWord(packument, projectUrl, { plainText: false })
    return packument.status === 410 ? 'gone' : 'missing'
  }

  /** The registry's word, before the guard against wrong addresses. */
  async function ask(name: PackageName, signal: AbortSignal): Promise<ProjectLookup> {
    const latest = await get(`${projectUrlOf(name)}/latest`, signal)
    if (latest.status === 200) {
      const { release, status } = readManifest(parseJson(latest), name, latest.url)
      return { found: true, status, latest: release }
    }
    if (!isMissing(latest)) malformed(`status ${latest.status}`)
    // No latest release: never there, unpublished, or there without a `latest` tag.
    const project = await askProject(name, signal)
    return toLookup(project === 'missing' && latest.status === 410 ? 'gone' : project)
  }

  async function askRelease(
    name: PackageName,
    version: string,
    signal: AbortSignal,
  ): Promise<ReleaseLookup> {
    const key = versionKey(version)
    if (key !== null) {
      const manifest = await get(`${projectUrlOf(name)}/${encodeURIComponent(key)}`, signal)
      if (manifest.status === 200) {
        const found = readManifest(parseJson(manifest), name, manifest.url)
        if (versionKey(found.release.version) === key) return { found: true, ...found }
        throw new MalformedDocument('manifest of another version')
      }
      if (!isMissing(manifest)) malformed(`status ${manifest.status}`)
    }
    // Only the project's own document says that it has no such version.
    const project = await askProject(name, signal)
    const { found: isThere, status } = toLookup(project)
    if (!isThere) return { found: false, missing: 'project', status }
    const found = key === null ? null : findIn(project, key)
    if (found === null) return { found: false, missing: 'version', status }
    return { found: true, ...found }
  }

  /**
   * As npm itself chooses: what is tagged as the latest where it is in the range, else the newest
   * that is. A version that is named in full needs no list of versions, which can take 20 MB.
   */
  async function askNewest(
    name: PackageName,
    ranges: readonly string[],
    signal: AbortSignal,
  ): Promise<RangeLookup> {
    let project: AskedProject | null = null
    for (const range of ranges) {
      if (versionKey(range) !== null) {
        const pinned = await askRelease(name, range, signal)
        if (pinned.found || pinned.missing === 'project') return pinned
        continue
      }
      const latest = await ask(name, signal)
      if (!latest.found) return { found: false, missing: 'project', status: latest.status }
      if (latest.latest !== null && isIn(latest.latest.version, range)) {
        return { found: true, status: latest.status, release: latest.latest }
      }
      project ??= await askProject(name, signal)
      if (project === 'missing' || project === 'gone') continue
      const newest = project.kind === 'released' ? await project.newestIn(range) : null
      if (newest !== null) return { found: true, ...newest }
    }
    return { found: false, missing: 'version', status: null }
  }

  async function askVersions(name: PackageName, signal: AbortSignal): Promise<VersionsLookup> {
    const project = await askProject(name, signal)
    const lookup = toLookup(project)
    if (!lookup.found) return lookup
    const isReleased = typeof project === 'object' && project.kind === 'released'
    return { found: true, versions: isReleased ? project.versions() : [] }
  }

  /** Keeps the registry's word on an absent project from standing for a wrong address. */
  async function guarded<T>(
    name: PackageName,
    signal: AbortSignal,
    isGone: (answer: T) => boolean,
    askFor: () => Promise<T>,
  ): Promise<T> {
    // Whoever installs it asks another registry: this one's word is none, and the name is not its business.
    const [scope = ''] = name.toLowerCase().split('/')
    if (address.scopesElsewhere.has(scope)) {
      const message = `${scope} has a registry of its own by the settings of npm, which is not asked`
      throw new ServiceError('registry_unavailable', message)
    }
    const askedMs = now().getTime()
    const answer = await askFor()
    if (!isGone(answer)) guard.sawPositive(name)
    else {
      const probe = async (known: PackageName) => (await ask(known, signal)).found
      await guard.beforeAbsence(name, askedMs, probe)
    }
    return answer
  }

  const isAbsent = (answer: ReleaseLookup | RangeLookup) =>
    !answer.found && answer.missing === 'project'
  const isNotFound = ({ found }: ProjectLookup | VersionsLookup) => !found

  return client.answering({
    lookup: (name, signal) => guarded(name, signal, isNotFound, () => ask(name, signal)),
    release: (name, version, signal) =>
      guarded(name, signal, isAbsent, () => askRelease(name, version, signal)),
    newestIn: (name, ranges, signal) =>
      guarded(name, signal, isAbsent, () => askNewest(name, ranges, signal)),
    versions: (name, signal) => guarded(name, signal, isNotFound, () => askVersions(name, signal)),
  })
}

/** As npm reads a range. */
export function isIn(version: string, range: string): boolean {
  return isReadableRange(range) && satisfies(version, range, { loose: true })
}

type AskedProject = NpmProject | 'missing' | 'gone'

function toLookup(project: AskedProject): ProjectLookup {
  if (project === 'missing') return { found: false, status: null }
  if (project === 'gone') return { found: false, status: 'unpublished' }
  switch (project.kind) {
    case 'unpublished':
      return { found: false, status: 'unpublished' }
    case 'empty':
      return { found: true, status: null, latest: null }
    case 'released':
      return { found: true, status: project.latest.status, latest: project.latest.release }
  }
}

function findIn(project: AskedProject, key: string): NpmRelease | null {
  if (project === 'missing' || project === 'gone') return null
  return project.kind === 'released' ? project.find(key) : null
}

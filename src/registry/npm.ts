// Registry over the npm protocol. A name is absent only when the registry's own documents say so;
// whatever else happens is `registry_unavailable`.

import type { PackageName } from '../domain/packageName.ts'
import type { ProjectLookup, Registry } from '../ports/registry.ts'
import { type AbsenceGuard, absenceGuard } from './absenceGuard.ts'
import type { BoundedFetch, FetchedDocument } from './boundedFetch.ts'
import { isMissing, MalformedDocument, parseJson, requireOwnWord } from './documents.ts'
import { accessFrom, type RegistryEndpoint } from './endpoint.ts'
import { asRegistryFailure } from './failures.ts'
import { fetchArtifact } from './fetchArtifact.ts'
import type { ResolveAll } from './guardedLookup.ts'
import { readManifest, readPackument } from './npmDocument.ts'
import { REGISTRY_LIMITS, type RegistryLimits } from './registryLimits.ts'

/** Every npm registry knows npm. */
const WELL_KNOWN = 'npm' as PackageName

/** Where npm packages come from, scope by scope; `addresses.ts` makes one. */
export type NpmAddress = Readonly<{
  identity: string
  /** Every registry in use: the default one first, then those of scopes. */
  endpoints: readonly RegistryEndpoint[]
  endpointOf(name: PackageName): RegistryEndpoint
  pageUrl(name: PackageName, version: string | null): string
}>

export type NpmRegistryOptions = Readonly<{
  http: BoundedFetch
  address: NpmAddress
  now: () => Date
  resolve?: ResolveAll
  limits?: Partial<RegistryLimits>
}>

export function npmRegistry(options: NpmRegistryOptions): Registry {
  const { http, address, now, resolve } = options
  const limits = { ...REGISTRY_LIMITS, ...options.limits }
  const access = accessFrom(address.endpoints, resolve)
  const guards = new Map<string, AbsenceGuard>()
  for (const { baseUrl } of address.endpoints) {
    guards.set(baseUrl, absenceGuard({ now, maxAgeMs: limits.positiveAnswerMaxAgeMs }))
  }

  async function get(url: string, signal: AbortSignal): Promise<FetchedDocument> {
    return http.getDocument(
      url,
      {
        // The abbreviated packument is smaller but does not say that a name was unpublished.
        accept: 'application/json',
        ...access(url),
        maxBytes: limits.metadataMaxBytes,
        timeoutMs: limits.metadataTimeoutMs,
      },
      signal,
    )
  }

  /** The registry's word, before the guard against wrong addresses. */
  async function ask(
    { baseUrl }: RegistryEndpoint,
    name: PackageName,
    signal: AbortSignal,
  ): Promise<ProjectLookup> {
    const projectUrl = `${baseUrl}${name.replace('/', '%2f')}`
    const latest = await get(`${projectUrl}/latest`, signal)
    if (latest.status === 200) {
      const { release, status } = readManifest(parseJson(latest), name, latest.url)
      return { found: true, status, latest: release }
    }
    if (!isMissing(latest)) throw new MalformedDocument(`status ${latest.status}`)
    // No latest release: never there, unpublished, or there without a `latest` tag.
    const packument = await get(projectUrl, signal)
    if (packument.status === 200) return fromPackument(packument, name)
    if (!isMissing(packument)) throw new MalformedDocument(`status ${packument.status}`)
    requireOwnWord(packument, projectUrl, { plainText: false })
    const isGone = latest.status === 410 || packument.status === 410
    return { found: false, status: isGone ? 'unpublished' : null }
  }

  async function lookup(name: PackageName, signal: AbortSignal): Promise<ProjectLookup> {
    const endpoint = address.endpointOf(name)
    const found = await ask(endpoint, name, signal)
    const guard = address.identity === 'public' ? guards.get(endpoint.baseUrl) : undefined
    if (guard === undefined) return found
    if (found.found) guard.sawPositive()
    else await guard.beforeAbsence(async () => (await ask(endpoint, WELL_KNOWN, signal)).found)
    return found
  }

  return {
    ecosystem: 'npm',
    identity: address.identity,
    lookup: (name, signal) =>
      asRegistryFailure(`npm.lookup(${name})`, signal, () => lookup(name, signal)),
    fetchArtifact: (artifact, signal) =>
      fetchArtifact({ http, access, limits, label: 'npm' }, artifact, signal),
    pageUrl: (name, version) => address.pageUrl(name, version),
  }
}

function fromPackument(document: FetchedDocument, name: PackageName): ProjectLookup {
  const project = readPackument(parseJson(document), name, document.url)
  switch (project.kind) {
    case 'unpublished':
      return { found: false, status: 'unpublished' }
    case 'empty':
      return { found: true, status: null, latest: null }
    case 'released':
      return { found: true, status: project.latest.status, latest: project.latest.release }
  }
}

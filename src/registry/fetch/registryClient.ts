// What the clients of all registries do in the same way: how documents and files are fetched, and what a
// caller sees of a failure.

import type { Ecosystem, PackageName } from '../../domain/names/packageName.ts'
import type { Registry } from '../../ports/registry.ts'
import type { BoundedFetch, FetchOptions } from './boundedFetch.ts'
import { accessFrom, type RegistryEndpoint } from './endpoint.ts'
import { asRegistryFailure } from './failures.ts'
import { downloadArtifact, fetchArtifact } from './fetchArtifact.ts'
import type { ResolveAll } from './guardedLookup.ts'
import { openRanges } from './openRanges.ts'
import { REGISTRY_LIMITS, type RegistryLimits } from './registryLimits.ts'
import { shownAddress } from './shownAddress.ts'

export type ClientOptions<Address> = Readonly<{
  http: BoundedFetch
  address: Address
  now: () => Date
  resolve?: ResolveAll
  limits?: Partial<RegistryLimits>
}>

type Address = Readonly<{
  identity: string
  pageUrl(name: PackageName, version: string | null): string
}>

type Asked = Pick<Registry, 'lookup' | 'release' | 'newestIn' | 'versions'>

export function registryClient(
  ecosystem: Ecosystem,
  endpoints: readonly RegistryEndpoint[],
  { http, address, now, resolve, limits: given }: ClientOptions<Address>,
) {
  const limits = { ...REGISTRY_LIMITS, ...given }
  const { metadataTimeoutMs: timeoutMs, metadataMaxBytes: maxBytes } = limits
  const access = accessFrom(endpoints, resolve)
  const isPublic = address.identity === 'public'
  const source = { http, access, limits, now, label: ecosystem }
  const told = <T>(what: string, signal: AbortSignal, work: () => Promise<T>) =>
    asRegistryFailure(`${ecosystem}.${what}`, signal, work)
  return {
    isPublic,
    get: (url: string, options: FetchOptions, signal: AbortSignal) =>
      http.getDocument(url, { ...access(url), maxBytes, timeoutMs, ...options }, signal),
    /** The registry, given what answers about names. */
    answering: ({ lookup, release, newestIn, versions }: Asked): Registry => ({
      ecosystem,
      identity: address.identity,
      lookup: (name, signal) => told(`lookup(${name})`, signal, () => lookup(name, signal)),
      release: (name, version, signal) =>
        told(`release(${name})`, signal, () => release(name, version, signal)),
      newestIn: (name, ranges, signal, use) =>
        told(`newestIn(${name})`, signal, () => newestIn(name, ranges, signal, use)),
      versions: (name, signal) => told(`versions(${name})`, signal, () => versions(name, signal)),
      fetchArtifact: (artifact, signal) => fetchArtifact(source, artifact, signal),
      downloadArtifact: (artifact, sink, signal) =>
        downloadArtifact(source, artifact, sink, signal),
      openRanges: (artifact, signal) => openRanges(source, artifact, signal),
      pageUrl: (name, version) => (isPublic ? address.pageUrl(name, version) : null),
      sourceUrl: ({ url }) => (isPublic ? null : shownAddress(url, endpoints)),
    }),
  }
}

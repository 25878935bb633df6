// What the service says of itself. /policy, /llms.txt, the discovery documents, the OpenAPI
// document and /docs are all rendered from these facts and from the list of routes.

import type { X402Terms } from '../../charge/x402/terms.ts'
import type { ModuleCounts } from '../../domain/release.ts'
import type { AnsweringSet } from '../../ports/nameIndex.ts'
import type { PublishedVerifier } from '../../ports/store.ts'

export const SERVICE_NAME = 'Assay'
export const SERVICE_SUMMARY =
  'Is this package, this symbol, this code real? Answered from the published files of PyPI and npm, under a signature that anyone can check.'

export type IndexSize = Readonly<{ packages: number; releases: number; symbols: number }>

/** A verifier key as /policy shows it; one that only the configuration knows has no dates. */
export type ListedVerifier = Readonly<{
  address: string
  current: boolean
  validFrom: string | null
  validUntil: string | null
}>

/**
 * `key`: the verifier key of the log, as its checkpoints are checked with. `rotations`: where the leaves
 * are that lead from earlier keys to it.
 */
export type LogIdentity = Readonly<{ origin: string; key: string; rotations: string }>

export type ServiceFacts = Readonly<{
  version: string
  baseUrl: () => string
  /** Whom to tell about weaknesses; null: nobody is named. */
  securityContact: string | null
  demoDailyLimit: number
  /** Pages about packages for one client; 0: no limit. Null: there are none. */
  pagesPerMinute: number | null
  /** Null: x402 is off. */
  x402: X402Terms | null
  latestWindowS: number
  absenceWindowS: number
  requestDeadlineMs: number
  inFlightMax: number
  probesKeptDays: number
  registries: Readonly<Record<'pypi' | 'npm', string>>
  /** Every address ever published, the current one first. */
  verifiers: () => Promise<readonly ListedVerifier[]>
  /** The log that is served; null before it is opened. */
  log: () => LogIdentity | null
  indexSize: () => Promise<IndexSize>
  /** Modules of the index, and of how many every name is known. */
  moduleCounts: () => Promise<ModuleCounts>
  /** Which set of names answers. */
  names: (ecosystem: 'pypi' | 'npm') => AnsweringSet
}>

/** Published keys and the ones that the configuration adds, the one that signs here first. */
export function listVerifiers(
  published: readonly PublishedVerifier[],
  current: string,
  retired: readonly string[],
): readonly ListedVerifier[] {
  const known = new Set(published.map(({ address }) => address))
  const listed: ListedVerifier[] = [
    ...published.map((key) => ({ ...key, current: key.address === current })),
    ...retired
      .filter((address) => !known.has(address))
      .map((address) => ({ address, current: false, validFrom: null, validUntil: null })),
  ]
  return listed.sort((a, b) => Number(b.current) - Number(a.current))
}

/**
 * The value, computed again at most once in so many milliseconds; a failure is not kept, nor what
 * `isKept` says no to.
 */
export function cachedFor<T>(
  maxAgeMs: number,
  compute: () => Promise<T>,
  now: () => Date,
  isKept: (value: T) => boolean = () => true,
) {
  let value: Promise<T> | null = null
  let computedAtMs = 0
  return (): Promise<T> => {
    const nowMs = now().getTime()
    if (value === null || nowMs - computedAtMs >= maxAgeMs || nowMs < computedAtMs) {
      computedAtMs = nowMs
      const computing = compute()
      const drop = () => {
        if (value === computing) value = null
      }
      computing.then((computed) => {
        if (!isKept(computed)) drop()
      }, drop)
      value = computing
    }
    return value
  }
}

/** Which set of names answers, in the words of the wire. */
export function renderSet({ source, snapshot }: AnsweringSet) {
  return { source, ...snapshot }
}

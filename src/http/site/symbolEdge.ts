// Between which two releases a symbol went. Releases are read for it, newest first in growing steps, then
// the gap is halved. What is said is said of the releases that were looked into, and of no others: a symbol
// may have come and gone before.

import type { AnswerSymbolExists } from '../../answer/symbolExists.ts'
import type { PackageKey } from '../../domain/names/packageName.ts'
import { orderVersions } from '../../domain/versionOrder.ts'
import { ServiceError } from '../../errors.ts'
import { EDGE_PROBES_MAX } from '../../limits.ts'
import type { Caller } from '../../ports/caller.ts'
import type { Registry } from '../../ports/registry.ts'
import type { SymbolExistsAnswer } from '../../wire/symbolAnswers.ts'
import { readReply } from './pageViews.ts'

/**
 * `unlisted`: the file does not name it, and it may be made at run time all the same. `unclear`: it cannot
 * be told, or the release cannot be read.
 */
export type EdgeState = 'there' | 'absent' | 'unlisted' | 'unclear'

export type EdgeLook = Readonly<{ version: string; state: EdgeState; path: string | null }>

export type SymbolEdge = Readonly<{
  /** What was looked into, oldest first. */
  looks: readonly EdgeLook[]
  /** The newest release that is known to have it; null where none was found. */
  last: EdgeLook | null
  /** The oldest after that one that does not have it, or does not list it. */
  gone: EdgeLook | null
  /** No release is between the two. */
  isNext: boolean
  /** Releases that the registry lists, without those that are withdrawn or not final. */
  total: number
}>

export type FindSymbolEdge = (
  question: Readonly<{ key: PackageKey; symbol: string }>,
  caller: Caller,
) => Promise<SymbolEdge | null>

/** Null where the registry has no such package. */
export function symbolEdge(parts: {
  registryOf: (key: PackageKey) => Registry
  symbolExists: AnswerSymbolExists
}): FindSymbolEdge {
  return async ({ key, symbol }, caller) => {
    const listed = await parts.registryOf(key).versions(key.name, caller.signal)
    if (!listed.found) return null
    const versions = orderVersions(
      key.ecosystem,
      listed.versions.flatMap((one) => (one.isFinal && !one.isWithdrawn ? one.version : [])),
    )
    return searchBack(versions, (version) => lookAt({ key, symbol, version }, caller))
  }

  async function lookAt(
    { key, symbol, version }: Readonly<{ key: PackageKey; symbol: string; version: string }>,
    caller: Caller,
  ): Promise<EdgeLook> {
    try {
      const reply = await parts.symbolExists({ key, symbol, version }, () => caller)
      return { version, ...stateIn(readReply<SymbolExistsAnswer>(reply).answer, version) }
    } catch (error) {
      caller.signal.throwIfAborted()
      if (!(error instanceof ServiceError) || !LASTING.has(error.code)) throw error
      return { version, state: 'unclear', path: null }
    }
  }
}

/** Of one release nothing can be told, today and tomorrow; other failures end the search. */
const LASTING: ReadonlySet<string> = new Set([
  'symbol_undetermined',
  'package_not_indexable',
  'version_not_found',
  'artifact_too_large',
  'artifact_mismatch',
  'artifact_changed',
])

function stateIn(answer: SymbolExistsAnswer, version: string): Omit<EdgeLook, 'version'> {
  const pinned = answer.at_requested_version
  if (pinned === null && answer.version_resolved !== version)
    return { state: 'unclear', path: null }
  const { exists, caveat, qualified_name: path } = pinned ?? answer
  if (exists) return { state: 'there', path }
  return { state: caveat === null ? 'absent' : 'unlisted', path: null }
}

/** `versions`: oldest first. */
export async function searchBack(
  versions: readonly string[],
  look: (version: string) => Promise<EdgeLook>,
): Promise<SymbolEdge> {
  const seen = new Map<number, EdgeLook>()
  async function at(index: number): Promise<EdgeState> {
    const version = versions[index]
    if (version === undefined) return 'unclear'
    const known = seen.get(index)
    if (known !== undefined) return known.state
    const found = await look(version)
    seen.set(index, found)
    return found.state
  }

  let low = await firstThere(versions.length, at, () => seen.size < EDGE_PROBES_MAX)
  while (low !== null && seen.size < EDGE_PROBES_MAX) {
    const next = nextToLook(low, seen)
    if (next === null) break
    if ((await at(next)) === 'there') low = next
  }
  const high = nextAbove(seen, low, isWithout)
  const looks = [...seen].sort(([one], [other]) => one - other).map(([, found]) => found)
  const last = low === null ? null : (seen.get(low) ?? null)
  const gone = high === null ? null : (seen.get(high) ?? null)
  const isNext = low !== null && high === low + 1
  return { looks, last, gone, isNext, total: versions.length }
}

/** The newest index with it that growing steps back come upon. */
async function firstThere(
  length: number,
  at: (index: number) => Promise<EdgeState>,
  hasRoom: () => boolean,
): Promise<number | null> {
  for (let back = 1; hasRoom(); back *= 2) {
    const index = Math.max(0, length - back)
    if ((await at(index)) === 'there') return index
    if (index === 0) return null
  }
  return null
}

/** Halves the gap above `low`; behind releases that cannot be told, one after the other. */
function nextToLook(low: number, seen: ReadonlyMap<number, EdgeLook>): number | null {
  const above = nextAbove(seen, low, ({ state }) => state !== 'there')
  if (above === null) return null
  if (above - low > 1) return Math.floor((low + above) / 2)
  const without = nextAbove(seen, low, isWithout)
  for (let index = above; without !== null && index < without; index += 1) {
    if (!seen.has(index)) return index
  }
  return null
}

function isWithout({ state }: EdgeLook): boolean {
  return state === 'absent' || state === 'unlisted'
}

/** The nearest index above one that was looked at and is such. */
function nextAbove(
  seen: ReadonlyMap<number, EdgeLook>,
  low: number | null,
  isSuch: (look: EdgeLook) => boolean,
): number | null {
  if (low === null) return null
  const above = [...seen].flatMap(([i, look]) => (i > low && isSuch(look) ? [i] : []))
  return above.length === 0 ? null : Math.min(...above)
}

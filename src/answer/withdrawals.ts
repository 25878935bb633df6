// Whether a pinned release was withdrawn after it was published: yanked, or taken away. The table of
// a release says nothing about that, so the registry is asked, and believed for a while.

import { LRUCache } from 'lru-cache'
import type { PackageKey } from '../domain/packageName.ts'
import { keyText } from '../domain/release.ts'
import { ServiceError } from '../errors.ts'
import { PINNED_CACHE_ENTRIES, WITHDRAWN_TIMEOUT_MS } from '../limits.ts'
import type { Caller } from '../ports/caller.ts'
import type { Registry, ReleaseLookup } from '../ports/registry.ts'

/**
 * What is said of a withdrawn release, which may be nothing; null when it is not known to be one.
 * `isKnown`: the registry told.
 */
export type Withdrawn = Readonly<{ said: string | null; isKnown: boolean }>

export type Withdrawals = (key: PackageKey, version: string, caller: Caller) => Promise<Withdrawn>

export function withdrawals(parts: {
  registryOf: (key: PackageKey) => Registry
  windowMs: number
  now: () => Date
}): Withdrawals {
  const { registryOf, windowMs, now } = parts
  const known = new LRUCache<string, Readonly<{ said: string | null; untilMs: number }>>({
    max: PINNED_CACHE_ENTRIES,
  })
  return async (key, version, { signal }) => {
    const id = `${keyText(key)}@${version}`
    const before = known.get(id)
    if (before !== undefined && now().getTime() < before.untilMs)
      return { said: before.said, isKnown: true }
    const bounded = AbortSignal.any([signal, AbortSignal.timeout(WITHDRAWN_TIMEOUT_MS)])
    try {
      const said = saidOf(await registryOf(key).release(key.name, version, bounded))
      known.set(id, { said, untilMs: now().getTime() + windowMs })
      return { said, isKnown: true }
    } catch (error) {
      signal.throwIfAborted()
      // Not to know is no reason to call a release withdrawn, nor to leave its table unread.
      if (error instanceof ServiceError || bounded.aborted) return { said: null, isKnown: false }
      throw error
    }
  }
}

function saidOf(found: ReleaseLookup): string | null {
  if (found.found) return found.yanked ? '' : null
  // Versions of a quarantined project are withheld, which does not say that there is none.
  return found.status === 'quarantined' ? null : 'the registry has it no longer'
}

// The ranges in which a release asks for other packages. Neither the index nor the tables keep them,
// so the file is opened again.

import { RANGES_EXTRACTOR } from '../domain/extractorVersions.ts'
import type { PackageKey } from '../domain/names/packageName.ts'
import { isMembers } from '../domain/texts/jsonValue.ts'
import type { IndexedFile, OpenAgain } from './openAgain.ts'

export type ReleaseRanges = ReturnType<typeof releaseRanges>

/** By the names of the packages; null where the file cannot be opened. Throws as `OpenAgain` does. */
export function releaseRanges(openAgain: OpenAgain) {
  return async (key: PackageKey, release: IndexedFile, signal: AbortSignal) => {
    const opened = await openAgain(key, release, { extractor: RANGES_EXTRACTOR }, signal)
    return opened.state === 'opened' ? parseRanges(opened.outcome.output) : null
  }
}

/** Throws when they are none: they come from a child process. */
function parseRanges(output: Uint8Array): ReadonlyMap<string, string> {
  const ranges: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(output))
  if (!isMembers(ranges)) throw new Error('ranges: not an object')
  return new Map(
    Object.entries(ranges).map(([name, range]): [string, string] => {
      if (typeof range !== 'string') throw new Error('ranges: one of them is no text')
      return [name, range]
    }),
  )
}

// The release that an address means: written in full, in another spelling, in part, or `latest`.

import type { PackageKey } from '../../domain/names/packageName.ts'
import type { Caller } from '../../ports/caller.ts'
import type { Registry } from '../../ports/registry.ts'
import { LATEST } from '../../site/markup/addresses.ts'
import { askPackage, type PageAnswers } from './pageViews.ts'
import type { WholeVersion } from './wholeVersion.ts'

/** Null where there is no such release, or no such package. */
export type VersionInAddress = (
  key: PackageKey,
  written: string,
  caller: Caller,
) => Promise<string | null>

export function versionInAddress(parts: {
  answers: Pick<PageAnswers, 'packageExists'>
  registryOf: (key: PackageKey) => Registry
  whole: WholeVersion
}): VersionInAddress {
  return async (key, written, caller) => {
    if (written === LATEST)
      return (await askPackage(parts.answers, key, caller)).answer.latest_version
    const found = await parts.registryOf(key).release(key.name, written, caller.signal)
    if (found.found) return found.release.version
    return found.missing === 'project' ? null : parts.whole(key, written, caller.signal)
  }
}

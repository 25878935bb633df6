// A release that is written in part: `4` of npm is the newest 4.x, `2.1` of PyPI the newest 2.1.x.

import type { PackageKey } from '../../domain/names/packageName.ts'
import type { Registry } from '../../ports/registry.ts'

const PART = /^v?(\d{1,9})(?:\.(\d{1,9}))?(?:\.[x*])?$/

export type WholeVersion = (
  key: PackageKey,
  written: string,
  signal: AbortSignal,
) => Promise<string | null>

/** Whether it may be a release that is written in part. */
export function isInPart(written: string): boolean {
  return PART.test(written)
}

/** Null where it is no part of a version, or where no release begins so. */
export function wholeVersion(registryOf: (key: PackageKey) => Registry): WholeVersion {
  return async (key, written, signal) => {
    const [, major, minor] = PART.exec(written) ?? []
    if (major === undefined) return null
    const part = minor === undefined ? major : `${major}.${minor}`
    const range = key.ecosystem === 'pypi' ? `==${part}.*` : part
    const found = await registryOf(key).newestIn(key.name, [range], signal, 'files')
    if (!found.found) return null
    const { version } = found.release
    return version === written ? null : version
  }
}

// Which spellings are one version. PEP 440 decides; versions that predate it stand for themselves.

import { clean } from '@renovatebot/pep440'

/** The library counts in doubles: from 16 digits on a number comes out as another one. */
const LONG_NUMBER = /\d{16}/

/** The normal form of PEP 440, or the text itself when it has none. */
export function canonicalVersion(version: string): string {
  const normal = LONG_NUMBER.test(version) ? null : clean(version)
  // The library joins the parts of a local version with commas.
  return normal === null ? version : normal.replaceAll(',', '.')
}

/** Equal for spellings of one version: `1.0`, `v1.0.0` and `0!1` are the same release. */
export function versionKey(version: string): string {
  const canonical = canonicalVersion(version.trim())
  const [, epoch = '', release, rest = ''] = /^(\d+!)?(\d+(?:\.\d+)*)(.*)$/.exec(canonical) ?? []
  return release === undefined ? canonical : `${epoch}${release.replace(/(?:\.0)+$/, '')}${rest}`
}

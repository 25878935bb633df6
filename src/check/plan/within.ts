// Whether a release is one of a range.

import { satisfies as satisfiesPython, valid, validRange } from '@renovatebot/pep440'
import satisfies from 'semver/functions/satisfies.js'
import type { Ecosystem } from '../../domain/names/packageName.ts'
import { isReadableRange, isReadableVersion } from '../../domain/rangeText.ts'

/** False where that cannot be told. */
export function isWithin(ecosystem: Ecosystem, version: string | null, range: string): boolean {
  if (version === null || !isReadableVersion(version) || !isReadableRange(range)) return false
  if (ecosystem === 'npm') return satisfies(version, range, { loose: true })
  const isText = valid(version) !== null && validRange(range)
  return isText && satisfiesPython(version, range, { prereleases: true })
}

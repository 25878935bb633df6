// What a proof tells of a file besides its digest: where it contradicts its own lists, and where it
// calls itself something else than the registry does.

import { type PackageKey, parsePackageName } from '../domain/names/packageName.ts'
import type { Remark } from '../domain/remarks.ts'
import { compareVersions } from '../domain/versionOrder.ts'
import type { Extracted, ExtractionOutcome } from '../ports/extraction.ts'

/** In the order of code units; none for a file that was not read. */
export function remarksOf(
  key: PackageKey,
  version: string | null,
  told: Pick<Extracted, 'said' | 'remarks'> | null,
): readonly Remark[] {
  const { said, remarks = [] } = told ?? {}
  const all = new Set(remarks)
  if (said && isOtherName(key, said.name)) all.add('name_differs')
  if (said && isOtherVersion(key, version, said.version)) all.add('version_differs')
  return [...all].sort()
}

/**
 * An npm tarball that calls itself another package brings the types of that one, and resolves its own
 * name as that one: what its table would say is not of the package that was asked for.
 */
export function refuseOther(key: PackageKey, outcome: ExtractionOutcome): ExtractionOutcome {
  if (key.ecosystem !== 'npm' || outcome.state !== 'extracted') return outcome
  if (outcome.symbols === undefined || !isOtherName(key, outcome.said?.name ?? null)) return outcome
  const detail = 'manifest_mismatch: "package.json" names another package'
  return { state: 'refused', reason: 'manifest_mismatch', member: 'package.json', detail }
}

function isOtherName({ ecosystem, name }: PackageKey, said: string | null): boolean {
  return said !== null && said !== name && parsePackageName(ecosystem, said) !== name
}

function isOtherVersion(
  { ecosystem }: PackageKey,
  version: string | null,
  said: string | null,
): boolean {
  if (said === null || version === null || said === version) return false
  // npm's registry drops what stands behind a plus.
  const bare = (written: string) => (ecosystem === 'npm' ? written.replace(/\+.*$/, '') : written)
  return compareVersions(ecosystem, bare(version), bare(said)) !== 0
}

// Versions out of a list of files. Files of one release may spell its version differently
// (`1.0-1` and `1.0.post1`), so they are grouped by PEP 440 and shown under one spelling.

import { keptIn } from '../../domain/maps.ts'
import type { PackageName } from '../../domain/names/packageName.ts'
import { isVersionText } from '../fetch/documents.ts'
import { fileVersion } from './fileVersion.ts'
import type { PypiFile } from './pypiProject.ts'
import { canonicalVersion } from './pypiVersion.ts'

/** `spelled` are the registry's own spellings, where it gives them; they win. */
export function groupByVersion(
  name: PackageName,
  files: readonly PypiFile[],
  spelled: readonly string[],
): Map<string, readonly PypiFile[]> {
  const groups = new Map<string, { spelling: string; files: PypiFile[] }>()
  for (const version of spelled.filter(isVersionText)) {
    groups.set(canonicalVersion(version), { spelling: version, files: [] })
  }
  for (const file of files) {
    const version = fileVersion(file.filename, name)
    if (version === null || !isVersionText(version)) continue
    const key = canonicalVersion(version)
    keptIn(groups, key, () => ({ spelling: key, files: [] })).files.push(file)
  }
  const all = [...groups.values()].map((group) => [group.spelling, group.files] as const)
  // A normal form can be longer than what was written (`1a` is `1a0`), hence past the bound.
  return new Map(all.filter(([spelling]) => isVersionText(spelling)))
}

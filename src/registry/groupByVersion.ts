// Versions out of a list of files. Files of one release may spell its version differently
// (`1.0-1` and `1.0.post1`), so they are grouped by PEP 440 and shown under one spelling.

import { clean } from '@renovatebot/pep440'
import type { PackageName } from '../domain/packageName.ts'
import { fileVersion } from './fileVersion.ts'
import { isVersionText, type PypiFile } from './pypiProject.ts'

/** `spelled` are the registry's own spellings, where it gives them; they win. */
export function groupByVersion(
  name: PackageName,
  files: readonly PypiFile[],
  spelled: readonly string[],
): Map<string, readonly PypiFile[]> {
  const groups = new Map<string, { spelling: string; files: PypiFile[] }>()
  for (const version of spelled.filter(isVersionText)) {
    groups.set(canonical(version), { spelling: version, files: [] })
  }
  for (const file of files) {
    const version = fileVersion(file.filename, name)
    if (version === null || !isVersionText(version)) continue
    const key = canonical(version)
    const group = groups.get(key) ?? { spelling: key, files: [] }
    group.files.push(file)
    groups.set(key, group)
  }
  return new Map([...groups.values()].map((group) => [group.spelling, group.files]))
}

/** The normal form of PEP 440; a version that predates it stands for itself. */
function canonical(version: string): string {
  const normal = clean(version)
  // The library joins the parts of a local version with commas.
  return normal === null ? version : normal.replaceAll(',', '.')
}

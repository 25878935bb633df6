// The version that a file's name states, for indexes that list files only. Names come in many
// spellings (PEP 427, PEP 625 and everything before them); knowing the project's name settles
// where the version begins.

import { type PackageName, pythonForm } from '../../domain/names/packageName.ts'
import { sdistSuffix } from './artifactChoice.ts'

const OTHER_SUFFIXES = ['.egg', '.exe', '.msi', '.rpm', '.deb', '.dmg'] as const

/** Null when the file is not one of this project, or no distribution at all. */
export function fileVersion(filename: string, project: PackageName): string | null {
  const lower = filename.toLowerCase()
  if (lower.endsWith('.whl')) return wheelVersion(filename.slice(0, -4), project)
  const suffix = sdistSuffix(filename)
  if (suffix !== null) return afterName(filename.slice(0, -suffix.length), project)
  const other = OTHER_SUFFIXES.find((end) => lower.endsWith(end))
  if (other === undefined) return null
  const rest = afterName(filename.slice(0, -other.length), project)
  return rest === null ? null : withoutPlatform(rest)
}

/** name-version(-build)?-python-abi-platform, with dashes inside a part written as underscores. */
function wheelVersion(stem: string, project: PackageName): string | null {
  const parts = stem.split('-')
  // Names with dashes were never allowed here but exist; count from the end.
  const [name, version] = parts.length >= 5 ? parts : []
  if (name !== undefined && version !== undefined && pythonForm(name) === project) {
    return version.replaceAll('_', '-')
  }
  return null
}

function afterName(stem: string, project: PackageName): string | null {
  for (let dash = stem.indexOf('-'); dash !== -1; dash = stem.indexOf('-', dash + 1)) {
    if (pythonForm(stem.slice(0, dash)) !== project) continue
    const version = stem.slice(dash + 1)
    return version === '' ? null : version
  }
  return null
}

/** `1.0.win32-py2.7`, `1.0-py3.6`, `1.0-1.noarch`: what installers and eggs append. */
function withoutPlatform(rest: string): string {
  return rest
    .replace(/-py\d(?:\.\d+)?(?:-.*)?$/i, '')
    .replace(/\.(?:win32|win-amd64|win-arm64|linux-[a-z0-9_]+|macosx-[a-z0-9._-]+)$/i, '')
    .replace(/-\d+\.(?:noarch|src|x86_64|i[3-6]86)$/i, '')
}

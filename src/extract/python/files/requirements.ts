// Which other distributions a wheel or an sdist says it needs, in the environment that tables speak
// of and without extras.

import { pythonForm } from '../../../domain/names/packageName.ts'
import { holds } from './markers.ts'
import type { PythonArtifact } from './moduleFiles.ts'

export type Requirement = Readonly<{
  /** In the normal form of PEP 503. */
  name: string
  /** PEP 440; empty for any version. */
  range: string
}>

const METADATA_MAX_BYTES = 1024 * 1024
const LINE_LENGTH_MAX = 2_000
const REQUIREMENTS_MAX = 1_000
const NAME = /^([A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?)\s*(?:\[[^\]]*\])?\s*/

export function requirementsOf(artifact: PythonArtifact): readonly Requirement[] {
  const lines = artifact.kind === 'wheel' ? wheelLines(artifact) : sdistLines(artifact)
  return lines.slice(0, REQUIREMENTS_MAX).flatMap((line) => parseRequirement(line) ?? [])
}

/** Null for what this environment does not need, or what comes from no registry. */
export function parseRequirement(line: string): Requirement | null {
  if (line.length > LINE_LENGTH_MAX) return null
  const text = line.trim()
  const [head = '', written = ''] = NAME.exec(text) ?? []
  if (written === '') return null
  const rest = text.slice(head.length)
  // A requirement that names an address names no release.
  if (rest.startsWith('@')) return null
  const semicolon = rest.indexOf(';')
  const range = (semicolon < 0 ? rest : rest.slice(0, semicolon)).trim().replace(/^\((.*)\)$/, '$1')
  const marker = semicolon < 0 ? '' : rest.slice(semicolon + 1).trim()
  if (marker !== '' && !holds(marker)) return null
  return { name: pythonForm(written), range: range.trim() }
}

function wheelLines(artifact: PythonArtifact): string[] {
  const path = artifact.entries.find((entry) => /^[^/]+\.dist-info\/METADATA$/.test(entry))
  return path === undefined ? [] : requiresDist(textOf(artifact, path))
}

/** Newer sdists say it as wheels do; older ones have the list that setuptools made. */
function sdistLines(artifact: PythonArtifact): string[] {
  const stated = requiresDist(textOf(artifact, 'PKG-INFO'))
  if (stated.length > 0) return stated
  const path = artifact.entries.find((entry) => /\.egg-info\/requires\.txt$/.test(entry))
  return path === undefined ? [] : requiresText(textOf(artifact, path))
}

function textOf(artifact: PythonArtifact, path: string): string {
  const bytes = artifact.read(path)
  return bytes === null ? '' : Buffer.from(bytes.subarray(0, METADATA_MAX_BYTES)).toString('utf8')
}

/** The headers of core metadata end at the first empty line; the description follows. */
function requiresDist(metadata: string): string[] {
  const [headers = ''] = metadata.replaceAll('\r\n', '\n').split('\n\n', 1)
  return headers
    .replace(/\n[ \t]+/g, ' ')
    .split('\n')
    .flatMap((line) => /^Requires-Dist:(.*)$/i.exec(line)?.[1]?.trim() ?? [])
}

/** Sections are extras, `[name:marker]` and `[:marker]`; only the last has no extra to take. */
function requiresText(text: string): string[] {
  const lines: string[] = []
  let marker: string | null = ''
  for (const line of text.split(/\r?\n/)) {
    const section = /^\[([^\]:]*)(?::(.*))?\]\s*$/.exec(line.trim())
    if (section !== null) marker = section[1] === '' ? (section[2] ?? '') : null
    else if (marker !== null && line.trim() !== '' && !line.startsWith('#')) {
      lines.push(marker === '' ? line : `${line}; ${marker}`)
    }
  }
  return lines
}

// environment.yml: what conda is to install. Only its list for pip is of PyPI. The rest has channels of
// its own, which are not asked; a release there is one of PyPI where it has the same name, so that its
// version counts for the code.

import { parsePackageName } from '../domain/names/packageName.ts'
import {
  emptyManifest,
  type Manifest,
  REQUIREMENTS_MAX,
  type Requirement,
  TOO_MANY,
} from './manifest.ts'
import { requirementsFile } from './requirementsFile.ts'

const ITEM = /^( *)- +(?:"([^"]*)"|'([^']*)'|(.*?))\s*$/
const PIP = /^( *)- +["']?pip["']?\s*:\s*(.*)$/

export function environmentYaml(path: string, text: string): Manifest {
  const lines = text.split(/\r\n?|\n/)
  const start = lines.findIndex((line) => /^["']?dependencies["']?\s*:/.test(line))
  // Others call files of settings so, too.
  if (start === -1) return emptyManifest(path)
  const unread = (what: string) => emptyManifest(path, `has ${what}`)
  if (!/:\s*(?:#.*)?$/.test(lines[start] ?? '')) {
    return unread('its dependencies in a form that is not read')
  }
  const end = lines.findIndex((line, index) => index > start && /^[^\s#-]/.test(line))
  const block = lines.slice(start + 1, end === -1 ? undefined : end)
  if (block.some((line) => /^\s*\t/.test(line))) return unread('tabs where YAML has none')
  const kept = lines.map(() => '')
  const shifts = lines.map(() => 0)
  let pipIndent: number | null = null
  let problem: string | null = null
  const ofConda: Requirement[] = []
  for (const [index, written] of block.entries()) {
    const line = withoutComment(written)
    if (line.trim() === '') continue
    const pip = PIP.exec(line)
    if (pip !== null) {
      if (pip[2] !== '') return unread('its list for pip in a form that is not read')
      pipIndent = pip[1]?.length ?? 0
      continue
    }
    const [, indent = '', double, single, bare = ''] = ITEM.exec(line) ?? []
    if (!/^ *-(?: |$)/.test(line)) return unread(`in line ${start + 2 + index} no item of a list`)
    if (pipIndent === null || indent.length <= pipIndent) {
      pipIndent = null
      const written = (double ?? single ?? bare).trim()
      const found = condaRequirement(written, start + 2 + index, line.indexOf(written) + 1)
      if (found !== null) ofConda.push(found)
      else if (written !== '') problem ??= `has in line ${start + 2 + index} what is not read`
      continue
    }
    const item = double ?? single ?? bare
    kept[start + 1 + index] = item
    shifts[start + 1 + index] = item === '' ? 0 : line.indexOf(item)
  }
  const read = requirementsFile(path, kept.join('\n'))
  const ofPip = read.requirements.map((one) => ({
    ...one,
    column: one.column + (shifts[one.line - 1] ?? 0),
  }))
  const python = ofConda.find(({ name }) => name === 'python')
  const pythons =
    python === undefined ? [] : [python.pin === null ? python.range : `==${python.pin}`]
  const others = ofConda.filter(({ name }) => name !== 'python')
  const all = [...others, ...ofPip]
  return {
    ...read,
    requirements: all.slice(0, REQUIREMENTS_MAX),
    pythons: pythons.filter((range) => range !== null),
    problem: all.length > REQUIREMENTS_MAX ? TOO_MANY : (read.problem ?? problem),
  }
}

/** `conda-forge::numpy=1.26`, `numpy>=1.20,<2`, `numpy 1.26.*`, `numpy[version='>=1']`; null for what is none. */
function condaRequirement(written: string, line: number, column: number): Requirement | null {
  const [, head = '', name = '', rest = ''] =
    /^((?:[^\s:]+::)?)([A-Za-z0-9_][\w.-]*)\s*(.*)$/.exec(written) ?? []
  const parsed = parsePackageName('pypi', name.replace(/^_+/, ''))
  if (parsed === null) return null
  const bracket = /^\[(?:.*?\bversion\s*=\s*["']?([^"'\]]*))?.*\]$/.exec(rest)
  const asked = bracket === null ? rest : (bracket[1] ?? '')
  // A build may follow: `=1.26.4=py311_0`, `1.26.4 py311_0`.
  const [version = ''] = asked.trim().split(/(?<=[\d.*])\s*=|\s+(?=[A-Za-z])/, 1)
  const place = {
    ecosystem: 'pypi',
    name: parsed,
    written: name,
    line,
    column: column + head.length,
  } as const
  return { ...place, ...condaVersion(version.trim()), isElsewhere: true }
}

/** One `=` allows what begins so. What is not understood allows anything. */
function condaVersion(version: string): Readonly<{ pin: string | null; range: string | null }> {
  const any = { pin: null, range: null }
  if (version === '' || version === '*' || version.includes('|')) return any
  const exact = /^==\s*([\w.+!]+)$/.exec(version)?.[1]
  if (exact !== undefined) return { pin: exact, range: null }
  const fuzzy = /^=?\s*(\d[\w.]*?)(?:\.?\*)?$/.exec(version)?.[1]
  if (fuzzy !== undefined) return { pin: null, range: `==${fuzzy}.*` }
  const clauses = version.split(',').map((clause) => clause.trim())
  const isRange = clauses.every((clause) => /^(?:[<>]=?|!=|~=|==)\s*\d[\w.*]*$/.test(clause))
  return isRange ? { pin: null, range: clauses.join(',').replaceAll(' ', '') } : any
}

/** A comment begins the line, or has white space before it. */
const withoutComment = (line: string) => line.replace(/(?:^|\s)#.*$/, '')

// environment.yml: what conda is to install. Only its list for pip is of PyPI; the rest has channels of
// its own, of which nothing is known here.

import { emptyManifest, type Manifest } from './manifest.ts'
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
      continue
    }
    const item = double ?? single ?? bare
    kept[start + 1 + index] = item
    shifts[start + 1 + index] = item === '' ? 0 : line.indexOf(item)
  }
  const read = requirementsFile(path, kept.join('\n'))
  return {
    ...read,
    requirements: read.requirements.map((one) => ({
      ...one,
      column: one.column + (shifts[one.line - 1] ?? 0),
    })),
  }
}

/** A comment begins the line, or has white space before it. */
const withoutComment = (line: string) => line.replace(/(?:^|\s)#.*$/, '')

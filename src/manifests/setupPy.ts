// setup.py of setuptools: the requirements that stand in it as lists of texts. It is a program, and nothing
// is run: what it computes is not told, and says nothing.

import { shownRange } from '../domain/rangeText.ts'
import { lineAt, lineStarts } from '../domain/texts/textLines.ts'
import { emptyManifest, type Manifest, REQUIREMENTS_MAX, type Requirement } from './manifest.ts'
import { parseRequirement } from './pep508.ts'

const LISTS = /\b(?:(?:install|setup)_requires|tests_require|extras_require)[ \t]*=[ \t]*/g
const TEXT = /(['"])((?:(?!\1)[^\\\n])*)\1/y
const COMMENT = /#[^\n]*/y
const PYTHONS = /\bpython_requires[ \t]*=[ \t]*(['"])([^'"\n]*)\1/
const OWN_NAME = /^[ \t]+name[ \t]*=[ \t]*(['"])([\w.-]+)\1/m

/** Nobody has more; each may be as long as the file. */
const LISTS_MAX = 50

type Written = Readonly<{ text: string; at: number }>

export function setupPy(path: string, text: string): Manifest {
  const requirements: Requirement[] = []
  const elsewhere: string[] = []
  const remote: string[] = []
  const starts = lineStarts(text)
  const seen = new Set<number>()
  const lists = [...text.matchAll(LISTS)].slice(0, LISTS_MAX)
  const all = lists.flatMap((list) => writtenAt(text, list.index + list[0].length))
  for (const { text: one, at } of all) {
    const parsed = seen.has(at) ? null : parseRequirement(one)
    seen.add(at)
    if (parsed === null || requirements.length >= REQUIREMENTS_MAX) continue
    const { name, pin, range } = parsed
    if (parsed.isElsewhere) {
      elsewhere.push(name)
      if (parsed.isRemote === true) remote.push(name)
      continue
    }
    const line = lineAt(starts, at)
    const column = at - (starts[line - 1] ?? 0) + 1
    const written = /^\s*([\w.-]+)/.exec(one)?.[1] ?? ''
    requirements.push({ ecosystem: 'pypi', name, written, line, column, pin, range })
  }
  const pythons = PYTHONS.exec(text)?.[2]
  const ownName = OWN_NAME.exec(text)?.[2]
  return {
    ...emptyManifest(path, null),
    requirements,
    elsewhere,
    ownNames: ownName === undefined ? [] : [ownName],
    pythons: pythons === undefined ? [] : [shownRange(pythons.trim())],
    ...(remote.length === 0 ? {} : { remote }),
  }
}

/** The texts of a list, or of the list that a name of the file is given; none where there is more in it. */
function writtenAt(text: string, at: number): readonly Written[] {
  const name = /[A-Za-z_]\w*/y
  name.lastIndex = at
  const named = name.exec(text)?.[0]
  if (named === undefined) return listAt(text, at)
  const given = new RegExp(`^${named}[ \\t]*(?::[^=\\n]+)?=[ \\t]*`, 'm').exec(text)
  return given === null ? [] : listAt(text, given.index + given[0].length)
}

function listAt(text: string, start: number): readonly Written[] {
  const found: Written[] = []
  let depth = 0
  for (let at = start; at < text.length; at += 1) {
    const char = text[at] ?? ''
    if ('[({'.includes(char)) depth += 1
    else if ('])}'.includes(char)) {
      depth -= 1
      if (depth <= 0) return found
    } else if (char === '#') at += matchedAt(COMMENT, text, at).length - 1
    else if (char === "'" || char === '"') {
      const whole = matchedAt(TEXT, text, at)
      const written = whole.slice(1, -1)
      // A text of several lines, or one with escapes.
      if (written === '') return []
      const behind = text.slice(at + whole.length)
      // Names of extras are no requirements, and of texts that are joined none is one.
      if (/^\s*["']/.test(behind)) return []
      if (!/^\s*:/.test(behind)) found.push({ text: written, at: at + 1 })
      at += whole.length - 1
    } else if (!/[\s,:]/.test(char)) return []
    if (depth === 0) return []
  }
  return []
}

function matchedAt(expression: RegExp, text: string, at: number): string {
  expression.lastIndex = at
  return expression.exec(text)?.[0] ?? ''
}

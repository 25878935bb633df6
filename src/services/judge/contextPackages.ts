// The packages that a context lists: a package.json, or one name on each line. Anything else is prose,
// and names in prose are not guessed.

import { isMembers, memberOf } from '../../domain/texts/jsonValue.ts'
import { readJson } from '../oracle/jsonText.ts'
import type { Span } from './settlement.ts'

const VERSION = '(?:\\s*(?:===?|~=|!=|>=?|<=?|\\^|@|=)\\s*[\\w.*+!^~<>=, -]+)?'
const LINE = new RegExp(
  '^(?:[-*•]\\s+)?[`\'"]?((?:@[a-z0-9~-][a-z0-9._~-]*/)?[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?)' +
    `(?:\\[[\\w, -]*\\])?${VERSION}[\`'"]?\\s*(?:;.*)?(?:\\s#.*)?$`,
)
const LINE_LENGTH_MAX = 300
/** Names that are looked for; a context that lists more is no list for people. */
const NAMES_MAX = 500
const FIELDS = ['dependencies', 'devDependencies', 'peerDependencies', 'optionalDependencies']

/** Null where the context is no such list. */
export function contextPackages(context: string): readonly string[] | null {
  const names = namesIn(context)
  return names === null || names.length > NAMES_MAX ? null : names
}

function nameIn(line: string): string | undefined {
  return line.length > LINE_LENGTH_MAX ? undefined : LINE.exec(line)?.[1]
}

function namesIn(context: string): readonly string[] | null {
  const read = readJson(context)
  if (read.state === 'json') return fromJson(read.value)
  const names: string[] = []
  for (const line of context.split(/\r?\n/)) {
    const text = line.trim()
    if (text === '' || text.startsWith('#')) continue
    const name = nameIn(text)
    if (name === undefined) return null
    names.push(name)
  }
  return names.length === 0 ? null : [...new Set(names)]
}

function fromJson(value: unknown): readonly string[] | null {
  if (Array.isArray(value)) {
    const names = value.filter((one) => typeof one === 'string')
    const all = names.map(nameIn)
    return value.length > 0 && names.length === value.length && !all.includes(undefined)
      ? all.filter((name) => name !== undefined)
      : null
  }
  if (!isMembers(value)) return null
  const names = FIELDS.flatMap((field) => {
    const listed = memberOf(value, field)
    return isMembers(listed) ? Object.keys(listed) : []
  })
  return names.length === 0 ? null : [...new Set(names)]
}

/** Where each package is named: as a whole, in any case, with any of `-`, `_` and `.` between its parts. */
export function mentionsOf(text: string, names: readonly string[]): readonly (Span | null)[] {
  const where = normal(text)
  return names.map((name) => {
    const what = normal(name)
    for (let start = where.indexOf(what); start !== -1; start = where.indexOf(what, start + 1)) {
      const end = start + what.length
      if (!isPart(where, start - 1, -1) && !isPart(where, end, 1)) return { start, end }
    }
    return null
  })
}

/** As long as the text itself. */
function normal(text: string): string {
  return text.replace(/[A-Z]/g, (letter) => letter.toLowerCase()).replace(/[._]/g, '-')
}

/** Whether the name goes on there; a mark with nothing behind it ends a sentence. */
function isPart(text: string, at: number, step: 1 | -1): boolean {
  const unit = text[at] ?? ''
  if (/[\p{L}\p{N}@/]/u.test(unit)) return unit !== '/' || step === -1
  return unit === '-' && /[\p{L}\p{N}]/u.test(text[at + step] ?? '')
}

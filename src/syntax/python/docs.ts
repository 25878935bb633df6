// Docstrings: found while reading, decoded when asked for. Most are never asked for.

import { CODE, isQuote, isWordStart } from './chars.ts'
import { type Literal, literalsIn, literalValue } from './literals.ts'
import { type StringScan, stringScan } from './strings.ts'

/** Where a docstring stands. */
export type DocSpan = { start: number; end: number }

/** Whether a statement is made of string literals, which are neither bytes nor f-strings. */
export function isDoc(scan: StringScan, start: number, end: number): boolean {
  const { text } = scan
  const code = text.charCodeAt(start)
  if (code === CODE.openParen) {
    if (text.charCodeAt(end - 1) !== CODE.closeParen) return false
  } else if (!isQuote(code)) {
    if (!isWordStart(code)) return false
    if (!isQuote(text.charCodeAt(start + 1)) && !isQuote(text.charCodeAt(start + 2))) return false
  }
  const literals = docLiterals(scan, { start, end })
  return literals?.every((literal) => !literal.isBytes && !literal.hasFields) ?? false
}

/** `("doc")`: parentheses around a string do not make it anything else. */
function docLiterals(scan: StringScan, { start, end }: DocSpan): Literal[] | null {
  const isGrouped = scan.text.charCodeAt(start) === CODE.openParen
  return isGrouped ? literalsIn(scan, start + 1, end - 1) : literalsIn(scan, start, end)
}

/** The docstring's value, indentation removed. */
export function docAt(text: string, doc: DocSpan): string {
  const literals = docLiterals(stringScan(text, doc.end), doc) ?? []
  return cleanDoc(literals.map((literal) => literalValue(text, literal)).join(''))
}

const LINE_MAX = 300

/** The first line of a docstring that says something. */
export function firstLine(doc: string | null): string | null {
  if (doc === null) return null
  const line = doc.trimStart().split('\n', 1)[0]?.trim() ?? ''
  return line === '' ? null : line.slice(0, LINE_MAX)
}

// One literal, without a prefix but `r`, whose first line has neither escapes nor tabs nor an end.
const PLAIN = /[rR]?(?:"""|''')\s*([^\s\\"'][^\\"'\t\r\n]*)\n/y

/** The same without decoding the literal; null when that takes more than a look. */
export function plainFirstLine(text: string, { start }: DocSpan): string | null {
  PLAIN.lastIndex = start
  const line = PLAIN.exec(text)?.[1]
  return line === undefined ? null : line.trimEnd().slice(0, LINE_MAX)
}

/** What `inspect.cleandoc` does: tabs expanded, common indentation and empty ends dropped. */
function cleanDoc(value: string): string {
  if (!value.includes('\n')) return stripSpaces(expandTabs(value))
  const lines = value.split('\n').map(expandTabs)
  let margin = Number.POSITIVE_INFINITY
  for (let i = 1; i < lines.length; i++) {
    const line = lines[i] ?? ''
    const indent = leadingSpaces(line)
    if (indent < line.length && indent < margin) margin = indent
  }
  const cleaned = lines.map((line, i) =>
    i === 0 ? stripSpaces(line) : margin === Number.POSITIVE_INFINITY ? line : line.slice(margin),
  )
  let first = 0
  let last = cleaned.length
  while (last > first && cleaned[last - 1] === '') last--
  while (first < last && cleaned[first] === '') first++
  return cleaned.slice(first, last).join('\n')
}

function leadingSpaces(line: string): number {
  let count = 0
  while (count < line.length && line.charCodeAt(count) === 32) count++
  return count
}

function stripSpaces(line: string): string {
  const count = leadingSpaces(line)
  return count === 0 ? line : line.slice(count)
}

function expandTabs(line: string): string {
  if (!line.includes('\t')) return line
  let expanded = ''
  let column = 0
  for (const character of line) {
    if (character === '\t') {
      const width = 8 - (column % 8)
      expanded += ' '.repeat(width)
      column += width
    } else {
      expanded += character
      column = character === '\r' ? 0 : column + 1
    }
  }
  return expanded
}

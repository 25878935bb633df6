// The values of string literals.

import { CODE, isQuote } from './chars.ts'
import { skipSpace } from './groups.ts'
import { type StringScan, stringEnd } from './strings.ts'

/** One literal among those that Python joins because they stand side by side. */
export type Literal = Readonly<{
  /** Where the prefix starts; where the literal ends. */
  start: number
  end: number
  /** The text between the quotes. */
  inner: number
  innerEnd: number
  isRaw: boolean
  isBytes: boolean
  hasFields: boolean
  /** A template of Python 3.14. */
  isTemplate: boolean
  isUnicode: boolean
}>

/** The literal at `start`, or null if there is none. */
export function literalAt(scan: StringScan, start: number, end: number): Literal | null {
  const { text } = scan
  let quote = start
  let isRaw = false
  let isBytes = false
  let hasFields = false
  let isTemplate = false
  let isUnicode = false
  while (quote < end && quote - start < 3 && !isQuote(text.charCodeAt(quote))) {
    const letter = text.charCodeAt(quote) | 32
    if (letter === 114) isRaw = true
    else if (letter === 98) isBytes = true
    else if (letter === 102 || letter === 116) {
      hasFields = true
      isTemplate ||= letter === 116
    } else if (letter === 117) isUnicode = true
    else return null
    quote++
  }
  const code = text.charCodeAt(quote)
  if (quote >= end || !isQuote(code)) return null
  const stop = stringEnd(scan, quote, start)
  const isTriple =
    text.charCodeAt(quote + 1) === code && text.charCodeAt(quote + 2) === code && stop - quote >= 6
  const width = isTriple ? 3 : 1
  const inner = quote + width
  const innerEnd = scan.isUnterminated ? stop : Math.max(inner, stop - width)
  return { start, end: stop, inner, innerEnd, isRaw, isBytes, hasFields, isTemplate, isUnicode }
}

/** The literals between two positions if there is nothing else, else null. */
export function literalsIn(scan: StringScan, start: number, end: number): Literal[] | null {
  const literals: Literal[] = []
  let at = skipSpace(scan.text, start, end)
  while (at < end) {
    const literal = literalAt(scan, at, end)
    if (literal === null) return null
    literals.push(literal)
    at = skipSpace(scan.text, literal.end, end)
  }
  return literals.length > 0 ? literals : null
}

export function literalValue(text: string, literal: Literal): string {
  const inner = text.slice(literal.inner, literal.innerEnd)
  return literal.isRaw ? inner : decodeEscapes(inner, literal.isBytes)
}

const SIMPLE: Readonly<Record<string, string>> = {
  '\\': '\\',
  "'": "'",
  '"': '"',
  a: '\x07',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
}

const HEX_DIGITS: Readonly<Record<string, number>> = { x: 2, u: 4, U: 8 }

/** What no rule covers keeps its backslash, as in Python; so do names of characters. */
export function decodeEscapes(inner: string, isBytes: boolean): string {
  let slash = inner.indexOf('\\')
  if (slash < 0) return inner
  let value = ''
  let from = 0
  while (slash >= 0 && slash + 1 < inner.length) {
    value += inner.slice(from, slash)
    const letter = inner.charAt(slash + 1)
    let end = slash + 2
    const simple = SIMPLE[letter]
    if (simple !== undefined) value += simple
    else if (letter.charCodeAt(0) === CODE.newline) {
      // A continued line: nothing of it is left.
    } else if (letter >= '0' && letter <= '7') {
      while (end < slash + 4 && inner.charAt(end) >= '0' && inner.charAt(end) <= '7') end++
      const code = Number.parseInt(inner.slice(slash + 1, end), 8)
      value += String.fromCharCode(isBytes ? code & 255 : code)
    } else {
      const digits = isBytes && letter !== 'x' ? undefined : HEX_DIGITS[letter]
      const hex = digits === undefined ? '' : inner.slice(end, end + digits)
      const code =
        /^[0-9a-fA-F]+$/.test(hex) && hex.length === digits ? Number.parseInt(hex, 16) : -1
      if (code >= 0 && code <= 0x10ffff) {
        value += String.fromCodePoint(code)
        end += hex.length
      } else value += `\\${letter}`
    }
    from = end
    slash = inner.indexOf('\\', end)
  }
  return value + inner.slice(from)
}

// Where string literals end. Raw or not makes no difference here: a backslash keeps the quote
// behind it from closing either kind.

import { CODE, isClosing, isOpening, isQuote, isWordPart } from './chars.ts'

/** f-strings inside f-strings; CPython stops at 150. */
const MAX_NESTING = 150

const UPPER_N = 78

/** What one file's strings share, so that hostile text cannot make the same search run twice. */
export type StringScan = {
  readonly text: string
  /** Where the scan must stop. */
  readonly end: number
  /** There is no backslash from `backslashFrom` up to `nextBackslash`. */
  backslashFrom: number
  nextBackslash: number
  /** The last field scan ran to the end of the text: f-strings are read as plain ones from then on. */
  fieldsAreBroken: boolean
  /** A triple quote ran to the end of the text; the first one is cut at its line instead. */
  triplesAreBroken: boolean
  /** The last string asked about had no closing quote. */
  isUnterminated: boolean
  /** Line breaks inside the last string asked about. */
  lines: number
}

export function stringScan(text: string, end: number): StringScan {
  return {
    text,
    end,
    backslashFrom: 0,
    nextBackslash: -1,
    fieldsAreBroken: false,
    triplesAreBroken: false,
    isUnterminated: false,
    lines: 0,
  }
}

/** The position where the prefix of the string whose quote is at `quote` starts, within `from`. */
function prefixStart(text: string, quote: number, from: number): number {
  let at = quote
  while (at > from && quote - at < 4 && isWordPart(text.charCodeAt(at - 1))) at--
  if (quote - at > 3) return quote
  for (let i = at; i < quote; i++) if (!isPrefixLetter(text.charCodeAt(i))) return quote
  return at
}

function isPrefixLetter(code: number): boolean {
  const lower = code | 32
  // b f r t u
  return lower === 98 || lower === 102 || lower === 114 || lower === 116 || lower === 117
}

/** Whether the prefix in front of the quote makes it an f-string (or a template of 3.14). */
function hasFields(text: string, quote: number, from: number): boolean {
  for (let at = quote - 1; at >= from && quote - at < 3; at--) {
    const code = text.charCodeAt(at) | 32
    if (code === 102 || code === 116) {
      const start = prefixStart(text, quote, from)
      return start <= at
    }
    if (code !== 114) return false
  }
  return false
}

/** The position behind the string literal whose first quote is at `quote`. */
export function stringEnd(scan: StringScan, quote: number, from: number): number {
  scan.isUnterminated = false
  scan.lines = 0
  if (!scan.fieldsAreBroken && hasFields(scan.text, quote, from)) {
    const end = fieldStringEnd(scan, quote, 0)
    if (end >= 0) {
      scan.lines = countLines(scan.text, quote, end)
      return end
    }
    scan.fieldsAreBroken = true
    scan.isUnterminated = false
    scan.lines = 0
  }
  return plainEnd(scan, quote)
}

/** Line breaks between two positions. */
export function countLines(text: string, start: number, end: number): number {
  let count = 0
  for (let at = text.indexOf('\n', start); at >= 0 && at < end; at = text.indexOf('\n', at + 1)) {
    count++
  }
  return count
}

function isTriple(text: string, quote: number): boolean {
  const code = text.charCodeAt(quote)
  return text.charCodeAt(quote + 1) === code && text.charCodeAt(quote + 2) === code
}

function plainEnd(scan: StringScan, quote: number): number {
  const { text, end } = scan
  if (isTriple(text, quote)) {
    const close = tripleEnd(scan, quote)
    scan.lines += countLines(text, quote, close)
    return close
  }
  const code = text.charCodeAt(quote)
  for (let at = quote + 1; at < end; at++) {
    const here = text.charCodeAt(at)
    if (here === code) return at + 1
    if (here === CODE.backslash) {
      at++
      if (text.charCodeAt(at) === CODE.newline) scan.lines++
    } else if (here === CODE.newline) {
      scan.isUnterminated = true
      return at
    }
  }
  scan.isUnterminated = true
  return end
}

/** Where to go on when the closing quotes are missing: the rest of the file may be fine. */
function brokenTripleEnd(scan: StringScan, quote: number): number {
  scan.isUnterminated = true
  if (scan.triplesAreBroken) return scan.end
  scan.triplesAreBroken = true
  const line = scan.text.indexOf('\n', quote)
  return line < 0 || line > scan.end ? scan.end : line
}

function tripleEnd(scan: StringScan, quote: number): number {
  const { text, end } = scan
  const closing = text.charCodeAt(quote) === 34 ? '"""' : "'''"
  let at = quote + 3
  for (;;) {
    const close = text.indexOf(closing, at)
    if (close < 0 || close + 3 > end) return brokenTripleEnd(scan, quote)
    let slash = findBackslash(scan, at)
    if (slash >= close) return close + 3
    // A backslash stands before the quotes: go on from the last pair that ends in front of them.
    while (slash < close) {
      at = slash + 2
      slash = findBackslash(scan, at)
    }
    if (at <= close) return close + 3
  }
}

/** Remembers what it found: a text without backslashes is searched once, not once per string. */
function findBackslash(scan: StringScan, from: number): number {
  if (scan.nextBackslash < from || scan.backslashFrom > from) {
    const found = scan.text.indexOf('\\', from)
    scan.backslashFrom = from
    scan.nextBackslash = found < 0 ? scan.text.length + 1 : found
  }
  return scan.nextBackslash
}

/** An f-string by the rules of 3.12, where fields hold any expression; -1 if it does not end. */
function fieldStringEnd(scan: StringScan, quote: number, depth: number): number {
  if (depth > MAX_NESTING) return -1
  const { text, end } = scan
  const code = text.charCodeAt(quote)
  const triple = isTriple(text, quote)
  const isRaw = prefixIsRaw(text, quote)
  let at = triple ? quote + 3 : quote + 1
  while (at < end) {
    const here = text.charCodeAt(at)
    if (here === code && (!triple || isTriple(text, at))) return triple ? at + 3 : at + 1
    if (here === CODE.openBrace) {
      if (text.charCodeAt(at + 1) === CODE.openBrace) {
        at += 2
      } else {
        at = fieldEnd(scan, at, code, triple, depth)
        if (at < 0) return -1
      }
    } else if (here === CODE.backslash) {
      at = behindBackslash(text, at, isRaw)
    } else if (here === CODE.newline && !triple) {
      scan.isUnterminated = true
      return at
    } else at++
  }
  return -1
}

function prefixIsRaw(text: string, quote: number): boolean {
  return (text.charCodeAt(quote - 1) | 32) === 114 || (text.charCodeAt(quote - 2) | 32) === 114
}

/** A backslash does not hide a brace, but `\N{DASH}` is no field. */
function behindBackslash(text: string, at: number, isRaw: boolean): number {
  const next = text.charCodeAt(at + 1)
  if (next === CODE.openBrace || next === CODE.closeBrace) return at + 1
  if (next === UPPER_N && !isRaw && text.charCodeAt(at + 2) === CODE.openBrace) {
    for (let i = at + 3; i < at + 100; i++) {
      const code = text.charCodeAt(i)
      if (code === CODE.closeBrace) return i + 1
      if (!isWordPart(code) && code !== 32 && code !== 45) break
    }
  }
  return at + 2
}

/** Behind the `}` of the field that opens at `open`; -1 if there is none. */
function fieldEnd(
  scan: StringScan,
  open: number,
  quote: number,
  triple: boolean,
  depth: number,
): number {
  const { text, end } = scan
  let at = open + 1
  let brackets = 0
  while (at < end) {
    const code = text.charCodeAt(at)
    if (isQuote(code)) {
      at = nestedStringEnd(scan, at, open + 1, depth)
      if (at < 0) return -1
    } else if (code === CODE.hash) {
      const line = text.indexOf('\n', at)
      if (line < 0) return -1
      at = line
    } else if (isOpening(code)) {
      brackets++
      at++
    } else if (code === CODE.closeBrace && brackets === 0) return at + 1
    else if (isClosing(code)) {
      brackets--
      if (brackets < 0) return -1
      at++
    } else if (code === CODE.colon && brackets === 0) {
      return specEnd(scan, at + 1, quote, triple, depth)
    } else at++
  }
  return -1
}

function nestedStringEnd(scan: StringScan, quote: number, from: number, depth: number): number {
  if (hasFields(scan.text, quote, from)) return fieldStringEnd(scan, quote, depth + 1)
  const end = plainEnd(scan, quote)
  return scan.isUnterminated ? -1 : end
}

/** The format behind a field's colon: text and further fields, up to the closing brace. */
function specEnd(
  scan: StringScan,
  from: number,
  quote: number,
  triple: boolean,
  depth: number,
): number {
  if (depth > MAX_NESTING) return -1
  const { text, end } = scan
  let at = from
  while (at < end) {
    const code = text.charCodeAt(at)
    if (code === CODE.closeBrace) return at + 1
    if (code === CODE.openBrace) {
      at = fieldEnd(scan, at, quote, triple, depth + 1)
      if (at < 0) return -1
    } else if (code === quote && (!triple || isTriple(text, at))) return -1
    else if (code === CODE.newline && !triple) return -1
    else at++
  }
  return -1
}

// Looking into a statement: over brackets and strings as wholes, item by item, word by word.

import { CODE, isBlank, isClosing, isOpening, isQuote, isWordStart, wordEnd } from './chars.ts'
import { type StringScan, stringEnd } from './strings.ts'
import type { Span } from './syntax.ts'

/** Over blanks, line breaks, continuations and comments. */
export function skipSpace(text: string, start: number, end: number): number {
  let at = start
  while (at < end) {
    const code = text.charCodeAt(at)
    if (isBlank(code) || code === CODE.newline) at++
    else if (code === CODE.backslash && text.charCodeAt(at + 1) === CODE.newline) at += 2
    else if (code === CODE.hash) {
      const next = text.indexOf('\n', at)
      at = next < 0 || next > end ? end : next
    } else break
  }
  return at
}

/** The position behind the bracket that closes the one at `open`. */
export function groupEnd(scan: StringScan, open: number, end: number): number {
  const { text } = scan
  let depth = 0
  let at = open
  while (at < end) {
    const code = text.charCodeAt(at)
    if (isQuote(code)) {
      at = stringEnd(scan, at, open)
      continue
    }
    if (code === CODE.hash) {
      const next = text.indexOf('\n', at)
      if (next < 0) return end
      at = next
    } else if (isOpening(code)) depth++
    else if (isClosing(code) && --depth <= 0) return at + 1
    at++
  }
  return end
}

/** The position behind the word, string or bracketed group at `at`, else behind one character. */
export function tokenEnd(scan: StringScan, at: number, end: number): number {
  const code = scan.text.charCodeAt(at)
  if (isOpening(code)) return groupEnd(scan, at, end)
  if (isQuote(code)) return stringEnd(scan, at, Math.max(0, at - 3))
  if (isWordStart(code)) return wordEnd(scan.text, at, end)
  return at + 1
}

/** Where a word stands outside of brackets and strings, or -1. */
export function findWord(scan: StringScan, start: number, end: number, word: string): number {
  const { text } = scan
  let at = skipSpace(text, start, end)
  while (at < end) {
    const next = tokenEnd(scan, at, end)
    if (next - at === word.length && text.startsWith(word, at)) return at
    at = skipSpace(text, next, end)
  }
  return -1
}

/** The first colon that is neither in brackets nor of a lambda nor of a walrus; -1 without. */
export function findColon(scan: StringScan, start: number, end: number): number {
  const { text } = scan
  let lambdas = 0
  let at = skipSpace(text, start, end)
  while (at < end) {
    const next = tokenEnd(scan, at, end)
    if (next - at === 6 && text.startsWith('lambda', at)) lambdas++
    else if (text.charCodeAt(at) === CODE.colon && text.charCodeAt(at + 1) !== CODE.equals) {
      if (lambdas === 0) return at
      lambdas--
    }
    at = skipSpace(text, next, end)
  }
  return -1
}

/** Walks over what commas divide: parameters, arguments, targets. */
export class Items {
  private readonly scan: StringScan
  private readonly last: number
  private at: number
  /** The item, without blanks and comments around it. */
  start = 0
  end = 0
  /** First colon and first single equals sign outside of brackets and lambdas, or -1. */
  colon = -1
  equals = -1

  constructor(scan: StringScan, start: number, end: number) {
    this.scan = scan
    this.at = start
    this.last = end
  }

  next(): boolean {
    const { scan, last } = this
    const { text } = scan
    let at = skipSpace(text, this.at, last)
    if (at >= last) return false
    let lambdas = 0
    this.start = at
    this.end = at
    this.colon = -1
    this.equals = -1
    while (at < last) {
      const code = text.charCodeAt(at)
      if (code === CODE.comma && lambdas === 0) {
        this.at = at + 1
        return true
      }
      if (code === CODE.colon) {
        if (text.charCodeAt(at + 1) === CODE.equals) at++
        else if (lambdas > 0) lambdas--
        else if (this.colon < 0) this.colon = at
      } else if (code === CODE.equals) {
        if (text.charCodeAt(at + 1) === CODE.equals) at++
        else if (lambdas === 0 && this.equals < 0 && isAssignment(text, at)) this.equals = at
      }
      const next = tokenEnd(scan, at, last)
      if (next - at === 6 && text.startsWith('lambda', at)) lambdas++
      this.end = next
      at = skipSpace(text, next, last)
    }
    this.at = last
    return true
  }

  span(): Span {
    return { start: this.start, end: this.end }
  }
}

function isAssignment(text: string, at: number): boolean {
  const before = text.charCodeAt(at - 1)
  return before !== CODE.less && before !== CODE.greater && before !== 33
}

/** The items as spans. */
export function splitItems(scan: StringScan, start: number, end: number): Span[] {
  const items = new Items(scan, start, end)
  const spans: Span[] = []
  while (items.next()) if (items.end > items.start) spans.push(items.span())
  return spans
}

/** A span without blanks around it. */
export function spanBetween(text: string, start: number, end: number): Span {
  const from = skipSpace(text, start, end)
  let to = end
  while (to > from) {
    const code = text.charCodeAt(to - 1)
    if (!isBlank(code) && code !== CODE.newline && code !== CODE.backslash) break
    to--
  }
  return { start: from, end: to }
}

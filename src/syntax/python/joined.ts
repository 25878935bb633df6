// The inside of f-strings: text and fields.

import { CODE } from './chars.ts'
import { skipSpace, spanBetween, tokenEnd } from './groups.ts'
import { decodeEscapes, type Literal } from './literals.ts'
import { stringScan } from './strings.ts'
import type { Span } from './syntax.ts'
import type { JoinedPart, Tree } from './tree.ts'

const BANG = 33
/** Formats within formats; CPython allows two. */
const MAX_FORMATS = 5

type FieldParser = (span: Span) => Tree | null

/** Null if a field is none. */
export function joinedParts(
  text: string,
  literal: Literal,
  parse: FieldParser,
): readonly JoinedPart[] | null {
  const reader = new JoinedReader(text, literal, parse)
  const parts = reader.parts(false, 0)
  return reader.isBroken ? null : parts
}

class JoinedReader {
  private readonly text: string
  private readonly end: number
  private readonly isRaw: boolean
  private readonly parse: FieldParser
  private at: number
  isBroken = false

  constructor(text: string, literal: Literal, parse: FieldParser) {
    this.text = text
    this.at = literal.inner
    this.end = literal.innerEnd
    this.isRaw = literal.isRaw
    this.parse = parse
  }

  /** Up to the end, or for a format up to the brace that closes its field. */
  parts(isFormat: boolean, depth: number): JoinedPart[] {
    const { text, end } = this
    const parts: JoinedPart[] = []
    let from = this.at
    let pending = ''
    const flush = (): void => {
      pending += this.decoded(from, this.at)
    }
    while (this.at < end && !this.isBroken) {
      const code = text.charCodeAt(this.at)
      if (code === 92 && text.charAt(this.at + 1) === 'N' && text.charAt(this.at + 2) === '{') {
        const close = this.isRaw ? -1 : text.indexOf('}', this.at)
        this.at = close < 0 || close >= end ? this.at + 2 : close + 1
      } else if (code !== CODE.openBrace && code !== CODE.closeBrace) this.at++
      else if (!isFormat && text.charCodeAt(this.at + 1) === code) {
        this.at++
        flush()
        this.at++
        from = this.at
      } else if (code === CODE.closeBrace) {
        if (isFormat) break
        this.isBroken = true
      } else {
        flush()
        if (depth > MAX_FORMATS) this.isBroken = true
        else this.field(parts, pending, depth)
        pending = ''
        from = this.at
      }
    }
    flush()
    if (pending !== '') parts.push(pending)
    return parts
  }

  private decoded(start: number, end: number): string {
    const raw = this.text.slice(start, end)
    return this.isRaw ? raw : decodeEscapes(raw, false)
  }

  private field(parts: JoinedPart[], before: string, depth: number): void {
    const { text } = this
    const start = this.at + 1
    const stop = this.fieldStop(start)
    const isDebug =
      text.charCodeAt(stop - 1) === CODE.equals && !'=!<>'.includes(text.charAt(stop - 2))
    const span = spanBetween(text, start, isDebug ? stop - 1 : stop)
    const value = this.parse(span)
    this.at = skipSpace(text, stop, this.end)
    const debug = isDebug ? text.slice(start, this.at) : ''
    let conversion = ''
    if (text.charCodeAt(this.at) === BANG) {
      conversion = text.charAt(this.at + 1)
      this.at = skipSpace(text, this.at + 2, this.end)
    }
    let format: JoinedPart[] | null = null
    if (text.charCodeAt(this.at) === CODE.colon) {
      this.at++
      format = this.parts(true, depth + 1)
    }
    if (value === null || text.charCodeAt(this.at) !== CODE.closeBrace) {
      this.isBroken = true
      return
    }
    this.at++
    if (before + debug !== '') parts.push(before + debug)
    if (isDebug && conversion === '' && format === null) conversion = 'r'
    parts.push({ value, conversion, format })
  }

  /** Where the expression of a field ends: at `!r`, `:`, `}`, or behind the `=` of `{x=}`. */
  private fieldStop(start: number): number {
    const { text, end } = this
    const scan = stringScan(text, end)
    let at = skipSpace(text, start, end)
    let last = at
    while (at < end) {
      const code = text.charCodeAt(at)
      if (code === CODE.closeBrace || code === CODE.colon) return last === at ? at : last
      if (code === BANG && text.charCodeAt(at + 1) !== CODE.equals) return last
      if (code === BANG || (code === CODE.equals && text.charCodeAt(at + 1) === CODE.equals)) at++
      at = tokenEnd(scan, at, end)
      last = at
      at = skipSpace(text, at, end)
    }
    return end
  }
}

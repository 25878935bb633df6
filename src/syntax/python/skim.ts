// Bodies of functions: read to their end, kept as a span, with the few things that matter to the
// API picked up on the way.

import { CODE, isOpening, isWordStart, nameOf, wordEnd } from './chars.ts'
import { type DocSpan, isDoc } from './docs.ts'
import { findColon, groupEnd, Items, skipSpace, spanBetween, tokenEnd } from './groups.ts'
import { type Keyword, keywordAt } from './keywords.ts'
import type { Lines } from './lines.ts'
import { countLines } from './strings.ts'
import type { FunctionBody, Span } from './syntax.ts'

/** Nobody writes the head of a loop longer than this. */
const HEADER_MAX = 2_000

/** Of targets grouped inside targets. */
const MAX_DEPTH = 20

const NOWHERE = Number.POSITIVE_INFINITY
const NONE: readonly never[] = Object.freeze([])

/** A search that goes through a text once, however often it is asked. */
function finder(text: string, word: string): (from: number) => number {
  let found = -1
  /** The first place at or behind `from`; the places asked for must not go back. */
  return (from) => {
    if (found < from) {
      const at = text.indexOf(word, from)
      found = at < 0 ? NOWHERE : at
    }
    return found
  }
}

export class Skimmer {
  private readonly lines: Lines
  private readonly yields: ReturnType<typeof finder>
  /** In `warn` and in `Warning`. */
  private readonly warns: ReturnType<typeof finder>

  private self = ''
  private selfAttributes: { name: string; line: number; annotation: Span | null }[] | null = null
  private globals: string[] | null = null
  private warnings: Span[] | null = null
  private isGenerator = false
  private raises = 0
  private isTrivial = true
  /** Lines indented further than these belong to an inner function, or use `self` otherwise. */
  private innerIndent = NOWHERE
  private otherSelfIndent = NOWHERE

  /** Of the body skimmed last. */
  doc: DocSpan | null = null

  constructor(lines: Lines) {
    this.lines = lines
    this.yields = finder(lines.text, 'yield')
    this.warns = finder(lines.text, 'arn')
  }

  /**
   * Reads a body and the line break behind it. The header was read last; `colon` is its colon and
   * `self` the name of the first parameter.
   */
  body(indent: number, colon: number, self: string): FunctionBody {
    const { lines } = this
    this.self = self
    this.selfAttributes = null
    this.globals = null
    this.warnings = null
    this.isGenerator = false
    this.raises = 0
    this.isTrivial = true
    this.innerIndent = NOWHERE
    this.otherSelfIndent = NOWHERE
    this.doc = null
    const inline = skipSpace(lines.text, colon + 1, lines.stop)
    if (inline < lines.stop) {
      const line = lines.startLine + countLines(lines.text, lines.start, inline)
      return this.finish(inline, this.inline(inline, line), line)
    }
    if (!lines.nextLine() || lines.indent <= indent) {
      lines.problem(lines.line, 'a function without a body')
      this.isTrivial = false
      return this.finish(lines.at, lines.at, lines.line)
    }
    const start = lines.at
    const { line } = lines
    return this.finish(start, this.block(indent), line)
  }

  private finish(start: number, end: number, line: number): FunctionBody {
    return {
      span: { start, end },
      line,
      selfAttributes: this.selfAttributes ?? NONE,
      globals: this.globals ?? NONE,
      warnings: this.warnings ?? NONE,
      isTrivial: this.isTrivial && this.raises < 2,
      isGenerator: this.isGenerator,
    }
  }

  /** A body in the line of its header; returns where it ends. */
  private inline(at: number, line: number): number {
    const { lines } = this
    lines.at = at
    lines.line = line
    do {
      lines.readPiece()
      this.piece(true, lines.start === at)
    } while (lines.goesOn)
    const { stop } = lines
    lines.nextLine()
    return stop
  }

  /** The lines that are indented further than the header; returns where they end. */
  private block(indent: number): number {
    const { lines } = this
    const first = lines.indent
    const start = lines.at
    let stop = start
    while (lines.indent > indent) {
      const column = lines.indent
      if (column <= this.innerIndent) this.innerIndent = NOWHERE
      if (column <= this.otherSelfIndent) this.otherSelfIndent = NOWHERE
      do {
        lines.readPiece()
        this.piece(column === first, lines.start === start)
      } while (lines.goesOn)
      stop = lines.stop
      lines.nextLine()
    }
    return stop
  }

  private piece(isFirstLevel: boolean, isFirst: boolean): void {
    const { lines } = this
    const { text, start, stop } = lines
    if (isFirst && isDoc(lines.inner, start, stop)) {
      this.doc = { start, end: stop }
      return
    }
    const code = text.charCodeAt(start)
    const word = isWordStart(code) ? keywordAt(text, start, wordEnd(text, start, stop)) : ''
    if (word === 'pass' || (code === CODE.dot && stop - start === 3)) return
    if (word === 'raise') this.raises++
    else this.isTrivial = false
    if (word !== '' && this.keyword(word)) return
    if (this.innerIndent === NOWHERE && this.yields(start) < stop) {
      this.isGenerator ||= hasYield(lines)
    }
    if (word !== '' && !SOFT.has(word)) return
    if (lines.equalsCount > 0 || lines.colon >= 0) this.lookForSelf()
    else if (isFirstLevel && this.warns(start) < stop) this.lookForWarning()
  }

  /** True when the statement needs no further look. */
  private keyword(word: Keyword): boolean {
    const { lines } = this
    switch (word) {
      case 'global':
        this.takeGlobals(lines.start + 6)
        return true
      case 'class':
        if (this.innerIndent === NOWHERE) this.innerIndent = lines.indent
        if (this.otherSelfIndent === NOWHERE) this.otherSelfIndent = lines.indent
        return true
      case 'def':
        this.innerFunction(lines.start + 3)
        return true
      default:
        return isCompound(word) || word === 'match' || word === 'case' ? this.compound(word) : false
    }
  }

  /** A header; what stands behind its colon in the same line is read as a statement of its own. */
  private compound(word: Keyword): boolean {
    const { lines } = this
    const { text, start, stop } = lines
    if (word === 'async') {
      const at = skipSpace(text, start + 5, stop)
      if (keywordAt(text, at, wordEnd(text, at, stop)) === 'def') {
        this.innerFunction(at + 3)
        return true
      }
    }
    if (word === 'for' || word === 'with' || word === 'async') this.lookForTargets()
    if (lines.colon < 0 || lines.colon + 1 >= stop) return false
    // An attribute of something called `case`; no pattern begins with a dot.
    if (SOFT.has(word) && text.charCodeAt(start + word.length) === CODE.dot) return false
    if (this.innerIndent === NOWHERE && this.yields(start) < stop) {
      this.isGenerator ||= hasYield(lines)
    }
    const colon = headerColon(lines)
    const inline = skipSpace(text, colon + 1, stop)
    if (colon < 0 || inline >= stop) return true
    const code = text.charCodeAt(inline)
    if (isWordStart(code)) {
      const inner = keywordAt(text, inline, wordEnd(text, inline, stop))
      // Reading on inside a line is for simple statements: anything else would not be Python, and
      // a long line of headers would be read again for each of them.
      if (isCompound(inner)) return true
    }
    const line = lines.startLine + countLines(text, start, inline)
    lines.at = inline
    lines.line = line
    lines.readPiece()
    this.piece(false, false)
    return true
  }

  /** `for self.name in …:`, `with … as self.name:`. */
  private lookForTargets(): void {
    const { lines, self } = this
    const { text, start, stop } = lines
    if (self === '' || this.otherSelfIndent !== NOWHERE) return
    const header = text.slice(start, Math.min(stop, start + HEADER_MAX))
    if (!header.includes(`${self}.`)) return
    const loop = /^(?:async[ \t]+)?for\b([^\n]*?)\bin\b/.exec(header)?.[1]
    const held = Array.from(header.matchAll(/\bas[ \t]+([^:\n]+)/g), ([, target]) => target ?? '')
    for (const targets of loop === undefined ? held : [loop]) {
      for (const target of targets.split(',')) {
        const found = /^[\s([*]*([^\s.()[\]]+)\.([^\s.()[\]]+)[\s)\]]*$/.exec(target)
        if (found?.[1] !== self || found[2] === undefined) continue
        this.selfAttributes ??= []
        this.selfAttributes.push({ name: found[2], line: lines.startLine, annotation: null })
      }
    }
  }

  private innerFunction(at: number): void {
    const { lines } = this
    const { text, stop } = lines
    if (this.innerIndent === NOWHERE) this.innerIndent = lines.indent
    if (this.otherSelfIndent !== NOWHERE || this.self === '') return
    const open = text.indexOf('(', at)
    if (open < 0 || open >= stop) return
    const first = skipSpace(text, open + 1, stop)
    const end = wordEnd(text, first, stop)
    if (end - first === this.self.length && text.startsWith(this.self, first)) {
      this.otherSelfIndent = lines.indent
    }
  }

  private takeGlobals(at: number): void {
    const { lines } = this
    const items = new Items(lines.inner, at, lines.stop)
    this.globals ??= []
    while (items.next()) this.globals.push(nameOf(lines.text, items.start, items.end))
  }

  private lookForWarning(): void {
    const { lines } = this
    const { text, start, stop } = lines
    if (text.charCodeAt(stop - 1) !== 41) return
    let at = start
    for (;;) {
      if (!isWordStart(text.charCodeAt(at))) return
      at = wordEnd(text, at, stop)
      const code = text.charCodeAt(at)
      if (code === CODE.openParen) break
      if (code !== CODE.dot) return
      at++
    }
    const statement = text.slice(start, stop)
    if (!statement.includes('warn') && !statement.includes('Warning')) return
    this.warnings ??= []
    this.warnings.push({ start, end: stop })
  }

  /** Targets of an assignment that are attributes of the first parameter. */
  private lookForSelf(): void {
    const { lines, self } = this
    const { text, start, stop, colon } = lines
    if (self === '' || this.otherSelfIndent !== NOWHERE) return
    const equals = lines.equalsCount > 0 ? (lines.equals[0] ?? stop) : stop
    if (colon >= 0 && colon < equals) {
      const annotation = spanBetween(text, colon + 1, equals)
      this.takeAttribute(start, colon, annotation)
      return
    }
    if (lines.equalsCount === 0) return
    let from = start
    for (let i = 0; i < lines.equalsCount; i++) {
      const end = lines.equals[i] ?? stop
      // `+=` and its kin change what is there.
      if (i === 0 && ASSIGNING.includes(text.charAt(end - 1))) return
      if (i > 0 && text.slice(from, end).includes('lambda')) return
      this.takeTargets(from, end, 0)
      from = end + 1
    }
  }

  /** One target, or a tuple of them however it is grouped. */
  private takeTargets(start: number, end: number, depth: number): void {
    const { lines } = this
    const { text } = lines
    const first = skipSpace(text, start, end)
    if (isWordStart(text.charCodeAt(first))) {
      if (this.takeAttribute(first, end, null) || !hasComma(text, first, end)) return
    }
    const items = new Items(lines.inner, first, end)
    while (items.next()) {
      const at = skipStar(text, items.start, items.end)
      const code = text.charCodeAt(at)
      if (code !== CODE.openParen && code !== CODE.openBracket)
        this.takeAttribute(at, items.end, null)
      else if (depth < MAX_DEPTH && groupEnd(lines.inner, at, items.end) === items.end) {
        this.takeTargets(at + 1, items.end - 1, depth + 1)
      }
    }
  }

  /** Takes `self.name` if that is all there is. */
  private takeAttribute(start: number, end: number, annotation: Span | null): boolean {
    const { lines, self } = this
    const { text } = lines
    const dot = start + self.length
    if (!text.startsWith(self, start) || text.charCodeAt(dot) !== CODE.dot) return false
    if (!isWordStart(text.charCodeAt(dot + 1))) return false
    const nameEnd = wordEnd(text, dot + 1, end)
    if (skipSpace(text, nameEnd, end) < end) return false
    this.selfAttributes ??= []
    const name = nameOf(text, dot + 1, nameEnd)
    this.selfAttributes.push({ name, line: lines.startLine, annotation })
    return true
  }
}

function skipStar(text: string, start: number, end: number): number {
  let at = skipSpace(text, start, end)
  if (text.charCodeAt(at) === 42) at = skipSpace(text, at + 1, end)
  return at
}

function hasComma(text: string, start: number, end: number): boolean {
  for (let at = start; at < end; at++) if (text.charCodeAt(at) === CODE.comma) return true
  return false
}

/** What stands before the equals sign of an assignment that changes something: `+=`, `>>=`. */
export const ASSIGNING = '+-*/%&|^@<>'

/** Words that are names as well: `case.input = …`. */
const SOFT: ReadonlySet<string> = new Set(['match', 'case', 'type', 'print', 'exec', 'async'])

const COMPOUND: ReadonlySet<string> = new Set(
  'class def async if elif else try except finally for while with'.split(' '),
)

export function isCompound(word: Keyword | ''): boolean {
  return COMPOUND.has(word)
}

/** The colon that ends the header of the piece read last, lambdas in it left aside; or -1. */
export function headerColon(lines: Lines): number {
  const { text, start, stop, colon } = lines
  if (colon < 0 || colon + 1 >= stop) return colon
  return text.slice(start, colon).includes('lambda') ? findColon(lines.inner, start, stop) : colon
}

/** Whether a `yield` in the text is code. Brackets are looked into: `x = (yield)`. */
function hasYield(lines: Lines): boolean {
  const { text, start, stop, inner } = lines
  let at = skipSpace(text, start, stop)
  while (at < stop) {
    const next = isOpening(text.charCodeAt(at)) ? at + 1 : tokenEnd(inner, at, stop)
    if (next - at === 5 && text.startsWith('yield', at)) return true
    // A lambda's yield is its own, and so rare that the statement is taken to have no other.
    if (next - at === 6 && text.startsWith('lambda', at)) return false
    at = skipSpace(text, next, stop)
  }
  return false
}

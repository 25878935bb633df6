// Statements of modules, of classes and of what is nested in them without being a function.

import { CODE, isDigit, isQuote, isWordStart, nameOf, wordEnd } from './chars.ts'
import { type DocSpan, isDoc } from './docs.ts'
import { findWord, groupEnd, skipSpace, spanBetween, splitItems } from './groups.ts'
import { parseArguments, parseParameters } from './headers.ts'
import { parseFrom, parseImport } from './imports.ts'
import { type Keyword, keywordAt } from './keywords.ts'
import { Lines } from './lines.ts'
import { Documented, documented } from './nodes.ts'
import { ASSIGNING, headerColon, isCompound, Skimmer } from './skim.ts'
import { countLines } from './strings.ts'
import type {
  Argument,
  AssignStatement,
  IfStatement,
  MatchStatement,
  Parameter,
  Span,
  Statement,
  TryStatement,
  WithStatement,
} from './syntax.ts'

/** CPython refuses deeper indentation as well. */
const MAX_DEPTH = 100

const NOTHING: readonly never[] = Object.freeze([])

/** Words of clauses, which follow others. */
const LATER: ReadonlySet<string> = new Set(['elif', 'else', 'except', 'finally'])

/** What most assignments are. */
const PLAIN = {
  kind: 'assign',
  line: 0,
  targets: NOTHING,
  annotation: null,
  value: null,
  operator: null,
  isTypeAlias: false,
  typeParameters: NOTHING,
} as const

export class Blocks {
  readonly lines: Lines
  private readonly skimmer: Skimmer
  private depth = 0

  constructor(text: string, start: number, end: number, line: number) {
    this.lines = new Lines(text, start, end, line)
    this.skimmer = new Skimmer(this.lines)
  }

  /** The statements from here on that are indented further than `parent`. */
  block(parent: number): Statement[] {
    const { lines } = this
    const body: Statement[] = []
    const own = lines.indent
    if (this.depth >= MAX_DEPTH) {
      lines.problem(lines.line, 'indented too deeply')
      this.passOver(parent)
      return body
    }
    this.depth++
    while (lines.indent > parent) {
      if (lines.indent !== own) lines.problem(lines.line, 'unexpected indentation')
      this.statement(body)
    }
    this.depth--
    return body
  }

  private passOver(parent: number): void {
    const { lines } = this
    while (lines.indent > parent) {
      do lines.readPiece()
      while (lines.goesOn)
      lines.nextLine()
    }
  }

  /** One logical line, or a compound statement with all its blocks. */
  private statement(body: Statement[]): void {
    const { lines } = this
    const { text } = lines
    lines.readPiece()
    const code = text.charCodeAt(lines.start)
    if (code === 64) {
      this.decorated(body)
      return
    }
    const word = this.word()
    if (word !== '' && this.compound(body, word, NOTHING)) return
    this.simple(body, word)
    this.restOfLine(body)
  }

  private restOfLine(body: Statement[]): void {
    const { lines } = this
    while (lines.goesOn) {
      lines.readPiece()
      this.simple(body, this.word())
    }
    lines.nextLine()
  }

  /** The keyword that the piece read last starts with. */
  private word(): Keyword | '' {
    const { text, start, stop } = this.lines
    if (!isWordStart(text.charCodeAt(start))) return ''
    return keywordAt(text, start, wordEnd(text, start, stop))
  }

  private decorated(body: Statement[]): void {
    const { lines } = this
    const { text } = lines
    const decorators: Span[] = []
    const { indent } = lines
    do {
      decorators.push(spanBetween(text, lines.start + 1, lines.stop))
      if (!lines.nextLine() || lines.indent !== indent) {
        lines.problem(lines.line, 'a decorator without a declaration')
        return
      }
      lines.readPiece()
    } while (text.charCodeAt(lines.start) === 64)
    const word = this.word()
    if (word === 'def' || word === 'class' || word === 'async') {
      if (this.compound(body, word, decorators)) return
    }
    lines.problem(lines.startLine, 'a decorator without a declaration')
    if (word !== '' && this.compound(body, word, NOTHING)) return
    this.simple(body, word)
    this.restOfLine(body)
  }

  /** Reads a compound statement whose header was read last; false if it is none. */
  private compound(body: Statement[], word: Keyword, decorators: readonly Span[]): boolean {
    const { lines } = this
    if (LATER.has(word)) {
      lines.problem(lines.startLine, `${word} without a beginning`)
      for (const statement of this.suite(lines.indent)) body.push(statement)
      return true
    }
    const statement = this.begun(word, decorators)
    if (statement !== null) body.push(statement)
    return statement !== null
  }

  private begun(word: Keyword, decorators: readonly Span[]): Statement | null {
    const { start } = this.lines
    switch (word) {
      case 'def':
        return this.function(start + 3, false, decorators)
      case 'class':
        return this.class(decorators)
      case 'async':
        return this.async(decorators)
      case 'if':
        return this.if()
      case 'try':
        return this.try()
      case 'for':
        return this.for(start + 3)
      case 'while':
        return this.while()
      case 'with':
        return this.with(start + 4)
      case 'match':
        return this.match()
      default:
        return null
    }
  }

  private async(decorators: readonly Span[]): Statement | null {
    const { text, start, stop } = this.lines
    const at = skipSpace(text, start + 5, stop)
    const word = keywordAt(text, at, wordEnd(text, at, stop))
    if (word === 'def') return this.function(at + 3, true, decorators)
    if (word === 'for') return this.for(at + 3)
    return word === 'with' ? this.with(at + 4) : null
  }

  /** The block behind the header read last: in the same line, or indented further than `indent`. */
  private suite(indent: number): readonly Statement[] {
    const { lines } = this
    const { text, start, stop, startLine } = lines
    const colon = headerColon(lines)
    if (colon < 0) lines.problem(startLine, 'a colon is missing')
    const inline = colon < 0 ? stop : skipSpace(text, colon + 1, stop)
    if (inline < stop) {
      const body: Statement[] = []
      lines.line = startLine + countLines(text, start, inline)
      lines.at = inline
      lines.goesOn = true
      this.restOfLine(body)
      return body
    }
    const goesOn = lines.goesOn
    if (goesOn) {
      // `class A: ; x`: nonsense, but it must be passed over.
      lines.problem(startLine, 'a statement is missing')
      this.restOfLine([])
    } else lines.nextLine()
    if (lines.indent > indent) return this.block(indent)
    if (!goesOn) lines.problem(startLine, 'a block is missing')
    return NOTHING
  }

  private function(at: number, isAsync: boolean, decorators: readonly Span[]): Statement | null {
    const { lines } = this
    const { text, stop, startLine: line, indent, inner } = lines
    const named = this.declaredName(at)
    if (named === null) return null
    const { name, typeParameters } = named
    let { next } = named
    let parameters: readonly Parameter[] = NOTHING
    if (next < stop && text.charCodeAt(next) === CODE.openParen) {
      const close = groupEnd(inner, next, stop)
      const isClosed = text.charCodeAt(close - 1) === CODE.closeParen
      parameters = parseParameters(inner, next + 1, isClosed ? close - 1 : close)
      next = skipSpace(text, close, stop)
    } else lines.problem(line, 'a function without parameters')
    const colon = headerColon(lines)
    if (colon < 0) lines.problem(line, 'a colon is missing')
    let returns: Span | null = null
    if (text.charCodeAt(next) === CODE.minus && text.charCodeAt(next + 1) === CODE.greater) {
      returns = spanBetween(text, next + 2, colon < 0 ? stop : colon)
    }
    const skimmed = this.skimmer.body(indent, colon < 0 ? stop : colon, firstName(parameters))
    return documented(text, this.skimmer.doc, {
      kind: 'def',
      line,
      name,
      isAsync,
      decorators,
      typeParameters,
      parameters,
      returns,
      body: skimmed,
    })
  }

  /** The name behind `def` or `class`, and what follows it and its type parameters. */
  private declaredName(
    at: number,
  ): { name: string; next: number; typeParameters: readonly Parameter[] } | null {
    const { text, stop } = this.lines
    const start = skipSpace(text, at, stop)
    const end = wordEnd(text, start, stop)
    if (end === start) return null
    const name = nameOf(text, start, end)
    const next = skipSpace(text, end, stop)
    return { name, ...this.typeParameters(next) }
  }

  /** In brackets, where there are any; and what follows. */
  private typeParameters(at: number): { next: number; typeParameters: readonly Parameter[] } {
    const { text, stop, inner } = this.lines
    if (text.charCodeAt(at) !== CODE.openBracket || at >= stop) {
      return { next: at, typeParameters: NOTHING }
    }
    const close = groupEnd(inner, at, stop)
    const isClosed = text.charCodeAt(close - 1) === CODE.closeBracket
    const typeParameters = parseParameters(inner, at + 1, isClosed ? close - 1 : close)
    return { next: skipSpace(text, close, stop), typeParameters }
  }

  private class(decorators: readonly Span[]): Statement | null {
    const { lines } = this
    const { text, start, stop, startLine: line, indent, inner } = lines
    const named = this.declaredName(start + 5)
    if (named === null) return null
    const { name, next, typeParameters } = named
    let bases: readonly Argument[] = NOTHING
    if (next < stop && text.charCodeAt(next) === CODE.openParen) {
      const close = groupEnd(inner, next, stop)
      const isClosed = text.charCodeAt(close - 1) === CODE.closeParen
      bases = parseArguments(inner, next + 1, isClosed ? close - 1 : close)
    }
    const statements = this.suite(indent)
    const doc = docOf(lines, statements)
    return documented(text, doc, {
      kind: 'class',
      line,
      name,
      decorators,
      typeParameters,
      arguments: bases,
      body: statements,
    })
  }

  private if(): Statement {
    const { lines } = this
    const { startLine: line, indent } = lines
    const branches: IfStatement['branches'][number][] = []
    branches.push({ test: this.header(2), body: this.suite(indent) })
    while (this.nextWord(indent) === 'elif') {
      lines.readPiece()
      branches.push({ test: this.header(4), body: this.suite(indent) })
    }
    if (this.nextWord(indent) === 'else') {
      lines.readPiece()
      branches.push({ test: null, body: this.suite(indent) })
    }
    return { kind: 'if', line, branches }
  }

  /** What stands between the word and the colon. */
  private header(wordLength: number): Span {
    const { lines } = this
    const colon = headerColon(lines)
    return spanBetween(lines.text, lines.start + wordLength, colon < 0 ? lines.stop : colon)
  }

  /** The keyword at the start of the line that comes next, if it is not indented otherwise. */
  private nextWord(indent: number): Keyword | '' {
    const { lines } = this
    if (lines.indent !== indent) return ''
    return keywordAt(lines.text, lines.at, wordEnd(lines.text, lines.at, lines.end))
  }

  /** The block of a clause that may follow: `else`, `finally`. */
  private clause(indent: number, word: Keyword): readonly Statement[] {
    if (this.nextWord(indent) !== word) return NOTHING
    this.lines.readPiece()
    return this.suite(indent)
  }

  private try(): Statement {
    const { lines } = this
    const { startLine: line, indent } = lines
    const statements = this.suite(indent)
    const handlers: TryStatement['handlers'][number][] = []
    while (this.nextWord(indent) === 'except') {
      lines.readPiece()
      const caught = this.caught()
      handlers.push({ ...caught, body: this.suite(indent) })
    }
    const orElse = this.clause(indent, 'else')
    const last = this.clause(indent, 'finally')
    return { kind: 'try', line, body: statements, handlers, orElse, finally: last }
  }

  /** `except* A as b`, and `except A, b` of Python 2. */
  private caught(): { type: Span | null; name: string | null } {
    const { lines } = this
    const { text, inner } = lines
    let { start, end } = this.header(6)
    if (text.charCodeAt(start) === CODE.star) start = skipSpace(text, start + 1, end)
    if (start >= end) return { type: null, name: null }
    const as = findWord(inner, start, end, 'as')
    if (as >= 0) {
      const name = skipSpace(text, as + 2, end)
      return { type: spanBetween(text, start, as), name: nameOf(text, name, end) }
    }
    const [type, name, more] = splitItems(inner, start, end)
    // Python 3.14 has `except A, B` for tuples of types, whose names begin with capitals.
    const isName = name !== undefined && more === undefined && /^[a-z_]\w*$/.test(slice(text, name))
    return type !== undefined && isName
      ? { type, name: slice(text, name) }
      : { type: { start, end }, name: null }
  }

  private for(at: number): Statement {
    const { lines } = this
    const { text, startLine: line, indent, inner } = lines
    const { end } = this.header(0)
    const divide = findWord(inner, at, end, 'in')
    if (divide < 0) lines.problem(line, 'for without in')
    const target = divide < 0 ? null : spanBetween(text, at, divide)
    const over = spanBetween(text, divide < 0 ? at : divide + 2, end)
    const statements = this.suite(indent)
    const orElse = this.clause(indent, 'else')
    return { kind: 'loop', line, target, over, body: statements, orElse }
  }

  private while(): Statement {
    const { startLine: line, indent } = this.lines
    const over = this.header(5)
    const statements = this.suite(indent)
    const orElse = this.clause(indent, 'else')
    return { kind: 'loop', line, target: null, over, body: statements, orElse }
  }

  private with(at: number): Statement {
    const { lines } = this
    const { text, startLine: line, indent, inner } = lines
    const { end } = this.header(0)
    let { start, end: stop } = spanBetween(text, at, end)
    // Parentheses around all items, unless they are those of a generator or of a yield.
    if (text.charCodeAt(start) === CODE.openParen && groupEnd(inner, start, stop) === stop) {
      const isOne =
        findWord(inner, start + 1, stop - 1, 'for') >= 0 ||
        findWord(inner, start + 1, stop - 1, 'yield') >= 0
      if (!isOne) {
        start++
        stop--
      }
    }
    const items: WithStatement['items'][number][] = []
    for (const item of splitItems(inner, start, stop)) {
      const as = findWord(inner, item.start, item.end, 'as')
      items.push(
        as < 0
          ? { value: item, target: null }
          : {
              value: spanBetween(text, item.start, as),
              target: spanBetween(text, as + 2, item.end),
            },
      )
    }
    return { kind: 'with', line, items, body: this.suite(indent) }
  }

  /** `match` is a name unless something follows it and a colon ends the line. */
  private match(): Statement | null {
    const { lines } = this
    const { text, start, stop, startLine: line, indent, inner } = lines
    if (text.charCodeAt(stop - 1) !== CODE.colon || lines.goesOn) return null
    const subject = spanBetween(text, start + 5, stop - 1)
    if (subject.end <= subject.start) return null
    lines.nextLine()
    const cases: MatchStatement['cases'][number][] = []
    const own = lines.indent
    while (lines.indent > indent) {
      lines.readPiece()
      if (keywordAt(text, lines.start, wordEnd(text, lines.start, lines.stop)) !== 'case') {
        lines.problem(lines.startLine, 'a case is missing')
        while (lines.goesOn) lines.readPiece()
        lines.nextLine()
        continue
      }
      const header = this.header(4)
      const at = findWord(inner, header.start, header.end, 'if')
      const pattern = at < 0 ? header : spanBetween(text, header.start, at)
      const guard = at < 0 ? null : spanBetween(text, at + 2, header.end)
      cases.push({ pattern, guard, body: this.suite(own) })
    }
    return { kind: 'match', line, subject, cases }
  }

  /** A statement within a line; the piece read last. */
  private simple(body: Statement[], word: Keyword | ''): void {
    const { lines } = this
    const { text, start, stop, startLine: line } = lines
    if (start >= stop) return
    switch (word) {
      case 'import':
      case 'from': {
        const parse = word === 'import' ? parseImport : parseFrom
        const statement = parse(text, start + word.length, stop, line)
        if (statement === null) lines.problem(line, 'an import that cannot be read')
        else body.push(statement)
        return
      }
      case 'del':
        body.push({ kind: 'del', line, targets: splitItems(lines.inner, start + 3, stop) })
        return
      case 'global':
        body.push({ kind: 'global', line, names: this.names(start + 6) })
        return
      case 'nonlocal':
      case 'return':
      case 'raise':
      case 'assert':
      case 'pass':
      case 'break':
      case 'continue': {
        const value = spanBetween(text, start + word.length, stop)
        body.push({ kind: 'other', line, word, value: value.end > value.start ? value : null })
        return
      }
      case 'print':
      case 'exec':
        if (this.isPython2(word)) {
          const value = spanBetween(text, start + word.length, stop)
          body.push({ kind: 'other', line, word, value })
          return
        }
        break
      case 'type':
        if (this.typeAlias(body)) return
        break
      case 'lambda':
      case 'yield':
      case 'await':
      case 'not':
        if (lines.equalsCount === 0 || word === 'lambda') {
          body.push({ kind: 'expression', line, value: { start, end: stop } })
          return
        }
        break
      default:
        // Before Python 3.7 `async` was a name.
        if (isCompound(word) && word !== 'async') {
          lines.problem(line, `${word} inside a line`)
          return
        }
    }
    if (lines.equalsCount > 0 || lines.colon >= 0) {
      if (this.assignment(body)) return
    }
    this.expression(body)
  }

  private names(at: number): string[] {
    const { lines } = this
    return splitItems(lines.inner, at, lines.stop).map((span) => slice(lines.text, span))
  }

  /** `print x`, `print >>f, x`, `exec code in names`. */
  private isPython2(word: string): boolean {
    const { text, start, stop } = this.lines
    const at = skipSpace(text, start + word.length, stop)
    if (at >= stop) return false
    const code = text.charCodeAt(at)
    if (isQuote(code) || isDigit(code) || code === 96) return true
    if (code === CODE.greater && text.charCodeAt(at + 1) === CODE.greater) {
      return text.charCodeAt(at + 2) !== CODE.equals
    }
    return isWordStart(code) && !isInfix(text.slice(at, wordEnd(text, at, stop)))
  }

  private typeAlias(body: Statement[]): boolean {
    const { lines } = this
    const { text, start, stop, startLine: line } = lines
    const at = skipSpace(text, start + 4, stop)
    if (lines.equalsCount === 0 || !isWordStart(text.charCodeAt(at))) return false
    const nameEnd = wordEnd(text, at, stop)
    const { next, typeParameters } = this.typeParameters(skipSpace(text, nameEnd, stop))
    if (text.charCodeAt(next) !== CODE.equals) return false
    const targets = [{ start: at, end: nameEnd }]
    const value = spanBetween(text, next + 1, stop)
    body.push(this.assigned(line, { targets, value, isTypeAlias: true, typeParameters }))
    return true
  }

  private assignment(body: Statement[]): boolean {
    const { lines } = this
    const { text, start, stop, startLine: line, colon } = lines
    const first = lines.equalsCount > 0 ? (lines.equals[0] ?? stop) : stop
    if (colon >= 0 && colon < first) {
      if (!this.isTarget(start, colon)) return false
      const annotation = spanBetween(text, colon + 1, first)
      const value = first < stop ? spanBetween(text, first + 1, stop) : null
      const targets = [spanBetween(text, start, colon)]
      body.push(this.assigned(line, { targets, annotation, value }))
      return true
    }
    if (lines.equalsCount === 0) return false
    const operator = operatorBefore(text, first)
    const targets = [spanBetween(text, start, first - operator.length)]
    let value = first + 1
    for (let i = 1; i < lines.equalsCount && operator === ''; i++) {
      const equals = lines.equals[i] ?? stop
      // The equals sign of a lambda's default divides nothing.
      if (text.slice(value, equals).includes('lambda')) break
      targets.push(spanBetween(text, value, equals))
      value = equals + 1
    }
    const given = spanBetween(text, value, stop)
    body.push(this.assigned(line, { targets, value: given, operator: operator || null }))
    return true
  }

  private assigned(line: number, fields: Partial<AssignStatement>): Statement {
    return documented(this.lines.text, null, { ...PLAIN, line, ...fields })
  }

  /** Whether what stands there can be annotated: a name, an attribute, a subscript. */
  private isTarget(start: number, end: number): boolean {
    const { text, inner } = this.lines
    let at = skipSpace(text, start, end)
    let code = text.charCodeAt(at)
    if (code === CODE.openParen || code === CODE.openBracket) at = groupEnd(inner, at, end)
    else if (isWordStart(code)) at = wordEnd(text, at, end)
    else return false
    for (;;) {
      at = skipSpace(text, at, end)
      if (at >= end) return true
      code = text.charCodeAt(at)
      if (code === 46) {
        at = skipSpace(text, at + 1, end)
        at = wordEnd(text, at, end)
      } else if (code === CODE.openBracket || code === CODE.openParen) at = groupEnd(inner, at, end)
      else return false
    }
  }

  private expression(body: Statement[]): void {
    const { lines } = this
    const { text, start, stop, startLine: line } = lines
    if (!looksLikeExpression(text, start, stop)) {
      lines.problem(line, 'a statement that makes no sense')
      return
    }
    const previous = body.at(-1)
    if (
      previous?.kind === 'assign' &&
      previous instanceof Documented &&
      isDoc(lines.inner, start, stop)
    ) {
      previous.documentBy({ start, end: stop })
    }
    body.push({ kind: 'expression', line, value: { start, end: stop } })
  }
}

function slice(text: string, span: Span): string {
  return text.slice(span.start, span.end)
}

function firstName(parameters: readonly Parameter[]): string {
  const [first] = parameters
  return first === undefined || first.kind === 'keyword' || first.kind === 'varkeywords'
    ? ''
    : first.name
}

/** The docstring that a block starts with. */
export function docOf(lines: Lines, body: readonly Statement[]): DocSpan | null {
  const [first] = body
  if (first?.kind !== 'expression') return null
  const { start, end } = first.value
  return isDoc(lines.inner, start, end) ? { start, end } : null
}

/** The operator in front of an equals sign: `+` of `+=`, `//` of `//=`. */
function operatorBefore(text: string, equals: number): string {
  const last = text.charAt(equals - 1)
  if (!ASSIGNING.includes(last)) return ''
  return text.charAt(equals - 2) === last ? last + last : last
}

function isInfix(word: string): boolean {
  return /^(?:in|is|if|and|or|not|for|else)$/.test(word)
}

/** Two words side by side are none, unless one of them is an operator. */
function looksLikeExpression(text: string, start: number, stop: number): boolean {
  const sign = text.charAt(start)
  if (')],='.includes(sign)) return false
  if (!isWordStart(text.charCodeAt(start))) return !'$?!'.includes(sign)
  const end = wordEnd(text, start, stop)
  const next = skipSpace(text, end, stop)
  if (next >= stop || next === end || !isWordStart(text.charCodeAt(next))) return true
  const first = text.slice(start, Math.min(end, start + 8))
  if (first === 'lambda' || first === 'not' || first === 'await' || first === 'yield') return true
  return isInfix(text.slice(next, Math.min(wordEnd(text, next, stop), next + 8)))
}

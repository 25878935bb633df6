// The grammar of expressions. Brackets are read by recursive descent, which CPython bounds as well;
// whatever stands beside itself without them (operators, calls, lambdas, conditions) is read in loops.

import {
  CODE,
  isClosing,
  isDigit,
  isOpening,
  isQuote,
  isWordStart,
  nameOf,
  wordEnd,
} from './chars.ts'
import { Cursor } from './cursor.ts'
import { findColon, skipSpace } from './groups.ts'
import { parseParameters } from './headers.ts'
import { joinedParts } from './joined.ts'
import { type Literal, literalAt, literalValue } from './literals.ts'
import { numberEnd } from './numbers.ts'
import { BINDING, BINDS, isComparison, operatorAt } from './operators.ts'
import { type StringScan, stringScan } from './strings.ts'
import type { Parameter, Span } from './syntax.ts'
import type { Clause, JoinedPart, Tree, TreeArgument, TreeKind, TreeOf } from './tree.ts'

/** Brackets within brackets, and fields of f-strings; CPython refuses more of them. */
const MAX_DEPTH = 200
/** Nodes above each other: chains make a tree as deep as they are long. For whoever recurses over it. */
const MAX_HEIGHT = 1000

/** Words of operators and clauses. */
const NO_NAMES = new Set(['and', 'or', 'if', 'else', 'in', 'is', 'for', 'lambda', 'not'])

/** Thrown inside only: this is no expression. One for all, because a stack trace is dear. */
const NO_EXPRESSION = new Error('no expression')

/**
 * The tree of an expression, or null if it is none, or one that is higher than may be. `isPattern`: of
 * a `case`, in which `as` stands where `|` may.
 */
export function parseTree(
  text: string,
  span: Span,
  { maxHeight = MAX_HEIGHT, isPattern = false } = {},
): Tree | null {
  const parser = new TreeParser(text, span, { depth: 0, maxHeight, isPattern })
  try {
    return parser.whole()
  } catch (error) {
    if (error === NO_EXPRESSION) return null
    throw error
  }
}

/** What stands in front of the last part of an expression. */
type Before =
  | Readonly<{ start: number; parameters: readonly Parameter[] }>
  | Readonly<{ start: number; test: Tree; body: Tree }>

/** A sign in front of what follows, or what a power is taken of. */
type Factor = Readonly<{ start: number; sign: string }> | Readonly<{ start: number; base: Tree }>

class TreeParser extends Cursor {
  private readonly scan: StringScan
  private depth: number
  private readonly maxHeight: number
  private readonly isPattern: boolean
  /** Height of the highest that was read since it was set back. */
  private height = 0

  constructor(
    text: string,
    span: Span,
    bounds: Readonly<{ depth: number; maxHeight: number; isPattern: boolean }>,
  ) {
    super(text, span.start, Math.min(span.end, text.length))
    this.scan = stringScan(text, this.end)
    this.depth = bounds.depth
    this.maxHeight = bounds.maxHeight
    this.isPattern = bounds.isPattern
  }

  whole(): Tree {
    const tree = this.expressions()
    if (this.at < this.end) this.fail()
    return tree
  }

  private fail(): never {
    throw NO_EXPRESSION
  }

  private expect(code: number): void {
    if (!this.take(code)) this.fail()
  }

  private isWord(word: string): boolean {
    const { at, text } = this
    return text.startsWith(word, at) && wordEnd(text, at, this.end) === at + word.length
  }

  private takeWord(word: string): boolean {
    if (!this.isWord(word)) return false
    this.pass(word.length)
    return true
  }

  /** A node that ends where the last thing taken ended. */
  private node<K extends TreeKind>(start: number, kind: K): Tree {
    let end = this.at
    while (end > start && this.text.charCodeAt(end - 1) <= 32) end--
    // Written into the object at hand: copies are what parsing spends its time on.
    const made = kind as K & { start: number; end: number }
    made.start = start
    made.end = end
    return made
  }

  /** Expressions with commas between them are a tuple. */
  private expressions(): Tree {
    const start = this.at
    if (this.isWord('yield')) return this.yield()
    const first = this.starOrNamed()
    if (this.code() !== CODE.comma) return first
    const items = [first]
    while (this.take(CODE.comma)) {
      if (!this.startsExpression()) break
      items.push(this.starOrNamed())
    }
    this.rise()
    return this.node(start, { kind: 'tuple', items })
  }

  private startsExpression(): boolean {
    const code = this.code()
    if (code < 0 || code === CODE.equals || code === CODE.colon) return false
    return !isClosing(code) && !this.isWord('in') && !this.isWord('for')
  }

  private yield(): Tree {
    const start = this.at
    this.takeWord('yield')
    const isFrom = this.takeWord('from')
    if (this.isWord('yield')) this.fail()
    const value = isFrom ? this.expression() : this.startsExpression() ? this.expressions() : null
    this.rise()
    return this.node(start, { kind: 'yield', value, isFrom })
  }

  private starOrNamed(): Tree {
    return this.code() === CODE.star ? this.apart(this.starred) : this.named()
  }

  private starred(): Tree {
    const start = this.at
    this.take(CODE.star)
    const value = this.binary(BINDS.bitOr)
    this.rise()
    return this.node(start, { kind: 'starred', value })
  }

  /** An expression, or `name := expression`. */
  private named(): Tree {
    const start = this.at
    return this.walrus(start, this.expression())
  }

  /** What was read is the target of a walrus if one follows. */
  private walrus(start: number, target: Tree): Tree {
    if (!this.text.startsWith(':=', this.at) || this.at >= this.end) return target
    if (target.kind !== 'name') this.fail()
    this.pass(2)
    const value = this.apart(this.assigned)
    return this.node(start, { kind: 'walrus', name: target.name, value })
  }

  private assigned(): Tree {
    const value = this.expression()
    this.rise()
    return value
  }

  private expression(): Tree {
    return this.apart(this.parts)
  }

  /** `lambda: …` and `a if b else …` end with another one, which may again. */
  private parts(): Tree {
    const before: Before[] = []
    let tree: Tree
    for (;;) {
      if (before.length > this.maxHeight) this.fail()
      const start = this.at
      if (this.isWord('lambda')) {
        before.push({ start, parameters: this.lambdaParameters() })
        continue
      }
      tree = this.binary(BINDS.or)
      if (!this.takeWord('if')) break
      const test = this.binary(BINDS.or)
      if (!this.takeWord('else')) this.fail()
      before.push({ start, test, body: tree })
    }
    for (let one = before.pop(); one !== undefined; one = before.pop()) {
      this.rise()
      const { start } = one
      tree =
        'parameters' in one
          ? this.node(start, { kind: 'lambda', parameters: one.parameters, body: tree })
          : this.node(start, {
              kind: 'conditional',
              test: one.test,
              body: one.body,
              otherwise: tree,
            })
    }
    return tree
  }

  private lambdaParameters(): readonly Parameter[] {
    this.at += 6
    const colon = findColon(this.scan, this.at, this.end)
    if (colon < 0) this.fail()
    const parameters = parseParameters(this.scan, this.at, colon)
    this.pass(colon + 1 - this.at)
    return parameters
  }

  /** Operators that bind at least as strongly as `least`, which is never above a factor's. */
  private binary(least: number): Tree {
    return this.apart(this.operations, least)
  }

  /** What is read is measured by itself; the higher of it and of what stands beside it counts. */
  private apart<T>(read: (least: number) => T, least: number = BINDS.or): T {
    const beside = this.height
    this.height = 0
    const made = read.call(this, least)
    if (this.height < beside) this.height = beside
    return made
  }

  /** One more level on top of what was read since the height was reset. */
  private rise(): void {
    if (++this.height > this.maxHeight) this.fail()
  }

  private operations(least: number): Tree {
    const start = this.at
    let left = this.unary(least)
    for (;;) {
      const isAs = this.isPattern && this.isWord('as')
      const operator = isAs
        ? { name: '|', end: this.at + 2 }
        : operatorAt(this.text, this.at, this.end)
      if (operator === null) return left
      const { name } = operator
      if (isComparison(name)) {
        if (least > BINDS.compare) return left
        left = this.comparison(start, left)
        continue
      }
      const binding = BINDING[name] ?? 0
      if (binding < least || name === '**') return left
      if (name === 'or' || name === 'and') {
        left = this.boolean(start, left, name, binding)
        continue
      }
      this.pass(operator.end - this.at)
      const right = this.binary(binding + 1)
      // Whoever reads patterns does not recurse over these.
      if (!this.isPattern) this.rise()
      left = this.node(start, { kind: 'binary', operator: name, left, right })
    }
  }

  private boolean(start: number, first: Tree, operator: string, binding: number): Tree {
    const values = [first]
    while (this.takeWord(operator)) {
      values.push(this.binary(binding + 1))
    }
    this.rise()
    return this.node(start, { kind: 'boolean', operator, values })
  }

  private comparison(start: number, first: Tree): Tree {
    const operators: string[] = []
    const values = [first]
    for (;;) {
      const operator = operatorAt(this.text, this.at, this.end)
      if (operator === null || !isComparison(operator.name)) break
      this.pass(operator.end - this.at)
      operators.push(operator.name)
      values.push(this.binary(BINDS.bitOr))
    }
    this.rise()
    return this.node(start, { kind: 'compare', operators, values })
  }

  private unary(least: number): Tree {
    if (least > BINDS.not || !this.isWord('not')) return this.factor()
    const starts: number[] = []
    do starts.push(this.at)
    while (this.takeWord('not') && this.isWord('not'))
    let tree = this.binary(BINDS.compare)
    for (let start = starts.pop(); start !== undefined; start = starts.pop()) {
      this.rise()
      tree = this.node(start, { kind: 'unary', operator: 'not', value: tree })
    }
    return tree
  }

  /** Signs and powers: `-a ** -b` is `-(a ** (-b))`. */
  private factor(): Tree {
    const before: Factor[] = []
    let tree: Tree
    for (;;) {
      if (before.length > this.maxHeight) this.fail()
      const start = this.at
      const code = this.code()
      if (code === 43 || code === 45 || code === 126) {
        this.take(code)
        before.push({ start, sign: String.fromCharCode(code) })
        continue
      }
      tree = this.await()
      if (this.code() !== CODE.star || this.text.charCodeAt(this.at + 1) !== CODE.star) break
      this.pass(2)
      before.push({ start, base: tree })
    }
    for (let one = before.pop(); one !== undefined; one = before.pop()) {
      this.rise()
      const { start } = one
      tree =
        'sign' in one
          ? this.node(start, { kind: 'unary', operator: one.sign, value: tree })
          : this.node(start, { kind: 'binary', operator: '**', left: one.base, right: tree })
    }
    return tree
  }

  private await(): Tree {
    const start = this.at
    if (!this.isWord('await')) return this.primary()
    const next = skipSpace(this.text, start + 5, this.end)
    const code = this.text.charCodeAt(next)
    const isOperand = isOpening(code) || isWordStart(code) || isQuote(code) || isDigit(code)
    // Before Python 3.7 it was a name.
    if (next >= this.end || !isOperand) return this.primary()
    this.takeWord('await')
    const value = this.primary()
    this.rise()
    return this.node(start, { kind: 'await', value })
  }

  private primary(): Tree {
    return this.apart(this.chain)
  }

  private chain(): Tree {
    const start = this.at
    let tree = this.atom()
    for (;;) {
      const code = this.code()
      if (code !== CODE.dot && code !== CODE.openParen && code !== CODE.openBracket) return tree
      if (code === CODE.dot) {
        this.take(CODE.dot)
        tree = this.node(start, {
          kind: 'attribute',
          value: tree,
          name: this.name() || this.fail(),
        })
      } else if (++this.depth > MAX_DEPTH) {
        this.fail()
      } else {
        tree =
          code === CODE.openParen
            ? this.node(start, { kind: 'call', function: tree, arguments: this.arguments() })
            : this.node(start, { kind: 'subscript', value: tree, index: this.index() })
        this.depth--
      }
      this.rise()
    }
  }

  private arguments(): TreeArgument[] {
    const found: TreeArgument[] = []
    this.expect(CODE.openParen)
    while (!this.take(CODE.closeParen)) {
      found.push(this.apart(this.argument))
      if (!this.take(CODE.comma)) {
        this.expect(CODE.closeParen)
        break
      }
    }
    return found
  }

  private argument(): TreeArgument {
    const start = this.at
    if (this.code() === CODE.star) {
      const stars = this.text.charCodeAt(start + 1) === CODE.star ? 2 : 1
      this.pass(stars)
      const value = this.expression()
      this.rise()
      return { name: null, stars, value }
    }
    if (isWordStart(this.code())) {
      const nameEnd = wordEnd(this.text, start, this.end)
      const next = skipSpace(this.text, nameEnd, this.end)
      const isKeyword =
        this.text.charCodeAt(next) === CODE.equals && this.text.charCodeAt(next + 1) !== CODE.equals
      if (isKeyword && next < this.end) {
        const name = nameOf(this.text, start, nameEnd)
        this.pass(next + 1 - start)
        const value = this.expression()
        this.rise()
        return { name, stars: 0, value }
      }
    }
    const value = this.named()
    if (!this.startsClause()) return { name: null, stars: 0, value }
    return { name: null, stars: 0, value: this.comprehension(start, 'generator', value) }
  }

  private index(): Tree {
    this.expect(CODE.openBracket)
    const start = this.at
    const first = this.apart(this.indexOrSlice)
    let tree = first
    // A star makes it a tuple, with or without a comma.
    if (this.code() === CODE.comma || first.kind === 'starred') {
      const items = [first]
      while (this.take(CODE.comma)) {
        if (this.code() === CODE.closeBracket) break
        items.push(this.apart(this.indexOrSlice))
      }
      this.rise()
      tree = this.node(start, { kind: 'tuple', items })
    }
    this.expect(CODE.closeBracket)
    return tree
  }

  private indexOrSlice(): Tree {
    const start = this.at
    const lower = this.code() === CODE.colon ? null : this.starOrNamed()
    if (!this.take(CODE.colon)) return lower ?? this.fail()
    const upper = this.sliceEnd()
    const step = this.take(CODE.colon) ? this.sliceEnd() : null
    this.rise()
    return this.node(start, { kind: 'slice', lower, upper, step })
  }

  private sliceEnd(): Tree | null {
    const code = this.code()
    return code === CODE.colon || code === CODE.comma || code === CODE.closeBracket
      ? null
      : this.expression()
  }

  private atom(): Tree {
    const start = this.at
    const code = this.code()
    if (isWordStart(code)) {
      const quote = this.quoteBehindPrefix()
      return quote ? this.strings() : this.nameOrConstant()
    }
    if (isQuote(code)) return this.strings()
    const isNumber =
      isDigit(code) || (code === CODE.dot && isDigit(this.text.charCodeAt(start + 1)))
    if (isNumber) return this.number()
    if (code === CODE.dot && this.text.startsWith('...', start)) {
      this.pass(3)
      return this.node(start, { kind: 'constant', name: '...' })
    }
    return isOpening(code) ? this.group(code) : this.fail()
  }

  private quoteBehindPrefix(): boolean {
    const { text, at } = this
    for (let i = at; i < at + 4 && i < this.end; i++) {
      const code = text.charCodeAt(i)
      if (isQuote(code)) return /^(?:[urbft]|[bft]r|r[bft]|ur)$/i.test(text.slice(at, i))
      if (!isWordStart(code)) return false
    }
    return false
  }

  private nameOrConstant(): Tree {
    const start = this.at
    const name = this.name()
    if (name === 'None' || name === 'True' || name === 'False') {
      return this.node(start, { kind: 'constant', name })
    }
    if (NO_NAMES.has(name)) this.fail()
    return this.node(start, { kind: 'name', name })
  }

  private number(): Tree {
    const start = this.at
    this.at = numberEnd(this.text, start, this.end)
    const text = this.text.slice(start, this.at)
    this.toNextToken()
    return this.node(start, { kind: 'number', text })
  }

  /** Literals side by side are one. */
  private strings(): Tree {
    const start = this.at
    const literals: Literal[] = []
    for (;;) {
      const literal = literalAt(this.scan, this.at, this.end)
      if (literal === null || this.scan.isUnterminated) break
      literals.push(literal)
      this.at = literal.end
      this.toNextToken()
      if (!isQuote(this.code()) && !this.quoteBehindPrefix()) break
    }
    const [first] = literals
    if (first === undefined) return this.fail()
    if (literals.some((literal) => literal.hasFields)) return this.joined(start, literals)
    return this.node(start, {
      kind: 'string',
      value: literals.map((literal) => literalValue(this.text, literal)).join(''),
      isBytes: first.isBytes,
      isUnicode: first.isUnicode,
    })
  }

  private joined(start: number, literals: readonly Literal[]): Tree {
    const parts: JoinedPart[] = []
    for (const literal of literals) {
      const found = literal.hasFields
        ? joinedParts(this.text, literal, (span) => this.field(span))
        : [literalValue(this.text, literal)]
      if (found === null) this.fail()
      for (const part of found) {
        const last = parts.at(-1)
        if (typeof part === 'string' && typeof last === 'string')
          parts[parts.length - 1] = last + part
        else if (part !== '') parts.push(part)
      }
    }
    this.rise()
    const letter = literals.some(({ isTemplate }) => isTemplate) ? 't' : 'f'
    return this.node(start, { kind: 'joined', parts, letter })
  }

  private field(span: Span): Tree | null {
    if (this.depth >= MAX_DEPTH) this.fail()
    const { maxHeight } = this
    const bounds = { depth: this.depth + 1, maxHeight, isPattern: false }
    const inner = new TreeParser(this.text, span, bounds)
    const tree = inner.whole()
    inner.rise()
    if (this.height < inner.height) this.height = inner.height
    return tree
  }

  private group(open: number): Tree {
    const start = this.at
    if (++this.depth > MAX_DEPTH) this.fail()
    this.take(open)
    let tree: Tree
    if (open === CODE.openParen) tree = this.inParentheses(start)
    else if (open === CODE.openBracket) tree = this.inBrackets(start)
    else tree = this.inBraces(start)
    this.depth--
    return tree
  }

  private inParentheses(start: number): Tree {
    if (this.take(CODE.closeParen)) return this.node(start, { kind: 'tuple', items: [] })
    const inner = this.expressions()
    if (this.startsClause()) return this.comprehension(start, 'generator', inner, CODE.closeParen)
    this.expect(CODE.closeParen)
    return inner
  }

  private inBrackets(start: number): Tree {
    const items: Tree[] = []
    while (!this.take(CODE.closeBracket)) {
      const item = this.starOrNamed()
      if (items.length === 0 && this.startsClause()) {
        return this.comprehension(start, 'list', item, CODE.closeBracket)
      }
      items.push(item)
      if (!this.take(CODE.comma)) {
        this.expect(CODE.closeBracket)
        break
      }
    }
    this.rise()
    return this.node(start, { kind: 'list', items })
  }

  private inBraces(start: number): Tree {
    if (this.take(CODE.closeBrace)) return this.node(start, { kind: 'dict', items: [] })
    const isDict = this.text.startsWith('**', this.at)
    if (isDict) return this.dict(start, [])
    const first = this.starOrNamed()
    if (this.take(CODE.colon)) {
      const value = this.expression()
      if (this.startsClause()) {
        return this.comprehension(start, 'dict', first, CODE.closeBrace, value)
      }
      if (this.take(CODE.comma)) return this.dict(start, [{ key: first, value }])
      this.expect(CODE.closeBrace)
      this.rise()
      return this.node(start, { kind: 'dict', items: [{ key: first, value }] })
    }
    if (this.startsClause()) return this.comprehension(start, 'set', first, CODE.closeBrace)
    const items = [first]
    while (this.take(CODE.comma)) {
      if (this.code() === CODE.closeBrace) break
      items.push(this.starOrNamed())
    }
    this.expect(CODE.closeBrace)
    this.rise()
    return this.node(start, { kind: 'set', items })
  }

  private dict(start: number, items: { key: Tree | null; value: Tree }[]): Tree {
    while (!this.take(CODE.closeBrace)) {
      if (this.text.startsWith('**', this.at)) {
        this.pass(2)
        items.push({ key: null, value: this.binary(BINDS.bitOr) })
      } else {
        const key = this.expression()
        this.expect(CODE.colon)
        items.push({ key, value: this.expression() })
      }
      if (!this.take(CODE.comma)) {
        this.expect(CODE.closeBrace)
        break
      }
    }
    this.rise()
    return this.node(start, { kind: 'dict', items })
  }

  /** An argument has no bracket of its own to close it. */
  private comprehension(
    start: number,
    of: TreeOf<'comprehension'>['of'],
    element: Tree,
    close: number | null = null,
    value: Tree | null = null,
  ): Tree {
    const clauses = this.clauses()
    if (close !== null) this.expect(close)
    this.rise()
    return this.node(start, { kind: 'comprehension', of, element, value, clauses })
  }

  private startsClause(): boolean {
    return this.isWord('for') || this.isWord('async')
  }

  private clauses(): Clause[] {
    const clauses: Clause[] = []
    while (this.startsClause()) {
      const isAsync = this.takeWord('async')
      if (!this.takeWord('for')) this.fail()
      clauses.push({ isAsync, ...this.apart(this.clause) })
    }
    return clauses
  }

  private clause(): Omit<Clause, 'isAsync'> {
    const target = this.targets()
    if (!this.takeWord('in')) this.fail()
    const over = this.lambdaOrBinary()
    const conditions: Tree[] = []
    while (this.takeWord('if')) conditions.push(this.condition())
    this.rise()
    return { target, over, conditions }
  }

  /** No `… if … else …` may stand there, but Python 2 allowed a lambda. */
  private lambdaOrBinary(): Tree {
    return this.isWord('lambda') ? this.expression() : this.binary(BINDS.or)
  }

  private condition(): Tree {
    const start = this.at
    return this.walrus(start, this.lambdaOrBinary())
  }

  /** What a `for` binds: no operators, so that the `in` is left alone. */
  private targets(): Tree {
    const start = this.at
    const first = this.target()
    if (this.code() !== CODE.comma) return first
    const items = [first]
    while (this.take(CODE.comma)) {
      if (!this.startsExpression()) break
      items.push(this.target())
    }
    return this.node(start, { kind: 'tuple', items })
  }

  private target(): Tree {
    const start = this.at
    if (this.take(CODE.star)) return this.node(start, { kind: 'starred', value: this.primary() })
    return this.primary()
  }
}

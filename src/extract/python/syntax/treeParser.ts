// The grammar of expressions, by recursive descent with a bound on the depth.

import {
  CLOSE_BRACE,
  CLOSE_BRACKET,
  CLOSE_PAREN,
  COLON,
  COMMA,
  DOT,
  EQUALS,
  isDigit,
  isQuote,
  isWordStart,
  nameOf,
  OPEN_BRACE,
  OPEN_BRACKET,
  OPEN_PAREN,
  STAR,
  wordEnd,
} from './chars.ts'
import { Cursor } from './cursor.ts'
import { findColon, groupEnd, skipSpace } from './groups.ts'
import { parseParameters } from './headers.ts'
import { joinedParts } from './joined.ts'
import { type Literal, literalAt, literalValue } from './literals.ts'
import { numberEnd } from './numbers.ts'
import {
  BINDING,
  BIT_OR,
  COMPARE,
  FACTOR,
  isComparison,
  NOT,
  OR,
  operatorAt,
  POWER,
} from './operators.ts'
import { type StringScan, stringScan } from './strings.ts'
import type { Span } from './syntax.ts'
import type { Clause, JoinedPart, Tree, TreeArgument, TreeKind } from './tree.ts'

/** Levels of nesting; each costs some ten frames of the stack. */
const MAX_DEPTH = 400
/** Operators, calls and attributes above each other: chains make a tree as deep as they are long. */
const MAX_HEIGHT = 1000

/** Thrown inside only: this is no expression. One for all, because a stack trace is dear. */
const NO_EXPRESSION = new Error('no expression')

/** The tree of an expression, or null if it is none. */
export function parseTree(text: string, span: Span, depth = 0): Tree | null {
  if (depth > MAX_DEPTH) return null
  const parser = new TreeParser(text, span, depth)
  try {
    return parser.whole()
  } catch (error) {
    if (error === NO_EXPRESSION) return null
    throw error
  }
}

class TreeParser extends Cursor {
  private readonly scan: StringScan
  private depth: number
  /** Height of what was read, counted in links of chains. */
  private height = 0

  constructor(text: string, span: Span, depth: number) {
    super(text, span.start, Math.min(span.end, text.length))
    this.scan = stringScan(text, this.end)
    this.depth = depth
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
    this.at += word.length
    this.toNextToken()
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
    if (this.code() !== COMMA) return first
    const items = [first]
    while (this.take(COMMA)) {
      if (!this.startsExpression()) break
      items.push(this.starOrNamed())
    }
    return this.node(start, { kind: 'tuple', items })
  }

  private startsExpression(): boolean {
    const code = this.code()
    if (code < 0 || code === EQUALS || code === COLON) return false
    if (code === CLOSE_PAREN || code === CLOSE_BRACKET || code === CLOSE_BRACE) return false
    return !this.isWord('in') && !this.isWord('for')
  }

  private yield(): Tree {
    const start = this.at
    this.takeWord('yield')
    if (this.takeWord('from')) {
      return this.node(start, { kind: 'yield', value: this.expression(), isFrom: true })
    }
    const value = this.startsExpression() ? this.expressions() : null
    return this.node(start, { kind: 'yield', value, isFrom: false })
  }

  private starOrNamed(): Tree {
    const start = this.at
    if (!this.take(STAR)) return this.named()
    return this.node(start, { kind: 'starred', value: this.binary(BIT_OR) })
  }

  /** An expression, or `name := expression`. */
  private named(): Tree {
    const start = this.at
    const value = this.expression()
    if (this.code() !== COLON || this.text.charCodeAt(this.at + 1) !== EQUALS) return value
    if (value.kind !== 'name') this.fail()
    this.at += 2
    this.toNextToken()
    return this.node(start, { kind: 'walrus', name: value.name, value: this.expression() })
  }

  private expression(): Tree {
    if (++this.depth > MAX_DEPTH) this.fail()
    const start = this.at
    let tree: Tree
    if (this.isWord('lambda')) tree = this.lambda()
    else {
      tree = this.binary(OR)
      if (this.takeWord('if')) {
        const test = this.binary(OR)
        if (!this.takeWord('else')) this.fail()
        const otherwise = this.expression()
        tree = this.node(start, { kind: 'conditional', test, body: tree, otherwise })
      }
    }
    this.depth--
    return tree
  }

  private lambda(): Tree {
    const start = this.at
    this.at += 6
    const colon = findColon(this.scan, this.at, this.end)
    if (colon < 0) this.fail()
    const parameters = parseParameters(this.scan, this.at, colon)
    this.at = colon + 1
    this.toNextToken()
    return this.node(start, { kind: 'lambda', parameters, body: this.expression() })
  }

  /** Operators that bind at least as strongly as `least`, which is never above `FACTOR`. */
  private binary(least: number): Tree {
    const height = this.height
    this.height = 0
    const tree = this.operations(least)
    if (this.height < height) this.height = height
    return tree
  }

  /** One more level on top of what was read since the height was reset. */
  private rise(): void {
    if (++this.height > MAX_HEIGHT) this.fail()
  }

  private operations(least: number): Tree {
    const start = this.at
    let left = this.unary(least)
    for (;;) {
      const operator = operatorAt(this.text, this.at, this.end)
      if (operator === null) return left
      const { name } = operator
      if (isComparison(name)) {
        if (least > COMPARE) return left
        left = this.comparison(start, left)
        continue
      }
      const binding = BINDING[name] ?? 0
      if (binding < least || name === '**') return left
      if (name === 'or' || name === 'and') {
        left = this.boolean(start, left, name, binding)
        continue
      }
      this.at = operator.end
      this.toNextToken()
      const right = this.binary(binding + 1)
      this.rise()
      left = this.node(start, { kind: 'binary', operator: name, left, right })
    }
  }

  private boolean(start: number, first: Tree, operator: string, binding: number): Tree {
    const values = [first]
    while (this.takeWord(operator)) {
      values.push(this.binary(binding + 1))
      this.rise()
    }
    return this.node(start, { kind: 'boolean', operator, values })
  }

  private comparison(start: number, first: Tree): Tree {
    const operators: string[] = []
    const values = [first]
    for (;;) {
      const operator = operatorAt(this.text, this.at, this.end)
      if (operator === null || !isComparison(operator.name)) break
      this.at = operator.end
      this.toNextToken()
      operators.push(operator.name)
      values.push(this.binary(BIT_OR))
    }
    this.rise()
    return this.node(start, { kind: 'compare', operators, values })
  }

  private unary(least: number): Tree {
    const start = this.at
    const code = this.code()
    if (code === 43 || code === 45 || code === 126) {
      if (++this.depth > MAX_DEPTH) this.fail()
      this.at++
      this.toNextToken()
      const value = this.unary(FACTOR)
      this.depth--
      return this.node(start, { kind: 'unary', operator: String.fromCharCode(code), value })
    }
    if (least <= NOT && this.isWord('not')) {
      if (++this.depth > MAX_DEPTH) this.fail()
      this.takeWord('not')
      const value = this.binary(NOT)
      this.depth--
      return this.node(start, { kind: 'unary', operator: 'not', value })
    }
    return this.power()
  }

  private power(): Tree {
    const start = this.at
    const base = this.await()
    if (this.code() !== STAR || this.text.charCodeAt(this.at + 1) !== STAR) return base
    this.at += 2
    this.toNextToken()
    if (++this.depth > MAX_DEPTH) this.fail()
    const right = this.unary(POWER)
    this.depth--
    return this.node(start, { kind: 'binary', operator: '**', left: base, right })
  }

  private await(): Tree {
    const start = this.at
    if (!this.isWord('await')) return this.primary()
    const next = skipSpace(this.text, start + 5, this.end)
    const code = this.text.charCodeAt(next)
    const isOperand = isWordStart(code) || isQuote(code) || code === OPEN_PAREN
    // Before Python 3.7 it was a name.
    if (next >= this.end || !isOperand) return this.primary()
    this.takeWord('await')
    return this.node(start, { kind: 'await', value: this.primary() })
  }

  private primary(): Tree {
    const height = this.height
    this.height = 0
    const tree = this.chain()
    if (this.height < height) this.height = height
    return tree
  }

  private chain(): Tree {
    const start = this.at
    let tree = this.atom()
    for (;;) {
      const code = this.code()
      if (code !== DOT && code !== OPEN_PAREN && code !== OPEN_BRACKET) return tree
      if (code === DOT) {
        this.take(DOT)
        tree = this.node(start, { kind: 'attribute', value: tree, name: this.name() })
      } else if (++this.depth > MAX_DEPTH) {
        this.fail()
      } else {
        tree =
          code === OPEN_PAREN
            ? this.node(start, { kind: 'call', function: tree, arguments: this.arguments() })
            : this.node(start, { kind: 'subscript', value: tree, index: this.index() })
        this.depth--
      }
      this.rise()
    }
  }

  private name(): string {
    const start = this.at
    if (!isWordStart(this.code())) this.fail()
    this.at = wordEnd(this.text, start, this.end)
    const name = nameOf(this.text, start, this.at)
    this.toNextToken()
    return name
  }

  private arguments(): TreeArgument[] {
    const found: TreeArgument[] = []
    this.expect(OPEN_PAREN)
    while (!this.take(CLOSE_PAREN)) {
      found.push(this.argument())
      if (!this.take(COMMA)) {
        this.expect(CLOSE_PAREN)
        break
      }
    }
    return found
  }

  private argument(): TreeArgument {
    const start = this.at
    if (this.code() === STAR) {
      const stars = this.text.charCodeAt(start + 1) === STAR ? 2 : 1
      this.at += stars
      this.toNextToken()
      return { name: null, stars, value: this.expression() }
    }
    if (isWordStart(this.code())) {
      const nameEnd = wordEnd(this.text, start, this.end)
      const next = skipSpace(this.text, nameEnd, this.end)
      const isKeyword =
        this.text.charCodeAt(next) === EQUALS && this.text.charCodeAt(next + 1) !== EQUALS
      if (isKeyword && next < this.end) {
        const name = nameOf(this.text, start, nameEnd)
        this.at = next + 1
        this.toNextToken()
        return { name, stars: 0, value: this.expression() }
      }
    }
    const value = this.named()
    if (!this.startsClause()) return { name: null, stars: 0, value }
    const clauses = this.clauses()
    const tree = this.node(start, {
      kind: 'comprehension',
      of: 'generator',
      element: value,
      value: null,
      clauses,
    })
    return { name: null, stars: 0, value: tree }
  }

  private index(): Tree {
    this.expect(OPEN_BRACKET)
    const start = this.at
    const first = this.indexItem()
    let tree = first
    // A star makes it a tuple, with or without a comma.
    if (this.code() === COMMA || first.kind === 'starred') {
      const items = [first]
      while (this.take(COMMA)) {
        if (this.code() === CLOSE_BRACKET) break
        items.push(this.indexItem())
      }
      tree = this.node(start, { kind: 'tuple', items })
    }
    this.expect(CLOSE_BRACKET)
    return tree
  }

  private indexItem(): Tree {
    const start = this.at
    const lower = this.code() === COLON ? null : this.starOrNamed()
    if (!this.take(COLON)) return lower ?? this.fail()
    const upper = this.sliceEnd()
    const step = this.take(COLON) ? this.sliceEnd() : null
    return this.node(start, { kind: 'slice', lower, upper, step })
  }

  private sliceEnd(): Tree | null {
    const code = this.code()
    return code === COLON || code === COMMA || code === CLOSE_BRACKET ? null : this.expression()
  }

  private atom(): Tree {
    const start = this.at
    const code = this.code()
    if (isWordStart(code)) {
      const quote = this.quoteBehindPrefix()
      return quote ? this.strings() : this.nameOrConstant()
    }
    if (isQuote(code)) return this.strings()
    const isNumber = isDigit(code) || (code === DOT && isDigit(this.text.charCodeAt(start + 1)))
    if (isNumber) return this.number()
    if (code === DOT && this.text.startsWith('...', start)) {
      this.at += 3
      this.toNextToken()
      return this.node(start, { kind: 'constant', name: '...' })
    }
    if (code === OPEN_PAREN || code === OPEN_BRACKET || code === OPEN_BRACE) {
      return this.group(code)
    }
    return this.fail()
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
    switch (name) {
      case 'None':
      case 'True':
      case 'False':
        return this.node(start, { kind: 'constant', name })
      case 'and':
      case 'or':
      case 'if':
      case 'else':
      case 'in':
      case 'is':
      case 'for':
      case 'lambda':
      case 'not':
        return this.fail()
      default:
        return this.node(start, { kind: 'name', name })
    }
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
    const letter = literals.some(({ isTemplate }) => isTemplate) ? 't' : 'f'
    return this.node(start, { kind: 'joined', parts, letter })
  }

  private field(span: Span): Tree | null {
    return parseTree(this.text, span, this.depth + 1)
  }

  private group(open: number): Tree {
    const start = this.at
    if (this.depth + 1 > MAX_DEPTH) {
      this.at = groupEnd(this.scan, start, this.end)
      this.toNextToken()
      return this.node(start, { kind: 'opaque' })
    }
    this.depth++
    this.take(open)
    let tree: Tree
    if (open === OPEN_PAREN) tree = this.inParentheses(start)
    else if (open === OPEN_BRACKET) tree = this.inBrackets(start)
    else tree = this.inBraces(start)
    this.depth--
    return tree
  }

  private inParentheses(start: number): Tree {
    if (this.take(CLOSE_PAREN)) return this.node(start, { kind: 'tuple', items: [] })
    const inner = this.expressions()
    if (this.startsClause()) {
      const clauses = this.clauses()
      this.expect(CLOSE_PAREN)
      return this.comprehension(start, 'generator', inner, null, clauses)
    }
    this.expect(CLOSE_PAREN)
    return inner
  }

  private inBrackets(start: number): Tree {
    const items: Tree[] = []
    while (!this.take(CLOSE_BRACKET)) {
      items.push(this.starOrNamed())
      if (items.length === 1 && this.startsClause()) {
        const clauses = this.clauses()
        this.expect(CLOSE_BRACKET)
        return this.comprehension(start, 'list', items[0] ?? this.fail(), null, clauses)
      }
      if (!this.take(COMMA)) {
        this.expect(CLOSE_BRACKET)
        break
      }
    }
    return this.node(start, { kind: 'list', items })
  }

  private inBraces(start: number): Tree {
    if (this.take(CLOSE_BRACE)) return this.node(start, { kind: 'dict', items: [] })
    const isDict = this.text.startsWith('**', this.at)
    if (isDict) return this.dict(start, [])
    const first = this.starOrNamed()
    if (this.take(COLON)) {
      const value = this.expression()
      if (this.startsClause()) {
        const clauses = this.clauses()
        this.expect(CLOSE_BRACE)
        return this.comprehension(start, 'dict', first, value, clauses)
      }
      if (this.take(COMMA)) return this.dict(start, [{ key: first, value }])
      this.expect(CLOSE_BRACE)
      return this.node(start, { kind: 'dict', items: [{ key: first, value }] })
    }
    if (this.startsClause()) {
      const clauses = this.clauses()
      this.expect(CLOSE_BRACE)
      return this.comprehension(start, 'set', first, null, clauses)
    }
    const items = [first]
    while (this.take(COMMA)) {
      if (this.code() === CLOSE_BRACE) break
      items.push(this.starOrNamed())
    }
    this.expect(CLOSE_BRACE)
    return this.node(start, { kind: 'set', items })
  }

  private dict(start: number, items: { key: Tree | null; value: Tree }[]): Tree {
    while (!this.take(CLOSE_BRACE)) {
      if (this.text.startsWith('**', this.at)) {
        this.at += 2
        this.toNextToken()
        items.push({ key: null, value: this.binary(BIT_OR) })
      } else {
        const key = this.expression()
        this.expect(COLON)
        items.push({ key, value: this.expression() })
      }
      if (!this.take(COMMA)) {
        this.expect(CLOSE_BRACE)
        break
      }
    }
    return this.node(start, { kind: 'dict', items })
  }

  private comprehension(
    start: number,
    of: 'list' | 'set' | 'dict' | 'generator',
    element: Tree,
    value: Tree | null,
    clauses: readonly Clause[],
  ): Tree {
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
      const target = this.targets()
      if (!this.takeWord('in')) this.fail()
      const over = this.isWord('lambda') ? this.expression() : this.binary(OR)
      const conditions: Tree[] = []
      while (this.takeWord('if')) conditions.push(this.condition())
      clauses.push({ isAsync, target, over, conditions })
    }
    return clauses
  }

  /** A condition without `… if … else …`, but Python 2 allowed a lambda. */
  private condition(): Tree {
    const start = this.at
    const value = this.isWord('lambda') ? this.expression() : this.binary(OR)
    if (this.code() !== COLON || this.text.charCodeAt(this.at + 1) !== EQUALS) return value
    if (value.kind !== 'name') this.fail()
    this.at += 2
    this.toNextToken()
    return this.node(start, { kind: 'walrus', name: value.name, value: this.binary(OR) })
  }

  /** What a `for` binds: no operators, so that the `in` is left alone. */
  private targets(): Tree {
    const start = this.at
    const first = this.target()
    if (this.code() !== COMMA) return first
    const items = [first]
    while (this.take(COMMA)) {
      if (!this.startsExpression()) break
      items.push(this.target())
    }
    return this.node(start, { kind: 'tuple', items })
  }

  private target(): Tree {
    const start = this.at
    if (this.take(STAR)) return this.node(start, { kind: 'starred', value: this.primary() })
    return this.primary()
  }
}

// The expressions of Python's grammar, over tokens. Nothing is built but what assignments need to
// know: what may stand to the left of one. Only brackets recurse; which operator binds first makes no
// difference to whether a text is an expression.

import { CompilerRules } from './compilerRules.ts'
import { NotPython, type Token, Unsure } from './tokens.ts'

export type Node = Readonly<{
  kind: 'name' | 'place' | 'sequence' | 'starred' | 'other'
  items: readonly Node[]
}>

const OTHER: Node = { kind: 'other', items: [] }
const PLACE: Node = { kind: 'place', items: [] }

const KEYWORDS = new Set(
  (
    'False None True and as assert async await break class continue def del elif else except ' +
    'finally for from global if import in is lambda nonlocal not or pass raise return try while ' +
    'with yield'
  ).split(' '),
)
const CONSTANTS = ['False', 'None', 'True']
const COMPARISONS = ['==', '!=', '<', '>', '<=', '>=']
/** By how they bind, the loosest first. */
const BINARY: ReadonlyMap<string, number> = new Map(
  ['|', '^', '&', '<< >>', '+ -', '* / // % @'].flatMap((signs, level) =>
    signs.split(' ').map((sign): [string, number] => [sign, level]),
  ),
)
/** Blocks, brackets and defaults of lambdas within each other. */
const DEPTH_MAX = 600
/** What hangs on each other without brackets; interpreters give up at about 3,000. */
const CHAIN_MAX = 2_700
/**
 * Rules of its grammar that CPython enters within each other, and what brackets, blocks and defaults of
 * lambdas take of them at most: measured, 3.11 to 3.13.
 */
const RULES_MAX = 5_980
const BRACKET_RULES = 29
const DEFAULT_RULES = 8

function isKeyword(text: string): boolean {
  return KEYWORDS.has(text)
}

export class Expressions {
  protected readonly tokens: readonly Token[]
  protected at = 0
  #depth: number
  #rules = 0

  /** Told of what is read. */
  protected readonly compiler: CompilerRules

  constructor(tokens: readonly Token[], depth = 0, compiler = new CompilerRules()) {
    this.tokens = tokens
    this.#depth = depth
    this.compiler = compiler
  }

  /** Where the token at hand begins, or the last one ends. */
  get place(): number {
    return (this.tokens[this.at] ?? this.tokens.at(-1))?.start ?? 0
  }

  protected fail(): never {
    throw new NotPython()
  }

  /** The operator or keyword that stands here; empty for anything else. */
  protected word(ahead = 0): string {
    const token = this.tokens[this.at + ahead]
    return token?.type === 'op' || token?.type === 'name' ? token.text : ''
  }

  protected has(text: string): boolean {
    return this.word() === text
  }

  protected eat(text: string): boolean {
    if (!this.has(text)) return false
    this.at += 1
    return true
  }

  protected expect(text: string): void {
    if (!this.eat(text)) this.fail()
  }

  protected isName(ahead = 0): boolean {
    const token = this.tokens[this.at + ahead]
    return token?.type === 'name' && !isKeyword(token.text)
  }

  protected name(): string {
    if (!this.isName()) this.fail()
    const name = this.word()
    this.at += 1
    return name
  }

  protected deeper<T>(read: () => T, rules = BRACKET_RULES): T {
    this.#depth += 1
    if (this.#depth > DEPTH_MAX) throw new Unsure()
    this.enter(rules)
    const value = read()
    this.leave(rules)
    this.#depth -= 1
    return value
  }

  protected enter(rules: number): void {
    this.#rules += rules
    if (this.#rules > RULES_MAX) throw new Unsure()
  }

  protected leave(rules: number): void {
    this.#rules -= rules
  }

  /** Where the reading stands, to be gone back to. */
  protected get mark() {
    const { at, compiler } = this
    return { at, depth: this.#depth, rules: this.#rules, told: compiler.mark }
  }

  protected goBack({ at, depth, rules, told }: Expressions['mark']): void {
    this.compiler.goBack(told)
    this.at = at
    this.#depth = depth
    this.#rules = rules
  }

  /** Refuses to tell of a chain that is longer than interpreters take. */
  protected within(length: number): void {
    if (length > CHAIN_MAX) throw new Unsure()
  }

  /** The tokens of a field of an f-string: a whole expression and nothing else. */
  field(): void {
    if (this.has('yield')) this.yielded()
    else this.starExpressions(true)
    if (this.at < this.tokens.length) this.fail()
  }

  protected yielded(): void {
    const { place } = this
    this.expect('yield')
    this.compiler.yield(place, this.has('from'))
    if (this.eat('from')) this.expression()
    else if (this.startsExpression()) this.starExpressions()
  }

  protected yieldedOrStar(): void {
    if (this.has('yield')) this.yielded()
    else this.starExpressions()
  }

  protected startsExpression(): boolean {
    const token = this.tokens[this.at]
    if (token === undefined) return false
    if (token.type === 'number' || token.type === 'string') return true
    if (token.type === 'name') {
      return !isKeyword(token.text) || /^(?:False|None|True|await|lambda|not)$/.test(token.text)
    }
    return token.type === 'op' && /^(?:[([{~*+-]|\.\.\.)$/.test(token.text)
  }

  protected starExpressions(allowsNamed = false): Node {
    const { place } = this
    const node = this.starExpressionsOrOne(allowsNamed)
    this.#refuseLoneStar(place, node)
    return node
  }

  /** The same where one with a star may stand alone. */
  protected starExpressionsOrOne(allowsNamed = false): Node {
    return this.#starList(allowsNamed).node
  }

  #refuseLoneStar(place: number, { kind }: Node): void {
    if (kind === 'starred') this.compiler.refuse(place, 'a value with a star stands alone')
  }

  /** `a, *b, c`: one node, or a sequence where there is a comma. */
  #starList(allowsNamed: boolean): Readonly<{ node: Node; hasComma: boolean }> {
    const items = [this.#starExpression(allowsNamed)]
    let hasComma = false
    while (this.eat(',')) {
      hasComma = true
      if (!this.startsExpression()) break
      items.push(this.#starExpression(allowsNamed))
    }
    return { node: hasComma ? { kind: 'sequence', items } : (items[0] ?? OTHER), hasComma }
  }

  #starExpression(allowsNamed: boolean): Node {
    if (!this.eat('*')) return allowsNamed ? this.named() : this.expression()
    return { kind: 'starred', items: [this.bitwise()] }
  }

  /** With `:=`, where that may stand. */
  protected named(): Node {
    if (this.isName() && this.word(1) === ':=') {
      this.compiler.useName(this.word())
      this.at += 2
      this.expression()
      return OTHER
    }
    return this.expression()
  }

  protected expression(): Node {
    // `lambda: …` and `a if b else …` end with another one, which may again.
    let entered = 0
    const around = this.compiler.mark
    for (let length = 0; ; length++) {
      this.within(length)
      const rules = this.has('lambda') ? 2 : 1
      if (this.eat('lambda')) {
        const names = this.deeper(() => this.parameters(':', false), DEFAULT_RULES)
        this.expect(':')
        this.compiler.enterFunction(false, names)
      } else {
        const node = this.disjunction()
        if (!this.eat('if')) {
          this.compiler.leaveTo(around)
          this.leave(entered)
          return length === 0 ? node : OTHER
        }
        this.disjunction()
        this.expect('else')
      }
      this.enter(rules)
      entered += rules
    }
  }

  /** Up to a closing sign, which stays. */
  protected parameters(end: string, isTyped: boolean): readonly string[] {
    const { place } = this
    const names: string[] = []
    let hasDefault = false
    let [isAfterStar, isBareStar, hasSlash, any] = [false, false, false, false]
    while (!this.has(end)) {
      if (any) this.expect(',')
      if (any && this.has(end)) break
      if (this.eat('**')) {
        if (isBareStar) this.fail()
        names.push(this.#parameter(isTyped))
        this.eat(',')
        break
      }
      if (this.eat('*')) {
        if (isAfterStar) this.fail()
        isAfterStar = true
        isBareStar = !this.isName()
        if (!isBareStar) names.push(this.#parameter(isTyped, true))
      } else if (this.eat('/')) {
        if (!any || hasSlash || isAfterStar) this.fail()
        hasSlash = true
      } else {
        names.push(this.#parameter(isTyped))
        isBareStar = false
        const isGiven = this.eat('=')
        if (isGiven) this.expression()
        else if (hasDefault && !isAfterStar) this.fail()
        hasDefault ||= isGiven
      }
      any = true
    }
    if (isBareStar || !this.has(end)) this.fail()
    this.compiler.twice(place, names, 'the parameter')
    return names
  }

  #parameter(isTyped: boolean, isStar = false): string {
    const name = this.name()
    if (!isTyped || !this.eat(':')) return name
    if (isStar && this.eat('*')) this.bitwise()
    else this.expression()
    return name
  }

  protected disjunction(): Node {
    let node = this.#inversion()
    while (this.eat('or') || this.eat('and')) {
      this.#inversion()
      node = OTHER
    }
    return node
  }

  #inversion(): Node {
    let nots = 0
    while (this.eat('not')) this.within(++nots)
    this.enter(nots)
    const node = this.#comparison()
    this.leave(nots)
    return nots === 0 ? node : OTHER
  }

  #comparison(): Node {
    let node = this.bitwise()
    while (this.#comparisonSign()) {
      this.bitwise()
      node = OTHER
    }
    return node
  }

  #comparisonSign(): boolean {
    if (COMPARISONS.some((sign) => this.eat(sign)) || this.eat('in')) return true
    if (this.eat('is')) {
      this.eat('not')
      return true
    }
    if (!this.has('not') || this.word(1) !== 'in') return false
    this.at += 2
    return true
  }

  /** Also what may stand to the left of `in`. */
  protected bitwise(): Node {
    let node = this.#factor()
    const lengths: number[] = []
    for (;;) {
      const level = BINARY.get(this.word())
      if (level === undefined) return node
      this.at += 1
      lengths[level] = (lengths[level] ?? 0) + 1
      this.within(lengths[level])
      // What binds more strongly begins anew behind it.
      lengths.length = level + 1
      this.#factor()
      node = OTHER
    }
  }

  /** Signs and powers: each of both may follow the other. */
  #factor(): Node {
    let entered = 0
    for (let length = 0; ; length++) {
      this.within(length)
      if (this.eat('+') || this.eat('-') || this.eat('~')) {
        this.enter(1)
        entered += 1
        continue
      }
      const { place } = this
      const isAwaited = this.eat('await')
      if (isAwaited) this.compiler.needAsync(place, 'await')
      const node = this.#primary()
      if (!this.eat('**')) {
        this.leave(entered)
        return isAwaited || length > 0 ? OTHER : node
      }
      this.enter(2)
      entered += 2
    }
  }

  #primary(): Node {
    let node = this.#atom()
    for (let length = 0; ; length++) {
      this.within(length)
      if (this.eat('.')) {
        this.name()
        node = PLACE
      } else if (this.eat('(')) {
        this.callArguments()
        node = OTHER
      } else if (this.eat('[')) {
        this.deeper(() => this.#slices())
        node = PLACE
      } else return node
    }
  }

  #slices(): void {
    do {
      if (this.has(']')) break
      this.#slice()
    } while (this.eat(','))
    const before = this.tokens[this.at - 1]
    if (before?.type === 'op' && before.text === '[') this.fail()
    this.expect(']')
  }

  #slice(): void {
    if (this.eat('*')) {
      this.bitwise()
      return
    }
    if (!this.has(':')) this.named()
    for (let colons = 0; colons < 2 && this.eat(':'); colons++) {
      if (!this.has(':') && !this.has(',') && !this.has(']')) this.expression()
    }
  }

  /** After the opening parenthesis, the closing one included. */
  protected callArguments(): void {
    this.deeper(() => {
      const { place } = this
      const keywords: string[] = []
      let [hasKeywords, count] = [false, 0]
      while (!this.has(')')) {
        if (count > 0) this.expect(',')
        if (count > 0 && this.has(')')) break
        count += 1
        if (this.eat('**')) {
          this.expression()
          hasKeywords = true
        } else if (this.eat('*')) {
          if (hasKeywords) this.fail()
          this.expression()
        } else if (this.isName() && this.word(1) === '=') {
          keywords.push(this.word())
          this.at += 2
          this.expression()
        } else {
          if (keywords.length > 0 || hasKeywords) this.fail()
          const around = this.compiler.mark
          this.named()
          if (!this.#isComprehension()) continue
          // A generator without parentheses is the only argument.
          this.#comprehension(around, true)
          if (count > 1 || !this.has(')')) this.fail()
        }
      }
      this.expect(')')
      this.compiler.twice(place, keywords, 'the argument')
    })
  }

  #isComprehension(): boolean {
    return this.has('for') || (this.has('async') && this.word(1) === 'for')
  }

  /** `around`: what had been told before its element was read. */
  #comprehension(around: CompilerRules['mark'], isGenerator = false): void {
    while (this.#isComprehension()) {
      const { place } = this
      if (this.eat('async') && !isGenerator) this.compiler.needAsync(place, 'async for')
      this.expect('for')
      this.refuseTarget(this.targets())
      this.expect('in')
      this.disjunction()
      while (this.eat('if')) this.disjunction()
    }
    this.compiler.leaveComprehension(around, isGenerator)
  }

  /** The left side of `in`: names, places and sequences of them. */
  protected targets(): Node {
    const { place } = this
    const items: Node[] = []
    let isSequence = false
    do {
      if (!this.startsExpression()) break
      items.push(this.eat('*') ? { kind: 'starred', items: [this.bitwise()] } : this.bitwise())
      if (this.has(',')) isSequence = true
    } while (this.eat(','))
    const [only] = items
    if (only === undefined) this.fail()
    if (!isSequence) this.#refuseLoneStar(place, only)
    return isSequence ? { kind: 'sequence', items } : only
  }

  /** Fails for what cannot be assigned to. */
  protected refuseTarget(node: Node): void {
    if (node.kind === 'other') this.fail()
    if (node.items.filter(({ kind }) => kind === 'starred').length > 1) {
      this.compiler.refuse(this.place, 'more than one target has a star')
    }
    for (const item of node.items) this.refuseTarget(item)
  }

  #atom(): Node {
    const token = this.tokens[this.at]
    if (token === undefined) this.fail()
    switch (token.type) {
      case 'number':
        this.at += 1
        return OTHER
      case 'string':
        return this.#strings()
      case 'name':
        if (isKeyword(token.text) && !CONSTANTS.includes(token.text)) this.fail()
        this.at += 1
        if (isKeyword(token.text)) return OTHER
        this.compiler.useName(token.text)
        return { kind: 'name', items: [] }
      case 'op':
        return this.deeper(() => this.#bracketed())
      default:
        return this.fail()
    }
  }

  #strings(): Node {
    let isBytes: boolean | null = null
    for (;;) {
      const token = this.tokens[this.at]
      if (token?.type !== 'string') return OTHER
      if (isBytes !== null && isBytes !== token.isBytes) this.fail()
      isBytes = token.isBytes
      for (const field of token.fields) {
        this.deeper(() => new Expressions(field, this.#depth, this.compiler).field())
      }
      this.at += 1
    }
  }

  #bracketed(): Node {
    if (this.eat('...')) return OTHER
    if (this.eat('(')) return this.#parenthesised()
    if (this.eat('[')) return this.#listed()
    if (this.eat('{')) return this.#braced()
    return this.fail()
  }

  #parenthesised(): Node {
    if (this.eat(')')) return { kind: 'sequence', items: [] }
    if (this.has('yield')) {
      this.yielded()
      this.expect(')')
      return OTHER
    }
    const around = this.compiler.mark
    const { node, hasComma } = this.#starList(true)
    if (node.kind === 'starred') this.fail()
    if (this.#isComprehension()) {
      if (hasComma) this.fail()
      this.#comprehension(around, true)
      this.expect(')')
      return OTHER
    }
    this.expect(')')
    return node
  }

  #isAfterComma(): boolean {
    const before = this.tokens[this.at - 1]
    return before?.type === 'op' && before.text === ','
  }

  #listed(): Node {
    if (this.eat(']')) return { kind: 'sequence', items: [] }
    const around = this.compiler.mark
    const { node, hasComma } = this.#starList(true)
    if (this.#isComprehension()) {
      if (hasComma || node.kind === 'starred') this.fail()
      this.#comprehension(around)
      this.expect(']')
      return OTHER
    }
    this.expect(']')
    return hasComma ? node : { kind: 'sequence', items: [node] }
  }

  #braced(): Node {
    if (this.eat('}')) return OTHER
    let [pairs, singles, isStarred] = [0, 0, false]
    const around = this.compiler.mark
    do {
      if (this.has('}')) break
      if (this.eat('**')) {
        this.bitwise()
        pairs += 1
        isStarred = true
      } else if (this.eat('*')) {
        this.bitwise()
        singles += 1
        isStarred = true
      } else {
        this.named()
        if (this.eat(':')) {
          this.expression()
          pairs += 1
        } else singles += 1
      }
      if (pairs > 0 && singles > 0) this.fail()
    } while (this.eat(','))
    if (this.#isComprehension()) {
      if (pairs + singles !== 1 || isStarred || this.#isAfterComma()) this.fail()
      this.#comprehension(around)
    }
    this.expect('}')
    return OTHER
  }
}

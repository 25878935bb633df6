// Where the reading of tokens stands, how deep it is, and what rules of the grammar are put together
// from. A rule reads what must stand here and throws where something else does.

import { CompilerRules } from './compilerRules.ts'
import { NotPython, type Token, Unsure } from './tokens.ts'

export type Rule = (r: Reader) => unknown
/** A word or a sign that must stand there, or a rule. */
type Part = string | Rule

const KEYWORDS = new Set(
  (
    'False None True and as assert async await break class continue def del elif else except ' +
    'finally for from global if import in is lambda nonlocal not or pass raise return try while ' +
    'with yield'
  ).split(' '),
)
/** Blocks, brackets and defaults of lambdas within each other. */
const DEPTH_MAX = 600
/** What hangs on each other without brackets; interpreters give up at about 3,000. */
const CHAIN_MAX = 2_700
/**
 * Rules of its grammar that CPython enters within each other, and what brackets take of them at most:
 * measured, 3.11 to 3.13.
 */
const RULES_MAX = 5_980
const BRACKET_RULES = 29

export class Reader {
  readonly tokens: readonly Token[]
  /** Told of what is read. */
  readonly compiler: CompilerRules
  at = 0
  /** Whether only a text and imports from `__future__` have been read. */
  isHead = true
  /** Set when there is no reading as a name any more. */
  isDecided = false
  #depth: number
  #rules = 0

  constructor(tokens: readonly Token[], depth = 0, compiler = new CompilerRules()) {
    this.tokens = tokens
    this.#depth = depth
    this.compiler = compiler
  }

  /** The tokens of a field of an f-string, which are read by themselves. */
  inner(tokens: readonly Token[]): Reader {
    return new Reader(tokens, this.#depth, this.compiler)
  }

  /** Where the token at hand begins, or the last one ends. */
  get place(): number {
    return (this.tokens[this.at] ?? this.tokens.at(-1))?.start ?? 0
  }

  fail(): never {
    throw new NotPython()
  }

  get type(): Token['type'] {
    return this.tokens[this.at]?.type ?? 'end'
  }

  eatType(type: Token['type']): boolean {
    if (this.type !== type) return false
    this.at += 1
    return true
  }

  expectType(type: Token['type']): void {
    if (!this.eatType(type)) this.fail()
  }

  /** The operator or keyword that stands here; empty for anything else. */
  word(ahead = 0): string {
    const token = this.tokens[this.at + ahead]
    return token?.type === 'op' || token?.type === 'name' ? token.text : ''
  }

  has(text: string): boolean {
    return this.word() === text
  }

  eat(text: string): boolean {
    if (!this.has(text)) return false
    this.at += 1
    return true
  }

  expect(text: string): void {
    if (!this.eat(text)) this.fail()
  }

  /** Whether a sign was read last. */
  isBehind(sign: string): boolean {
    const before = this.tokens[this.at - 1]
    return before?.type === 'op' && before.text === sign
  }

  isName(ahead = 0): boolean {
    const token = this.tokens[this.at + ahead]
    return token?.type === 'name' && !KEYWORDS.has(token.text)
  }

  name(): string {
    if (!this.isName()) this.fail()
    const name = this.word()
    this.at += 1
    return name
  }

  startsExpression(): boolean {
    const token = this.tokens[this.at]
    if (token === undefined) return false
    if (token.type === 'number' || token.type === 'string' || this.isName()) return true
    if (token.type === 'name') return /^(?:False|None|True|await|lambda|not)$/.test(token.text)
    return token.type === 'op' && /^(?:[([{~*+-]|\.\.\.)$/.test(token.text)
  }

  deeper<T>(read: (r: Reader) => T, rules = BRACKET_RULES): T {
    this.#depth += 1
    if (this.#depth > DEPTH_MAX) throw new Unsure()
    this.enter(rules)
    const value = read(this)
    this.leave(rules)
    this.#depth -= 1
    return value
  }

  enter(rules: number): void {
    this.#rules += rules
    if (this.#rules > RULES_MAX) throw new Unsure()
  }

  leave(rules: number): void {
    this.#rules -= rules
  }

  /** Refuses to tell of a chain that is longer than interpreters take. */
  within(length: number): void {
    if (length > CHAIN_MAX) throw new Unsure()
  }

  /** False where the rule does not fit: what stands here is another thing, unless that is out of question. */
  attempt(read: Rule, isDecided: () => boolean = () => false): boolean {
    const [at, depth, rules, told] = [this.at, this.#depth, this.#rules, this.compiler.mark]
    try {
      read(this)
      return true
    } catch (error) {
      if (!(error instanceof NotPython) || isDecided()) throw error
      this.compiler.goBack(told)
      this.at = at
      this.#depth = depth
      this.#rules = rules
      return false
    }
  }
}

export function sequence(...parts: readonly Part[]): Rule {
  return (r) => {
    for (const part of parts) {
      if (typeof part === 'string') r.expect(part)
      else part(r)
    }
  }
}

/** Read only where the word stands. */
export function maybe(word: string, ...parts: readonly Part[]): Rule {
  const rest = sequence(...parts)
  return (r) => {
    if (r.eat(word)) rest(r)
  }
}

/** With commas between them. */
export function several(one: Rule): Rule {
  return (r) => {
    do one(r)
    while (r.eat(','))
  }
}

/** With commas between them and behind the last, up to a closing sign, which is read. */
export function upTo(end: string, one: Rule): Rule {
  return (r) => {
    while (!r.eat(end)) {
      one(r)
      if (!r.has(end)) r.expect(',')
    }
  }
}

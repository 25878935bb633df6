// The grammar of RFC 9535, with its rules on types. One pass, no going back further than one value.

import { JSON_PATH_LENGTH_MAX } from '../../../limits.ts'
import { Beyond } from '../budget.ts'
import {
  COMPARISON_OPS,
  isSingular,
  type Logical,
  type MatchCall,
  type Query,
  type Segment,
  type Selector,
  type Value,
} from './query.ts'

/** Brackets and parentheses within each other; each is a call of this parser. */
const NESTING_MAX = 100

/** Throws `Beyond` for what is none. */
export function parsePath(source: string): Query {
  if (source.length > JSON_PATH_LENGTH_MAX) {
    throw new Beyond(`the path has more than ${JSON_PATH_LENGTH_MAX} characters`)
  }
  return new Parser(source).path()
}

/** A call as it stands, before it is known where it stands. */
type Called =
  | Readonly<{ type: 'value'; value: Value }>
  | Readonly<{ type: 'logical'; call: MatchCall }>

const NAME =
  /[A-Za-z_\u0080-\ud7ff\ue000-\uffff\u{10000}-\u{10ffff}][\w\u0080-\ud7ff\ue000-\uffff\u{10000}-\u{10ffff}]*/uy
const INTEGER = /0|-?[1-9]\d*/y
const NUMBER = /(?:-?(?:0|[1-9]\d*))(?:\.\d+)?(?:[eE][-+]?\d+)?/y
const FUNCTION = /[a-z][a-z_0-9]*(?=\()/y
const WORD = /true|false|null/y
const SPACE = /[ \t\n\r]*/y

class Parser {
  readonly #text: string
  #at = 0
  #depth = 0

  constructor(text: string) {
    this.#text = text
  }

  path(): Query {
    const query = this.#query()
    if (query === null || !query.isAbsolute || this.#at < this.#text.length) this.#fail()
    return query
  }

  #fail(): never {
    throw new Beyond('the path is not a JSONPath of RFC 9535')
  }

  #eat(text: string): boolean {
    if (!this.#text.startsWith(text, this.#at)) return false
    this.#at += text.length
    return true
  }

  #expect(text: string): void {
    if (!this.#eat(text)) this.#fail()
  }

  #token(pattern: RegExp): string | null {
    pattern.lastIndex = this.#at
    const found = pattern.exec(this.#text)?.[0] ?? null
    if (found !== null) this.#at += found.length
    return found
  }

  #space(): void {
    this.#token(SPACE)
  }

  #nested<T>(read: () => T): T {
    this.#depth += 1
    if (this.#depth > NESTING_MAX) throw new Beyond('the path nests too deep')
    const value = read()
    this.#depth -= 1
    return value
  }

  #query(): Query | null {
    const isAbsolute = this.#eat('$')
    if (!isAbsolute && !this.#eat('@')) return null
    const segments: Segment[] = []
    for (;;) {
      const before = this.#at
      this.#space()
      const segment = this.#segment()
      if (segment === null) {
        // The space belongs to what follows.
        this.#at = before
        return { isAbsolute, segments }
      }
      segments.push(segment)
    }
  }

  #segment(): Segment | null {
    if (this.#eat('[')) return { isDescendant: false, selectors: this.#selectors() }
    if (!this.#eat('.')) return null
    const isDescendant = this.#eat('.')
    if (isDescendant && this.#eat('[')) return { isDescendant, selectors: this.#selectors() }
    if (this.#eat('*')) return { isDescendant, selectors: [{ kind: 'wildcard' }] }
    const name = this.#token(NAME)
    if (name === null) this.#fail()
    return { isDescendant, selectors: [{ kind: 'name', name }] }
  }

  /** After the opening bracket. */
  #selectors(): readonly Selector[] {
    const selectors: Selector[] = []
    do {
      this.#space()
      selectors.push(this.#nested(() => this.#selector()))
      this.#space()
    } while (this.#eat(','))
    this.#expect(']')
    return selectors
  }

  #selector(): Selector {
    if (this.#eat('*')) return { kind: 'wildcard' }
    if (this.#eat('?')) {
      this.#space()
      return { kind: 'filter', test: this.#or() }
    }
    const name = this.#string()
    if (name !== null) return { kind: 'name', name }
    const start = this.#integer()
    const afterStart = this.#at
    this.#space()
    if (!this.#eat(':')) {
      if (start === null) this.#fail()
      this.#at = afterStart
      return { kind: 'index', index: start }
    }
    this.#space()
    const end = this.#integer()
    this.#space()
    let step: number | null = null
    if (this.#eat(':')) {
      this.#space()
      step = this.#integer()
    }
    return { kind: 'slice', start, end, step: step ?? 1 }
  }

  #integer(): number | null {
    const text = this.#token(INTEGER)
    if (text === null) return null
    const number = Number(text)
    if (!Number.isSafeInteger(number)) this.#fail()
    return number
  }

  #or(): Logical {
    return this.#chain('or', '||', () => this.#chain('and', '&&', () => this.#basic()))
  }

  #chain(kind: 'or' | 'and', sign: string, read: () => Logical): Logical {
    const first = read()
    const all = [first]
    for (;;) {
      const before = this.#at
      this.#space()
      if (!this.#eat(sign)) {
        this.#at = before
        return all.length === 1 ? first : { kind, all }
      }
      this.#space()
      all.push(read())
    }
  }

  #basic(): Logical {
    if (this.#eat('!')) {
      this.#space()
      const of = this.#text[this.#at] === '(' ? this.#parenthesised() : this.#test()
      return { kind: 'not', of }
    }
    if (this.#text[this.#at] === '(') return this.#parenthesised()
    const literal = this.#literal()
    if (literal !== null) return this.#comparison(literal)
    const query = this.#query()
    if (query !== null) {
      if (!this.#isCompared()) return { kind: 'exists', query }
      if (!isSingular(query)) this.#fail()
      return this.#comparison({ kind: 'singular', of: query })
    }
    const called = this.#call()
    return called.type === 'value'
      ? this.#comparison(called.value)
      : { kind: 'matches', call: called.call }
  }

  #parenthesised(): Logical {
    return this.#nested(() => {
      this.#expect('(')
      this.#space()
      const inner = this.#or()
      this.#space()
      this.#expect(')')
      return inner
    })
  }

  /** Existence, or a function that says yes or no; never a comparison. */
  #test(): Logical {
    const query = this.#query()
    if (query !== null) return { kind: 'exists', query }
    const called = this.#call()
    if (called.type === 'value') this.#fail()
    return { kind: 'matches', call: called.call }
  }

  #isCompared(): boolean {
    const before = this.#at
    this.#space()
    const isOp = COMPARISON_OPS.some((op) => this.#text.startsWith(op, this.#at))
    this.#at = before
    return isOp
  }

  #comparison(left: Value): Logical {
    this.#space()
    const op = COMPARISON_OPS.find((one) => this.#eat(one))
    if (op === undefined) this.#fail()
    this.#space()
    return { kind: 'compare', op, left, right: this.#value() }
  }

  #value(): Value {
    const literal = this.#literal()
    if (literal !== null) return literal
    const query = this.#query()
    if (query !== null) {
      if (!isSingular(query)) this.#fail()
      return { kind: 'singular', of: query }
    }
    const called = this.#call()
    return called.type === 'value' ? called.value : this.#fail()
  }

  #call(): Called {
    const name = this.#token(FUNCTION)
    return this.#nested(() => {
      this.#expect('(')
      this.#space()
      const called = this.#arguments(name)
      this.#space()
      this.#expect(')')
      return called
    })
  }

  #arguments(name: string | null): Called {
    switch (name) {
      case 'length':
        return { type: 'value', value: { kind: 'length', of: this.#value() } }
      case 'count':
      case 'value': {
        const of = this.#query()
        return of === null ? this.#fail() : { type: 'value', value: { kind: name, of } }
      }
      case 'match':
      case 'search': {
        const text = this.#value()
        this.#space()
        this.#expect(',')
        this.#space()
        return { type: 'logical', call: { name, text, pattern: this.#value() } }
      }
      default:
        return this.#fail()
    }
  }

  #literal(): Value | null {
    const text = this.#string()
    if (text !== null) return { kind: 'literal', value: text }
    const number = this.#token(NUMBER)
    if (number !== null) return { kind: 'literal', value: Number(number) }
    const word = this.#token(WORD)
    if (word === null) return null
    return { kind: 'literal', value: word === 'null' ? null : word === 'true' }
  }

  #string(): string | null {
    const quote = this.#text[this.#at]
    if (quote !== '"' && quote !== "'") return null
    this.#at += 1
    let value = ''
    for (;;) {
      const point = this.#text.codePointAt(this.#at)
      if (point === undefined || point < 0x20 || (point >= 0xd800 && point <= 0xdfff)) this.#fail()
      const character = String.fromCodePoint(point)
      this.#at += character.length
      if (character === quote) return value
      value += character === '\\' ? this.#escape(quote) : character
    }
  }

  #escape(quote: string): string {
    const unit = this.#text[this.#at] ?? ''
    this.#at += 1
    if (unit === quote || unit === '\\' || unit === '/') return unit
    if (unit === 'u') return this.#codePoint()
    const control = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' }[unit]
    return control ?? this.#fail()
  }

  #codePoint(): string {
    const unit = this.#fourDigits()
    if (unit < 0xd800 || unit > 0xdfff) return String.fromCharCode(unit)
    if (unit > 0xdbff || !this.#eat('\\u')) this.#fail()
    const low = this.#fourDigits()
    if (low < 0xdc00 || low > 0xdfff) this.#fail()
    return String.fromCharCode(unit, low)
  }

  #fourDigits(): number {
    const digits = this.#text.slice(this.#at, this.#at + 4)
    if (!/^[0-9a-fA-F]{4}$/.test(digits)) this.#fail()
    this.#at += 4
    return Number.parseInt(digits, 16)
  }
}

// The tokens of a Python file, as CPython's tokenizer has them: strict, because whoever asks whether a
// text is Python wants to hear no. Fields of f-strings are tokens of their own.

export type Token = Readonly<{ start: number }> &
  (
    | Readonly<{ type: 'name' | 'number' | 'op'; text: string }>
    | Readonly<{ type: 'string'; isBytes: boolean; fields: readonly (readonly Token[])[] }>
    | Readonly<{ type: 'newline' | 'indent' | 'dedent' | 'end' }>
  )

/** The text is no Python. */
export class NotPython extends Error {}
/** It may be: it nests deeper than is looked at. */
export class Unsure extends Error {}

const NAME = /[\p{XID_Start}_][\p{XID_Continue}]*/uy
const NUMBER =
  /0[xX](?:_?[0-9a-fA-F])+|0[oO](?:_?[0-7])+|0[bB](?:_?[01])+|(?:(?:\d(?:_?\d)*)?\.\d(?:_?\d)*|\d(?:_?\d)*\.?)(?:[eE][+-]?\d(?:_?\d)*)?[jJ]?/y
const OPERATOR =
  /\*\*=|\/\/=|>>=|<<=|\.\.\.|:=|->|==|!=|<=|>=|\+=|-=|\*=|\/=|%=|&=|\|=|\^=|@=|\*\*|\/\/|<<|>>|[-+*/%@&|^~<>()[\]{},:.;=]/y
const STRING = /([rRbBuUfFtT]{0,2})('''|"""|'|")/y
const NAMED = /\\N\{[A-Za-z0-9 ()-]{1,120}\}/y
const PREFIXES = /^(?:[rbuft]?|br|rb|fr|rf|tr|rt)$/i
const CLOSES: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' }
const AFTER_NUMBER = /(?:and|else|for|if|in|is|or|not)(?![\p{XID_Continue}])/uy
const INDENTS_MAX = 100
const FIELDS_DEEP_MAX = 20

export class Tokenizer {
  readonly #text: string
  #at = 0
  #fieldDepth = 0
  /** A character is written by its name; whether there is one is not known here. */
  hasNamed = false

  constructor(text: string) {
    this.#text = text
  }

  /** How far it has read. */
  get place(): number {
    return this.#at
  }

  /** Throws `NotPython` or `Unsure`. */
  file(): readonly Token[] {
    const zero = this.#text.indexOf('\0')
    if (zero >= 0) {
      this.#at = zero
      throw new NotPython()
    }
    const tokens: Token[] = []
    const indents: [number, number][] = [[0, 0]]
    while (this.#at < this.#text.length) {
      if (!this.#indentation(indents, tokens)) continue
      this.#line(tokens)
    }
    const start = this.#text.length
    for (let i = 1; i < indents.length; i++) tokens.push({ type: 'dedent', start })
    tokens.push({ type: 'end', start })
    return tokens
  }

  /** False for a line that holds nothing. */
  #indentation(indents: [number, number][], tokens: Token[]): boolean {
    let [column, narrow] = [0, 0]
    for (; ; this.#at += 1) {
      const unit = this.#text[this.#at]
      if (unit === ' ') [column, narrow] = [column + 1, narrow + 1]
      else if (unit === '\t') [column, narrow] = [(Math.floor(column / 8) + 1) * 8, narrow + 1]
      else if (unit === '\f') [column, narrow] = [0, 0]
      else break
    }
    if (this.#text[this.#at] === '#') this.#comment()
    if (this.#at >= this.#text.length) return false
    if (this.#text[this.#at] === '\n') {
      this.#at += 1
      return false
    }
    const [last, lastNarrow] = indents.at(-1) ?? [0, 0]
    if (column === last) {
      if (narrow !== lastNarrow) throw new NotPython()
    } else if (column > last) {
      if (narrow <= lastNarrow) throw new NotPython()
      if (indents.length >= INDENTS_MAX) throw new NotPython()
      indents.push([column, narrow])
      tokens.push({ type: 'indent', start: this.#at })
    } else {
      while ((indents.at(-1)?.[0] ?? 0) > column) {
        indents.pop()
        tokens.push({ type: 'dedent', start: this.#at })
      }
      const [outer, outerNarrow] = indents.at(-1) ?? [0, 0]
      if (outer !== column || outerNarrow !== narrow) throw new NotPython()
    }
    return true
  }

  /** A logical line, to its end. */
  #line(tokens: Token[]): void {
    const open: string[] = []
    for (;;) {
      this.#blank()
      const unit = this.#text[this.#at]
      if (unit === undefined || (unit === '\n' && open.length === 0)) {
        if (open.length > 0) throw new NotPython()
        this.#at += 1
        tokens.push({ type: 'newline', start: this.#at - 1 })
        return
      }
      if (unit === '\n') this.#at += 1
      else tokens.push(this.#token(open))
    }
  }

  #comment(): void {
    const end = this.#text.indexOf('\n', this.#at)
    this.#at = end === -1 ? this.#text.length : end
  }

  /** Space, comments and joined lines. */
  #blank(): void {
    for (;;) {
      const unit = this.#text[this.#at]
      if (unit === ' ' || unit === '\t' || unit === '\f') this.#at += 1
      else if (unit === '#') this.#comment()
      else if (unit === '\\') {
        if (this.#text[this.#at + 1] !== '\n' || this.#at + 2 >= this.#text.length) {
          throw new NotPython()
        }
        this.#at += 2
      } else return
    }
  }

  #take(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#at
    const found = pattern.exec(this.#text)
    if (found !== null) this.#at += found[0].length
    return found
  }

  #token(open: string[]): Token {
    const start = this.#at
    const quoted = this.#take(STRING)
    if (quoted !== null) {
      const [, prefix = '', quote = ''] = quoted
      if (!PREFIXES.test(prefix)) throw new NotPython()
      return this.#string(prefix.toLowerCase(), quote, start)
    }
    const name = this.#take(NAME)
    if (name !== null) return { type: 'name', text: name[0], start }
    const number = /[\d.]/.test(this.#text[this.#at] ?? '') ? this.#number() : null
    if (number !== null) return number
    const [text] = this.#take(OPERATOR) ?? []
    if (text === undefined) throw new NotPython()
    if (text in CLOSES) {
      open.push(CLOSES[text] ?? '')
      if (open.length > 200) throw new NotPython()
    } else if (')]}'.includes(text) && open.pop() !== text) throw new NotPython()
    return { type: 'op', text, start }
  }

  #number(): Token | null {
    if (this.#text.startsWith('...', this.#at)) return null
    const [text] = this.#take(NUMBER) ?? []
    if (text === undefined) return null
    if (/^0[\d_]*[1-9][\d_]*$/.test(text)) throw new NotPython()
    const next = this.#text.slice(this.#at, this.#at + 2)
    if (/^[\p{XID_Continue}]/u.test(next)) {
      AFTER_NUMBER.lastIndex = this.#at
      if (!AFTER_NUMBER.test(this.#text)) throw new NotPython()
    }
    return { type: 'number', text, start: this.#at - text.length }
  }

  #string(prefix: string, quote: string, start: number): Token {
    const isBytes = prefix.includes('b')
    const isFormat = prefix.includes('f') || prefix.includes('t')
    const isRaw = prefix.includes('r')
    const fields = this.#content({ quote, isFormat, isRaw, isBytes })
    return { type: 'string', isBytes, fields, start }
  }

  #content(kind: {
    quote: string
    isFormat: boolean
    isRaw: boolean
    isBytes: boolean
  }): readonly (readonly Token[])[] {
    const { quote, isFormat, isRaw } = kind
    const fields: (readonly Token[])[] = []
    for (;;) {
      const unit = this.#text[this.#at]
      if (unit === undefined || (unit === '\n' && quote.length === 1)) throw new NotPython()
      if (this.#text.startsWith(quote, this.#at)) {
        this.#at += quote.length
        return fields
      }
      if (kind.isBytes && unit > '\x7f') throw new NotPython()
      if (unit === '\\') this.#escape(isRaw, isFormat, kind.isBytes)
      else if (isFormat && unit === '{') this.#brace(quote, fields)
      else if (isFormat && unit === '}') {
        if (this.#text[this.#at + 1] !== '}') throw new NotPython()
        this.#at += 2
      } else this.#at += 1
    }
  }

  #escape(isRaw: boolean, isFormat: boolean, isBytes: boolean): void {
    const rest = this.#text.slice(this.#at + 1, this.#at + 12)
    if (isRaw) {
      // In an f-string a brace after a backslash is a brace.
      this.#at += isFormat && /^[{}]/.test(rest) ? 1 : 2
      return
    }
    if (/^x(?![0-9a-fA-F]{2})/.test(rest)) throw new NotPython()
    if (!isBytes) {
      if (/^u(?![0-9a-fA-F]{4})|^U(?!00(?:0[0-9a-fA-F]|10)[0-9a-fA-F]{4})/.test(rest)) {
        throw new NotPython()
      }
      if (rest.startsWith('N')) {
        const named = /^\{[A-Za-z0-9 ()-]+\}/.exec(this.#text.slice(this.#at + 2, this.#at + 120))
        if (named === null) throw new NotPython()
        this.hasNamed = true
        this.#at += 2 + named[0].length
        return
      }
    }
    this.#at += isFormat && /^[{}]/.test(rest) ? 1 : 2
  }

  #brace(quote: string, fields: (readonly Token[])[]): void {
    if (this.#text[this.#at + 1] === '{') {
      this.#at += 2
      return
    }
    this.#at += 1
    this.#field(quote, fields)
  }

  /** After the opening brace: an expression, `=`, a conversion, a format. */
  #field(quote: string, fields: (readonly Token[])[]): void {
    this.#fieldDepth += 1
    if (this.#fieldDepth > FIELDS_DEEP_MAX) throw new Unsure()
    const tokens: Token[] = []
    const open: string[] = []
    let unit = ''
    for (;;) {
      this.#blank()
      unit = this.#text[this.#at] ?? ''
      if (unit === '') throw new NotPython()
      if (unit === '\n') {
        this.#at += 1
        continue
      }
      if (open.length === 0) {
        if (unit === '}' || unit === ':') break
        if (unit === '!' && this.#text[this.#at + 1] !== '=') break
        if (unit === '=' && this.#text[this.#at + 1] !== '=') {
          this.#at += 1
          this.#blank()
          while (this.#text[this.#at] === '\n') {
            this.#at += 1
            this.#blank()
          }
          unit = this.#text[this.#at] ?? ''
          break
        }
      }
      tokens.push(this.#token(open))
    }
    fields.push(tokens)
    if (unit === '!') {
      if (!/^![rsa]/.test(this.#text.slice(this.#at, this.#at + 2))) throw new NotPython()
      this.#at += 2
      this.#blank()
      unit = this.#text[this.#at] ?? ''
    }
    if (unit === ':') {
      this.#at += 1
      this.#format(quote, fields)
    }
    if (this.#text[this.#at] !== '}') throw new NotPython()
    this.#at += 1
    this.#fieldDepth -= 1
  }

  #format(quote: string, fields: (readonly Token[])[]): void {
    for (;;) {
      const unit = this.#text[this.#at]
      if (unit === undefined || (unit === '\n' && quote.length === 1)) throw new NotPython()
      if (unit === '}') return
      if (this.#text.startsWith(quote, this.#at)) throw new NotPython()
      const named = unit === '\\' ? this.#take(NAMED) : null
      if (named !== null) this.hasNamed = true
      else if (unit === '{') this.#brace(quote, fields)
      else this.#at += 1
    }
  }
}

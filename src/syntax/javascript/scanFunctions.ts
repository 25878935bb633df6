// Where the functions of a file have their bodies, by its tokens alone: a file is mostly bodies, and
// few of them are ever looked at. What the scan cannot tell for sure (a slash that may divide or begin
// a regular expression, an escape in a name) it declines, and the whole file is parsed instead. What
// it finds is no more than a guess either way: whoever uses a body checks it against the syntax.

import {
  blanksEnd,
  CHAR,
  type CharKind,
  CODE,
  charKindAt,
  lineEnd,
  regexEnd,
  stringEnd,
  wordAt,
  wordEnd,
} from './tokens.ts'

export type FunctionBody = Readonly<{
  /** Behind the opening brace. */
  start: number
  /** The offset of the closing brace. */
  end: number
  /** Bodies in it, in the order of the text. */
  inner: readonly FunctionBody[]
}>

export type Scan = Readonly<{
  bodies: readonly FunctionBody[]
  /** Starts and ends of comments, in turns. */
  comments: readonly number[]
  /** Words that a module of CommonJS is made of, wherever they stand. */
  words: readonly LoaderWord[]
  /** How deep the text nests, counted as `nestingOf` does. */
  nesting: number
}>

export type LoaderWord = Readonly<{
  word: string
  at: number
  /** In the body of a function, of arrows too. */
  isInside: boolean
  /** In the body of a function that has a `this` of its own. */
  isBound: boolean
}>

/** Bodies shorter than this are parsed with what is around them: a parse of its own costs as much. */
export const LATE_LENGTH_MIN = 60
/** Deeper bodies are parsed with what is around them, or a text would be gone over at each level. */
const LATE_DEPTH_MAX = 20
/** A link of a chain takes far less stack than a bracket. */
const CHAIN_SHARE = 8

/** What stands before a token, as far as it decides what the token is. */
const BEFORE = {
  /** The start of a statement. */
  start: 0,
  /** An operator, or a bracket that opens: an expression follows. */
  operator: 1,
  value: 2,
  parenthesis: 3,
  brace: 4,
  dot: 5,
  arrow: 6,
  /** `return`, `typeof` and the like. */
  operatorWord: 7,
  /** `else`, `do` and the like: a statement follows. */
  statementWord: 8,
  colon: 9,
  /** Words that are names elsewhere, `++` and `--`: a slash may be anything. */
  unclear: 10,
  import: 11,
} as const
type Before = (typeof BEFORE)[keyof typeof BEFORE]

/** What a bracket that is open is for. */
const OPEN = {
  /** Parameters of a `function`. */
  parameters: 1,
  /** `if (`, `while (`: a statement follows the closing one. */
  control: 2,
  call: 3,
  group: 4,
  /** A group that is an argument: it may be the parameters of an arrow. */
  argument: 5,
  square: 6,
  object: 7,
  class: 8,
  block: 9,
  body: 10,
  template: 11,
} as const
type Open = (typeof OPEN)[keyof typeof OPEN]

type OpenBody = { start: number; isArrow: boolean; isArgument: boolean; inner: FunctionBody[] }

/** The result is null where the bodies cannot be told. The time is in proportion to the text. */
export function scanFunctions(text: string, lengthMin = LATE_LENGTH_MIN): Scan | null {
  // Lines that end otherwise than everyone's: comments would too.
  if (text.includes('\u2028') || text.includes('\u2029')) return null
  if (text.includes('\r') && /\r(?!\n)/.test(text)) return null
  return new Scanner(text, lengthMin).scan()
}

class Scanner {
  readonly #text: string
  readonly #lengthMin: number
  readonly #comments: number[] = []
  readonly #bodies: FunctionBody[] = []
  readonly #words: LoaderWord[] = []
  readonly #open: Open[] = []
  readonly #functions: OpenBody[] = []
  /** For each open bracket, the links of the chain that it stands in. */
  readonly #chains: number[] = []
  #at = 0
  #before: Before = BEFORE.start
  #isNewLine = true
  #chain = 0
  /** How long the chain was that a semicolon ended: `else` goes on with it. */
  #ended = 0
  #deepest = 0
  /** What the last closed parenthesis was for. */
  #closed: Open = OPEN.group
  /** `function` was read, and its parameters not yet. */
  #isFunction = false
  #isArgument = false
  #isArrowArgument = false
  /** How many brackets are open around a `class` whose brace is still to come. */
  #classDepth = -1
  /** Open bodies that are none of arrows. */
  #bound = 0
  #isLost = false

  constructor(text: string, lengthMin: number) {
    this.#text = text
    this.#lengthMin = lengthMin
    if (text.startsWith('#!')) this.#at = lineEnd(text, 0)
  }

  scan(): Scan | null {
    const { length } = this.#text
    while (this.#at < length && !this.#isLost) this.#token(charKindAt(this.#text, this.#at))
    if (this.#isLost || this.#open.length > 0) return null
    return {
      bodies: this.#bodies,
      comments: this.#comments,
      words: this.#words,
      nesting: Math.ceil(this.#deepest),
    }
  }

  #token(kind: CharKind): void {
    switch (kind) {
      case CHAR.newLine:
        this.#isNewLine = true
        this.#at = blanksEnd(this.#text, this.#at + 1)
        return
      case CHAR.space:
        this.#at = blanksEnd(this.#text, this.#at + 1)
        return
      case CHAR.word:
        this.#word()
        break
      case CHAR.quote:
        this.#literal(stringEnd(this.#text, this.#at))
        break
      case CHAR.slash:
        if (this.#comment()) return
        this.#slash()
        break
      case CHAR.backtick:
        this.#template()
        break
      case CHAR.open:
        this.#opened()
        break
      case CHAR.close:
        this.#close()
        break
      case CHAR.other:
        this.#mark()
        break
      default:
        this.#isLost = true
    }
    this.#isNewLine = false
    const depth = this.#open.length + this.#chain / CHAIN_SHARE
    if (depth > this.#deepest) this.#deepest = depth
  }

  #comment(): boolean {
    const text = this.#text
    const start = this.#at
    const next = text.charCodeAt(start + 1)
    if (next === CODE.slash) this.#at = lineEnd(text, start)
    else if (next === CODE.star) {
      const end = text.indexOf('*/', start + 2)
      if (end < 0) this.#isLost = true
      this.#at = end < 0 ? text.length : end + 2
    } else return false
    this.#comments.push(start, this.#at)
    return true
  }

  #word(): void {
    const text = this.#text
    const start = this.#at
    let end = wordEnd(text, start + 1)
    const first = text.charCodeAt(start)
    const isNumber = first >= 48 && first <= 57
    if (isNumber && text.charCodeAt(end) === CODE.dot) end = wordEnd(text, end + 1)
    this.#at = end
    // Members, and names of functions, may be any word.
    const isName = this.#before === BEFORE.dot || this.#isFunction
    const word = isNumber || isName ? null : wordAt(text, start, end)
    this.#count(word)
    if (word === null) {
      this.#before = BEFORE.value
      return
    }
    if (LOADER_WORDS.has(word)) this.#note(word, start)
    switch (word) {
      case 'function':
        this.#isArgument = this.#isInCall()
        this.#isFunction = true
        this.#before = BEFORE.value
        return
      case 'class':
        // Elsewhere it is the name of a member.
        if (this.#isClassHead()) this.#classDepth = this.#open.length
        this.#before = BEFORE.value
        return
      case 'import':
        this.#before = BEFORE.import
        return
      case 'export':
        // No function has one: the scan went wrong, or it is the name of a member.
        if (this.#functions.length > 0) this.#isLost = true
        this.#before = BEFORE.value
        return
      case 'await':
        // `for await (`
        if (this.#before !== BEFORE.statementWord) this.#before = BEFORE.unclear
        break
      default:
        this.#before = WORDS[word] ?? BEFORE.value
    }
    this.#isFunction = false
  }

  #note(word: string, at: number): void {
    const isInside = this.#functions.length > 0
    this.#words.push({ word, at, isInside, isBound: this.#bound > 0 })
  }

  /** Statements that end without a semicolon end chains as well. */
  #count(word: string | null): void {
    const isEnd =
      this.#before === BEFORE.brace ||
      (this.#isNewLine &&
        (this.#before === BEFORE.value ||
          this.#before === BEFORE.parenthesis ||
          this.#before === BEFORE.statementWord ||
          this.#before === BEFORE.operatorWord))
    if (word === 'else' && this.#before === BEFORE.start) this.#chain = this.#ended
    const isJoining = word === 'in' || word === 'of' || word === 'instanceof' || word === 'else'
    this.#chain = isEnd && !isJoining ? 1 : this.#chain + 1
  }

  #isInCall(): boolean {
    return this.#before === BEFORE.operator && this.#open.at(-1) === OPEN.call
  }

  #isClassHead(): boolean {
    const text = this.#text
    let at = this.#at
    while (charKindAt(text, at) === CHAR.space || charKindAt(text, at) === CHAR.newLine) at += 1
    const next = charKindAt(text, at)
    return next === CHAR.word || next === CHAR.slash || text.charCodeAt(at) === CODE.brace
  }

  #literal(end: number): void {
    if (end < 0) this.#isLost = true
    else this.#at = end
    this.#before = BEFORE.value
    this.#isFunction = false
  }

  #slash(): void {
    switch (this.#before) {
      case BEFORE.value:
        this.#mark()
        return
      case BEFORE.parenthesis:
        if (this.#closed !== OPEN.control) {
          this.#mark()
          return
        }
        break
      case BEFORE.operator:
        // `</`: markup, or nearly.
        if (this.#text.charCodeAt(this.#at - 1) === CODE.less) this.#isLost = true
        break
      case BEFORE.brace:
      case BEFORE.dot:
      case BEFORE.unclear:
      case BEFORE.import:
        this.#isLost = true
        return
      default:
    }
    this.#literal(regexEnd(this.#text, this.#at))
  }

  #template(): void {
    this.#at += 1
    this.#chain += 1
    this.#templatePart()
    if (this.#before === BEFORE.operator) {
      this.#open.push(OPEN.template)
      this.#chains.push(this.#chain)
      this.#chain = 0
    }
  }

  /** Goes on to behind the closing quote, or into an expression. */
  #templatePart(): void {
    const text = this.#text
    let at = this.#at
    for (; at < text.length; at += 1) {
      const code = text.charCodeAt(at)
      if (code === CODE.backslash) at += 1
      else if (code === CODE.backtick) break
      else if (code === CODE.dollar && text.charCodeAt(at + 1) === CODE.brace) {
        this.#at = at + 2
        this.#before = BEFORE.operator
        return
      }
    }
    this.#literal(at < text.length ? at + 1 : -1)
  }

  #opened(): void {
    const code = this.#text.charCodeAt(this.#at)
    this.#at += 1
    if (code === CODE.brace) this.#brace()
    else {
      this.#open.push(code === CODE.square ? OPEN.square : this.#parenthesis())
      this.#before = BEFORE.operator
    }
    this.#chains.push(this.#chain)
    this.#chain = 0
  }

  #parenthesis(): Open {
    const isFunction = this.#isFunction
    this.#isFunction = false
    if (isFunction) return OPEN.parameters
    switch (this.#before) {
      case BEFORE.value:
      case BEFORE.parenthesis:
      case BEFORE.brace:
      case BEFORE.import:
        return OPEN.call
      case BEFORE.statementWord:
        return OPEN.control
      default:
        return this.#isInCall() ? OPEN.argument : OPEN.group
    }
  }

  #brace(): void {
    const outer = this.#open.at(-1)
    const { length } = this.#open
    const before = this.#before
    this.#before = BEFORE.start
    this.#isFunction = false
    if (this.#classDepth === length) {
      this.#classDepth = -1
      // Fields have a `this` of their own.
      this.#bound += 1
      this.#open.push(OPEN.class)
    } else if (before === BEFORE.arrow) this.#body(this.#isArrowArgument, true)
    else if (before === BEFORE.parenthesis && this.#closed === OPEN.parameters)
      this.#body(this.#isArgument)
    else if (before === BEFORE.parenthesis && (outer === OPEN.class || outer === OPEN.object))
      this.#body(false)
    else {
      const isObject =
        before === BEFORE.operator ||
        before === BEFORE.operatorWord ||
        (before === BEFORE.colon && outer === OPEN.object)
      this.#open.push(isObject ? OPEN.object : OPEN.block)
    }
  }

  #body(isArgument: boolean, isArrow = false): void {
    if (!isArrow) this.#bound += 1
    this.#open.push(OPEN.body)
    this.#functions.push({ start: this.#at, isArrow, isArgument, inner: [] })
  }

  #close(): void {
    const code = this.#text.charCodeAt(this.#at)
    const open = this.#open.pop()
    this.#chain = this.#chains.pop() ?? 0
    this.#at += 1
    this.#isFunction = false
    if (open === undefined) this.#isLost = true
    else if (code === CODE.braceEnd) this.#closeBrace(open)
    else if (code === CODE.squareEnd) {
      if (open !== OPEN.square) this.#isLost = true
      this.#before = BEFORE.value
    } else {
      if (open > OPEN.argument) this.#isLost = true
      this.#closed = open
      this.#before = BEFORE.parenthesis
    }
    if (this.#classDepth > this.#open.length) this.#classDepth = -1
  }

  #closeBrace(open: Open): void {
    if (open === OPEN.template) {
      this.#templatePart()
      if (this.#before === BEFORE.operator) {
        this.#open.push(open)
        this.#chains.push(this.#chain)
        this.#chain = 0
      }
      return
    }
    if (open < OPEN.object) this.#isLost = true
    this.#before = BEFORE.brace
    if (open === OPEN.class) this.#bound -= 1
    if (open === OPEN.body) this.#closeBody()
  }

  #closeBody(): void {
    const body = this.#functions.pop()
    if (body === undefined) return
    const { start, isArrow, isArgument, inner } = body
    if (!isArrow) this.#bound -= 1
    const end = this.#at - 1
    const around = this.#functions.at(-1)?.inner ?? this.#bodies
    const isInline = end - start < this.#lengthMin || this.#functions.length > LATE_DEPTH_MAX
    // What is called on the spot, or given to a call, is looked at anyway.
    if (isInline || isArgument || isCalledAt(this.#text, this.#at))
      for (const one of inner) around.push(one)
    else around.push({ start, end, inner })
  }

  /** Operators and separators, by their characters. */
  #mark(): void {
    const text = this.#text
    const at = this.#at
    const code = text.charCodeAt(at)
    const next = text.charCodeAt(at + 1)
    this.#at += 1
    if (code === CODE.semicolon) this.#ended = this.#chain
    this.#chain = code === CODE.semicolon || code === CODE.comma ? 0 : this.#chain + 1
    if (this.#isFunction && code === CODE.star) return
    this.#isFunction = false
    const wasValue = this.#before === BEFORE.value || this.#before === BEFORE.parenthesis
    // `import.meta` makes a module of the file, wherever it stands.
    if (this.#before === BEFORE.import && code === CODE.dot && this.#functions.length > 0)
      this.#isLost = true
    this.#before = BEFORE.operator
    if (code === CODE.semicolon) this.#before = BEFORE.start
    else if (code === CODE.colon) this.#before = BEFORE.colon
    else if (code === CODE.dot) {
      // `...` is an operator.
      if (next === CODE.dot && text.charCodeAt(at + 2) === CODE.dot) this.#goOn(2)
      else this.#before = BEFORE.dot
    } else if (code === CODE.equals && next === CODE.greater) {
      this.#goOn(1)
      this.#isArrowArgument = this.#closed === OPEN.argument
      this.#before = BEFORE.arrow
    } else if ((code === CODE.plus || code === CODE.minus) && next === code) {
      // A comment in old scripts.
      if (text.charCodeAt(at + 2) === CODE.greater && this.#isNewLine) this.#isLost = true
      this.#goOn(1)
      this.#before = wasValue && !this.#isNewLine ? BEFORE.value : BEFORE.unclear
    } else if (code === CODE.less && text.startsWith('<!--', at)) this.#isLost = true
    else if (code === CODE.question && next === CODE.dot) {
      this.#goOn(1)
      this.#before = BEFORE.dot
    }
  }

  /** Over the rest of an operator; each character counts as a link. */
  #goOn(count: number): void {
    this.#at += count
    this.#chain += count
  }
}

const WORDS: Readonly<Record<string, Before>> = {
  ...{ return: BEFORE.operatorWord, typeof: BEFORE.operatorWord, case: BEFORE.operatorWord },
  ...{ in: BEFORE.operatorWord, void: BEFORE.operatorWord, delete: BEFORE.operatorWord },
  ...{ throw: BEFORE.operatorWord, new: BEFORE.operatorWord, instanceof: BEFORE.operatorWord },
  ...{ default: BEFORE.operatorWord },
  ...{ else: BEFORE.statementWord, do: BEFORE.statementWord, try: BEFORE.statementWord },
  ...{ finally: BEFORE.statementWord, if: BEFORE.statementWord, while: BEFORE.statementWord },
  ...{ for: BEFORE.statementWord, with: BEFORE.statementWord },
  ...{ yield: BEFORE.unclear, of: BEFORE.unclear },
}

const LOADER_WORDS: ReadonlySet<string> = new Set([
  ...['exports', 'module', 'require', 'this', 'arguments', 'eval', 'with', 'import', 'export'],
  ...['throw', 'return', 'Function'],
])

const CALLED = /\s*(?:\(|\)\s*(?:\(|\.(?:call|apply)\b)|\.(?:call|apply)\b)/y

function isCalledAt(text: string, at: number): boolean {
  CALLED.lastIndex = at
  return CALLED.test(text)
}

// Whether a text is Python, by the grammar of 3.13: what `ast.parse` takes. What the compiler refuses
// all the same (a `return` outside of a function) is told beside it.

import { withLineFeeds } from '../parsePython.ts'
import type { Refusal } from './compilerRules.ts'
import type { Node } from './expressions.ts'
import { Patterns } from './patterns.ts'
import { NotPython, Tokenizer, Unsure } from './tokens.ts'

/**
 * `python`: it is, as far as its text tells; where it writes characters by their names
 * (`hasNamed`), there may be none of that name. `refusal`: what its compiler does not take of it.
 * `unsure`: it nests too deep to tell.
 */
type PythonSyntax =
  | Readonly<{ state: 'python'; hasNamed: boolean; refusal: Refusal | null }>
  /** `at`: where it stops to be, in UTF-16 units of the text. */
  | Readonly<{ state: 'not_python' | 'unsure'; at: number }>

/** Of a text with line feeds and without a byte order mark. */
export function pythonSyntax(text: string): PythonSyntax {
  const tokenizer = new Tokenizer(text)
  let statements: Statements | null = null
  try {
    statements = new Statements(tokenizer.file())
    statements.file()
    return { state: 'python', hasNamed: tokenizer.hasNamed, refusal: statements.refusal }
  } catch (error) {
    const at = statements?.place ?? tokenizer.place
    if (error instanceof NotPython) return { state: 'not_python', at }
    if (error instanceof Unsure) return { state: 'unsure', at }
    throw error
  }
}

/** Null where that cannot be told. */
export function parsesAsPython(text: string): boolean | null {
  const syntax = pythonSyntax(withLineFeeds(text))
  if (syntax.state === 'python') return syntax.hasNamed ? null : true
  return syntax.state === 'unsure' ? null : false
}

const BLOCK_RULES = 7
const AUGMENTED = /^(?:[-+*/%&|^@]|\*\*|\/\/|<<|>>)=$/

class Statements extends Patterns {
  /** Whether only a text and imports from `__future__` have been read. */
  #isHead = true

  get refusal(): Refusal | null {
    return this.compiler.refusal
  }

  file(): void {
    const mayBeText = this.#type() === 'string' || this.has('(')
    if (mayBeText) this.#statement()
    while (this.#type() !== 'end') {
      this.#isHead &&= this.has('from') && this.word(1) === '__future__'
      this.#statement()
    }
  }

  #type(ahead = 0): string {
    return this.tokens[this.at + ahead]?.type ?? 'end'
  }

  #eatType(type: string): boolean {
    if (this.#type() !== type) return false
    this.at += 1
    return true
  }

  #statement(): void {
    this.deeper(() => {
      if (!this.#compound()) this.#simpleLine()
    }, BLOCK_RULES)
  }

  #simpleLine(): void {
    do {
      if (this.#type() === 'newline') break
      this.#simple()
    } while (this.eat(';'))
    const before = this.tokens[this.at - 1]
    if (this.#type() === 'newline' && before === undefined) this.fail()
    if (!this.#eatType('newline')) this.fail()
  }

  #block(): void {
    this.expect(':')
    if (!this.#eatType('newline')) {
      this.#simpleLine()
      return
    }
    if (!this.#eatType('indent')) this.fail()
    do this.#statement()
    while (!this.#eatType('dedent'))
  }

  #compound(): boolean {
    switch (this.word()) {
      case 'if':
      case 'while':
        this.#conditional()
        return true
      case 'for':
        this.#loop()
        return true
      case 'try':
        this.#try()
        return true
      case 'with':
        this.#with()
        return true
      case 'def':
        this.#function(false)
        return true
      case 'class':
        this.#class()
        return true
      case '@':
        this.#decorated()
        return true
      case 'async':
        this.#async()
        return true
      case 'match':
        return this.#attempt(() => this.#match())
      default:
        return false
    }
  }

  #async(): void {
    const { place } = this
    this.expect('async')
    if (this.has('def')) {
      this.#function(true)
      return
    }
    this.compiler.needAsync(place, `async ${this.word()}`)
    if (this.has('for')) this.#loop()
    else if (this.has('with')) this.#with()
    else this.fail()
  }

  /** Words that are names elsewhere: what does not fit is read as a name. */
  #attempt(read: () => void): boolean {
    const before = this.mark
    try {
      read()
      return true
    } catch (error) {
      if (!(error instanceof NotPython) || this.#isDecided) throw error
      this.goBack(before)
      return false
    }
  }

  /** Reads what stands in a function, a class, a loop or a block of its own. */
  #inside(enter: () => void): void {
    const around = this.compiler.mark
    enter()
    this.#block()
    this.compiler.leaveTo(around)
  }

  /** Set when there is no reading as a name any more. */
  #isDecided = false

  #conditional(): void {
    const isIf = this.has('if')
    this.at += 1
    this.named()
    if (isIf) this.#block()
    else this.#inside(() => this.compiler.enterLoop())
    for (let length = 1; isIf && this.eat('elif'); length++) {
      this.within(length)
      this.named()
      this.#block()
    }
    this.#else()
  }

  #else(): void {
    if (this.eat('else')) this.#block()
  }

  #loop(): void {
    this.expect('for')
    this.refuseTarget(this.targets())
    this.expect('in')
    this.starExpressions()
    this.#inside(() => this.compiler.enterLoop())
    this.#else()
  }

  #try(): void {
    this.expect('try')
    this.#block()
    let handlers = 0
    let isGroup: boolean | null = null
    let takesAll = false
    while (this.has('except')) {
      if (takesAll) this.compiler.refuse(this.place, 'an `except` of everything is not the last')
      this.expect('except')
      handlers += 1
      const isStar = this.eat('*')
      if (isGroup !== null && isGroup !== isStar) this.fail()
      isGroup = isStar
      if (!this.has(':')) {
        this.expression()
        if (this.eat('as')) this.name()
      } else if (isStar) this.fail()
      else takesAll = true
      if (isStar) this.#inside(() => this.compiler.enterGroup())
      else this.#block()
    }
    if (handlers > 0) this.#else()
    if (this.eat('finally')) this.#block()
    else if (handlers === 0) this.fail()
  }

  #with(): void {
    this.expect('with')
    const before = this.mark
    try {
      this.expect('(')
      do {
        if (this.has(')')) break
        this.#withItem()
      } while (this.eat(','))
      this.expect(')')
      if (!this.has(':')) this.fail()
    } catch (error) {
      if (!(error instanceof NotPython)) throw error
      this.goBack(before)
      do this.#withItem()
      while (this.eat(','))
    }
    this.#block()
  }

  #withItem(): void {
    this.expression()
    if (!this.eat('as')) return
    const target = this.eat('*') ? this.fail() : this.bitwise()
    this.refuseTarget(target)
  }

  #function(isAsync: boolean): void {
    this.expect('def')
    this.compiler.useName(this.name())
    this.#typeParameters()
    this.expect('(')
    const names = this.parameters(')', true)
    this.expect(')')
    if (this.eat('->')) this.expression()
    this.#inside(() => this.compiler.enterFunction(isAsync, names))
  }

  #class(): void {
    this.expect('class')
    this.compiler.useName(this.name())
    this.#typeParameters()
    if (this.eat('(')) this.callArguments()
    this.#inside(() => this.compiler.enterClass())
  }

  #typeParameters(): void {
    if (!this.eat('[')) return
    let count = 0
    while (!this.eat(']')) {
      if (count > 0) this.expect(',')
      if (count > 0 && this.eat(']')) break
      count += 1
      const isStarred = this.eat('*') || this.eat('**')
      this.name()
      if (!isStarred && this.eat(':')) this.expression()
      if (this.eat('=')) this.starExpressionsOrOne()
    }
    if (count === 0) this.fail()
  }

  #decorated(): void {
    while (this.eat('@')) {
      this.named()
      if (!this.#eatType('newline')) this.fail()
    }
    if (this.has('class')) this.#class()
    else {
      const isAsync = this.eat('async')
      if (isAsync && !this.has('def')) this.fail()
      this.#function(isAsync)
    }
  }

  #match(): void {
    this.at += 1
    this.starExpressions(true)
    this.expect(':')
    if (!this.#eatType('newline') || !this.#eatType('indent')) this.fail()
    const wasDecided = this.#isDecided
    this.#isDecided = true
    let takesAll = false
    do {
      if (takesAll) this.compiler.refuse(this.place, 'a `case` of everything is not the last')
      this.expect('case')
      takesAll = this.isName() && this.word(1) === ':'
      this.casePattern()
      if (this.eat('if')) this.named()
      this.#block()
    } while (!this.#eatType('dedent'))
    this.#isDecided = wasDecided
  }

  #simple(): void {
    const { place } = this
    const word = this.word()
    switch (word) {
      case 'pass':
        this.at += 1
        return
      case 'break':
      case 'continue':
        this.at += 1
        this.compiler.leaveLoop(place, word)
        return
      case 'return':
        this.at += 1
        this.compiler.return(place, this.startsExpression())
        if (this.startsExpression()) this.starExpressions()
        return
      case 'raise':
        this.at += 1
        if (!this.startsExpression()) return
        this.expression()
        if (this.eat('from')) this.expression()
        return
      case 'assert':
        this.at += 1
        this.expression()
        if (this.eat(',')) this.expression()
        return
      case 'global':
      case 'nonlocal':
        this.at += 1
        do this.compiler.declare(place, word, this.name())
        while (this.eat(','))
        return
      case 'del':
        this.at += 1
        this.#refuseDeleted(this.targets())
        return
      case 'import':
        this.#import()
        return
      case 'from':
        this.#importFrom()
        return
      case 'type':
        if (this.isName(1) && (this.word(2) === '=' || this.word(2) === '[')) {
          if (this.#attempt(() => this.#typeAlias())) return
        }
        break
      default:
    }
    this.#assignment()
  }

  #typeAlias(): void {
    this.at += 1
    this.name()
    this.#typeParameters()
    this.expect('=')
    this.expression()
  }

  #refuseDeleted(node: Node): void {
    if (node.kind === 'starred') this.fail()
    this.refuseTarget(node)
    for (const item of node.items) this.#refuseDeleted(item)
  }

  #assignment(): void {
    if (this.has('yield')) {
      this.yielded()
      return
    }
    const first = this.starExpressions()
    if (this.eat(':')) {
      if (first.kind !== 'name' && first.kind !== 'place') this.fail()
      this.expression()
      if (this.eat('=')) this.yieldedOrStar()
      return
    }
    if (AUGMENTED.test(this.word())) {
      if (first.kind !== 'name' && first.kind !== 'place') this.fail()
      this.at += 1
      this.yieldedOrStar()
      return
    }
    let target = first
    while (this.eat('=')) {
      this.refuseTarget(target)
      if (this.has('yield')) {
        this.yielded()
        if (this.has('=')) this.fail()
        return
      }
      target = this.starExpressions()
    }
  }

  #dotted(): void {
    do this.name()
    while (this.eat('.'))
  }

  #import(): void {
    this.expect('import')
    do {
      this.#dotted()
      if (this.eat('as')) this.name()
    } while (this.eat(','))
  }

  #importFrom(): void {
    const { place } = this
    this.expect('from')
    const isFuture = this.word() === '__future__' && this.word(1) === 'import'
    let dots = 0
    while (this.eat('.') || this.eat('...')) dots += 1
    if (dots === 0 || !this.has('import')) this.#dotted()
    this.expect('import')
    if (this.eat('*')) {
      this.compiler.importAll(place)
      return
    }
    const isGrouped = this.eat('(')
    do {
      if (isGrouped && this.has(')')) break
      const name = this.name()
      if (isFuture) this.compiler.importFeature(place, name, this.#isHead)
      if (this.eat('as')) this.name()
    } while (this.eat(','))
    const before = this.tokens[this.at - 1]
    if (before?.type === 'op' && before.text === '(') this.fail()
    if (isGrouped) this.expect(')')
    else if (before?.type === 'op' && before.text === ',') this.fail()
  }
}

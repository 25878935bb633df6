// Whether a text is Python, by the grammar of 3.13: what `ast.parse` takes. Rules that only the
// compiler has (a `return` outside of a function) are not looked at.

import { withLineFeeds } from '../parsePython.ts'
import type { Node } from './expressions.ts'
import { Patterns } from './patterns.ts'
import { NotPython, Tokenizer, Unsure } from './tokens.ts'

/**
 * `python`: it is, as far as its text tells; where it writes characters by their names
 * (`hasNamed`), there may be none of that name. `unsure`: it nests too deep to tell.
 */
type PythonSyntax =
  | Readonly<{ state: 'python'; hasNamed: boolean }>
  /** `at`: where it stops to be, in UTF-16 units of the text. */
  | Readonly<{ state: 'not_python' | 'unsure'; at: number }>

/** Of a text with line feeds and without a byte order mark. */
export function pythonSyntax(text: string): PythonSyntax {
  const tokenizer = new Tokenizer(text)
  let statements: Statements | null = null
  try {
    statements = new Statements(tokenizer.file())
    statements.file()
    return { state: 'python', hasNamed: tokenizer.hasNamed }
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
  file(): void {
    while (this.#type() !== 'end') this.#statement()
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
        this.#function()
        return true
      case 'class':
        this.#class()
        return true
      case '@':
        this.#decorated()
        return true
      case 'async':
        this.at += 1
        if (this.has('def')) this.#function()
        else if (this.has('for')) this.#loop()
        else if (this.has('with')) this.#with()
        else this.fail()
        return true
      case 'match':
        return this.#attempt(() => this.#match())
      default:
        return false
    }
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

  /** Set when there is no reading as a name any more. */
  #isDecided = false

  #conditional(): void {
    const isIf = this.has('if')
    this.at += 1
    this.named()
    this.#block()
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
    this.#block()
    this.#else()
  }

  #try(): void {
    this.expect('try')
    this.#block()
    let handlers = 0
    let isGroup: boolean | null = null
    while (this.eat('except')) {
      handlers += 1
      const isStar = this.eat('*')
      if (isGroup !== null && isGroup !== isStar) this.fail()
      isGroup = isStar
      if (!this.has(':')) {
        this.expression()
        if (this.eat('as')) this.name()
      } else if (isStar) this.fail()
      this.#block()
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

  #function(): void {
    this.expect('def')
    this.name()
    this.#typeParameters()
    this.expect('(')
    this.parameters(')', true)
    this.expect(')')
    if (this.eat('->')) this.expression()
    this.#block()
  }

  #class(): void {
    this.expect('class')
    this.name()
    this.#typeParameters()
    if (this.eat('(')) this.callArguments()
    this.#block()
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
      if (this.eat('=')) this.starExpressions()
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
      if (this.eat('async') && !this.has('def')) this.fail()
      this.#function()
    }
  }

  #match(): void {
    this.at += 1
    this.starExpressions(true)
    this.expect(':')
    if (!this.#eatType('newline') || !this.#eatType('indent')) this.fail()
    const wasDecided = this.#isDecided
    this.#isDecided = true
    do {
      this.expect('case')
      this.casePattern()
      if (this.eat('if')) this.named()
      this.#block()
    } while (!this.#eatType('dedent'))
    this.#isDecided = wasDecided
  }

  #simple(): void {
    switch (this.word()) {
      case 'pass':
      case 'break':
      case 'continue':
        this.at += 1
        return
      case 'return':
        this.at += 1
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
        do this.name()
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
    this.expect('from')
    let dots = 0
    while (this.eat('.') || this.eat('...')) dots += 1
    if (dots === 0 || !this.has('import')) this.#dotted()
    this.expect('import')
    if (this.eat('*')) return
    const isGrouped = this.eat('(')
    do {
      if (isGrouped && this.has(')')) break
      this.name()
      if (this.eat('as')) this.name()
    } while (this.eat(','))
    const before = this.tokens[this.at - 1]
    if (before?.type === 'op' && before.text === '(') this.fail()
    if (isGrouped) this.expect(')')
    else if (before?.type === 'op' && before.text === ',') this.fail()
  }
}

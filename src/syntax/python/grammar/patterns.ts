// The patterns of `match`.

import { Expressions } from './expressions.ts'

export class Patterns extends Expressions {
  /** All of a `case`, up to its guard. */
  protected casePattern(): void {
    this.#open()
    while (this.eat(',')) {
      if (this.has('if') || this.has(':')) break
      this.#open()
    }
  }

  /** Where `*rest` may stand too. */
  #open(): void {
    if (this.eat('*')) this.name()
    else this.#as()
  }

  #as(): void {
    this.deeper(() => {
      do this.#closed()
      while (this.eat('|'))
      if (this.eat('as')) this.name()
    })
  }

  #closed(): void {
    const token = this.tokens[this.at]
    if (token?.type === 'string') {
      this.#literals()
      return
    }
    if (token?.type === 'number' || this.has('-')) {
      this.#number()
      return
    }
    if (this.eat('None') || this.eat('True') || this.eat('False')) return
    if (this.eat('(')) this.#sequence(')')
    else if (this.eat('[')) this.#sequence(']')
    else if (this.eat('{')) this.#mapping()
    else this.#nameOrClass()
  }

  #literals(): void {
    while (this.tokens[this.at]?.type === 'string') this.at += 1
  }

  #number(): void {
    this.eat('-')
    if (this.tokens[this.at]?.type !== 'number') this.fail()
    this.at += 1
    if (!this.eat('+') && !this.eat('-')) return
    if (this.tokens[this.at]?.type !== 'number') this.fail()
    this.at += 1
  }

  #sequence(end: string): void {
    while (!this.eat(end)) {
      this.#open()
      if (!this.has(end)) this.expect(',')
    }
  }

  #mapping(): void {
    while (!this.eat('}')) {
      if (this.eat('**')) this.name()
      else {
        this.#closed()
        this.expect(':')
        this.#as()
      }
      if (!this.has('}')) this.expect(',')
    }
  }

  #nameOrClass(): void {
    this.name()
    while (this.eat('.')) this.name()
    if (!this.eat('(')) return
    let hasKeyword = false
    while (!this.eat(')')) {
      if (this.isName() && this.word(1) === '=') {
        this.at += 2
        hasKeyword = true
      } else if (hasKeyword) this.fail()
      this.#as()
      if (!this.has(')')) this.expect(',')
    }
  }
}

// Statements while a module is followed. Handlers of exceptions do not run here: nothing fails.

import { absoluteModule, packageOf } from './modulePaths.ts'
import { decideTest } from './reference.ts'
import { RunCalls, type Signal } from './runCalls.ts'
import type { Place } from './runNames.ts'
import { isKind, NotFollowed, truth, UNKNOWN } from './runValues.ts'
import type { AssignStatement, LoopStatement, Span, Statement } from './syntax/syntax.ts'

const PUTS_LATER =
  /\b(?:globals|vars|locals|setattr)\s*\(|\w\.modules\b|\w\[[^\]\n]+\]\s*=(?!=)|\.update\(/

export abstract class RunStatements extends RunCalls {
  protected block(body: readonly Statement[], place: Place): Signal | null {
    for (const statement of body) {
      const signal = this.statement(statement, place)
      if (signal !== null) return signal
    }
    return null
  }

  protected statement(statement: Statement, place: Place): Signal | null {
    this.step()
    switch (statement.kind) {
      case 'assign':
        this.assign(statement, place)
        return null
      case 'expression':
        this.evaluate(this.parse(statement.value, place), place)
        return null
      case 'loop':
        return this.loop(statement, place)
      case 'if':
        for (const { test, body } of statement.branches) {
          if (test === null || this.test(test, place)) return this.block(body, place)
        }
        return null
      case 'try':
        return (
          this.block(statement.body, place) ??
          this.block(statement.orElse, place) ??
          this.block(statement.finally, place)
        )
      case 'import':
        for (const { path, alias } of statement.names) {
          const name = alias === null ? (path.split('.')[0] ?? path) : path
          this.bind(alias ?? name, { kind: 'module', module: name }, place)
        }
        return null
      case 'from': {
        const path = absoluteModule(packageOf(place.module), statement.level, statement.module)
        if (path === null || statement.names === null) throw new NotFollowed('an import')
        for (const { name, alias } of statement.names) {
          this.bind(alias ?? name, this.attribute({ kind: 'module', module: path }, name), place)
        }
        return null
      }
      case 'def': {
        // Called later, it may put names into what it sees here.
        const { start, end } = statement.body.span
        if (PUTS_LATER.test(place.text.slice(start, end)))
          throw new NotFollowed('a function inside')
        this.bind(statement.name, UNKNOWN, place)
        return null
      }
      case 'class':
        this.bind(statement.name, UNKNOWN, place)
        return null
      case 'other':
        if (statement.word === 'return') {
          const { value } = statement
          const given = value === null ? null : this.evaluate(this.parse(value, place), place)
          return { kind: 'return', value: given }
        }
        if (statement.word === 'break' || statement.word === 'continue') {
          return { kind: statement.word }
        }
        if (statement.word === 'pass' || statement.word === 'assert') return null
        throw new NotFollowed(statement.word)
      case 'del':
        return null
      default:
        throw new NotFollowed(statement.kind)
    }
  }

  protected test(span: Span, place: Place): boolean {
    const expression = this.parse(span, place)
    const decided = decideTest(expression, place.text, () => null)
    if (decided !== null) return decided === true
    return truth(this.evaluate(expression, place))
  }

  protected loop(statement: LoopStatement, place: Place): Signal | null {
    if (statement.target === null) throw new NotFollowed('a while loop')
    const target = this.parse(statement.target, place)
    for (const item of this.items(this.evaluate(this.parse(statement.over, place), place))) {
      this.bindTo(target, item, place)
      const signal = this.block(statement.body, place)
      if (signal?.kind === 'return') return signal
      if (signal?.kind === 'break') return null
    }
    return null
  }

  protected assign(statement: AssignStatement, place: Place): void {
    const { value, operator } = statement
    if (value === null) return
    let given = this.evaluate(this.parse(value, place), place)
    for (const span of statement.targets) {
      const target = this.parse(span, place)
      if (operator !== null) {
        const before = this.evaluate(target, place)
        if (operator === '+' && isKind(before, 'list') && isKind(given, 'list')) {
          for (const item of given.items.slice()) before.items.push(item)
          continue
        }
        // `space |= {…}` puts names into it.
        if (isKind(before, 'space')) throw new NotFollowed('an operator')
        given = this.binary(operator, before, given)
      }
      this.bindTo(target, given, place)
    }
  }
}

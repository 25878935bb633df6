// Statements while a module is followed. Handlers of exceptions do not run here: nothing fails.

import type {
  AssignStatement,
  LoopStatement,
  Span,
  Statement,
} from '../../../syntax/python/syntax.ts'
import { absoluteModule, packageOf } from '../files/modulePaths.ts'
import { decideTest } from '../standard/referenceInterpreter.ts'
import { assignTo, combine, evaluate } from './expressions.ts'
import { bind, itemsOf, takeAway } from './names.ts'
import { type Place, parse, type Run, type Signal } from './run.ts'
import { isKind, isTrue, NotFollowed, UNKNOWN } from './values.ts'

const PUTS_LATER =
  /\b(?:globals|vars|locals|setattr)\s*\(|\w\.modules\b|\w\[[^\]\n]+\]\s*=(?!=)|\.update\(/

export function runBlock(run: Run, body: readonly Statement[], place: Place): Signal | null {
  for (const statement of body) {
    const signal = runStatement(run, statement, place)
    if (signal !== null) return signal
  }
  return null
}

export function runStatement(run: Run, statement: Statement, place: Place): Signal | null {
  run.step()
  switch (statement.kind) {
    case 'assign':
      runAssign(run, statement, place)
      return null
    case 'expression':
      evaluate(run, parse(statement.value, place), place)
      return null
    case 'loop':
      return runLoop(run, statement, place)
    case 'if':
      for (const { test, body } of statement.branches) {
        if (test === null || passes(run, test, place)) return runBlock(run, body, place)
      }
      return null
    case 'try':
      return (
        runBlock(run, statement.body, place) ??
        runBlock(run, statement.orElse, place) ??
        runBlock(run, statement.finally, place)
      )
    case 'import':
      for (const { path, alias } of statement.names) {
        const name = alias === null ? (path.split('.')[0] ?? path) : path
        bind(run, alias ?? name, { kind: 'module', module: name }, place)
      }
      return null
    case 'from': {
      const path = absoluteModule(packageOf(place.module), statement.level, statement.module)
      if (path === null || statement.names === null) throw new NotFollowed('an import')
      for (const { name, alias } of statement.names) {
        bind(run, alias ?? name, run.attribute({ kind: 'module', module: path }, name), place)
      }
      return null
    }
    case 'def': {
      // Called later, it may put names into what it sees here.
      const { start, end } = statement.body.span
      if (PUTS_LATER.test(place.text.slice(start, end))) throw new NotFollowed('a function inside')
      bind(run, statement.name, UNKNOWN, place)
      return null
    }
    case 'class':
      bind(run, statement.name, UNKNOWN, place)
      return null
    case 'other':
      if (statement.word === 'return') {
        const { value } = statement
        const given = value === null ? null : evaluate(run, parse(value, place), place)
        return { kind: 'return', value: given }
      }
      if (statement.word === 'break' || statement.word === 'continue') {
        return { kind: statement.word }
      }
      if (statement.word === 'pass' || statement.word === 'assert') return null
      throw new NotFollowed(statement.word)
    case 'del':
      for (const span of statement.targets) {
        const target = parse(span, place)
        if (target.kind !== 'subscript') continue
        const from = evaluate(run, target.value, place)
        if (isKind(from, 'space')) takeAway(run, from.module, evaluate(run, target.index, place))
      }
      return null
    default:
      throw new NotFollowed(statement.kind)
  }
}

function passes(run: Run, span: Span, place: Place): boolean {
  const expression = parse(span, place)
  const decided = decideTest(expression, place.text, () => null)
  if (decided !== null) return decided === true
  return isTrue(evaluate(run, expression, place))
}

function runLoop(run: Run, statement: LoopStatement, place: Place): Signal | null {
  if (statement.target === null) throw new NotFollowed('a while loop')
  const target = parse(statement.target, place)
  for (const item of itemsOf(run, evaluate(run, parse(statement.over, place), place))) {
    assignTo(run, target, item, place)
    const signal = runBlock(run, statement.body, place)
    if (signal?.kind === 'return') return signal
    if (signal?.kind === 'break') return null
  }
  return null
}

function runAssign(run: Run, statement: AssignStatement, place: Place): void {
  const { value, operator } = statement
  if (value === null) return
  let given = evaluate(run, parse(value, place), place)
  for (const span of statement.targets) {
    const target = parse(span, place)
    if (operator !== null) {
      const before = evaluate(run, target, place)
      if (operator === '+' && isKind(before, 'list') && isKind(given, 'list')) {
        for (const item of given.items.slice()) before.items.push(item)
        continue
      }
      // `space |= {…}` puts names into it.
      if (isKind(before, 'space')) throw new NotFollowed('an operator')
      given = combine(run, operator, before, given)
    }
    assignTo(run, target, given, place)
  }
}

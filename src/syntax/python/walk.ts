// Every expression below an expression, and below a list of statements.

import { parseExpression } from './parseExpression.ts'
import type { Expression, Span, Statement } from './syntax.ts'

export function walkExpression(expression: Expression, visit: (one: Expression) => void): void {
  visit(expression)
  const below = (one: Expression) => walkExpression(one, visit)
  switch (expression.kind) {
    case 'attribute':
    case 'starred':
    case 'unary':
    case 'walrus':
      below(expression.value)
      return
    case 'subscript':
      below(expression.value)
      below(expression.index)
      return
    case 'call':
      below(expression.function)
      for (const { value } of expression.arguments) below(value)
      return
    case 'tuple':
    case 'list':
    case 'set':
      for (const item of expression.items) below(item)
      return
    case 'dict':
      for (const { key, value } of expression.items) {
        if (key !== null) below(key)
        below(value)
      }
      return
    case 'binary':
      below(expression.left)
      below(expression.right)
      return
    case 'conditional':
      below(expression.test)
      below(expression.then)
      below(expression.otherwise)
      return
    case 'comprehension':
      below(expression.element)
      if (expression.value !== null) below(expression.value)
      below(expression.over)
      for (const one of expression.conditions) below(one)
      return
    default:
      return
  }
}

/** The statements and all that stand below them, in order; bodies of functions and classes aside. */
export function* walkStatements(body: readonly Statement[]): Generator<Statement> {
  for (const statement of body) {
    yield statement
    switch (statement.kind) {
      case 'if':
        for (const branch of statement.branches) yield* walkStatements(branch.body)
        break
      case 'try':
        yield* walkStatements(statement.body)
        for (const handler of statement.handlers) yield* walkStatements(handler.body)
        yield* walkStatements(statement.orElse)
        yield* walkStatements(statement.finally)
        break
      case 'loop':
        yield* walkStatements(statement.body)
        yield* walkStatements(statement.orElse)
        break
      case 'with':
        yield* walkStatements(statement.body)
        break
      case 'match':
        for (const one of statement.cases) yield* walkStatements(one.body)
        break
      default:
        break
    }
  }
}

/** The expressions that a statement itself holds. */
export function expressionsOf(text: string, statement: Statement): Expression[] {
  const spans: (Span | null)[] = []
  switch (statement.kind) {
    case 'assign':
      spans.push(...statement.targets, statement.value)
      break
    case 'if':
      for (const branch of statement.branches) spans.push(branch.test)
      break
    case 'loop':
      spans.push(statement.over)
      break
    case 'with':
      for (const item of statement.items) spans.push(item.value)
      break
    case 'match':
      spans.push(statement.subject)
      break
    case 'expression':
    case 'other':
      spans.push(statement.value)
      break
    default:
      break
  }
  return spans.filter((span) => span !== null).map((span) => parseExpression(text, span))
}

/** Whether a statement, or one within it, is a `return`. */
export function hasReturn(statement: Statement): boolean {
  for (const one of walkStatements([statement])) {
    if (one.kind === 'other' && one.word === 'return') return true
  }
  return false
}

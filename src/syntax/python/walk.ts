// Every expression below an expression, and below a list of statements.

import type { Expression, Span, Statement, StatementOf } from './syntax.ts'

export function walkExpression(expression: Expression, visit: (one: Expression) => void): void {
  visit(expression)
  for (const one of below(expression)) if (one !== null) walkExpression(one, visit)
}

/** What an expression is made of, in the order of the text. */
export function below(expression: Expression): readonly (Expression | null)[] {
  switch (expression.kind) {
    case 'attribute':
    case 'starred':
    case 'unary':
    case 'walrus':
      return [expression.value]
    case 'subscript':
      return [expression.value, expression.index]
    case 'call':
      return [expression.function, ...expression.arguments.map(({ value }) => value)]
    case 'tuple':
    case 'list':
    case 'set':
      return expression.items
    case 'dict':
      return expression.items.flatMap(({ key, value }) => [key, value])
    case 'binary':
      return [expression.left, expression.right]
    case 'conditional':
      return [expression.test, expression.then, expression.otherwise]
    case 'comprehension':
      return [expression.element, expression.value, expression.over, ...expression.conditions]
    case 'opaque':
      return expression.within ?? []
    default:
      return []
  }
}

/** What is done with a statement of each kind. */
export type ByKind<Given extends readonly unknown[] = []> = Readonly<{
  [K in Statement['kind']]: (statement: StatementOf<K>, ...given: Given) => void
}>

export function doByKind<Given extends readonly unknown[]>(
  kinds: ByKind<Given>,
  statement: Statement,
  ...given: Given
): void {
  // The compiler does not see that the kind of the one is the kind of the other.
  const take = kinds[statement.kind] as (statement: Statement, ...given: Given) => void
  take(statement, ...given)
}

/** `raise`, `return`, `break`: a statement that is told by its word. */
export function isWord(one: Statement | undefined, word: string): one is StatementOf<'other'> {
  return one?.kind === 'other' && one.word === word
}

/** The statements and all that stand below them, in order; bodies of functions and classes aside. */
export function* walkStatements(body: readonly Statement[]): Generator<Statement> {
  for (const statement of body) {
    yield statement
    for (const block of blocksOf(statement)) yield* walkStatements(block)
  }
}

function blocksOf(statement: Statement): readonly (readonly Statement[])[] {
  switch (statement.kind) {
    case 'if':
      return statement.branches.map(({ body }) => body)
    case 'try': {
      const handled = statement.handlers.map(({ body }) => body)
      return [statement.body, ...handled, statement.orElse, statement.finally]
    }
    case 'loop':
      return [statement.body, statement.orElse]
    case 'with':
      return [statement.body]
    case 'match':
      return statement.cases.map(({ body }) => body)
    default:
      return []
  }
}

/** The expressions that a statement itself holds, as a source parses them. */
export function expressionsOf(
  source: Readonly<{ expression: (span: Span) => Expression }>,
  statement: Statement,
): Expression[] {
  const spans = spansOf(statement).filter((span) => span !== null)
  return spans.map((span) => source.expression(span))
}

/** Where the expressions of a statement stand. */
export function spansOf(statement: Statement): readonly (Span | null)[] {
  switch (statement.kind) {
    case 'assign':
      return [...statement.targets, statement.value]
    case 'if':
      return statement.branches.map(({ test }) => test)
    case 'loop':
      return [statement.over]
    case 'with':
      return statement.items.map(({ value }) => value)
    case 'match':
      return [statement.subject]
    case 'expression':
    case 'other':
      return [statement.value]
    default:
      return []
  }
}

/** Whether a statement, or one within it, is a `return`. */
export function hasReturn(statement: Statement): boolean {
  const all = [...walkStatements([statement])]
  return all.some((one) => one.kind === 'other' && one.word === 'return')
}

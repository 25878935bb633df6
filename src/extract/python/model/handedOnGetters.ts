// A getter that hands the name on to a function together with a list, where that function answers
// every other name with an error: `return answer(name, listed=__all__)`.

import { parseExpression } from '../../../syntax/python/parseExpression.ts'
import { parseBlock } from '../../../syntax/python/parsePython.ts'
import type {
  Expression,
  ExpressionArgument,
  ExpressionOf,
  FunctionStatement,
  Span,
  Statement,
} from '../../../syntax/python/syntax.ts'
import { hasReturn, isWord, walkStatements } from '../../../syntax/python/walk.ts'
import type { Source } from '../scope/source.ts'

export type Helper = Readonly<{ source: Source; statement: FunctionStatement }>

/** What the getter hands on: the only call that it returns; null for one that does anything else. */
export function handedOn(text: string, body: readonly Statement[]): ExpressionOf<'call'> | null {
  const last = body.at(-1)
  if (!isWord(last, 'return') || last.value === null) return null
  const isHarmless = (one: Statement) =>
    one.kind === 'import' || one.kind === 'from' || one.kind === 'expression'
  if (!body.slice(0, -1).every(isHarmless)) return null
  const call = parseExpression(text, last.value)
  return call.kind === 'call' ? call : null
}

/**
 * The argument outside of which every name is an error: the helper begins with
 * `if name not in listed: raise`, or gives something for listed names only. Null when that is not so.
 */
export function listHandedOn(
  { source, statement }: Helper,
  given: readonly ExpressionArgument[],
  asked: string,
): Expression | null {
  // A decorator may put anything in its place.
  if (statement.decorators.length > 0 || statement.body.isGenerator) return null
  const named = argumentsByParameter(statement, given)
  if (named === null) return null
  const isAsked = (one: Expression | undefined) => one?.kind === 'name' && one.name === asked
  const parameter = [...named].find(([, value]) => isAsked(value))?.[0]
  if (parameter === undefined) return null
  const body = parseBlock({ text: source.text }, statement.body.span, statement.body.line)
  if (isBoundAgain(source.text, body, parameter)) return null
  const list = guardingList(source.text, body, parameter)
  return list === null || isBoundAgain(source.text, body, list) ? null : (named.get(list) ?? null)
}

function argumentsByParameter(
  { parameters }: FunctionStatement,
  given: readonly ExpressionArgument[],
): ReadonlyMap<string, Expression> | null {
  const placed = parameters.filter(({ kind }) => kind === 'normal' || kind === 'positional')
  const named = new Map<string, Expression>()
  for (const [index, { name, stars, value }] of given.entries()) {
    const parameter = name ?? placed[index]?.name
    if (stars > 0 || parameter === undefined) return null
    named.set(parameter, value)
  }
  return named
}

/** The name of the list that the function asks before it gives anything. */
function guardingList(text: string, body: readonly Statement[], parameter: string): string | null {
  let only: string | null = null
  for (const statement of body) {
    if (isWord(statement, 'raise')) return only
    if (statement.kind === 'if' && statement.branches.length === 1) {
      const [branch] = statement.branches
      const test = branch?.test == null ? null : parseExpression(text, branch.test)
      const isOfName = test?.kind === 'binary' && isName(test.left, parameter)
      const list = isOfName && test.right.kind === 'name' ? test.right.name : null
      if (list !== null && test?.kind === 'binary' && branch !== undefined) {
        if (test.operator === 'not in' && branch.body.at(-1)?.kind === 'other') {
          const raisesAlways = isWord(branch.body.at(-1), 'raise') && !branch.body.some(hasReturn)
          return raisesAlways ? list : null
        }
        if (test.operator === 'in' && (only === null || only === list)) {
          only = list
          continue
        }
      }
    }
    if (hasReturn(statement)) return null
  }
  // A function that ends gives None.
  return null
}

function isName(expression: Expression, name: string): boolean {
  return expression.kind === 'name' && expression.name === name
}

/** What is given another value no longer is what was handed over. */
function isBoundAgain(text: string, body: readonly Statement[], name: string): boolean {
  for (const one of walkStatements(body)) {
    const isTarget = targetsOf(one).some(({ start, end }) =>
      text.slice(start, end).split(/\W+/).includes(name),
    )
    if (isTarget) return true
  }
  return false
}

function targetsOf(statement: Statement): readonly Span[] {
  switch (statement.kind) {
    case 'assign':
    case 'del':
      return statement.targets
    case 'loop':
      return statement.target === null ? [] : [statement.target]
    case 'with':
      return statement.items.flatMap(({ target }) => target ?? [])
    default:
      return []
  }
}

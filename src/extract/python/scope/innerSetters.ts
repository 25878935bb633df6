// `setattr` within larger expressions of a body: `[setattr(c, n, f) for c in A for n in B]`,
// `done = A or setattr(A, "x", 1)`, `partial(setattr, A)`.

import type { Expression, ExpressionOf, Statement } from '../../../syntax/python/syntax.ts'
import { spansOf, walkExpression } from '../../../syntax/python/walk.ts'
import { setAttribute } from './callEffects.ts'
import type { ScopeNames } from './scopeNames.ts'
import type { Way } from './ways.ts'

const SETTER = /\bsetattr\b/

export function noteInnerSetters(names: ScopeNames, statement: Statement, way: Way): void {
  const { source } = names.context
  for (const span of spansOf(statement)) {
    // Most statements of a file that has the word have it not.
    if (span === null || !SETTER.test(source.slice(span))) continue
    const expression = names.parse(span)
    const uncertain: Way = { ...way, isCertain: false }
    walkExpression(expression, (one) => {
      if (one.kind === 'comprehension') names.noteTurns(one.target, one.over)
      if (one.kind === 'opaque')
        for (const { target, over } of one.turns ?? []) names.noteTurns(target, over)
      if (one.kind !== 'call') return
      const isWhole = one === expression && statement.kind === 'expression'
      if (isSetter(one.function) && !isWhole) setAttribute(names, one.arguments, uncertain)
      if (handsSetter(names, one)) noteHandedOn(names, one)
    })
  }
}

function isSetter(expression: Expression): boolean {
  return expression.kind === 'name' && expression.name === 'setattr'
}

/** `partial(setattr, A)`, `reduce(lambda one, name: setattr(one, name, 1), names, A)` */
function handsSetter({ context }: ScopeNames, { arguments: all }: ExpressionOf<'call'>): boolean {
  return all.some(
    ({ value }) =>
      isSetter(value) || (value.kind === 'lambda' && SETTER.test(context.source.slice(value.body))),
  )
}

/** Whatever stands beside it may be given any name; where nothing does, nobody knows what is. */
function noteHandedOn(names: ScopeNames, { arguments: all }: ExpressionOf<'call'>): void {
  const beside = all.filter(
    ({ value }) => /^(?:name|attribute)$/.test(value.kind) && !isSetter(value),
  )
  for (const { value } of beside) names.inject(value, null)
  if (beside.length === 0 && all.some(({ value }) => isSetter(value)))
    names.inject({ kind: 'opaque', span: { start: 0, end: 0 } }, null)
}

// Names that a function has before its first statement: `var` and functions.

import type { Directive, Statement } from 'oxc-parser'
import { varNames } from '../../../../syntax/javascript/declaredNames.ts'
import type { Machine } from '../values/machine.ts'
import { type Scope, UNDEFINED } from '../values/values.ts'
import { makeFunction } from './makeFunction.ts'

type Body = readonly (Directive | Statement)[]

export function hoist(m: Machine, body: Body, scope: Scope): void {
  if (scope.isFunction)
    for (const name of varNames(body)) if (!scope.names.has(name)) scope.declare(name, UNDEFINED)
  for (const statement of body) {
    const declaration =
      statement.type === 'ExportNamedDeclaration' || statement.type === 'ExportDefaultDeclaration'
        ? statement.declaration
        : statement
    if (declaration?.type !== 'FunctionDeclaration' || declaration.id === null) continue
    m.anchor = statement.start
    const made = makeFunction(m, declaration, scope)
    scope.declare(declaration.id.name, made, m.site)
    // Outside of strict code a function of a block is known in the whole function.
    const outer = scope.functionScope
    if (outer !== scope && outer.names.get(declaration.id.name)?.value === UNDEFINED)
      outer.declare(declaration.id.name, made, m.site)
  }
}

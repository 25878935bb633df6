// The statements of a function, of a block or of a module, one after the other.

import type { Directive, Function as FunctionNode, Statement } from 'oxc-parser'
import { varNames } from '../../../../syntax/javascript/declaredNames.ts'
import type { End, Frame } from '../values/frame.ts'
import type { Machine } from '../values/machine.ts'
import { type Scope, UNDEFINED } from '../values/values.ts'
import { makeFunction } from './makeFunction.ts'

type Body = readonly (Directive | Statement)[]

const WRAPPER_LENGTH = 4_000

/** The statements of a function or block, whose scope was made for them. */
export function runBlock(m: Machine, body: Body, scope: Scope, frame: Frame): End {
  hoist(m, body, scope)
  const isFirst = scope.isFunction && isWrapper(body) && m.enter(body)
  for (const statement of body) {
    const before = isFirst ? m.beginStatement() : 0
    const end = m.execute(statement, scope, frame)
    if (isFirst) m.endStatement(before)
    if (end !== 'normal') return end
  }
  return 'normal'
}

/** A function that holds much of a file is there to be run once: a module, or what bundlers make. */
function isWrapper(body: Body): boolean {
  return (body.at(-1)?.end ?? 0) - (body[0]?.start ?? 0) > WRAPPER_LENGTH
}

/** Names that a function has before its first statement: `var` and functions. */
function hoist(m: Machine, body: Body, scope: Scope): void {
  if (scope.isFunction)
    for (const name of varNames(body))
      if (scope.own(name) === undefined) scope.declare(name, UNDEFINED)
  for (const statement of body) {
    const { type } = statement
    if (type === 'FunctionDeclaration') declareFunction(m, statement, statement.start, scope)
    else if (type === 'ExportNamedDeclaration' || type === 'ExportDefaultDeclaration') {
      const { declaration } = statement
      if (declaration?.type === 'FunctionDeclaration')
        declareFunction(m, declaration, statement.start, scope)
    }
  }
}

function declareFunction(m: Machine, node: FunctionNode, anchor: number, scope: Scope): void {
  if (node.id === null) return
  const { name } = node.id
  m.anchor = anchor
  const made = makeFunction(m, node, scope)
  scope.declare(name, made, m.site)
  // Outside of strict code a function of a block is known in the whole function.
  const outer = scope.functionScope
  if (outer !== scope && outer.own(name)?.value === UNDEFINED) outer.declare(name, made, m.site)
}

// Functions that are only there to say that something is gone: whatever they are given, they throw.

import { type FunctionSyntax, patternNames } from './declaredNames.ts'

const NODES_MAX = 500

/**
 * Whether a call of it always ends with an error that it makes without a look at what it was given: one
 * that throws what it is told to does its work.
 */
export function onlyThrows(node: FunctionSyntax): boolean {
  const { body } = node
  if (body === null || body.type !== 'BlockStatement') return false
  const statements = body.body.filter(({ type }) => type !== 'EmptyStatement')
  const last = statements.at(-1)
  if (last?.type !== 'ThrowStatement') return false
  return (
    statements.slice(0, -1).every(({ type }) => PASSES.has(type)) && !looksAt(node, last.argument)
  )
}

/** Statements that end nothing. */
const PASSES = new Set(['ExpressionStatement', 'VariableDeclaration', 'FunctionDeclaration'])

/** Whether an expression names a parameter of a function, or the thing that it is called on. */
function looksAt(node: FunctionSyntax, thrown: unknown): boolean {
  const names = new Set(['arguments'])
  for (const parameter of node.params)
    if (parameter.type === 'RestElement') patternNames(parameter.argument, names)
    else if (parameter.type !== 'TSParameterProperty') patternNames(parameter, names)
  const pending = [thrown]
  for (let i = 0; pending.length > 0; i++) {
    if (i >= NODES_MAX) return true
    const one = pending.pop()
    if (typeof one !== 'object' || one === null) continue
    const { type, name } = one as { type?: string; name?: string }
    if (type === 'ThisExpression' || (type === 'Identifier' && names.has(name ?? ''))) return true
    pending.push(...Object.values(one))
  }
  return false
}

// What a module does at its top level, functions left aside.

import { isFunctionType } from '../../../../syntax/javascript/declaredNames.ts'
import type { Body } from '../../../../syntax/javascript/lateSyntax.ts'

type Node = Readonly<{ type?: unknown } & Record<string, unknown>>

/** Whether it waits there, so that nobody can load it at once. */
export function waitsAtTop(body: Body): boolean {
  const pending: unknown[] = [...body]
  while (pending.length > 0) {
    const value = pending.pop()
    if (Array.isArray(value)) {
      for (const one of value) pending.push(one)
      continue
    }
    if (typeof value !== 'object' || value === null) continue
    const node = value as Node
    if (isWaiting(node)) return true
    // What is in functions, in fields of classes and in their blocks runs on its own.
    if (typeof node.type === 'string' && isFunctionType(node.type)) continue
    const isOfClass = node.type === 'PropertyDefinition' || node.type === 'AccessorProperty'
    if (node.type === 'StaticBlock') continue
    for (const key of Object.keys(node)) {
      if (isOfClass && key === 'value') continue
      const child = node[key]
      if (typeof child === 'object' && child !== null) pending.push(child)
    }
  }
  return false
}

function isWaiting({ type, await: isAwaited, kind }: Node): boolean {
  if (type === 'AwaitExpression') return true
  if (type === 'ForOfStatement') return isAwaited === true
  return type === 'VariableDeclaration' && kind === 'await using'
}

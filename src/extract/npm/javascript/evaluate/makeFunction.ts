// A function as a value: its text, and the names that it sees. Nothing of it runs here.

import type { ArrowFunctionExpression, Function as FunctionNode } from 'oxc-parser'
import type { Machine } from '../values/machine.ts'
import { ObjectValue, type Scope } from '../values/values.ts'

export function makeFunction(
  m: Machine,
  node: FunctionNode | ArrowFunctionExpression,
  scope: Scope,
): ObjectValue {
  const made = new ObjectValue()
  made.code = { node, scope, module: m.module }
  made.site = m.site
  return made
}

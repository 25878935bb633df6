// A function as a value: its text, and the names that it sees. Nothing of it runs here.

import type { FunctionSyntax } from '../../../../syntax/javascript/declaredNames.ts'
import type { Machine } from '../values/machine.ts'
import { ObjectValue, type Scope } from '../values/values.ts'

export function makeFunction(m: Machine, node: FunctionSyntax, scope: Scope): ObjectValue {
  const made = new ObjectValue(m.site)
  made.code = { node, scope, module: m.module }
  return made
}

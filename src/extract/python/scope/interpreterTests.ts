// Tests that a body makes of the interpreter and of the standard library, decided.

import { lastName } from '../../../syntax/python/expressionNames.ts'
import type { Expression } from '../../../syntax/python/syntax.ts'
import { standardKind } from '../../../table/pythonLibrary.ts'
import { decideTest } from '../standard/referenceInterpreter.ts'
import { isStandardName } from '../standard/standardNames.ts'
import type { ScopeNames } from './scopeNames.ts'

/** Null where both ways may be taken. */
export function decideIn(names: ScopeNames, test: Expression): boolean | 'typing' | null {
  const asked = standardHas(names, test)
  if (asked !== null) return asked
  return decideTest(test, names.context.source.text, (name) => names.assignedValue(name))
}

/** `hasattr(os, "fork")`: of the standard library that is known. */
function standardHas(names: ScopeNames, test: Expression): boolean | null {
  if (test.kind === 'unary' && test.operator === 'not') {
    const inner = standardHas(names, test.value)
    return inner === null ? null : !inner
  }
  if (test.kind !== 'call' || lastName(test.function) !== 'hasattr') return null
  const [object, name] = test.arguments
  if (object?.value.kind !== 'name' || name?.value.kind !== 'string') return null
  const binding = names.scope.names.get(object.value.name)
  if (binding?.kind !== 'module' || !isStandardName(binding.path)) return null
  const { value } = name.value
  if (value === null || value.startsWith('_')) return null
  return standardKind(binding.path, value) !== null
}

// Methods that a name of a module holds together with the object that they are of.

import type { Expression } from '../../../syntax/python/syntax.ts'
import { type ClassItem, type Item, isClassItem } from '../modules/items.ts'
import type { PythonModule } from '../modules/pythonModule.ts'
import type { Resolver } from '../modules/resolver.ts'
import type { Binding } from '../scope/bindings.ts'

/**
 * `get = Api().get`, `get = api.get`: the method that a name of a module holds together with the
 * object that it is of, so that it takes one argument less.
 */
export function boundMethod(
  resolver: Resolver,
  module: PythonModule,
  binding: Binding,
): Item | null {
  const value = binding.kind === 'value' ? resolver.modules.assignedValue(binding) : null
  if (value?.kind !== 'attribute') return null
  const of = madeClass(resolver, module, value.value)
  const method = of === null ? null : resolver.member(of, value.name)
  if (method?.kind !== 'def' || method.owner === null) return null
  return isPlainMethod(method) ? method : null
}

/** The class of `Api()`, of a name that such a call was given to, and of `api: Api` in a stub. */
export function madeClass(
  resolver: Resolver,
  module: PythonModule,
  expression: Expression,
): ClassItem | null {
  if (expression.kind === 'call') {
    const made = resolver.resolveExpression(module, expression.function)
    return isClassItem(made) ? made : null
  }
  const object = resolver.resolveExpression(module, expression)
  if (object?.kind !== 'value' || object.owner !== null || object.binding.kind !== 'value') {
    return null
  }
  const home = resolver.modules.moduleOf(object)
  const { annotation, source } = object.binding
  const value = resolver.modules.assignedValue(object.binding)
  if (value?.kind === 'call') return madeClass(resolver, home, value)
  if (annotation === null || !source.isStub) return null
  const declared = resolver.resolveExpression(home, source.expression(annotation))
  return isClassItem(declared) ? declared : null
}

/** One that is handed its object, and whose decorators are none that make it something else. */
function isPlainMethod({ binding }: Item): boolean {
  if (binding.kind !== 'def') return false
  const { source, statement } = binding
  return !source.isMarked(statement, /(?:static|class)method|property\b/i)
}

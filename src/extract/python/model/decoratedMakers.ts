// Decorators of the package that put names into the module of what they decorate:
// `setattr(sys.modules[cls.__module__], name, …)`.

import type { Expression, Span } from '../../../syntax/python/syntax.ts'
import type { Item } from '../modules/items.ts'
import type { PythonModule } from '../modules/pythonModule.ts'
import type { Resolver } from '../modules/resolver.ts'

export const MADE_BY_DECORATOR = 'has a decorator that puts names into it'

const INTO_HOME = /\.modules\[\s*\w+\.__module__\s*\]/

/** Whether any text of the package can have such a decorator. */
export function mayDecorateHomes(text: string): boolean {
  return INTO_HOME.test(text)
}

/** Whether what a decorator is written as leads to such a function. */
export function decoratorInto(
  resolver: Resolver,
  module: PythonModule,
  written: Expression,
): Item | null {
  const target = resolver.resolveExpression(module, written)
  if (target?.kind !== 'def' || target.binding.kind !== 'def') return null
  const body = target.binding.source.slice(target.binding.statement.body.span)
  // What only lists what it decorates adds no name.
  return INTO_HOME.test(body) && /\bsetattr\(|\]\s*\.__dict__/.test(body) ? target : null
}

export function isDecoratedInto(resolver: Resolver, module: PythonModule): boolean {
  for (const binding of module.scope?.names.values() ?? []) {
    if (binding.kind !== 'class' && binding.kind !== 'def') continue
    const { source } = binding
    const isOne = (span: Span) => decoratorInto(resolver, module, source.expression(span)) !== null
    if (binding.statement.decorators.some(isOne)) return true
  }
  return false
}

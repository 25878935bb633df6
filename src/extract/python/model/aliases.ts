// Values that are other names for something.

import { CODE, isWordPart, isWordStart } from '../../../syntax/python/chars.ts'
import { dottedParts, lastName } from '../../../syntax/python/expressionNames.ts'
import { boundMethod } from '../classes/boundMethods.ts'
import { isClassItem, type Owner, type Target } from '../modules/items.ts'
import type { PythonModule } from '../modules/pythonModule.ts'
import type { Resolver } from '../modules/resolver.ts'
import type { BindingOf } from '../scope/bindings.ts'

type ValueBinding = BindingOf<'value'>

/** What a value is another name for; null for one that is itself. */
export function aliasedBy(
  resolver: Resolver,
  module: PythonModule,
  name: string,
  binding: ValueBinding,
  owner: Owner,
): Target | null {
  const value = resolver.modules.assignedValue(binding)
  if (owner === null && boundMethod(resolver, module, binding) !== null) return null
  if (value !== null && (value.kind === 'name' || value.kind === 'attribute')) {
    const parts = dottedParts(value)
    // `x = x` in a class takes the module's.
    const target = parts === null ? null : resolver.resolveParts(module, parts, owner, name)
    if (target !== null && target.kind !== 'unknown') {
      if (target.kind !== 'value') return target
      const home = target.owner === null ? resolver.modules.moduleOf(target) : null
      if (home !== null && boundMethod(resolver, home, target.binding) !== null) return target
    }
  }
  // `int8 = signedinteger[_8Bit]` in a stub: a class by another name.
  if (value?.kind === 'subscript' && binding.source.isStub && isAlias(binding)) {
    const target = resolver.resolveExpression(module, value.value, owner)
    if (isClassItem(target)) return target
  }
  // `m = staticmethod(other.m)`
  if (value?.kind === 'call' && owner !== null && value.arguments.length === 1) {
    const [given] = value.arguments
    if (given !== undefined && /^(?:static|class)method$/.test(lastName(value.function) ?? '')) {
      const target = resolver.resolveExpression(module, given.value, owner)
      if (target?.kind === 'def') return target
    }
  }
  return null
}

/** Only a path, a call or a subscript can be another name for something; a look at the ends tells. */
export function mayBeAlias({ source, value }: ValueBinding): boolean {
  if (value === null) return false
  const first = source.text.charCodeAt(value.start)
  if (!isWordStart(first) && first !== CODE.openParen) return false
  const last = source.text.charCodeAt(value.end - 1)
  return last === CODE.closeParen || last === CODE.closeBracket || isWordPart(last)
}

/** `X = Y[Z]`, `X: TypeAlias = Y[Z]`. */
function isAlias({ annotation, source }: ValueBinding): boolean {
  return annotation === null || source.slice(annotation) === 'TypeAlias'
}

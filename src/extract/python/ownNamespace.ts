// The ways in which a module gets hold of itself: its namespace, or the object that it is.

import { dottedParts } from './expressionNames.ts'
import type { Expression, Span } from './syntax/syntax.ts'

const OWN_NAMESPACE =
  /^(?:globals\(\)|vars\(\)|locals\(\)|\w+\.modules\[__name__\](?:\.__dict__)?)$/
const OWN_NAMESPACE_MAX = 40

/** `globals()[name] = …`, or a name that is set somewhere and listed here. */
const LATE_MAKER =
  /\bglobals\(\)(?:\[[^\]"']+\]\s*=[^=]|\.update\()|\bsetattr\((?:\w+\.modules\[__name__\]|[\s\S]{1,200}\b__all__\.append\()/

/** `globals()`, `locals()`, `vars()` without arguments, `sys.modules[__name__].__dict__`. */
export function isOwnNamespace(expression: Expression): boolean {
  if (expression.kind === 'call') {
    const { function: called, arguments: given } = expression
    const isPlain = called.kind === 'name' && given.length === 0
    return isPlain && ['globals', 'locals', 'vars'].includes(called.name)
  }
  return (
    expression.kind === 'attribute' &&
    expression.name === '__dict__' &&
    expression.value.kind === 'subscript' &&
    isSysModules(expression.value.value)
  )
}

export function isOwnModule(expression: Expression): boolean {
  return (
    expression.kind === 'subscript' &&
    isSysModules(expression.value) &&
    expression.index.kind === 'name' &&
    expression.index.name === '__name__'
  )
}

export function isSysModules(expression: Expression): boolean {
  const parts = dottedParts(expression)
  // Whatever `sys` is imported as; nothing else is asked for the module itself.
  return parts?.length === 2 && parts[1] === 'modules'
}

/** Whether a text is nothing but the module's namespace, or the module. */
export function spellsOwnNamespace(text: string, { start, end }: Span): boolean {
  return end - start <= OWN_NAMESPACE_MAX && OWN_NAMESPACE.test(text.slice(start, end))
}

/** Whether a text puts names into the module that it does not write down. */
export function putsNamesLate(text: string): boolean {
  return LATE_MAKER.test(text)
}

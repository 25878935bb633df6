// The ways in which a module gets hold of itself: its namespace, or the object that it is.

import { dottedParts } from '../../../syntax/python/expressionNames.ts'
import type { Expression, Span } from '../../../syntax/python/syntax.ts'

const OWN_NAMESPACE =
  /^(?:globals\(\)|vars\(\)|locals\(\)|\w+\.modules\[__name__\](?:\.__dict__)?)$/
const OWN_NAMESPACE_MAX = 40
const ALIASES_MAX = 10

/** What is between brackets and is more than one plain text; brackets may be nested once. */
const UNWRITTEN_KEY =
  /\[(?!\s*[rRuU]?(?:"[^"\n]*"|'[^'\n]*')\s*\])(?:[^[\]]|\[[^[\]]*\]){1,200}\]\s*=[^=]/.source
const PUTTING_KEYS = String.raw`(?:${UNWRITTEN_KEY}|\.update\(|\.(?:setdefault|__setitem__)\(\s*(?!["'\s]))`

/** `globals()[name] = …`, or a name that is set somewhere and listed here. */
const LATE_MAKER = new RegExp(
  String.raw`\bglobals\(\)${PUTTING_KEYS}|\.modules\[__name__\]\.__dict__${PUTTING_KEYS}|` +
    String.raw`\bsetattr\(\s*(?:\w+\.modules\[__name__\]|[\s\S]{1,200}\b__all__\.append\()`,
)

/** `space = globals()`, `module = sys.modules[__name__]`. */
const OWN_ALIAS =
  /\b(\w+) ?= ?(?:globals\(\)|\w+\.modules\[__name__\](?:\.__dict__)?)[ \t]*(?:[\r\n#;]|$)/g

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
    isOwnModule(expression.value)
  )
}

/** What has a namespace: `A.__dict__`, `vars(A)`; null for anything else, and for the body's own. */
export function namespaceOf(expression: Expression): Expression | null {
  if (isOwnNamespace(expression)) return null
  if (expression.kind === 'attribute' && expression.name === '__dict__') return expression.value
  const isVars =
    expression.kind === 'call' &&
    expression.function.kind === 'name' &&
    expression.function.name === 'vars'
  return isVars ? (expression.arguments[0]?.value ?? null) : null
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
  if (LATE_MAKER.test(text)) return true
  if (!/globals\(\)|\.modules\[__name__\]/.test(text)) return false
  const aliases = new Set(Array.from(text.matchAll(OWN_ALIAS), ([, alias]) => alias))
  // Nobody has so many names for it: then anything may be meant.
  if (aliases.size > ALIASES_MAX) return true
  return [...aliases].some((alias) =>
    new RegExp(
      String.raw`\bsetattr\(\s*${alias}\s*,\s*(?!["'\s])|\b${alias}(?:\.__dict__)?${PUTTING_KEYS}`,
    ).test(text),
  )
}

// The ways in which a module gets hold of itself: its namespace, or the object that it is.

import { dottedParts, lastName } from '../../../syntax/python/expressionNames.ts'
import type { Expression, Span } from '../../../syntax/python/syntax.ts'

/** The module itself, by its entry among all that are loaded. */
const OWN_ENTRY = String.raw`(?:(?:\w+\.)?modules(?:\[__name__\]|\.get\(\s*__name__\s*\))|(?:\w+\.)?import_module\(\s*__name__\s*\))`
/** The namespace of the frame that runs. */
const OWN_FRAME = String.raw`(?:\w+\.)?(?:_getframe|currentframe)\(\s*0?\s*\)\.f_(?:globals|locals)`
const OWN_NAMESPACE = new RegExp(
  String.raw`^(?:globals\(\)|vars\(\)|locals\(\)|${OWN_FRAME}|${OWN_ENTRY}(?:\.__dict__)?)$`,
)
const OWN_NAMESPACE_MAX = 60
const ALIASES_MAX = 10

/** What is between brackets and is more than one plain text; brackets may be nested once. */
const UNWRITTEN_KEY =
  /\[(?!\s*[rRuU]?(?:"[^"\n]*"|'[^'\n]*')\s*\])(?:[^[\]]|\[[^[\]]*\]){1,200}\]\s*=[^=]/.source
const PUTTING_KEYS = String.raw`(?:${UNWRITTEN_KEY}|\.update\(|\.(?:setdefault|__setitem__)\(\s*(?!["'\s]))`

/** `globals()[name] = …`, or a name that is set somewhere and listed here. */
const LATE_MAKER = new RegExp(
  String.raw`\bglobals\(\)${PUTTING_KEYS}|${OWN_ENTRY}\.__dict__${PUTTING_KEYS}|${OWN_FRAME}${PUTTING_KEYS}|` +
    String.raw`\bsetattr\(\s*(?:${OWN_ENTRY}|[\s\S]{1,200}\b__all__\.append\()`,
)

/** `space = globals()`, `module = sys.modules[__name__]`. */
const OWN_ALIAS = new RegExp(
  String.raw`\b(\w+) ?= ?(?:globals\(\)|${OWN_FRAME}|${OWN_ENTRY}(?:\.__dict__)?)[ \t]*(?:[\r\n#;]|$)`,
  'g',
)

/** `globals()`, `locals()`, `vars()` without arguments, `sys.modules[__name__].__dict__`. */
export function isOwnNamespace(expression: Expression): boolean {
  if (expression.kind === 'call') {
    const { function: called, arguments: given } = expression
    const isPlain = called.kind === 'name' && given.length === 0
    return isPlain && ['globals', 'locals', 'vars'].includes(called.name)
  }
  if (expression.kind !== 'attribute') return false
  const { name, value } = expression
  if (name === 'f_globals' || name === 'f_locals') return isOwnFrame(value)
  return name === '__dict__' && isOwnModule(value)
}

/** `sys._getframe()`, `inspect.currentframe()`, or a name for it. */
function isOwnFrame(expression: Expression): boolean {
  if (expression.kind !== 'call') return expression.kind === 'name'
  const [depth] = expression.arguments
  if (depth !== undefined && !(depth.value.kind === 'number' && depth.value.text === '0'))
    return false
  return /^(?:_getframe|currentframe)$/.test(lastName(expression.function) ?? '')
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
  if (expression.kind === 'subscript')
    return isLoaded(expression.value) && isOwnName(expression.index)
  if (expression.kind !== 'call') return false
  const { function: callee, arguments: all } = expression
  const isAsked =
    callee.kind === 'attribute' && callee.name === 'get'
      ? isLoaded(callee.value)
      : lastName(callee) === 'import_module'
  const [asked] = all
  return isAsked && asked !== undefined && isOwnName(asked.value)
}

function isOwnName(expression: Expression): boolean {
  return expression.kind === 'name' && expression.name === '__name__'
}

/** `from sys import modules` leaves the one word. */
function isLoaded(expression: Expression): boolean {
  return isSysModules(expression) || (expression.kind === 'name' && expression.name === 'modules')
}

export function isSysModules(expression: Expression): boolean {
  // `__import__("sys").modules`
  if (expression.kind === 'attribute' && expression.value.kind === 'call')
    return expression.name === 'modules' && lastName(expression.value.function) === '__import__'
  const parts = dottedParts(expression)
  // Whatever `sys` is imported as; nothing else is asked for the module itself.
  return parts?.length === 2 && parts[1] === 'modules'
}

/** Whether a text is nothing but the module's namespace, or the module. */
export function spellsOwnNamespace(text: string, { start, end }: Span): boolean {
  return end - start <= OWN_NAMESPACE_MAX && OWN_NAMESPACE.test(text.slice(start, end))
}

/** What every way to the module's own namespace has in it. */
const HOLDS_ITSELF =
  /globals\(\)|modules(?:\[__name__\]|\.get\()|import_module\(\s*__name__|(?:_getframe|currentframe)\(\s*0?\s*\)\.f_/

/** Whether a text gets hold of the module that it stands in. */
export function reachesItself(text: string): boolean {
  return HOLDS_ITSELF.test(text)
}

/** Whether a text puts names into the module that it does not write down. */
export function putsNamesLate(text: string): boolean {
  // The longer expression is slow, and nothing that it fits lacks both of these.
  const holdsItself = HOLDS_ITSELF.test(text)
  if (!holdsItself && !text.includes('__all__.append(')) return false
  if (LATE_MAKER.test(text)) return true
  if (!holdsItself) return false
  const aliases = new Set(Array.from(text.matchAll(OWN_ALIAS), ([, alias]) => alias))
  // Nobody has so many names for it: then anything may be meant.
  if (aliases.size > ALIASES_MAX) return true
  return [...aliases].some((alias) =>
    new RegExp(
      String.raw`\bsetattr\(\s*${alias}\s*,\s*(?!["'\s])|\b${alias}(?:\.__dict__)?${PUTTING_KEYS}`,
    ).test(text),
  )
}

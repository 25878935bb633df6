// What calls in a body do to its names: those whose only purpose is to make or take away names.

import { dottedParts, lastName } from '../../../syntax/python/expressionNames.ts'
import type { Expression, ExpressionOf } from '../../../syntax/python/syntax.ts'
import {
  isOwnModule,
  isOwnNamespace,
  isSysModules,
  namespaceOf,
  reachesItself,
} from './ownNamespace.ts'
import { bodyOf, putsNames } from './putsNames.ts'
import type { ScopeNames } from './scopeNames.ts'
import { NORMAL, type Way } from './ways.ts'

type Call = ExpressionOf<'call'>
type Arguments = Call['arguments']
type Method = ExpressionOf<'attribute'>

export function noteEffect(names: ScopeNames, expression: Expression, way: Way): void {
  if (expression.kind === 'comprehension') noteTurns(names, expression, way)
  if (expression.kind !== 'call' || way.isTyping) return
  const { scope } = names
  noteHanded(names, expression, way)
  const { function: called, arguments: given } = expression
  const isHanded = given.some(({ value }) => isOwnNamespace(value))
  if (!names.isDescribed && isHanded && !onlyReads(names, expression)) {
    scope.makes.push('hands its own namespace to a function')
  }
  if (way.isCertain && /warn|deprecat/i.test(lastName(called) ?? '')) {
    scope.warnings.push(expression)
  }
  if (called.kind === 'name') {
    if (called.name === 'exec') scope.dynamic.push('runs code that it makes')
    if (isSetter(names, called)) setAttribute(names, given, way)
    if (called.name === 'delattr') deleteAttribute(names, given, way)
    if (isLoader(called.name, given)) scope.lazyCalls.push(expression)
    callOwn(names, called.name, given, way)
  } else if (called.kind === 'attribute') noteMethod(names, expression, called, way)
  else noteTaken(names, called, given, way)
}

/** `globals()["fill"]()`, `globals().pop("fill")()`, `getattr(sys.modules[__name__], "fill")()` */
function noteTaken(names: ScopeNames, called: Expression, given: Arguments, way: Way): void {
  const asked = takenFromOwn(called)
  const name = asked === null ? undefined : names.evaluate(asked)
  if (typeof name === 'string') callOwn(names, name, given, way)
  else if (asked !== null) names.scope.makes.push('calls functions that it finds by a made name')
  if (called.kind === 'call') noteEffect(names, called, way)
}

/** What a module is asked for by a text; null for an expression of another shape. */
function takenFromOwn(called: Expression): Expression | null {
  if (called.kind === 'subscript') return isOwnNamespace(called.value) ? called.index : null
  if (called.kind !== 'call') return null
  const { function: by, arguments: given } = called
  const [first, second] = given
  if (by.kind === 'name' && by.name === 'getattr') {
    return first !== undefined && isOwnModule(first.value) ? (second?.value ?? null) : null
  }
  const isTaken =
    by.kind === 'attribute' && /^(?:pop|get|__getitem__)$/.test(by.name) && isOwnNamespace(by.value)
  return isTaken ? (first?.value ?? null) : null
}

/** `[fill(c) for c in (A, B)]`: a loop in one line. */
function noteTurns(
  names: ScopeNames,
  { element, target, over, conditions }: ExpressionOf<'comprehension'>,
  way: Way,
): void {
  names.noteTurns(target, over)
  noteEffect(names, element, { ...way, isCertain: way.isCertain && conditions.length === 0 })
}

function noteHanded(names: ScopeNames, call: Call, { isCertain }: Way): void {
  const { scope, context } = names
  const [first, second] = call.arguments
  // `list(map(fill, classes))`
  const isShape = /^(?:list|tuple|set|deque|any|all)$/.test(lastName(call.function) ?? '')
  if (first?.value.kind === 'call' || first?.value.kind === 'comprehension') {
    if (isShape) {
      noteEffect(names, first.value, { ...NORMAL, isCertain })
    }
  }
  // `Filler(A).fill()`, `keep(fill(A))`
  const inner = call.function.kind === 'attribute' ? call.function.value : null
  for (const one of [inner, ...call.arguments.map(({ value }) => value)]) {
    if (one?.kind === 'call' && !(isShape && one === first?.value))
      noteHanded(names, one, { ...NORMAL, isCertain })
  }
  if (call.function.kind === 'name' && call.function.name === 'map' && second !== undefined) {
    const each: Expression = { kind: 'name', name: EACH }
    names.noteTurns(each, second.value)
    const made: Call = {
      kind: 'call',
      function: first?.value ?? each,
      arguments: [{ name: null, stars: 0, value: each }],
    }
    scope.handed.push({ call: made, isCertain })
    return
  }
  const mayHand = call.arguments.some(({ value }) =>
    /^(?:name|attribute|subscript|call|list|tuple|set|dict)$/.test(value.kind),
  )
  if (!context.isClass && mayHand) scope.handed.push({ call, isCertain })
}

/** No name of Python's: what `map` goes through. */
const EACH = '<each>'

function noteMethod(names: ScopeNames, call: Call, called: Method, way: Way): void {
  const { scope } = names
  const { arguments: given } = call
  const [first] = given
  if (called.value.kind === 'name' && called.value.name === '__all__' && first !== undefined) {
    changeAll(names, called.name, first.value)
  } else if (called.name === 'update' && isOwnNamespace(called.value)) {
    updateOwn(names, given, way)
  } else if (called.name === '__setattr__') {
    // `type.__setattr__(A, "name", …)`, `A.__setattr__("name", …)`
    const target =
      given.length === 3
        ? given
        : [{ name: null, stars: 0, value: called.value } as const, ...given]
    setAttribute(names, target, way)
  } else if (namespaceOf(called.value) !== null) {
    changeNamespace(names, called, given, way)
  } else if (isLoader(called.name, given)) {
    scope.lazyCalls.push(call)
  } else if (isOwnNamespace(called.value) && called.name === 'pop') {
    const name = first === undefined ? undefined : names.evaluate(first.value)
    if (typeof name === 'string') names.remove({ kind: 'name', name }, way)
    else scope.makes.push('takes names from its own namespace')
  } else if (isOwnNamespace(called.value) && /^(?:setdefault|__setitem__)$/.test(called.name)) {
    const name = first === undefined ? undefined : names.evaluate(first.value)
    if (typeof name === 'string') names.bindUnknown(name, 0, way)
    else scope.makes.push('puts names into its own namespace')
  } else if (called.name === 'exec') {
    scope.dynamic.push('runs code that it makes')
  } else if (dottedParts(called.value)?.join('.') === 'sys.meta_path') {
    scope.dynamic.push('makes modules when they are imported')
  } else if (isSysModules(called.value) || /^(?:_convert_?|_make_compat)$/.test(called.name)) {
    scope.makes.push('makes names by a call')
  }
}

/** A function of the module's own that makes names, or lists them, when it is called. */
function callOwn(names: ScopeNames, name: string, given: Arguments, way: Way): void {
  const { scope } = names
  const binding = scope.names.get(name)
  if (binding?.kind !== 'def') return
  names.called.add(name)
  const body = bodyOf(binding.source, binding.statement)
  if (body.includes('.__all__') && given.length > 0) {
    // `extend_all(module)`: takes over what the module lists.
    for (const { value } of given) {
      const list: Expression = { kind: 'attribute', value, name: '__all__' }
      scope.allSteps.push({ operation: 'add', value: list })
    }
  } else if (body.includes('__all__')) names.listIsComputed()
  for (const global of binding.statement.body.globals) {
    // `global name`, then `del name` and nothing that binds it.
    const isTaken = new RegExp(String.raw`^[ \t]*del[ \t]+${global}[ \t]*$`, 'm').test(body)
    const isGiven = new RegExp(String.raw`\b${global}[ \t]*(?::[^=\n]+)?=(?!=)`).test(body)
    if (isTaken && !isGiven) names.remove({ kind: 'name', name: global }, way)
    else if (!scope.names.has(global)) names.bindUnknown(global, 0, NORMAL)
  }
  if (reachesItself(body)) {
    scope.makes.push('puts names into its own namespace')
  }
  given.forEach(({ value }, index) => {
    if (putsNames(binding.source, binding.statement, index)) names.inject(value, null)
  })
}

function changeAll(names: ScopeNames, method: string, value: Expression): void {
  const { allSteps } = names.scope
  if (method === 'append') {
    allSteps.push({ operation: 'add', value: { kind: 'list', items: [value] } })
  } else if (method === 'extend') allSteps.push({ operation: 'add', value })
  else if (method === 'remove') {
    allSteps.push({ operation: 'remove', value: { kind: 'list', items: [value] } })
  } else if (method !== 'sort' && method !== 'reverse') names.listIsComputed()
}

/** `globals().update(…)` */
function updateOwn(names: ScopeNames, given: Arguments, way: Way): void {
  for (const { name, stars, value } of given) {
    if (name !== null) names.bindUnknown(name, 0, way)
    else if (stars === 0) pour(names, value, way)
    else names.scope.makes.push('puts names into its own namespace')
  }
}

function pour(names: ScopeNames, value: Expression, way: Way): void {
  const { scope } = names
  if (value.kind === 'attribute' && value.name === '__members__') {
    scope.poured.push(value.value)
    return
  }
  const known = names.evaluate(value)
  if (known instanceof Map) {
    for (const name of known.keys()) names.bindUnknown(name, 0, way)
    return
  }
  if (value.kind === 'dict') {
    for (const { key } of value.items) {
      const name = key === null ? undefined : names.evaluate(key)
      if (typeof name === 'string') names.bindUnknown(name, 0, way)
      else scope.makes.push('puts names into its own namespace')
    }
    return
  }
  scope.makes.push('puts names into its own namespace')
}

/** `setattr`, and what it is called otherwise: `put = setattr`. */
function isSetter(names: ScopeNames, { name }: ExpressionOf<'name'>): boolean {
  if (name === 'setattr') return true
  const held = names.context.source.has('setattr') ? names.assignedValue(name) : null
  return held?.kind === 'name' && held.name === 'setattr'
}

export function setAttribute(names: ScopeNames, given: Arguments, way: Way): void {
  const [target, name] = given
  if (target === undefined || name === undefined) return
  const known = names.evaluate(name.value)
  if (isOwnModule(target.value)) {
    if (typeof known === 'string') names.bindUnknown(known, 0, way)
    else names.scope.makes.push('puts names into its own namespace')
  } else names.inject(target.value, typeof known === 'string' ? known : null)
}

function deleteAttribute(names: ScopeNames, given: Arguments, way: Way): void {
  const [target, name] = given
  const known = name === undefined ? undefined : names.evaluate(name.value)
  if (target === undefined || typeof known !== 'string') return
  if (isOwnModule(target.value)) names.remove({ kind: 'name', name: known }, way)
  else names.takeAway(target.value, known, way)
}

/** `other.__dict__.update(…)`, `vars(other).setdefault("name", …)`. */
function changeNamespace(names: ScopeNames, called: Method, given: Arguments, way: Way): void {
  const target = namespaceOf(called.value)
  if (target === null || way.isTyping || !/^(?:update|setdefault|__setitem__)$/.test(called.name))
    return
  const put = (key: Expression | null) => {
    const known = key === null ? undefined : names.evaluate(key)
    names.inject(target, typeof known === 'string' ? known : null)
  }
  if (called.name !== 'update') {
    put(given[0]?.value ?? null)
    return
  }
  for (const { name, value } of given) {
    if (name !== null) names.inject(target, name)
    else if (value.kind === 'dict') for (const { key } of value.items) put(key)
    else put(null)
  }
}

/** `lazy.attach(__name__, …)` and its kin. */
function isLoader(name: string, given: Arguments): boolean {
  const isOwn = given.some(({ value }) => value.kind === 'name' && value.name === '__name__')
  // A table from modules to names, handed over with the module's own name, has one purpose.
  const hasTable = given.some(({ value }) => value.kind === 'dict' && value.items.every(isNameList))
  // Nor has a list of paths that begin here.
  const hasPaths = given.some(({ value }) => isPathList(value))
  return isOwn && (hasTable || hasPaths || /attach|lazy/i.test(name))
}

function isPathList(value: Expression): boolean {
  return (
    value.kind === 'list' &&
    value.items.length > 0 &&
    value.items.every((item) => item.kind === 'string' && item.value?.startsWith('.') === true)
  )
}

function isNameList({ value }: { value: Expression }): boolean {
  return value.kind === 'list' && value.items.every((item) => item.kind === 'string')
}

/** What else reaches the names of a module. */
const REACHING = /\b(?:globals|locals|vars|exec|eval|setattr|delattr)\(|\.modules\b/
/** `names.items()`, `names["a"]`, `"a" in names`. */
const READING = /^(?:\.(?:items|keys|values|get|copy)\(|\[[^\]\n]*\](?!\s*[-+|]?=(?!=)))/

/** `__go(locals())`: a function of the module's own that only looks at the namespace. */
function onlyReads({ scope }: ScopeNames, { function: called, arguments: given }: Call): boolean {
  const binding = called.kind === 'name' ? scope.names.get(called.name) : undefined
  if (binding?.kind !== 'def' || binding.statement.decorators.length > 0) return false
  const { parameters } = binding.statement
  const text = bodyOf(binding.source, binding.statement)
  if (REACHING.test(text)) return false
  return given.every(({ name, stars, value }, index) => {
    if (!isOwnNamespace(value)) return true
    const parameter = name ?? parameters[index]?.name
    if (stars > 0 || parameter === undefined) return false
    const uses = [...text.matchAll(new RegExp(`(?<![\\w.])${parameter}\\b`, 'g'))]
    return uses.every(({ index: at }) => {
      const isAsked = /\bin\s+$/.test(text.slice(Math.max(0, at - 8), at))
      const isTaken = /\bdel\s+$/.test(text.slice(Math.max(0, at - 8), at))
      return !isTaken && (isAsked || READING.test(text.slice(at + parameter.length)))
    })
  })
}

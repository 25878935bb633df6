// What an assignment binds, and what else it does to the names of a body.

import { lastName } from '../../../syntax/python/expressionNames.ts'
import type {
  AssignStatement,
  Expression,
  ExpressionOf,
  Span,
} from '../../../syntax/python/syntax.ts'
import { messageNames } from '../files/protobufNames.ts'
import type { Binding } from './bindings.ts'
import { noteEffect } from './callEffects.ts'
import type { Literal } from './literals.ts'
import {
  isOwnModule,
  isOwnNamespace,
  isSysModules,
  namespaceOf,
  spellsOwnNamespace,
} from './ownNamespace.ts'
import type { ScopeNames } from './scopeNames.ts'
import type { Way } from './ways.ts'

export function bindAssignment(names: ScopeNames, statement: AssignStatement, way: Way): void {
  const { value, line } = statement
  const { context, scope } = names
  for (const span of statement.targets) assignTo(names, span, statement, way)
  if (value === null || bindDescribed(names, value, line, way)) return
  if (!way.isTyping && holdsOwnNamespace(names, value)) {
    scope.makes.push('has its own namespace in hand')
  }
  // `g = globals`: whatever is called so may put names here.
  if (!way.isTyping && REACHES.test(context.source.slice(value)) && !isOwnName(names, value))
    scope.dynamic.push('puts names into its own namespace')
  // Only a call can do more than it says, and a walrus stands in parentheses here.
  if (context.source.text[value.end - 1] === ')') noteEffect(names, names.parse(value), way)
}

function assignTo(names: ScopeNames, span: Span, statement: AssignStatement, way: Way): void {
  const { annotation, value, operator, line, isTypeAlias } = statement
  const { context, scope } = names
  const target = names.parse(span)
  if (target.kind === 'name' && target.name === '__all__' && !context.isClass) {
    if (value !== null && !way.isTyping) changeList(names, value, operator, way)
    return
  }
  if (operator !== null) {
    if (target.kind === 'name') names.loseVariable(target.name)
    if (target.kind === 'name' && !scope.names.has(target.name)) names.bindTargets(span, line, way)
    return
  }
  // Bindings are written out where they are made: there are many, and two spreads in one are dear.
  const binding: Binding = {
    kind: 'value',
    source: context.source,
    line,
    order: names.nextOrder(),
    annotation,
    value,
    documented: statement,
    isTypeAlias,
  }
  if (target.kind === 'name') {
    if (value !== null && isWrapping(names, target.name, value)) return
    // `name: T` alone binds nothing in a module; in a class it is a field.
    if (value === null && !context.isClass && !context.source.isStub) return
    names.bind(target.name, way, binding)
  } else if (target.kind === 'attribute' && isOwnModule(target.value)) {
    names.bind(target.name, way, binding)
  } else if (target.kind === 'attribute') {
    if (way.isTyping) return
    const { isCertain } = way
    scope.injections.push({ target: target.value, name: target.name, binding, isCertain })
  } else if (target.kind === 'subscript') {
    assignItem(names, target, value, line, way)
  } else {
    names.bindTargets(span, line, way)
  }
}

function changeList(
  names: ScopeNames,
  value: Span,
  operator: AssignStatement['operator'],
  way: Way,
): void {
  // A list that is made from the old one adds to it.
  // On a way that may not be taken, both lists can be meant.
  const isSet = operator === null && way.isCertain
  const operation = isSet ? 'set' : operator === '-' ? 'remove' : 'add'
  names.scope.allSteps.push({ operation, value: names.parse(value) })
}

/** `f = wraps(f)`: what f was says more of it than the call. */
function isWrapping(names: ScopeNames, name: string, span: Span): boolean {
  const before = names.scope.names.get(name)
  if (before === undefined || before.kind === 'value' || before.kind === 'unknown') return false
  const value = names.parse(span)
  if (value.kind !== 'call') return value.kind === 'name' && value.name === name
  return value.arguments.some(({ value: v }) => v.kind === 'name' && v.name === name)
}

/** `globals()['x'] = …`, `sys.modules[__name__] = …`. */
function assignItem(
  names: ScopeNames,
  target: ExpressionOf<'subscript'>,
  value: Span | null,
  line: number,
  way: Way,
): void {
  const { scope } = names
  if (isOwnNamespace(target.value)) {
    const name = names.evaluate(target.index)
    const from = value === null || !way.isTried ? null : askedOf(names, value, name)
    if (typeof name === 'string' && from !== null) scope.perhaps.set(name, from)
    else if (typeof name === 'string') names.bindUnknown(name, line, way)
    else scope.makes.push('puts names into its own namespace')
    return
  }
  const other = way.isTyping ? null : namespaceOf(target.value)
  if (other !== null) {
    const name = names.evaluate(target.index)
    names.inject(other, typeof name === 'string' ? name : null)
  }
  if (target.value.kind === 'name' && target.value.name === '__all__') names.listIsComputed()
  if (isSysModules(target.value) && !isOwnModule(target)) putModule(names, target.index, line, way)
  if (isOwnModule(target) && value !== null) {
    const given = names.parse(value)
    // `new = Lazy(__name__)`, then `sys.modules[__name__] = new`.
    const made = given.kind === 'name' ? names.assignedValue(given.name) : null
    scope.lazyCalls.push(made ?? given)
    scope.isReplaced = true
  }
}

/** `getattr(core, name)` without another answer, where it is the same name: what is asked for it. */
function askedOf(names: ScopeNames, span: Span, name: Literal | undefined): Expression | null {
  const call = names.parse(span)
  if (call.kind !== 'call' || call.function.kind !== 'name') return null
  const [object, asked, otherwise] = call.arguments
  if (call.function.name !== 'getattr' || otherwise !== undefined) return null
  if (object === undefined || asked === undefined || names.evaluate(asked.value) !== name)
    return null
  return object.value
}

/** `sys.modules["pkg.old"] = …`: a module without a file. */
function putModule(names: ScopeNames, key: Expression, line: number, way: Way): void {
  if (names.context.isClass || way.isTyping) return
  const path = names.evaluate(key)
  const own = `${names.context.package}.`
  if (typeof path !== 'string') names.scope.dynamic.push('puts modules beside itself')
  else if (path.startsWith(own) && !names.scope.names.has(path.slice(own.length))) {
    names.bindUnknown(path.slice(own.length).split('.')[0] ?? '', line, way)
  }
}

/** `DESCRIPTOR = pool.AddSerializedFile(b"…")`, which generated code makes its classes from. */
function bindDescribed(names: ScopeNames, value: Span, line: number, way: Way): boolean {
  const { source, isClass } = names.context
  if (isClass || !source.has('AddSerializedFile')) return false
  const call = names.parse(value)
  const [given] = call.kind === 'call' ? call.arguments : []
  if (call.kind !== 'call' || lastName(call.function) !== 'AddSerializedFile') return false
  if (given?.value.kind !== 'string' || given.value.value === null) return false
  const described = messageNames(Buffer.from(given.value.value, 'latin1'))
  if (described === null) return false
  names.isDescribed = true
  for (const one of described) names.bind(one.name, way, { ...names.unknown(line), described: one })
  return true
}

/** `g = globals()`, `me = sys.modules[__name__]`: what is done with it later is not seen here. */
function holdsOwnNamespace(names: ScopeNames, span: Span): boolean {
  return !names.isDescribed && spellsOwnNamespace(names.context.source.text, span)
}

/** Functions of Python itself by which code gets at the names around it. */
const REACHES = /^(?:(?:builtins|__builtins__)\.)?(?:globals|locals|vars|exec|eval)$/

function isOwnName({ context, scope }: ScopeNames, span: Span): boolean {
  return scope.names.has(context.source.slice(span))
}

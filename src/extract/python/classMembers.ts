// What is below a class: its own names, fields and `self` attributes, and what its bases bring, in
// the order in which Python looks.

import { standardMembers } from '../../table/pythonLibrary.ts'
import type { Binding, Source } from './bindings.ts'
import { lastName } from './expressionNames.ts'
import type { ClassItem, ExternalTarget, OwnMember, Target } from './items.ts'
import { isClassItem, targetPath } from './items.ts'
import { evaluateLiteral } from './literals.ts'
import { madeNames } from './madeNames.ts'
import type { PackageModel } from './packageModel.ts'
import type { Expression, Span } from './syntax/syntax.ts'

/** What is looked up below a class, and the class that brings it. */
export type Member =
  | Readonly<{ owner: ClassItem; name: string; binding: Binding }>
  | Readonly<{ owner: ExternalTarget; name: string; binding: null }>

/**
 * The first in the order in which Python looks; null also for what a third-party base may bring. An
 * attribute that is set on `self` does not hide what a class has under its name.
 */
export function findMember(model: PackageModel, cls: ClassItem, name: string): Member | null {
  let late: Member | null = null
  for (const owner of resolutionOrder(model, cls)) {
    if (!isClassItem(owner)) {
      if (standardMembers(targetPath(owner))?.has(name)) return { owner, name, binding: null }
      continue
    }
    const own = ownMembers(model, owner).get(name)
    if (own === undefined) continue
    const { binding } = own
    if (!own.isSelfAttribute) return { owner, name, binding }
    late ??= { owner, name, binding }
  }
  return late
}

export function memberTarget(model: PackageModel, { owner, name, binding }: Member): Target {
  if (binding !== null) return model.resolveBinding(model.moduleOf(owner), name, binding, owner)
  const home = standardMembers(targetPath(owner))?.get(name)?.owner ?? targetPath(owner)
  const dot = home.lastIndexOf('.')
  return {
    kind: 'external',
    module: home.slice(0, dot),
    name: `${home.slice(dot + 1)}.${name}`,
  }
}

/** Names of the class itself: of its body, put into it, its fields, and what methods set on `self`. */
export function ownMembers(model: PackageModel, cls: ClassItem): ReadonlyMap<string, OwnMember> {
  cls.own ??= readOwn(model, cls)
  return cls.own
}

function readOwn(model: PackageModel, cls: ClassItem): ReadonlyMap<string, OwnMember> {
  const own = new Map<string, OwnMember>()
  const add = (name: string, binding: Binding, isSelfAttribute = false) => {
    if (!own.has(name)) own.set(name, { binding, isSelfAttribute })
  }
  const addWritten = (name: string, binding: Binding, isSelfAttribute = false) =>
    add(mangled(cls, name), binding, isSelfAttribute)
  for (const [name, binding] of cls.scope.names) {
    if (!cls.removed.has(name)) addWritten(name, binding)
  }
  for (const [name, binding] of cls.injected) add(name, binding)
  const { given, ofObjects } = madeNames(model, cls)
  for (const name of given.names) add(name, unknownValue(cls, cls.binding.line))
  // What is declared for type checkers, a getter gives at run time.
  if (cls.scope.names.has('__getattr__')) {
    for (const [name, binding] of cls.scope.typeNames) add(name, binding, true)
  }
  for (const name of slotNames(model, cls)) addWritten(name, unknownValue(cls, cls.binding.line))
  for (const field of functionalFields(model, cls)) add(field, unknownValue(cls, cls.binding.line))
  for (const written of [...cls.scope.names.values(), ...cls.injected.values()]) {
    const binding = functionOf(model, cls, written)
    if (binding === null) continue
    for (const { name, line, annotation } of binding.statement.body.selfAttributes) {
      addWritten(name, selfValue(binding.source, line, annotation), true)
    }
  }
  for (const name of ofObjects) add(name, unknownValue(cls, cls.binding.line), true)
  return own
}

/** A method, or a function of the module that is one by another name: `__init__ = _init`. */
function functionOf(
  model: PackageModel,
  cls: ClassItem,
  binding: Binding,
): Extract<Binding, { kind: 'def' }> | null {
  if (binding.kind === 'def') return binding
  if (binding.kind !== 'value' || binding.value === null) return null
  const { start, end } = binding.value
  if (end - start > NAME_MAX) return null
  const named = model.moduleOf(cls).scope?.names.get(binding.source.text.slice(start, end))
  return named?.kind === 'def' ? named : null
}

const NAME_MAX = 100

/** What is written with two underscores in a class has the name of the class before it. */
function mangled({ binding }: ClassItem, name: string): string {
  if (!name.startsWith('__') || name.endsWith('__') || binding.kind !== 'class') return name
  const cls = binding.statement.name.replace(/^_+/, '')
  return cls === '' ? name : `_${cls}${name}`
}

function unknownValue(cls: ClassItem, line: number): Binding {
  return selfValue(cls.source, line, null)
}

function selfValue(source: Source, line: number, annotation: Span | null): Binding {
  return {
    kind: 'value',
    source,
    line,
    order: 0,
    annotation,
    value: null,
    documented: null,
    isTypeAlias: false,
  }
}

function slotNames(model: PackageModel, cls: ClassItem): string[] {
  const binding = cls.scope.names.get('__slots__')
  if (binding?.kind !== 'value' || binding.value === null) return []
  const value = evaluateLiteral(model.parse(binding.source, binding.value), () => undefined)
  if (typeof value === 'string') return [value]
  const names = value instanceof Map ? [...value.keys()] : Array.isArray(value) ? value : []
  return names.filter(
    (name) => typeof name === 'string' && name !== '__dict__' && name !== '__weakref__',
  ) as string[]
}

/** The bases as written, those of `with_metaclass(Meta, Base)` among them. */
function baseExpressions(model: PackageModel, cls: ClassItem): Expression[] {
  if (cls.binding.kind !== 'class') return []
  const given = cls.binding.statement.arguments.filter(
    ({ name, stars }) => name === null && stars === 0,
  )
  return given
    .map(({ value }) => model.parse(cls.source, value))
    .flatMap((base) => {
      if (base.kind !== 'call' || lastName(base.function) !== 'with_metaclass') return [base]
      return base.arguments.slice(1).map(({ value }) => value)
    })
}

export function basesOf(model: PackageModel, cls: ClassItem): readonly Target[] {
  if (cls.bases !== null) return cls.bases
  cls.bases = []
  const module = model.moduleOf(cls)
  const bases: Target[] = []
  for (const base of baseExpressions(model, cls)) {
    const target = model.resolveExpression(module, base, cls.owner)
    const made = target === null ? functionalBase(base) : null
    if (target !== null && target !== cls && !isMadeLater(target, cls)) bases.push(target)
    else if (made !== null) bases.push({ kind: 'external', ...made })
    else {
      cls.hasLostBase = true
      if (base.kind === 'call') bases.push(...factoryBases(model, cls, base))
    }
  }
  if (cls.binding.kind === 'class') {
    cls.hasLostBase ||= cls.binding.statement.arguments.some(({ stars }) => stars > 0)
  }
  for (const base of bases) if (base.kind === 'external') model.want(base.module, module)
  cls.bases = bases
  return bases
}

/** The name is given to another class further down: the base is the one that had it before. */
function isMadeLater(base: Target, { binding, owner, source }: ClassItem): boolean {
  if (!isClassItem(base) || base.source !== source || source.isStub) return false
  return base.owner === owner && base.binding.order > binding.order
}

/** Whether it may have a base, and so members, of which nothing is known. */
export function hasUnknownBase(model: PackageModel, cls: ClassItem): boolean {
  const bases = basesOf(model, cls)
  return cls.hasLostBase || bases.some((base) => !isClassItem(base) && base.kind !== 'external')
}

/** `class M(Base.from_other(Other))`: both bring what they have. */
function factoryBases(
  model: PackageModel,
  cls: ClassItem,
  call: Extract<Expression, { kind: 'call' }>,
): ClassItem[] {
  const module = model.moduleOf(cls)
  const maker = call.function.kind === 'attribute' ? [call.function.value] : []
  return [...maker, ...call.arguments.map(({ value }) => value)]
    .map((one) => model.resolveExpression(module, one, cls.owner))
    .filter(isClassItem)
}

/** `class P(namedtuple("P", "x y"))`: what such a call makes a class of. */
export function functionalBase(call: Expression): { module: string; name: string } | null {
  const made = call.kind === 'call' ? lastName(call.function) : null
  if (made === 'namedtuple' || made === 'NamedTuple')
    return { module: 'typing', name: 'NamedTuple' }
  if (made === 'TypedDict') return { module: 'builtins', name: 'dict' }
  if (made === 'Enum' || made === 'IntEnum' || made === 'Flag' || made === 'StrEnum') {
    return { module: 'enum', name: made }
  }
  return null
}

function functionalFields(model: PackageModel, cls: ClassItem): string[] {
  return functionalBases(model, cls).flatMap(functionalNames)
}

/** The calls among the bases of a class; few have any. */
export function functionalBases(model: PackageModel, cls: ClassItem): readonly Expression[] {
  const { binding, source } = cls
  if (binding.kind !== 'class') return []
  const hasCall = binding.statement.arguments.some(
    ({ value }) => source.text[value.end - 1] === ')',
  )
  return hasCall ? baseExpressions(model, cls) : []
}

/** Field names of `namedtuple("P", "x y")`, `NamedTuple("P", [("x", int)])`, `Enum("E", "A B")`. */
export function functionalNames(call: Expression): string[] {
  if (call.kind !== 'call' || functionalBase(call) === null) return []
  const fields = call.arguments[1]?.value
  const known = fields === undefined ? undefined : evaluateLiteral(fields, () => undefined)
  if (typeof known === 'string') return known.split(/[\s,]+/).filter(Boolean)
  if (known instanceof Map) return [...known.keys()]
  if (Array.isArray(known)) {
    return known
      .map((one) => (Array.isArray(one) ? one[0] : one))
      .filter((one) => typeof one === 'string')
  }
  // `[("x", int)]`: the types are no literals.
  if (fields?.kind !== 'list' && fields?.kind !== 'tuple') return []
  return fields.items.flatMap((item) => {
    const first = item.kind === 'tuple' || item.kind === 'list' ? item.items[0] : item
    return first?.kind === 'string' && first.value !== null ? [first.value] : []
  })
}

type Step = ClassItem | ExternalTarget

// Deeper than any hierarchy that people write: what is above is left out.
const ORDER_DEPTH_MAX = 300
const ORDER_MAX = 300
let depth = 0

/** C3, as Python has it; where that fails, each class once, bases after what has them. */
export function resolutionOrder(model: PackageModel, cls: ClassItem): readonly Step[] {
  if (cls.order !== null) return cls.order
  cls.order = [cls]
  const bases = basesOf(model, cls).filter(
    (base): base is Step => isClassItem(base) || base.kind === 'external',
  )
  depth += 1
  const orderOf = (base: Step) =>
    isClassItem(base) && depth < ORDER_DEPTH_MAX ? resolutionOrder(model, base) : [base]
  const orders = bases.map(orderOf)
  depth -= 1
  const [only = []] = orders
  const above = bases.length <= 1 ? only : merge([...orders, bases])
  cls.order = [cls, ...above.slice(0, ORDER_MAX - 1)]
  return cls.order
}

/** What the class of a class brings below it, where its `__dir__` says so by name. */
export function metaclassOrder(model: PackageModel, cls: ClassItem): readonly Step[] {
  for (const step of resolutionOrder(model, cls)) {
    const order = isClassItem(step) ? ownMetaclass(model, step) : null
    if (order !== null) return isShown(order) ? order : []
  }
  return []
}

/**
 * Members that the class itself has from its metaclass, and neither its objects nor `dir()` show:
 * `settings.default`, a property of `settingsMeta`.
 */
export function hiddenMembers(model: PackageModel, cls: ClassItem): ReadonlyMap<string, Member> {
  const order = ownMetaclass(model, cls) ?? []
  const found = new Map<string, Member>()
  if (isShown(order)) return found
  for (const owner of order) {
    if (!isClassItem(owner)) continue
    for (const [name, { binding }] of ownMembers(model, owner)) {
      if (!/^__.*__$/.test(name) && !found.has(name)) found.set(name, { owner, name, binding })
    }
  }
  return found
}

/** Null where the class names none, or one that is not the package's. */
function ownMetaclass(model: PackageModel, cls: ClassItem): readonly Step[] | null {
  if (cls.binding.kind !== 'class') return null
  const given = cls.binding.statement.arguments.find(({ name }) => name === 'metaclass')
  if (given === undefined) return null
  const expression = model.parse(cls.source, given.value)
  const meta = model.resolveExpression(model.moduleOf(cls), expression, cls.owner)
  return isClassItem(meta) ? resolutionOrder(model, meta) : []
}

function isShown(order: readonly Step[]): boolean {
  return order.some((one) => isClassItem(one) && showsOwnNames(one))
}

function showsOwnNames({ scope, source }: ClassItem): boolean {
  const shown = scope.names.get('__dir__')
  if (shown?.kind !== 'def') return false
  const { start, end } = shown.statement.body.span
  const body = source.text.slice(start, end)
  return [...scope.names.keys()].some(
    (name) => !name.startsWith('_') && (body.includes(`"${name}"`) || body.includes(`'${name}'`)),
  )
}

function merge(lists: readonly (readonly Step[])[]): Step[] {
  const rest = lists.map((list) => [...list])
  const merged: Step[] = []
  for (;;) {
    const open = rest.filter((list) => list.length > 0)
    if (open.length === 0) return merged
    const inTail = (step: Step) => open.some((list) => list.slice(1).some((one) => same(one, step)))
    const [first] = open
    const next = open.map(([head]) => head).find((head) => head !== undefined && !inTail(head))
    const taken = next ?? first?.[0]
    if (taken === undefined) return merged
    merged.push(taken)
    for (const list of rest) {
      const index = list.findIndex((one) => same(one, taken))
      if (index >= 0 && (index === 0 || next === undefined)) list.splice(index, 1)
    }
  }
}

function same(one: Step, other: Step): boolean {
  if (one === other) return true
  return (
    one.kind === 'external' &&
    other.kind === 'external' &&
    one.module === other.module &&
    one.name === other.name
  )
}

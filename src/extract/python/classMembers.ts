// What is below a class: its own names, fields and `self` attributes, and what its bases bring, in
// the order in which Python looks.

import type { ClassItem, ExternalTarget, Member, Target } from './items.ts'
import { isClassItem } from './items.ts'
import type { PackageModel } from './packageModel.ts'
import { type Binding, evaluateLiteral, lastName, type Source } from './scope.ts'
import { standardMembers } from './standardLibrary.ts'
import type { Expression, Span } from './syntax/syntax.ts'

const NO_MEMBERS: ReadonlyMap<string, Member> = new Map()

/** Members by name; those of third-party bases are not among them. */
export function classMembers(model: PackageModel, cls: ClassItem): ReadonlyMap<string, Member> {
  if (cls.members !== null) return cls.members
  // Whoever asks again on the way finds none: the class is its own base, or close to it.
  cls.members = NO_MEMBERS
  const members = new Map<string, Member>()
  for (const one of resolutionOrder(model, cls).toReversed()) {
    if (isClassItem(one)) addOwn(model, one, members)
    else addStandard(one, members)
  }
  cls.members = members
  return members
}

function addStandard(base: ExternalTarget, members: Map<string, Member>): void {
  for (const [name, { owner }] of standardMembers(`${base.module}.${base.name}`) ?? []) {
    const dot = owner.lastIndexOf('.')
    const target: ExternalTarget = {
      kind: 'external',
      module: owner.slice(0, dot),
      name: `${owner.slice(dot + 1)}.${name}`,
    }
    members.set(name, { target, binding: null, owner: base, isSelfAttribute: false })
  }
}

const ownMembers = new WeakMap<ClassItem, ReadonlyMap<string, Member>>()

function addOwn(model: PackageModel, cls: ClassItem, members: Map<string, Member>): void {
  let own = ownMembers.get(cls)
  if (own === undefined) {
    own = readOwn(model, cls)
    ownMembers.set(cls, own)
  }
  for (const [name, member] of own) {
    // An attribute that is set on `self` does not hide what the class has under its name.
    if (member.isSelfAttribute && members.has(name)) continue
    members.set(name, member)
  }
}

function readOwn(model: PackageModel, cls: ClassItem): ReadonlyMap<string, Member> {
  const own = new Map<string, Member>()
  const module = model.moduleOf(cls)
  const add = (name: string, binding: Binding, isSelfAttribute = false) => {
    const target = model.resolveBinding(module, name, binding, cls)
    own.set(name, { target, binding, owner: cls, isSelfAttribute })
  }
  for (const [name, binding] of cls.scope.names) add(name, binding)
  for (const [name, binding] of cls.injected) if (!own.has(name)) add(name, binding)
  for (const name of slotNames(model, cls)) {
    if (!own.has(name)) add(name, unknownValue(cls, cls.binding.line))
  }
  for (const field of functionalFields(model, cls)) {
    if (!own.has(field)) add(field, unknownValue(cls, cls.binding.line))
  }
  for (const binding of cls.scope.names.values()) {
    if (binding.kind !== 'def') continue
    for (const { name, line, annotation } of binding.statement.body.selfAttributes) {
      if (!own.has(name)) add(name, selfValue(binding.source, line, annotation), true)
    }
  }
  return own
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
  return names.filter((name) => typeof name === 'string' && !name.startsWith('__')) as string[]
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
    if (target !== null && target !== cls) bases.push(target)
    else if (base.kind === 'call') {
      const made = functionalBase(base)
      if (made !== null) bases.push({ kind: 'external', ...made })
      else bases.push(...factoryBases(model, cls, base))
    }
  }
  cls.bases = bases
  return bases
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
  if (made === 'namedtuple' || made === 'NamedTuple') return { module: 'builtins', name: 'tuple' }
  if (made === 'TypedDict') return { module: 'builtins', name: 'dict' }
  if (made === 'Enum' || made === 'IntEnum' || made === 'Flag' || made === 'StrEnum') {
    return { module: 'enum', name: made }
  }
  return null
}

function functionalFields(model: PackageModel, cls: ClassItem): string[] {
  return baseExpressions(model, cls).flatMap(functionalNames)
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

const ORDER_DEPTH_MAX = 300
let depth = 0

/** C3, as Python has it; where that fails, each class once, bases after what has them. */
export function resolutionOrder(model: PackageModel, cls: ClassItem): readonly Step[] {
  if (cls.order !== null) return cls.order
  cls.order = [cls]
  const bases = basesOf(model, cls).filter(
    (base): base is Step => isClassItem(base) || base.kind === 'external',
  )
  depth += 1
  // Deeper than any hierarchy that people write: what is above is left out.
  const orderOf = (base: Step) =>
    isClassItem(base) && depth < ORDER_DEPTH_MAX ? resolutionOrder(model, base) : [base]
  const orders = bases.map(orderOf)
  depth -= 1
  const [only = []] = orders
  cls.order = [cls, ...(bases.length <= 1 ? only : merge([...orders, bases]))]
  return cls.order
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

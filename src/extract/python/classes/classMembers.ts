// What is below a class: its own names, fields and `self` attributes, and what its bases bring, in
// the order in which Python looks.

import type { ExpressionOf, Span } from '../../../syntax/python/syntax.ts'
import { standardMembers } from '../../../table/pythonLibrary.ts'
import {
  type ClassItem,
  type ExternalTarget,
  externalMember,
  isClassItem,
  type Made,
  type OwnMember,
  type Target,
  targetPath,
} from '../modules/items.ts'
import type { Resolver } from '../modules/resolver.ts'
import type { Binding, BindingOf, Scope } from '../scope/bindings.ts'
import { evaluateLiteral } from '../scope/literals.ts'
import type { Source } from '../scope/source.ts'
import { mergeOrders, type Step } from './classOrder.ts'
import {
  baseExpressions,
  functionalBase,
  functionalBases,
  functionalNames,
} from './functionalBases.ts'
import type { HandedEffects } from './handedEffects.ts'
import { madeNames } from './madeNames.ts'
import { givenMetaclasses } from './metaclasses.ts'

/** What is looked up below a class, and the class that brings it. */
type Member =
  | Readonly<{ owner: ClassItem; name: string; binding: Binding }>
  | Readonly<{ owner: ExternalTarget; name: string; binding: null }>

// Deeper than any hierarchy that people write: what is above is left out.
const ORDER_DEPTH_MAX = 300
const ORDER_MAX = 300

export class ClassMembers {
  private readonly resolver: Resolver
  private readonly effects: HandedEffects
  /** How many orders are being made, one for the sake of the other. */
  private depth = 0

  constructor(resolver: Resolver, effects: HandedEffects) {
    this.resolver = resolver
    this.effects = effects
  }

  /**
   * The first in the order in which Python looks; null also for what a third-party base may bring. An
   * attribute that is set on `self` does not hide what a class has under its name.
   */
  findMember(cls: ClassItem, name: string): Member | null {
    let late: Member | null = null
    for (const owner of this.resolutionOrder(cls)) {
      if (!isClassItem(owner)) {
        if (standardMembers(targetPath(owner))?.has(name)) return { owner, name, binding: null }
        continue
      }
      const own = this.ownMembers(owner).get(name)
      if (own === undefined) continue
      const { binding } = own
      if (!own.isSelfAttribute) return { owner, name, binding }
      late ??= { owner, name, binding }
    }
    return late
  }

  /** What a member means. */
  memberTarget({ owner, name, binding }: Member): Target {
    const { resolver } = this
    if (binding !== null)
      return resolver.resolveBinding(resolver.modules.moduleOf(owner), name, binding, owner)
    const home = standardMembers(targetPath(owner))?.get(name)?.owner ?? targetPath(owner)
    return externalMember(home, name)
  }

  /** What a class has by a name, of its own or from its bases. */
  member(cls: ClassItem, name: string): Target | null {
    const found = this.findMember(cls, name)
    return found === null ? null : this.memberTarget(found)
  }

  /** Names of the class itself: of its body, put into it, its fields, and what methods set on `self`. */
  ownMembers(cls: ClassItem): ReadonlyMap<string, OwnMember> {
    cls.own ??= this.readOwn(cls)
    return cls.own
  }

  /** What it has because something is handed the class. */
  made(cls: ClassItem): Made {
    return madeNames({ resolver: this.resolver, effects: this.effects }, cls)
  }

  private readOwn(cls: ClassItem): ReadonlyMap<string, OwnMember> {
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
    const { given, ofObjects } = this.made(cls)
    for (const name of given.names) add(name, unknownValue(cls))
    // What is declared for type checkers, a getter gives at run time.
    if (cls.scope.names.has('__getattr__')) {
      for (const [name, binding] of cls.scope.typeNames) add(name, binding, true)
    }
    for (const name of this.slots(cls)) addWritten(name, unknownValue(cls))
    for (const field of functionalFields(cls)) add(field, unknownValue(cls))
    for (const written of [...cls.scope.names.values(), ...cls.injected.values()]) {
      const binding = this.functionOf(cls, written)
      if (binding === null) continue
      for (const { name, line, annotation } of binding.statement.body.selfAttributes) {
        addWritten(name, selfValue(binding.source, line, annotation), true)
      }
    }
    for (const name of ofObjects) add(name, unknownValue(cls), true)
    return own
  }

  private slots(cls: ClassItem): readonly string[] {
    const { scope } = this.resolver.modules.moduleOf(cls)
    return slotNames(cls, scope) ?? []
  }

  /** Whether the names of its slots are computed. */
  hasUnknownSlots(cls: ClassItem): boolean {
    return slotNames(cls, this.resolver.modules.moduleOf(cls).scope) === null
  }

  /** A method, or a function of the module that is one by another name: `__init__ = _init`. */
  private functionOf(cls: ClassItem, binding: Binding): BindingOf<'def'> | null {
    if (binding.kind === 'def') return binding
    if (binding.kind !== 'value' || binding.value === null) return null
    if (binding.value.end - binding.value.start > NAME_MAX) return null
    const { scope } = this.resolver.modules.moduleOf(cls)
    const named = scope?.names.get(binding.source.slice(binding.value))
    return named?.kind === 'def' ? named : null
  }

  /** What the class stands on; a base that is not known is left out. */
  basesOf(cls: ClassItem): readonly Target[] {
    if (cls.bases !== null) return cls.bases
    cls.bases = []
    const module = this.resolver.modules.moduleOf(cls)
    const bases: Target[] = []
    for (const base of baseExpressions(cls)) {
      const target = this.resolver.resolveBeside(cls, base)
      const made = target === null ? functionalBase(base) : null
      if (target !== null && target !== cls && !isMadeLater(target, cls)) bases.push(target)
      else if (made !== null) bases.push({ kind: 'external', ...made })
      else {
        cls.hasLostBase = true
        if (base.kind === 'call') bases.push(...this.factoryBases(cls, base))
      }
    }
    if (cls.binding.kind === 'class') {
      cls.hasLostBase ||= cls.binding.statement.arguments.some(({ stars }) => stars > 0)
    }
    for (const base of bases)
      if (base.kind === 'external') this.resolver.modules.want(base.module, module)
    cls.bases = bases
    return bases
  }

  /** Whether it may have a base, and so members, of which nothing is known. */
  hasUnknownBase(cls: ClassItem): boolean {
    const bases = this.basesOf(cls)
    return cls.hasLostBase || bases.some((base) => !isClassItem(base) && base.kind !== 'external')
  }

  /** `class M(Base.from_other(Other))`: both bring what they have. */
  private factoryBases(cls: ClassItem, call: ExpressionOf<'call'>): ClassItem[] {
    const maker = call.function.kind === 'attribute' ? [call.function.value] : []
    return [...maker, ...call.arguments.map(({ value }) => value)]
      .map((one) => this.resolver.resolveBeside(cls, one))
      .filter(isClassItem)
  }

  /** C3, as Python has it; where that fails, each class once, bases after what has them. */
  resolutionOrder(cls: ClassItem): readonly Step[] {
    if (cls.order !== null) return cls.order
    cls.order = [cls]
    const bases = this.basesOf(cls).filter(
      (base): base is Step => isClassItem(base) || base.kind === 'external',
    )
    this.depth += 1
    const orderOf = (base: Step) =>
      isClassItem(base) && this.depth < ORDER_DEPTH_MAX ? this.resolutionOrder(base) : [base]
    const orders = bases.map(orderOf)
    this.depth -= 1
    const [only = []] = orders
    const above = bases.length <= 1 ? only : mergeOrders([...orders, bases])
    cls.order = [cls, ...above.slice(0, ORDER_MAX - 1)]
    return cls.order
  }

  /** What the class of a class brings below it, where its `__dir__` says so by name. */
  metaclassOrder(cls: ClassItem): readonly Step[] {
    for (const step of this.resolutionOrder(cls)) {
      const order = isClassItem(step) ? this.metaclassOf(step) : null
      if (order !== null) return isShown(order) ? order : []
    }
    return []
  }

  /**
   * Members that the class itself has from its metaclass, and neither its objects nor `dir()` show:
   * `settings.default`, a property of `settingsMeta`.
   */
  hiddenMembers(cls: ClassItem): ReadonlyMap<string, Member> {
    const order = this.metaclassOf(cls) ?? []
    const found = new Map<string, Member>()
    if (isShown(order)) return found
    for (const owner of order) {
      if (!isClassItem(owner)) continue
      for (const [name, { binding }] of this.ownMembers(owner)) {
        if (!/^__.*__$/.test(name) && !found.has(name)) found.set(name, { owner, name, binding })
      }
    }
    return found
  }

  /** Null where the class names none, or one that is not the package's. */
  metaclassOf(cls: ClassItem): readonly Step[] | null {
    const [given] = givenMetaclasses(cls)
    if (given === undefined) return null
    const meta = this.resolver.resolveBeside(cls, given)
    return isClassItem(meta) ? this.resolutionOrder(meta) : []
  }
}

const NAME_MAX = 100

/** What is written with two underscores in a class has the name of the class before it. */
function mangled({ binding }: ClassItem, name: string): string {
  if (!name.startsWith('__') || name.endsWith('__') || binding.kind !== 'class') return name
  const cls = binding.statement.name.replace(/^_+/, '')
  return cls === '' ? name : `_${cls}${name}`
}

function unknownValue({ source, binding }: ClassItem): Binding {
  return selfValue(source, binding.line, null)
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

/** Null where they do not follow from the text. */
function slotNames(cls: ClassItem, module: Scope | null): readonly string[] | null {
  const binding = cls.scope.names.get('__slots__')
  if (binding === undefined || cls.source.isStub) return []
  if (binding.kind !== 'value' || binding.value === null) return null
  const { changedNames } = binding.source
  const value = evaluateLiteral(binding.source.expression(binding.value), (name) => {
    // Annotated fields are listed as it is.
    if (name === '__annotations__') return []
    const { names, gone } = cls.scope
    const held = names.get(name) ?? gone.get(name) ?? module?.names.get(name)
    if (held?.kind !== 'value' || held.value === null || changedNames.has(name)) return undefined
    return held.source.expression(held.value)
  })
  if (value === undefined || value === null) return null
  if (typeof value === 'string') return [value]
  const names = value instanceof Map ? [...value.keys()] : Array.isArray(value) ? value : []
  return names.filter(
    (name) => typeof name === 'string' && name !== '__dict__' && name !== '__weakref__',
  ) as string[]
}

/** The name is given to another class further down: the base is the one that had it before. */
function isMadeLater(base: Target, { binding, owner, source }: ClassItem): boolean {
  if (!isClassItem(base) || base.source !== source || source.isStub) return false
  return base.owner === owner && base.binding.order > binding.order
}

function functionalFields(cls: ClassItem): string[] {
  return functionalBases(cls).flatMap(functionalNames)
}

function isShown(order: readonly Step[]): boolean {
  return order.some((one) => isClassItem(one) && showsOwnNames(one))
}

function showsOwnNames({ scope, source }: ClassItem): boolean {
  const shown = scope.names.get('__dir__')
  if (shown?.kind !== 'def') return false
  const body = source.slice(shown.statement.body.span)
  return [...scope.names.keys()].some(
    (name) => !name.startsWith('_') && (body.includes(`"${name}"`) || body.includes(`'${name}'`)),
  )
}

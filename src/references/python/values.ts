// What a name of a Python file stands for, as far as packages go.

import type { Parameter } from '../../syntax/python/syntax.ts'
import type { TreeArgument } from '../../syntax/python/tree.ts'
import { type Chain, type Step, sameChain, stepped, ways } from '../reference.ts'

/** Classes below each other. */
const BELOW_MAX = 20

/** What a call of a function gives before it is waited for, entered or gone through. */
export type Wrapping = 'await' | 'enter' | 'element'

/** A class that the file defines. */
export class LocalClass {
  /** The base, where it is one and a package's. */
  base: Chain | null = null
  /** The base, where it is one and of the file. */
  above: LocalClass | null = null
  /** A decorator may add to it, or a getter answers to any name. */
  isOpen = false
  /** A base or a decorator of others may put something else in place of what the body makes. */
  isRemade = false
  /** Classes of the file that inherit from it. */
  readonly below: LocalClass[] = []
  /** It has no bases and no decorators. */
  isPlain = false
  /** Others may make objects of it and call its methods. */
  isHandedOn = false
  /** Names of methods and of whatever else the body binds. */
  readonly own = new Set<string>()
  readonly methods = new Map<string, LocalFunction>()
  /** What methods and the body give to the attributes, in this walk and in the one before. */
  #attributes = new Map<string, Value>()
  #known: ReadonlyMap<string, Value> | null = null

  attribute(name: string): Value | undefined {
    return this.#known?.get(name) ?? this.#attributes.get(name)
  }

  /** The next walk knows what this one has learned. */
  close(): void {
    this.#known = this.#attributes
    this.#attributes = new Map()
  }

  /** Whether an object of a class below has something else under the name. */
  isOverridden(name: string, depth = 0): boolean {
    if (depth > BELOW_MAX) return true
    return this.below.some((one) => one.own.has(name) || one.isOverridden(name, depth + 1))
  }

  give(name: string, given: Value): void {
    const before = this.#attributes.get(name)
    // `items = []` is often only what it begins with, and a class below has something else.
    const value = isBuiltin(given) ? UNKNOWN : given
    this.#attributes.set(name, before === undefined ? value : merged(before, value))
  }
}

export type Value =
  | Readonly<{ kind: 'chain'; chain: Chain }>
  /** One of these, or something else: what is missing of one of them proves nothing. */
  | Readonly<{ kind: 'perhaps'; chains: readonly Chain[]; because: string }>
  | Readonly<{ kind: 'class'; of: LocalClass }>
  | Readonly<{ kind: 'object'; of: LocalClass }>
  | Readonly<{ kind: 'function'; of: LocalFunction }>
  /** What has to be waited for, entered or gone through. */
  | Readonly<{ kind: 'wrapped'; by: Wrapping; of: Value }>
  | Readonly<{ kind: 'tuple'; items: readonly Value[] }>
  /** `attrgetter("a.b")`: a function that takes what these texts name. */
  | Readonly<{ kind: 'getter'; paths: readonly string[] }>
  /** `None`, which stands beside anything. */
  | Readonly<{ kind: 'none' }>
  | Readonly<{ kind: 'unknown' }>

export const UNKNOWN: Value = { kind: 'unknown' }
export const NONE: Value = { kind: 'none' }

export function chained(chain: Chain | null): Value {
  return chain === null ? UNKNOWN : { kind: 'chain', chain }
}

const SEVERAL = 'it may stand for something else'

export function perhaps(chains: readonly Chain[], because: string): Value {
  return chains.length === 0 ? UNKNOWN : { kind: 'perhaps', chains: ways(chains), because }
}

/** What a value may be of packages. */
export function chainsOf(value: Value): readonly Chain[] {
  if (value.kind === 'chain') return [value.chain]
  return value.kind === 'perhaps' ? value.chains : []
}

/** An object, a class or a function of the language itself, without a module that was imported. */
export function isBuiltin(value: Value): boolean {
  return value.kind === 'chain' && value.chain.module === 'builtins'
}

/** What two ways lead to. */
export function merged(one: Value, other: Value): Value {
  if (one === other || other.kind === 'none') return one
  if (one.kind === 'none') return other
  if (isSame(one, other)) return one
  if (one.kind === 'tuple' && other.kind === 'tuple' && one.items.length === other.items.length) {
    const items = one.items.map((item, index) => merged(item, other.items[index] ?? UNKNOWN))
    return { kind: 'tuple', items }
  }
  const [ones, others] = [chainsOf(one), chainsOf(other)]
  const isKnown = ones.length > 0 && others.length > 0
  // What a builtin object is only begins with: nothing follows from its other values.
  if (isKnown && !isBuiltin(one) && !isBuiltin(other)) return perhaps([...ones, ...others], SEVERAL)
  // A name that an import gives is not dropped in silence because something else may stand for it, too.
  return perhaps([...ones, ...others].filter(isImported), SEVERAL)
}

/** A package's name as imports give it, and not what a call made. */
function isImported({ module, steps }: Chain): boolean {
  return module !== 'builtins' && steps.every(({ kind }) => kind === 'member')
}

function isSame(one: Value, other: Value): boolean {
  if (one === other) return true
  if (one.kind === 'chain' && other.kind === 'chain') return sameChain(one.chain, other.chain)
  if (one.kind === 'perhaps' && other.kind === 'perhaps') return isSameOf(one.chains, other.chains)
  if (one.kind === 'class' && other.kind === 'class') return one.of === other.of
  if (one.kind === 'function' && other.kind === 'function') return one.of === other.of
  return one.kind === 'object' && other.kind === 'object' && one.of === other.of
}

function isSameOf(ones: readonly Chain[], others: readonly Chain[]): boolean {
  if (ones.length !== others.length) return false
  return ones.every((one, index) => {
    const other = others[index]
    return other !== undefined && sameChain(one, other)
  })
}

export function stepOn(value: Value, step: Step): Value {
  switch (value.kind) {
    case 'chain':
      return chained(stepped(value.chain, step))
    case 'perhaps': {
      const chains = value.chains.map((chain) => stepped(chain, step))
      return perhaps(chains, value.because)
    }
    case 'class':
      return step.kind === 'call' || step.kind === 'instance'
        ? { kind: 'object', of: value.of }
        : UNKNOWN
    case 'object':
      return step.kind === 'enter' ? enteredOf(value.of) : UNKNOWN
    case 'function': {
      if (step.kind !== 'call') return UNKNOWN
      const { gives, wrapping } = value.of
      return wrapping === null || gives === UNKNOWN
        ? gives
        : { kind: 'wrapped', by: wrapping, of: gives }
    }
    case 'wrapped':
      return step.kind === value.by ? value.of : UNKNOWN
    default:
      return UNKNOWN
  }
}

/** What `with` makes of an object of the file. */
function enteredOf(cls: LocalClass): Value {
  const name = cls.methods.has('__enter__') ? '__enter__' : '__aenter__'
  return cls.isOverridden(name) ? UNKNOWN : (cls.methods.get(name)?.gives ?? UNKNOWN)
}

const REPLACED = 'other code may put another function in its place'
const HANDED = 'other calls may hand over something else'

/** The same, and what is missing of it proves nothing. */
export function softened(value: Value, because: string): Value {
  switch (value.kind) {
    case 'chain':
      return perhaps([value.chain], because)
    case 'wrapped':
      return { ...value, of: softened(value.of, because) }
    case 'tuple':
      return { ...value, items: value.items.map((item) => softened(item, because)) }
    default:
      return value
  }
}

type Facts = {
  returns: Value | null
  yields: Value | null
  /** What calls hand to each parameter, by its place. */
  readonly given: (Value | null)[]
}

function noFacts(): Facts {
  return { returns: null, yields: null, given: [] }
}

/**
 * A function that the file defines. A walk over the file learns what it gives, and what its parameters
 * stand for by the calls of the file; the walk after it knows both.
 */
export class LocalFunction {
  /** Those that a call fills: without `self`. */
  parameters: readonly Parameter[] = []
  /** What its annotation says that it gives. */
  declared: Value = UNKNOWN
  wrapping: Wrapping | null = null
  isProperty = false
  /** pytest calls it, and hands what it gives to tests. */
  isFixture = false
  /** A decorator may put anything in its place. */
  isReplaced = false
  /** Others may call it, with what nobody here can tell. */
  isHandedOn = false
  /** Other code may put another function in its place: what it gives proves nothing. */
  isSoft = false
  /** Values of parameters that calls leave out. */
  defaults: readonly Value[] = []
  #known: Facts = noFacts()
  #learned: Facts = noFacts()

  /** What is got from a call, once it is waited for, entered or gone through where it has to be. */
  get gives(): Value {
    if (this.isReplaced) return UNKNOWN
    if (this.declared !== UNKNOWN) return this.declared
    const isYielded = this.wrapping === 'enter' || this.wrapping === 'element'
    const given = (isYielded ? this.#known.yields : this.#known.returns) ?? UNKNOWN
    return this.isSoft ? softened(given, REPLACED) : given
  }

  get madeByFixture(): Value {
    const isYielded = this.wrapping === 'element'
    return softened((isYielded ? this.#known.yields : this.#known.returns) ?? UNKNOWN, REPLACED)
  }

  /** What stands for it where an object is asked for it. */
  get asMember(): Value {
    return this.isProperty ? this.gives : { kind: 'function', of: this }
  }

  /** What a parameter stands for by every call of the file; unknown where there is none. */
  parameter(index: number): Value {
    const given = this.isHandedOn || this.isReplaced ? null : this.#known.given[index]
    return softened(given ?? UNKNOWN, HANDED)
  }

  returned(value: Value): void {
    this.#learned.returns = joined(this.#learned.returns, value)
  }

  yielded(value: Value): void {
    this.#learned.yields = joined(this.#learned.yields, value)
  }

  called(written: readonly TreeArgument[], given: readonly Value[]): void {
    if (written.some(({ stars, value }) => stars > 0 || value.kind === 'starred')) {
      this.isHandedOn = true
      return
    }
    const placed = written.flatMap(({ name }, index) => (name === null ? [index] : []))
    this.parameters.forEach(({ name, kind }, index) => {
      const isPlaced = kind === 'normal' || kind === 'positional'
      const byName = written.findIndex((one) => one.name === name)
      const at = (isPlaced ? placed[index] : undefined) ?? (byName < 0 ? undefined : byName)
      const value = at === undefined ? this.defaults[index] : given[at]
      const { given: learned } = this.#learned
      learned[index] = joined(learned[index] ?? null, madeOnly(value ?? UNKNOWN))
    })
  }

  /** The next walk knows what this one has learned. Whether that says more than it knew before. */
  close(): boolean {
    const before = this.#known
    this.#known = this.#learned
    this.#learned = noFacts()
    const { returns, yields, given } = this.#known
    const isNew = (value: Value | null, old: Value | null) =>
      value !== null && tells(value) && (old === null || !tells(old))
    return (
      isNew(returns, before.returns) ||
      isNew(yields, before.yields) ||
      given.some((value, index) => isNew(value, before.given[index] ?? null))
    )
  }
}

function joined(before: Value | null, value: Value): Value {
  const plain = isBuiltin(value) ? UNKNOWN : value
  return before === null ? plain : merged(before, plain)
}

function tells(value: Value): boolean {
  return value !== UNKNOWN && value !== NONE
}

/** Modules, classes and functions are handed over to be chosen between: only objects count. */
function madeOnly(value: Value): Value {
  if (value.kind === 'object' || value.kind === 'none') return value
  const isMade = chainsOf(value).every(({ steps }) => steps.some(({ kind }) => kind !== 'member'))
  return value.kind === 'chain' && isMade ? value : UNKNOWN
}

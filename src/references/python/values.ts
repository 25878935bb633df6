// What a name of a Python file stands for, as far as packages go.

import { type Chain, type Step, sameChain, stepped, ways } from '../reference.ts'

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
  /** What methods and the body give to the attributes; null for what cannot be told. */
  readonly attributes = new Map<string, Value>()
  /** Names of methods and of whatever else the body binds. */
  readonly own = new Set<string>()

  give(name: string, given: Value): void {
    const before = this.attributes.get(name)
    // `items = []` is often only what it begins with, and a class below has something else.
    const value = isBuiltin(given) ? UNKNOWN : given
    this.attributes.set(name, before === undefined ? value : merged(before, value))
  }
}

export type Value =
  | Readonly<{ kind: 'chain'; chain: Chain }>
  /** One of these, or something else: what is missing of one of them proves nothing. */
  | Readonly<{ kind: 'perhaps'; chains: readonly Chain[]; because: string }>
  | Readonly<{ kind: 'class'; of: LocalClass }>
  | Readonly<{ kind: 'object'; of: LocalClass }>
  /** A function of the file, by what a call of it gives. */
  | Readonly<{ kind: 'function'; returns: Value; isAsync: boolean }>
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
    case 'function':
      if (step.kind !== 'call') return UNKNOWN
      return value.isAsync ? UNKNOWN : value.returns
    default:
      return UNKNOWN
  }
}

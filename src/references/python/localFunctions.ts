// What functions of the file give, and what their parameters stand for by the calls in the file. A walk
// over the file learns both, and the walk after it knows them.

import type { Parameter } from '../../syntax/python/syntax.ts'
import type { TreeArgument } from '../../syntax/python/tree.ts'
import { chainsOf, isBuiltin, merged, NONE, UNKNOWN, type Value } from './values.ts'

/** What a call of a function gives before it is waited for, entered or gone through. */
export type Wrapping = 'await' | 'enter' | 'element'

type Facts = {
  returns: Value | null
  yields: Value | null
  /** What calls hand to each parameter, by its place. */
  readonly given: (Value | null)[]
}

function noFacts(): Facts {
  return { returns: null, yields: null, given: [] }
}

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
  /** Values of parameters that calls leave out. */
  defaults: readonly Value[] = []
  #known: Facts = noFacts()
  #learned: Facts = noFacts()

  /** What is got from a call, once it is waited for, entered or gone through where it has to be. */
  get gives(): Value {
    if (this.isReplaced) return UNKNOWN
    if (this.declared !== UNKNOWN) return this.declared
    const isYielded = this.wrapping === 'enter' || this.wrapping === 'element'
    return (isYielded ? this.#known.yields : this.#known.returns) ?? UNKNOWN
  }

  get madeByFixture(): Value {
    const isYielded = this.wrapping === 'element'
    return (isYielded ? this.#known.yields : this.#known.returns) ?? UNKNOWN
  }

  /** What stands for it where an object is asked for it. */
  get asMember(): Value {
    return this.isProperty ? this.gives : { kind: 'function', of: this }
  }

  /** What a parameter stands for by every call of the file; unknown where there is none. */
  parameter(index: number): Value {
    const given = this.isHandedOn || this.isReplaced ? null : this.#known.given[index]
    return given ?? UNKNOWN
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

/** Decorators of Python's own that leave a function what it is, and the one that makes a context of it. */
const KEEPING =
  /^(?:(?:functools\.)?(?:cache|lru_cache(?:\(.*\))?)|staticmethod|classmethod|(?:abc\.)?abstractmethod)$/s
const ENTERED = /^(?:contextlib\.)?(?:async)?contextmanager$/
/** Several fixtures in one, and those of another name, are left alone. */
const FIXTURE = /^(?:pytest\.|pytest_asyncio\.)?fixture(?:\((?!.*\b(?:params|name)\s*=).*\))?$/s
const PROPERTY = /^(?:property|(?:functools\.)?cached_property)$/

type Statement = Readonly<{
  parameters: readonly Parameter[]
  isAsync: boolean
  body: Readonly<{ isGenerator: boolean }>
}>

/** `marks`: the texts of its decorators. `isMethod`: it stands in a class. */
export function describe(
  of: LocalFunction,
  { parameters, isAsync, body }: Statement,
  marks: readonly string[],
  isMethod: boolean,
): void {
  const isEntered = marks.some((mark) => ENTERED.test(mark))
  of.isProperty = marks.some((mark) => PROPERTY.test(mark))
  of.isFixture = marks.length === 1 && marks.some((mark) => FIXTURE.test(mark))
  of.isReplaced = marks.some(
    (mark) => ![KEEPING, ENTERED, PROPERTY].some((known) => known.test(mark)),
  )
  of.parameters = isMethod && !marks.includes('staticmethod') ? parameters.slice(1) : parameters
  if (isEntered) of.wrapping = 'enter'
  else if (body.isGenerator) of.wrapping = 'element'
  else of.wrapping = isAsync ? 'await' : null
}

// The state of an evaluation: how much work is left, and where it stands. All parts of the evaluator
// are handed it, and it has those that need each other: an expression calls, a call runs statements,
// a statement has expressions.

import type { Directive, Expression, Statement } from 'oxc-parser'
import type { End, Frame } from './frame.ts'
import {
  type Binding,
  type Call,
  join,
  type ObjectValue,
  type Scope,
  type Site,
  type SiteModule,
  type Slot,
  Unknown,
  type Value,
} from './values.ts'

/** Work on one package is at an end; what was found until then stands. */
export class OutOfSteps extends Error {
  override readonly name = 'OutOfSteps'
}

export type MachineLimits = Readonly<{
  /** So many expressions and statements are followed, over all modules of a run. */
  stepsMax: number
  /** The calls that one statement of a module makes may take so many of those. */
  statementStepsMax: number
  depthMax: number
  /** Functions of the language call each other so deep: past that the stack would end by its size. */
  nativeDepthMax: number
  loopsMax: number
  /** One object may have so many names, and one list so many elements. */
  namesMax: number
}>

export const MACHINE_LIMITS: MachineLimits = {
  stepsMax: 5_000_000,
  statementStepsMax: 200_000,
  depthMax: 80,
  nativeDepthMax: 1_000,
  loopsMax: 5_000,
  namesMax: 100_000,
}

/** A function is followed into itself so often, on ways that may not be taken. */
const RECURSION_MAX = 3

const ROOM_SHARE = 4

/**
 * What names were before code ran that may not run; most of it changes none. `since`: which of all such
 * ways it is. A name that is made on the way is met only by whoever goes it.
 */
type Changes = { before: Map<Binding, Value> | null; readonly since: number }

type Taken = Readonly<{ slot: Slot; by: SiteModule | null }>

/** What a machine does, each part of it written in a file of its own. */
export type MachineParts = Readonly<{
  /** The value of an expression. */
  evaluate: (this: Machine, node: Expression, scope: Scope) => Value
  /** The result of a call of any value. */
  call: (this: Machine, callee: Value, call: Call) => Value
  /** Runs a statement; `anchor` is where the one begins that it is a part of. */
  execute: (
    this: Machine,
    node: Directive | Statement,
    scope: Scope,
    frame: Frame,
    anchor?: number,
  ) => End
}>

export class Machine {
  readonly evaluate: MachineParts['evaluate']
  readonly call: MachineParts['call']
  readonly execute: MachineParts['execute']
  readonly limits: MachineLimits
  /** Above zero in code that may not run: names are added there, and none is taken away. */
  uncertain = 0
  depth = 0
  /** Where the current statement, property or member begins. */
  anchor = 0
  module: SiteModule
  /** The module that is being loaded: what functions do now, they do for it. */
  loading: readonly SiteModule[] = []
  /** Names that were taken away from a thing, and which module was being loaded. */
  readonly taken = new WeakMap<ObjectValue, Map<string, Taken>>()
  /** What Node has for everyone; filled once. */
  readonly globals = new Map<string, Value>()
  /** Members of what Node has, by its path: those that do something to names, and new ones. */
  readonly nodeMembers = new Map<string, Map<string, Value>>()
  /** Modules with code that was left out, and of which nobody knows what it does. */
  readonly cut = new Set<SiteModule>()
  /** Modules that have begun to run, and not come to their end. */
  readonly running = new Set<SiteModule>()
  /** Modules that listed the names of one that was running: in another order they may see more. */
  readonly early = new Set<SiteModule>()
  /** Counts what may have ended with an error, so that `catch` may run. */
  missed = 0
  readonly #active = new Map<object, number>()
  readonly #entered = new WeakSet<object>()
  #cutHere: Map<object, Set<object>> | null = null
  #changed: Changes | null = null
  #ways = 0
  #nativeDepth = 0
  #steps = 0
  #stepsEnd: number
  #callsEnd = 0

  constructor(parts: MachineParts, limits: MachineLimits = MACHINE_LIMITS) {
    this.evaluate = parts.evaluate
    this.call = parts.call
    this.execute = parts.execute
    this.limits = limits
    this.#stepsEnd = limits.stepsMax
    this.module = {}
  }

  get site(): Site {
    return { module: this.module, anchor: this.anchor }
  }

  /** Work on many things at once counts for more than one step. */
  step(count = 1): void {
    this.#steps += count
    if (this.#steps > this.#stepsEnd) throw new OutOfSteps('too much work')
  }

  /** Whoever lists the names of a running module says so here. */
  listed(module: SiteModule): void {
    if (module !== this.module) this.early.add(this.module)
  }

  /** Whether something was cut off because there were no steps left. */
  get isSpent(): boolean {
    return this.#steps > this.#stepsEnd
  }

  /** Whether there is room for work that says more of names, and finds none. */
  get hasRoom(): boolean {
    return this.#steps < this.limits.stepsMax / ROOM_SHARE
  }

  get steps(): number {
    return this.#steps
  }

  /** From here on there are so many steps, whatever was done before. */
  grant(count: number): void {
    this.#stepsEnd = this.#steps + count
  }

  /** Whether a function is called for the first time, as wrappers are; others work again and again. */
  enter(node: object): boolean {
    if (this.#entered.has(node)) return false
    this.#entered.add(node)
    return true
  }

  /** Whether a function that calls itself goes on to do so where nobody knows if it does. */
  isLost(node: object): boolean {
    return this.uncertain > 0 && (this.#active.get(node) ?? 0) >= RECURSION_MAX
  }

  beginCall(node: object): void {
    this.depth += 1
    this.#active.set(node, (this.#active.get(node) ?? 0) + 1)
  }

  endCall(node: object): void {
    this.depth -= 1
    const left = (this.#active.get(node) ?? 1) - 1
    if (left === 0) this.#active.delete(node)
    else this.#active.set(node, left)
  }

  /** Calls a function of the language, which may call others. */
  callNative(native: (call: Call) => Value, call: Call): Value {
    if (this.#nativeDepth >= this.limits.nativeDepthMax) throw new OutOfSteps('calls too deep')
    this.#nativeDepth += 1
    try {
      return native(call)
    } finally {
      this.#nativeDepth -= 1
    }
  }

  /** A call that makes nothing new. */
  apply(callee: Value, self: Value, args: readonly Value[], label: string): Value {
    return this.call(callee, { self, args, isNew: false, label })
  }

  /** Calls of one statement share an allowance, so that none eats up that of the others. */
  beginStatement(): number {
    const left = this.#callsEnd - this.#steps
    this.#cutHere = null
    this.#callsEnd = this.#steps + this.limits.statementStepsMax
    return left
  }

  /** What a statement used is not taken from the one around it. */
  endStatement(left: number): void {
    this.#callsEnd = this.#steps + left
  }

  /** Whether a text that is not followed is met among these names for the first time in this statement. */
  isNewCut(among: object, text: object): boolean {
    this.#cutHere ??= new Map()
    const met = this.#cutHere.get(among) ?? new Set()
    if (met.has(text)) return false
    this.#cutHere.set(among, met.add(text))
    return true
  }

  get mayCall(): boolean {
    return this.depth < this.limits.depthMax && this.#steps < this.#callsEnd
  }

  /**
   * Runs what may not run. Inside, names have the values that they get there; behind it, those or
   * the ones they had before.
   */
  maybe<Result>(run: () => Result): Result {
    const outer = this.#changed
    this.#ways += 1
    const changed: Changes = { before: null, since: this.#ways }
    this.#changed = changed
    this.uncertain += 1
    try {
      return run()
    } finally {
      this.uncertain -= 1
      this.#changed = outer
      if (changed.before !== null)
        for (const [binding, before] of changed.before) {
          this.willChange(binding, before)
          binding.value = join(before, binding.value)
        }
    }
  }

  /** Runs once what may run any number of times: the names that it changes may be anything. */
  unsettle(run: () => void): void {
    const changed = this.maybe(() => {
      run()
      return [...(this.#changed?.before?.keys() ?? [])]
    })
    this.maybe(() => {
      for (const binding of changed) {
        this.willChange(binding)
        binding.value = new Unknown('changes in a loop')
      }
      run()
    })
  }

  /** Whoever gives a name another value says so here before. */
  willChange(binding: Binding, value = binding.value): void {
    const changed = this.#changed
    if (changed === null || binding.born >= changed.since) return
    changed.before ??= new Map()
    if (!changed.before.has(binding)) changed.before.set(binding, value)
  }

  /** How many ways have begun so far that may not be taken. */
  get ways(): number {
    return this.#ways
  }

  /** `delete`, which another module may not see. */
  takeAway(object: ObjectValue, key: string): void {
    const slot = object.slot(key)
    if (slot === undefined) return
    object.slots.delete(key)
    const names = this.taken.get(object) ?? new Map<string, Taken>()
    this.taken.set(object, names.set(key, { slot, by: this.loading[0] ?? null }))
  }

  /** An object that leaves our sight may get names there. */
  release(object: ObjectValue, why: string): void {
    if (!object.isFixed) object.open ??= why
  }
}

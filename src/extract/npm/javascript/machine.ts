// The state of an evaluation: how much work is left, and where it stands.

import { type ObjectValue, type Site, type SiteModule, Unknown, type Value } from './values.ts'

/** Work on one package is at an end; what was found until then stands. */
export class OutOfSteps extends Error {
  override readonly name = 'OutOfSteps'
}

export type MachineLimits = Readonly<{
  /** Expressions and statements, over all modules of a run. */
  stepsMax: number
  /** Of those, for the calls that one statement of a module makes. */
  statementStepsMax: number
  depthMax: number
  loopsMax: number
  /** Names of one object, elements of one list. */
  namesMax: number
}>

export const MACHINE_LIMITS: MachineLimits = {
  stepsMax: 6_000_000,
  statementStepsMax: 400_000,
  depthMax: 80,
  loopsMax: 5_000,
  namesMax: 100_000,
}

export class Machine {
  readonly limits: MachineLimits
  /** Above zero in code that may not run: names are added there, and none is taken away. */
  uncertain = 0
  depth = 0
  /** Where the current statement, property or member begins. */
  anchor = 0
  module: SiteModule
  /** What Node has for everyone; filled once. */
  readonly globals = new Map<string, Value>()
  /** Set when a module was asked for that is not there, so that `catch` may run. */
  missed = 0
  readonly #entered = new WeakSet<object>()
  #steps = 0
  #callsEnd = 0

  constructor(limits: MachineLimits = MACHINE_LIMITS) {
    this.limits = limits
    this.module = {}
  }

  get site(): Site {
    return { module: this.module, anchor: this.anchor }
  }

  step(): void {
    this.#steps += 1
    if (this.#steps > this.limits.stepsMax) throw new OutOfSteps('too much work')
  }

  /** Whether a function is called for the first time: a wrapper is, and work is done again. */
  enter(node: object): boolean {
    if (this.#entered.has(node)) return false
    this.#entered.add(node)
    return true
  }

  /** Calls of one statement share an allowance, so that none eats up that of the others. */
  beginStatement(): number {
    const before = this.#callsEnd
    this.#callsEnd = this.#steps + this.limits.statementStepsMax
    return before
  }

  endStatement(before: number): void {
    this.#callsEnd = before
  }

  get mayCall(): boolean {
    return this.depth < this.limits.depthMax && this.#steps < this.#callsEnd
  }

  /** Runs what may not run. */
  maybe<Result>(run: () => Result): Result {
    this.uncertain += 1
    try {
      return run()
    } finally {
      this.uncertain -= 1
    }
  }

  /** An object that leaves our sight may get names there. */
  release(object: ObjectValue, why: string): void {
    object.open ??= why
  }
}

export function platform(why: string, typeOf: string | null = null): Unknown {
  return new Unknown(why, { isPlatform: true, typeOf })
}

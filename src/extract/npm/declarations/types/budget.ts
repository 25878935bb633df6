// How far the types are followed that one type leads to. Beyond that it cannot be told what it has:
// an end that packages made to have none run into, and honest ones do not.

import type { Program } from '../program/program.ts'

const DEPTH_MAX = 100
/** Types that one type may lead to. */
const EVALUATIONS_MAX = 12_000

export class Budget {
  readonly #program: Program
  readonly #active = new Map<object, number>()
  #depth = 0
  #evaluations = 0
  /** How often a result was cut short: what rests on such a one is no last word. */
  #cuts = 0

  constructor(program: Program) {
    this.#program = program
  }

  /** Evaluates one level deeper; null where that is too deep, or was done too often. */
  nested<Result>(evaluate: () => Result | null): Result | null {
    this.#program.step()
    if (this.#depth === 0) this.#evaluations = 0
    this.#evaluations += 1
    if (this.#depth >= DEPTH_MAX || this.#evaluations > EVALUATIONS_MAX) return this.cut()
    this.#depth += 1
    try {
      return evaluate()
    } finally {
      this.#depth -= 1
    }
  }

  cut(): null {
    this.#cuts += 1
    return null
  }

  /** What is known of a key, or else comes of an evaluation that was not cut short. */
  remembered<Key, Result>(known: Map<Key, Result>, key: Key, evaluate: () => Result): Result {
    const there = known.get(key)
    if (there !== undefined) return there
    const before = this.#cuts
    const found = evaluate()
    if (this.#cuts === before) known.set(key, found)
    return found
  }

  /** Evaluates what may lead to itself, so many times within itself. */
  guarded<Result>(what: object, times: number, evaluate: () => Result | null): Result | null {
    const active = this.#active.get(what) ?? 0
    if (active >= times) return this.cut()
    this.#active.set(what, active + 1)
    try {
      return evaluate()
    } finally {
      if (active === 0) this.#active.delete(what)
      else this.#active.set(what, active)
    }
  }
}

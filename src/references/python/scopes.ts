// Names of a Python file and what they stand for while the file is walked through. A branch is an
// overlay over what was known before it, so that joining two of them costs what they bound.

import { isSame, merged, UNKNOWN, type Value } from './values.ts'

export class Scope {
  readonly kind: 'module' | 'function' | 'class'
  readonly outer: Scope | null
  /** What names stand for at this point of the walk. */
  names = new Map<string, Value>()
  #below: Map<string, Value>[] = []
  /** Bound to different things over time: whoever looks in from an inner function cannot tell. */
  readonly #changing = new Set<string>()
  readonly #seen = new Map<string, Value>()

  constructor(kind: Scope['kind'], outer: Scope | null) {
    this.kind = kind
    this.outer = outer
  }

  bind(name: string, value: Value): void {
    this.names.set(name, value)
    const before = this.#seen.get(name)
    if (before === undefined || before.kind === 'none') this.#seen.set(name, value)
    else if (value.kind !== 'none' && !isSame(before, value)) this.#changing.add(name)
  }

  /** Known to be a name of this scope, whatever it stands for. */
  declare(name: string): void {
    this.names.set(name, UNKNOWN)
  }

  here(name: string): Value | undefined {
    const found = this.names.get(name)
    if (found !== undefined) return found
    for (let index = this.#below.length - 1; index >= 0; index -= 1) {
      const below = this.#below[index]?.get(name)
      if (below !== undefined) return below
    }
    return undefined
  }

  /** By the rules of the language: from a function outwards, classes passed over. */
  find(name: string): Value | undefined {
    const own = this.here(name)
    if (own !== undefined) return own
    for (let scope = this.outer; scope !== null; scope = scope.outer) {
      if (scope.kind === 'class') continue
      const found = scope.fromInside(name)
      if (found !== undefined) return found
    }
    return undefined
  }

  private fromInside(name: string): Value | undefined {
    if (this.#changing.has(name)) return UNKNOWN
    const seen = this.#seen.get(name)
    return seen ?? this.here(name)
  }

  /** Runs one way and gives what it bound. */
  branch(run: () => void): ReadonlyMap<string, Value> {
    const before = this.names
    this.#below.push(before)
    this.names = new Map()
    try {
      run()
      return this.names
    } finally {
      this.#below.pop()
      this.names = before
    }
  }

  /** Goes on after ways of which one was taken. */
  join(ways: readonly ReadonlyMap<string, Value>[]): void {
    const touched = new Set<string>()
    for (const way of ways) for (const name of way.keys()) touched.add(name)
    for (const name of touched) {
      let value: Value | null = null
      for (const way of ways) {
        const there = way.get(name) ?? this.here(name)
        if (there === undefined) continue
        value = value === null ? there : merged(value, there)
      }
      this.names.set(name, value ?? UNKNOWN)
    }
  }
}

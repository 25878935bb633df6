// Names of a Python file and what they stand for while the file is walked through. A branch is an
// overlay over what was known before it, so that joining two of them costs what they bound.

import { merged, UNKNOWN, type Value } from './values.ts'

/** Names of the module that functions write, by all that they are ever given. */
type Globals = Readonly<{ values: Map<string, Value>; isHere(name: string): boolean }>

const NO_GLOBALS: Globals = { values: new Map(), isHere: () => false }

function give(to: Map<string, Value>, name: string, value: Value): void {
  const before = to.get(name)
  to.set(name, before === undefined ? value : merged(before, value))
}

export class Scope {
  readonly kind: 'module' | 'function' | 'class'
  readonly outer: Scope | null
  /** What names stand for at this point of the walk. */
  names = new Map<string, Value>()
  #below: Map<string, Value>[] = []
  /** All that a name is bound to over time: whoever looks in from an inner function finds any of it. */
  readonly #seen = new Map<string, Value>()
  readonly #globals: Globals

  constructor(kind: Scope['kind'], outer: Scope | null, globals: Globals = NO_GLOBALS) {
    this.kind = kind
    this.outer = outer
    this.#globals = globals
  }

  bind(name: string, value: Value): void {
    if (this.#globals.isHere(name)) {
      give(this.#globals.values, name, value)
      return
    }
    this.names.set(name, value)
    give(this.#seen, name, value)
  }

  /** Known to be a name of this scope, whatever it stands for. */
  declare(name: string): void {
    this.names.set(name, UNKNOWN)
  }

  here(name: string): Value | undefined {
    if (this.#globals.isHere(name)) return this.#globals.values.get(name)
    return this.names.get(name) ?? this.#below.findLast((names) => names.has(name))?.get(name)
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
    return this.#seen.get(name) ?? this.here(name)
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
    for (const name of new Set(ways.flatMap((way) => [...way.keys()]))) {
      const before = this.here(name)
      const values = ways.flatMap((way) => way.get(name) ?? before ?? [])
      this.names.set(name, values.length === 0 ? UNKNOWN : values.reduce(merged))
    }
  }
}

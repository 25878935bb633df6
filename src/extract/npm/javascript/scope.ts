// Names in reach of an expression.

import type { ObjectValue, Site, Value } from './values.ts'

export type Binding = { value: Value; site: Site | null }

export class Scope {
  readonly parent: Scope | null
  /** Whether `var` stops here. */
  readonly isFunction: boolean
  readonly names = new Map<string, Binding>()
  /** Null where `this` is the one outside: blocks and arrow functions. */
  self: Value | null = null
  /** The class whose method this is, for `super`. */
  home: ObjectValue | null = null

  constructor(parent: Scope | null, isFunction: boolean) {
    this.parent = parent
    this.isFunction = isFunction
  }

  find(name: string): Binding | null {
    for (let scope: Scope | null = this; scope !== null; scope = scope.parent) {
      const found = scope.names.get(name)
      if (found !== undefined) return found
    }
    return null
  }

  declare(name: string, value: Value, site: Site | null = null): void {
    const known = this.names.get(name)
    if (known === undefined) this.names.set(name, { value, site })
    else {
      known.value = value
      known.site = site ?? known.site
    }
  }

  get functionScope(): Scope {
    let scope: Scope = this
    while (!scope.isFunction && scope.parent !== null) scope = scope.parent
    return scope
  }

  thisValue(): Value | null {
    for (let scope: Scope | null = this; scope !== null; scope = scope.parent)
      if (scope.self !== null) return scope.self
    return null
  }

  homeClass(): ObjectValue | null {
    for (let scope: Scope | null = this; scope !== null; scope = scope.parent)
      if (scope.home !== null) return scope.home
    return null
  }
}

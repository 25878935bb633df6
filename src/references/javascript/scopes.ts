// Names of a JavaScript file. A name's meaning follows from everything that is ever given to it, in
// whatever order: it stands for something only where all of that agrees.

import type { CallExpression, NewExpression, Node } from 'oxc-parser'
import { addToList } from '../../domain/maps.ts'
import type { Chain, Step } from '../reference.ts'

export type CallNode = CallExpression | NewExpression

/** What a name may have got its value from. */
export type Source =
  | Readonly<{ kind: 'chain'; chain: Chain }>
  | Readonly<{ kind: 'node'; node: Node; scope: Scope; steps: readonly Step[] }>
  /** Declared with a type, and perhaps given something at once. */
  | Readonly<{ kind: 'type'; node: Node; scope: Scope; given?: Source }>
  /** A parameter of a function that is the argument `at` of a call, or stands in it under these keys. */
  | Readonly<{
      kind: 'handed'
      call: CallNode
      at: number
      keys: readonly string[]
      parameter: number
      scope: Scope
      steps: readonly Step[]
    }>
  /** A member of what another gives. */
  | Readonly<{ kind: 'part'; of: Source; name: string }>
  /** What another gives, or something else. */
  | Readonly<{ kind: 'perhaps'; of: Source }>
  | Readonly<{ kind: 'class'; of: LocalClass }>
  | Readonly<{ kind: 'function'; returns: Node | null; scope: Scope; isPlain: boolean }>
  /** `undefined`, `null`, or not yet anything. */
  | Readonly<{ kind: 'nothing' }>
  | Readonly<{ kind: 'unknown' }>

export const UNKNOWN: Source = { kind: 'unknown' }
export const NOTHING: Source = { kind: 'nothing' }

export class LocalClass {
  /** What it extends, and where that is read. */
  base: Readonly<{ node: Node; scope: Scope }> | null = null
  readonly properties = new Map<string, Source[]>()
  readonly own = new Set<string>()

  give(name: string, source: Source): void {
    this.own.add(name)
    addToList(this.properties, name, source)
  }
}

export class Scope {
  readonly outer: Scope | null
  /** Where `var` and functions land. */
  readonly isFunction: boolean
  /** What `this` is an instance of; null when that cannot be told. */
  readonly self: LocalClass | null
  readonly #names = new Map<string, Source[]>()

  constructor(outer: Scope | null, isFunction: boolean, self: LocalClass | null) {
    this.outer = outer
    this.isFunction = isFunction
    this.self = self
  }

  declare(name: string, source: Source): void {
    addToList(this.#names, name, source)
  }

  /** Another value for a name that is declared somewhere. */
  assign(name: string, source: Source): void {
    const sources = this.find(name)
    if (sources !== null) sources.push(source)
  }

  find(name: string): Source[] | null {
    for (let scope: Scope | null = this; scope !== null; scope = scope.outer) {
      const found = scope.#names.get(name)
      if (found !== undefined) return found
    }
    return null
  }

  get nearestFunction(): Scope {
    let scope: Scope = this
    while (!scope.isFunction && scope.outer !== null) scope = scope.outer
    return scope
  }
}

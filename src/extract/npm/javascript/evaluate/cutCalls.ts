// A call that takes too long to follow: what its text may do to the things in its reach is taken as
// done. Names that it may give make a thing open, names that it may change may be anything.

import { type FunctionUses, type Use, usesOf } from '../../../../syntax/javascript/functionUses.ts'
import type { Machine } from '../values/machine.ts'
import { findSlot } from '../values/slots.ts'
import {
  join,
  type ObjectValue,
  type Scope,
  type SiteModule,
  type Slot,
  settled,
  settledOptions,
  Unknown,
  type Value,
} from '../values/values.ts'

const FUNCTIONS_MAX = 5_000
const CHAIN_MAX = 20
const HANDS_ON = new Set(['call', 'apply', 'bind'])

type Called = Readonly<{ self: Value | null; args: readonly Value[] | null }>

/** Marks things that were handed to anyone. */
const TOUCHED = {}

/** `self` and `args` of functions that are not called right now: nobody knows. */
const ANYHOW: Called = { self: null, args: null }

export function cutCall(m: Machine, callee: ObjectValue, called: Called, label: string): void {
  new Effects(m, `is in reach of ${label}, which takes too long to follow`).function(callee, called)
}

class Effects {
  readonly #machine: Machine
  readonly #why: string
  #left = FUNCTIONS_MAX

  constructor(machine: Machine, why: string) {
    this.#machine = machine
    this.#why = why
  }

  function(callee: ObjectValue, called: Called): void {
    const { code, classNode, scope } = callee
    if (code !== null) this.#text(usesOf(code.node), code.scope, code.module, called)
    if (classNode !== null && scope !== null)
      this.#text(usesOf(classNode), scope, callee.site?.module ?? null, called)
  }

  #text(uses: FunctionUses, scope: Scope, module: SiteModule | null, called: Called): void {
    const m = this.#machine
    if ((uses.isOpaque || this.#left <= 0) && module !== null) m.cut.add(module)
    if (called !== ANYHOW) this.#ofCall(uses, called)
    // What is outside of a function is the same for all of its calls.
    if (this.#left <= 0 || !m.isNewCut(scope, uses)) return
    this.#left -= 1
    m.step(1 + (uses.uses.length >> 2))
    for (const use of uses.uses) {
      if (typeof use.root !== 'string' || use.root === 'this' || use.root === '*') continue
      const binding = scope.find(use.root)
      if (binding === null) continue
      if (use.kind === 'assign') {
        m.willChange(binding)
        binding.value = join(binding.value, new Unknown(this.#why))
      } else this.#use(binding.value, use)
    }
  }

  /** What is done to `this` and to the arguments. */
  #ofCall({ uses }: FunctionUses, { self, args }: Called): void {
    for (const use of uses) {
      if (use.root === 'this' && self !== null) this.#use(self, use)
      else if (use.root === '*') for (const arg of args ?? []) this.#touch(arg)
      else if (typeof use.root === 'number') {
        const arg = args?.[use.root]
        if (arg !== undefined) this.#use(arg, use)
      }
    }
    // Parameters that are taken apart were not looked at one by one.
    const simple = new Set(uses.map(({ root }) => root))
    for (const [i, arg] of (args ?? []).entries())
      if (arg.kind === 'object' && arg.isCallable && !simple.has(i)) this.#touch(arg)
  }

  #use(start: Value, { path, kind }: Use): void {
    for (const option of settledOptions(start, { isOurs: true })) {
      const way = this.#walk(option, kind === 'write' ? path.slice(0, -1) : path)
      const { holder, value } = way
      if (kind === 'write') {
        // A member of what is not known may be any member.
        if (value !== null) this.#open(value)
        else if (holder !== null) this.#open(holder)
      } else if (kind === 'call') this.#called(holder, value, path)
      else if (value !== null) this.#touch(value)
      else if (holder !== null) this.#touch(holder)
    }
  }

  #called(holder: Value | null, value: Value | null, path: readonly (string | null)[]): void {
    if (value?.kind === 'object' && (value.code !== null || value.classNode !== null)) {
      this.#callable(value, { self: holder, args: null })
      return
    }
    // A method of lists, texts or functions, or one that was not found.
    if (holder?.kind === 'object' && value === null) {
      // What is not there is no function, whoever calls it; methods of lists are not among slots.
      const key = path.at(-1) ?? null
      if (key !== null && HANDS_ON.has(key)) this.#touch(holder)
      else if (key === null || holder.elements !== null || holder.open !== null) this.#open(holder)
    } else if (value !== null) this.#touch(value)
  }

  /** The last thing on the way, and what holds it; null for a value that was not found. */
  #walk(
    start: Value,
    path: readonly (string | null)[],
  ): Readonly<{ holder: Value | null; value: Value | null }> {
    let holder: Value | null = null
    let value: Value | null = settled(start)
    for (const key of path) {
      if (value?.kind !== 'object') return { holder: null, value }
      holder = value
      const slot: Slot | Unknown | null = key === null ? null : findSlot(this.#machine, value, key)
      if (slot === null || slot instanceof Unknown) return { holder, value: null }
      if (slot.get !== null) this.#callable(slot.get, { self: holder, args: null })
      value = slot.get === null ? settled(slot.value) : null
    }
    return { holder, value }
  }

  /** Handed to anyone: it may get names, and what is in it may be called. */
  #touch(given: Value): void {
    for (const value of settledOptions(given, { isOurs: true })) {
      if (value.kind === 'lazy') value.later((there) => this.#open(there))
      if (value.kind !== 'object') continue
      this.#open(value)
      if (!this.#machine.isNewCut(value, TOUCHED)) continue
      if (value.isCallable) this.#callable(value, ANYHOW)
      else {
        this.#machine.step(1 + (value.slots.size >> 2))
        for (const slot of value.slots.values()) this.#open(slot.value)
        this.#members(value)
      }
    }
  }

  #open(given: Value): void {
    for (const value of settledOptions(given, { isOurs: true })) {
      if (value.kind === 'object') this.#machine.release(value, this.#why)
      else if (value.kind === 'lazy') value.later((there) => this.#open(there))
    }
  }

  /** A function; a class with all that its instances can do. */
  #callable(callee: ObjectValue, called: Called): void {
    let made: Value | null = callee
    for (let i = 0; made?.kind === 'object' && i < CHAIN_MAX; i++) {
      this.function(made, called)
      const prototype = made.slots.get('prototype')?.value
      if (prototype?.kind === 'object') this.#members(prototype)
      made = made.superclass === null ? null : settled(made.superclass)
    }
  }

  #members(object: ObjectValue): void {
    if (!this.#machine.isNewCut(object, object)) return
    this.#machine.step(1 + (object.slots.size >> 2))
    for (const slot of object.slots.values()) {
      for (const part of [slot.get, slot.set, slot.value]) {
        const value = part === null ? null : settled(part)
        if (value?.kind === 'object' && value.isCallable) this.#callable(value, ANYHOW)
      }
    }
  }
}

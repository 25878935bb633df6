// A call that takes too long to follow: what its text may do to the things in its reach is taken as
// done. Names that it may give make a thing open, names that it may change may be anything.

import { type FunctionUses, type Use, usesOf } from '../../../../syntax/javascript/functionUses.ts'
import type { Machine } from '../values/machine.ts'
import { findSlot } from '../values/slots.ts'
import {
  type Call,
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

export function cutCall(m: Machine, callee: ObjectValue, call: Omit<Call, 'isNew'>): void {
  cutEffects(m, `is in reach of ${call.label}, which takes too long to follow`)(callee, call)
}

function cutEffects(machine: Machine, why: string) {
  let left = FUNCTIONS_MAX

  function ofFunction(callee: ObjectValue, called: Called): void {
    const { code, classNode, scope } = callee
    if (code !== null) text(usesOf(code.node), code.scope, code.module, called)
    if (classNode !== null && scope !== null)
      text(usesOf(classNode), scope, callee.site?.module ?? null, called)
  }

  function text(uses: FunctionUses, scope: Scope, module: SiteModule | null, called: Called): void {
    const m = machine
    if ((uses.isOpaque || left <= 0) && module !== null) m.cut.add(module)
    if (called !== ANYHOW) ofCall(uses, called)
    // What is outside of a function is the same for all of its calls.
    if (left <= 0 || !m.isNewCut(scope, uses)) return
    left -= 1
    m.step(1 + (uses.uses.length >> 2))
    for (const use of uses.uses) {
      if (typeof use.root !== 'string' || use.root === 'this' || use.root === '*') continue
      const binding = scope.find(use.root)
      if (binding === null) continue
      if (use.kind === 'assign') {
        m.willChange(binding)
        binding.value = join(binding.value, new Unknown(why))
      } else doUse(binding.value, use)
    }
  }

  /** What is done to `this` and to the arguments. */
  function ofCall({ uses }: FunctionUses, { self, args }: Called): void {
    for (const use of uses) {
      if (use.root === 'this' && self !== null) doUse(self, use)
      else if (use.root === '*') for (const arg of args ?? []) touch(arg)
      else if (typeof use.root === 'number') {
        const arg = args?.[use.root]
        if (arg !== undefined) doUse(arg, use)
      }
    }
    // Parameters that are taken apart were not looked at one by one.
    const simple = new Set(uses.map(({ root }) => root))
    for (const [i, arg] of (args ?? []).entries())
      if (arg.kind === 'object' && arg.isCallable && !simple.has(i)) touch(arg)
  }

  function doUse(start: Value, { path, kind }: Use): void {
    for (const option of settledOptions(start, { isOurs: true })) {
      const way = walk(option, kind === 'write' ? path.slice(0, -1) : path)
      const { holder, value } = way
      if (kind === 'write') {
        // A member of what is not known may be any member.
        if (value !== null) release(value)
        else if (holder !== null) release(holder)
      } else if (kind === 'call') doCall(holder, value, path)
      else if (value !== null) touch(value)
      else if (holder !== null) touch(holder)
    }
  }

  function doCall(
    holder: Value | null,
    value: Value | null,
    path: readonly (string | null)[],
  ): void {
    if (value?.kind === 'object' && (value.code !== null || value.classNode !== null)) {
      callable(value, { self: holder, args: null })
      return
    }
    // A method of lists, texts or functions, or one that was not found.
    if (holder?.kind === 'object' && value === null) {
      // What is not there is no function, whoever calls it; methods of lists are not among slots.
      const key = path.at(-1) ?? null
      if (key !== null && HANDS_ON.has(key)) touch(holder)
      else if (key === null || holder.elements !== null || holder.open !== null) release(holder)
    } else if (value !== null) touch(value)
  }

  /** The last thing on the way, and what holds it; null for a value that was not found. */
  function walk(
    start: Value,
    path: readonly (string | null)[],
  ): Readonly<{ holder: Value | null; value: Value | null }> {
    let holder: Value | null = null
    let value: Value | null = settled(start)
    for (const key of path) {
      if (value?.kind !== 'object') return { holder: null, value }
      holder = value
      const slot: Slot | Unknown | null = key === null ? null : findSlot(machine, value, key)
      if (slot === null || slot instanceof Unknown) return { holder, value: null }
      if (slot.get !== null) callable(slot.get, { self: holder, args: null })
      value = slot.get === null ? settled(slot.value) : null
    }
    return { holder, value }
  }

  /** Handed to anyone: it may get names, and what is in it may be called. */
  function touch(given: Value): void {
    for (const value of settledOptions(given, { isOurs: true })) {
      if (value.kind === 'lazy') value.later((there) => release(there))
      if (value.kind !== 'object') continue
      release(value)
      if (!machine.isNewCut(value, TOUCHED)) continue
      if (value.isCallable) callable(value, ANYHOW)
      else {
        machine.step(1 + (value.slots.size >> 2))
        for (const slot of value.slots.values()) release(slot.value)
        members(value)
      }
    }
  }

  function release(given: Value): void {
    for (const value of settledOptions(given, { isOurs: true })) {
      if (value.kind === 'object') machine.release(value, why)
      else if (value.kind === 'lazy') value.later((there) => release(there))
    }
  }

  /** A function; a class with all that its instances can do. */
  function callable(callee: ObjectValue, called: Called): void {
    let made: Value | null = callee
    for (let i = 0; made?.kind === 'object' && i < CHAIN_MAX; i++) {
      ofFunction(made, called)
      const prototype = made.slot('prototype')?.value
      if (prototype?.kind === 'object') members(prototype)
      made = made.superclass === null ? null : settled(made.superclass)
    }
  }

  function members(object: ObjectValue): void {
    if (!machine.isNewCut(object, object)) return
    machine.step(1 + (object.slots.size >> 2))
    for (const slot of object.slots.values()) {
      for (const part of [slot.get, slot.set, slot.value]) {
        const value = part === null ? null : settled(part)
        if (value?.kind === 'object' && value.isCallable) callable(value, ANYHOW)
      }
    }
  }

  return ofFunction
}

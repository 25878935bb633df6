// Values of the small part of Python that is followed where a module makes names as it runs. Nothing
// of a package is executed: these are lists of names, modules, and what stands in them.

import type { ClassItem, Target } from '../modules/items.ts'

type ListValue = Readonly<{ kind: 'list'; items: Value[] }>
export type DictValue = Readonly<{ kind: 'dict'; items: Map<string, Value> }>
type ModuleValue = Readonly<{ kind: 'module'; module: string }>
/** A module's namespace, as `globals()` and `vars(module)` give it. */
export type SpaceValue = Readonly<{ kind: 'space'; module: string }>
/** What stands in a module under a name. */
export type NamedValue = Readonly<{ kind: 'named'; module: string; name: string; target: Target }>
/** Of a class of the package, with what it was given as it was made. */
export type ObjectValue = Readonly<{ kind: 'object'; cls: ClassItem; fields: Map<string, Value> }>
/** There, and nothing is known of it. */
type UnknownValue = Readonly<{ kind: 'unknown' }>

export type Value =
  | string
  | number
  | boolean
  | null
  | ListValue
  | DictValue
  | ModuleValue
  | SpaceValue
  | NamedValue
  | ObjectValue
  | UnknownValue

export const UNKNOWN: UnknownValue = { kind: 'unknown' }

/** What comes next depends on something that the text does not say. */
export class NotFollowed extends Error {}

/** Undefined where the work comes to something that cannot be followed. */
export function guarded<T = Value>(work: () => T): T | undefined {
  try {
    return work()
  } catch (error) {
    if (error instanceof NotFollowed) return undefined
    throw error
  }
}

/** Lists stand for names, which are few; a sum of sums doubles with every line. */
const LIST_MAX = 50_000

export function listOf(items: Iterable<Value>): ListValue {
  const list = [...items]
  if (list.length > LIST_MAX) throw new NotFollowed('a list that is too long')
  return { kind: 'list', items: list }
}

type Kind = Extract<Value, object>['kind']

export function isKind<K extends Kind>(
  value: Value | undefined,
  kind: K,
): value is Extract<Value, { kind: K }> {
  return typeof value === 'object' && value !== null && value.kind === kind
}

export function isTrue(value: Value): boolean {
  if (value === null || typeof value !== 'object') return Boolean(value)
  if (value.kind === 'list') return value.items.length > 0
  if (value.kind === 'dict') return value.items.size > 0
  if (value.kind === 'module' || value.kind === 'space') return true
  // Classes and functions are true; of any other object its own class decides.
  if (value.kind === 'named' && (value.target.kind === 'class' || value.target.kind === 'def')) {
    return true
  }
  throw new NotFollowed('a test')
}

/** Null where that cannot be told. */
export function isSame(one: Value, other: Value): boolean | null {
  if (isKind(one, 'unknown') || isKind(other, 'unknown')) return null
  if (isKind(one, 'named') && isKind(other, 'named')) {
    if (one.target === other.target) return true
    const isPlain = (value: NamedValue) => /^(?:class|def)$/.test(value.target.kind)
    return isPlain(one) && isPlain(other) ? false : null
  }
  if (isKind(one, 'list') && isKind(other, 'list')) return null
  // Objects may say themselves what they are equal to.
  if (isKind(one, 'object') || isKind(other, 'object')) return one === other ? true : null
  if (isKind(one, 'module') && isKind(other, 'module')) return one.module === other.module
  return one === other
}

/** `value in list`; undecided members leave it undecided. */
export function isIn(value: Value, all: Value): boolean {
  if (typeof value === 'string' && typeof all === 'string') return all.includes(value)
  if (typeof value === 'string' && isKind(all, 'dict')) return all.items.has(value)
  if (!isKind(all, 'list')) throw new NotFollowed('a membership')
  let isSure = true
  for (const item of all.items) {
    const found = isSame(value, item)
    if (found === true) return true
    if (found === null) isSure = false
  }
  if (!isSure) throw new NotFollowed('a membership')
  return false
}

// Values of the small part of Python that is followed where a module makes names as it runs. Nothing
// of a package is executed: these are lists of names, modules, and what stands in them.

import type { ClassItem, Target } from './items.ts'

export type ListValue = Readonly<{ kind: 'list'; items: Value[] }>
export type DictValue = Readonly<{ kind: 'dict'; items: Map<string, Value> }>
export type ModuleValue = Readonly<{ kind: 'module'; module: string }>
/** A module's namespace, as `globals()` and `vars(module)` give it. */
export type SpaceValue = Readonly<{ kind: 'space'; module: string }>
/** What stands in a module under a name. */
export type NamedValue = Readonly<{ kind: 'named'; module: string; name: string; target: Target }>
/** Of a class of the package, with what it was given as it was made. */
export type ObjectValue = Readonly<{ kind: 'object'; cls: ClassItem; fields: Map<string, Value> }>
/** There, and nothing is known of it. */
export type UnknownValue = Readonly<{ kind: 'unknown' }>

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

/** Lists and texts stand for names, which are few; a sum of sums doubles with every line. */
const LIST_MAX = 50_000
const TEXT_MAX = 100_000

export function listOf(items: Iterable<Value>): ListValue {
  const list = [...items]
  if (list.length > LIST_MAX) throw new NotFollowed('a list that is too long')
  return { kind: 'list', items: list }
}

export function joinTexts(left: string, right: string): string {
  if (left.length + right.length > TEXT_MAX) throw new NotFollowed('a text that is too long')
  return left + right
}

type Kind = Extract<Value, object>['kind']

export function isKind<K extends Kind>(
  value: Value | undefined,
  kind: K,
): value is Extract<Value, { kind: K }> {
  return typeof value === 'object' && value !== null && value.kind === kind
}

export function truth(value: Value): boolean {
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
export function same(one: Value, other: Value): boolean | null {
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
    const found = same(value, item)
    if (found === true) return true
    if (found === null) isSure = false
  }
  if (!isSure) throw new NotFollowed('a membership')
  return false
}

function joined(texts: readonly string[], between: string): string {
  const [first = '', ...more] = texts
  return more.reduce((one, other) => joinTexts(joinTexts(one, between), other), first)
}

/** What is filled in may be long as well. */
function checkFilling(text: string, given: readonly Value[]): void {
  const lengths = given.map((one) => (typeof one === 'string' ? one.length : 30))
  if (lengths.reduce((sum, length) => sum + length, text.length) > TEXT_MAX) {
    throw new NotFollowed('a text that is too long')
  }
}

/** A replacement of every letter is the longest that there can be. */
function bounded(text: string, each: number, make: () => string): string {
  if (text.length * (each + 1) > TEXT_MAX) throw new NotFollowed('a text that is too long')
  return make()
}

/** Methods of texts; undefined for one that is not known. */
export function textMethod(
  text: string,
  method: string,
  given: readonly Value[],
): Value | undefined {
  const [first, second] = given
  const texts = isKind(first, 'list') ? first.items : first === undefined ? [] : [first]
  switch (method) {
    case 'startswith':
      return texts.some((one) => typeof one === 'string' && text.startsWith(one))
    case 'endswith':
      return texts.some((one) => typeof one === 'string' && text.endsWith(one))
    case 'lower':
      return text.toLowerCase()
    case 'upper':
      return text.toUpperCase()
    case 'isupper':
      return text !== text.toLowerCase() && text === text.toUpperCase()
    case 'islower':
      return text !== text.toUpperCase() && text === text.toLowerCase()
    case 'strip':
      return given.length === 0 ? text.trim() : undefined
    case 'split':
      if (given.length === 0) return listOf(text.trim().split(/\s+/).filter(Boolean))
      return typeof first === 'string' && given.length === 1 ? listOf(text.split(first)) : undefined
    case 'rsplit':
    case 'partition':
    case 'rpartition':
      return undefined
    case 'replace':
      return typeof first === 'string' && typeof second === 'string'
        ? bounded(text, second.length, () => text.replaceAll(first, second))
        : undefined
    case 'removeprefix':
      if (typeof first !== 'string') return undefined
      return text.startsWith(first) ? text.slice(first.length) : text
    case 'removesuffix':
      if (typeof first !== 'string') return undefined
      return first !== '' && text.endsWith(first) ? text.slice(0, -first.length) : text
    case 'join':
      return isKind(first, 'list') && first.items.every((one) => typeof one === 'string')
        ? joined(first.items.map(String), text)
        : undefined
    case 'format': {
      checkFilling(text, given)
      let at = 0
      const filled = text.replace(/\{\}/g, () => String(given[at++] ?? '{'))
      const isPlain = given.every((one) => typeof one === 'string' || typeof one === 'number')
      return isPlain && at === given.length && !/[{}]/.test(filled) ? filled : undefined
    }
    default:
      return undefined
  }
}

/** `"a%s" % b`; undefined where it is more than that. */
export function percent(text: string, value: Value): string | undefined {
  const parts = isKind(value, 'list') ? value.items : [value]
  if (!parts.every((one) => typeof one === 'string' || typeof one === 'number')) return undefined
  checkFilling(text, parts)
  let at = 0
  const filled = text.replace(/%[sd]/g, () => String(parts[at++] ?? '%'))
  return at === parts.length && !filled.includes('%') ? filled : undefined
}

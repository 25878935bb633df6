// The exact bytes that are signed: RFC 8785. What writers of JSON drop or convert silently
// (undefined, functions, toJSON, sparse arrays) is refused, because a signature must cover the
// value the caller holds and not a neighbour of it. Each member is judged and written in one look,
// so that a getter cannot show one value to the guard and another to the writer. The package
// `canonicalize` is the second opinion in the tests.

import { RECEIPT_DEPTH_MAX } from '../limits.ts'

export type CanonicalFault =
  | 'not_plain'
  | 'number_not_finite'
  | 'number_not_exact'
  | 'lone_surrogate'
  | 'cycle'
  | 'too_deep'

export class CanonicalJsonError extends Error {
  override readonly name = 'CanonicalJsonError'
  readonly fault: CanonicalFault

  constructor(fault: CanonicalFault) {
    super(`value has no canonical JSON: ${fault}`)
    this.fault = fault
  }
}

export type CanonicalOptions = Readonly<{
  /** Refuse numbers beyond ±(2^53 − 1), which a strict reader would refuse to read back. */
  exactNumbers?: boolean
  /** Containers within containers, the outermost counting as one. */
  depthMax?: number
}>

// With the u flag a surrogate pair is one character, so this finds lone surrogates only.
const LONE_SURROGATE = /[\ud800-\udfff]/u

export function hasLoneSurrogate(text: string): boolean {
  return LONE_SURROGATE.test(text)
}

// Printable ASCII that JSON writes as it is: nearly every string, and proof that nothing is lone.
const WRITTEN_AS_IS = /^[\x20\x21\x23-\x5b\x5d-\x7e]*$/

/** RFC 8785 text of a plain JSON value. Throws `CanonicalJsonError` for anything else. */
export function canonicalJson(value: unknown, options: CanonicalOptions = {}): string {
  const { exactNumbers = false, depthMax = RECEIPT_DEPTH_MAX } = options
  return render(value, [], { exactNumbers, depthMax })
}

/**
 * The same text in parts, of a plain object whose lists are long: each item of a list that is a member
 * of it is a part, and so is every other member.
 */
export function* canonicalParts(
  value: object,
  options: CanonicalOptions = {},
): Generator<string, void, undefined> {
  const { exactNumbers = false, depthMax = RECEIPT_DEPTH_MAX } = options
  const limits = { exactNumbers, depthMax }
  const ancestors: object[] = []
  enter(value, ancestors, limits)
  const members = plainMembers(value)
  let before = '{'
  for (const key of Object.keys(members).sort()) {
    const member = members[key]
    const named = `${before}${renderText(key)}:`
    before = ','
    if (!Array.isArray(member)) yield `${named}${render(member, ancestors, limits)}`
    else {
      enter(member, ancestors, limits)
      yield `${named}[`
      for (let index = 0; index < member.length; index++) {
        yield `${index > 0 ? ',' : ''}${render(member[index], ancestors, limits)}`
      }
      yield ']'
      ancestors.pop()
    }
  }
  yield before === '{' ? '{}' : '}'
}

type Limits = Required<CanonicalOptions>

function render(value: unknown, ancestors: object[], limits: Limits): string {
  if (value === null) return 'null'
  switch (typeof value) {
    case 'string':
      return renderText(value)
    case 'number':
      return renderNumber(value, limits)
    case 'boolean':
      return value ? 'true' : 'false'
    case 'object':
      return renderContainer(value, ancestors, limits)
    default:
      throw new CanonicalJsonError('not_plain')
  }
}

function renderText(text: string): string {
  if (WRITTEN_AS_IS.test(text)) return `"${text}"`
  if (hasLoneSurrogate(text)) throw new CanonicalJsonError('lone_surrogate')
  // Sections 3.2.2.2 and 3.2.2.3 prescribe what ECMAScript writes, for strings and numbers alike.
  return JSON.stringify(text)
}

function renderNumber(number: number, { exactNumbers }: Limits): string {
  if (!Number.isFinite(number)) throw new CanonicalJsonError('number_not_finite')
  if (exactNumbers && Math.abs(number) > Number.MAX_SAFE_INTEGER) {
    throw new CanonicalJsonError('number_not_exact')
  }
  return String(number)
}

function enter(value: object, ancestors: object[], limits: Limits): void {
  if (ancestors.includes(value)) throw new CanonicalJsonError('cycle')
  if (ancestors.length >= limits.depthMax) throw new CanonicalJsonError('too_deep')
  ancestors.push(value)
}

function renderContainer(value: object, ancestors: object[], limits: Limits): string {
  enter(value, ancestors, limits)
  const text = Array.isArray(value)
    ? renderItems(value, ancestors, limits)
    : renderMembers(value, ancestors, limits)
  ancestors.pop()
  return text
}

function renderItems(items: readonly unknown[], ancestors: object[], limits: Limits): string {
  let text = '['
  // By index, so that a hole is met as undefined and refused; `map` would skip it.
  for (let index = 0; index < items.length; index++) {
    if (index > 0) text += ','
    text += render(items[index], ancestors, limits)
  }
  return `${text}]`
}

function plainMembers(value: object): Readonly<Record<string, unknown>> {
  const prototype: unknown = Object.getPrototypeOf(value)
  if (prototype !== Object.prototype && prototype !== null) {
    throw new CanonicalJsonError('not_plain')
  }
  // A plain object has members under these keys; what they hold is judged one by one.
  return value as Readonly<Record<string, unknown>>
}

function renderMembers(value: object, ancestors: object[], limits: Limits): string {
  const members = plainMembers(value)
  let text = '{'
  // The default order of sort is by UTF-16 code units, which is the order of section 3.2.3.
  for (const key of Object.keys(members).sort()) {
    if (text.length > 1) text += ','
    text += `${renderText(key)}:${render(members[key], ancestors, limits)}`
  }
  return `${text}}`
}

// The exact bytes that are signed: RFC 8785. `canonicalize` writes them; the guard before it
// refuses what it would drop or convert silently (undefined, functions, toJSON, sparse arrays),
// because a signature must cover the value the caller holds and not a neighbour of it.

import canonicalize from 'canonicalize'
import { invariant } from '../errors.ts'
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

/** RFC 8785 text of a plain JSON value. Throws `CanonicalJsonError` for anything else. */
export function canonicalJson(value: unknown, options: CanonicalOptions = {}): string {
  const { exactNumbers = false, depthMax = RECEIPT_DEPTH_MAX } = options
  assertPlain(value, [], { exactNumbers, depthMax })
  const text = canonicalize(value)
  invariant(text !== undefined, 'a plain value has a canonical text')
  return text
}

function assertPlain(
  value: unknown,
  ancestors: object[],
  options: Required<CanonicalOptions>,
): void {
  if (value === null || typeof value === 'boolean') return
  if (typeof value === 'string') {
    if (hasLoneSurrogate(value)) throw new CanonicalJsonError('lone_surrogate')
    return
  }
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) throw new CanonicalJsonError('number_not_finite')
    if (options.exactNumbers && Math.abs(value) > Number.MAX_SAFE_INTEGER) {
      throw new CanonicalJsonError('number_not_exact')
    }
    return
  }
  if (typeof value !== 'object') throw new CanonicalJsonError('not_plain')
  if (ancestors.includes(value)) throw new CanonicalJsonError('cycle')
  if (ancestors.length >= options.depthMax) throw new CanonicalJsonError('too_deep')
  ancestors.push(value)
  if (Array.isArray(value)) assertPlainItems(value, ancestors, options)
  else assertPlainMembers(value, ancestors, options)
  ancestors.pop()
}

function assertPlainItems(
  items: readonly unknown[],
  ancestors: object[],
  options: Required<CanonicalOptions>,
): void {
  // By index, so that a hole is met as undefined and refused; `forEach` would skip it.
  for (let index = 0; index < items.length; index++) {
    assertPlain(items[index], ancestors, options)
  }
}

function assertPlainMembers(
  value: object,
  ancestors: object[],
  options: Required<CanonicalOptions>,
): void {
  const prototype: unknown = Object.getPrototypeOf(value)
  if (prototype !== Object.prototype && prototype !== null)
    throw new CanonicalJsonError('not_plain')
  for (const [key, member] of Object.entries(value)) {
    if (hasLoneSurrogate(key)) throw new CanonicalJsonError('lone_surrogate')
    assertPlain(member, ancestors, options)
  }
}

// The members of a class that got type parameters with defaults, as they are to whoever gives none.

import { closingOf, findTop, splitTop } from '../../signatures/splitTop.ts'

/** The signature of a member of the newer release; those of the owners say what became of them. */
export function withOwnerDefaults(
  signature: string | null,
  owners: Readonly<{ previous: string | null; next: string | null }>,
): string | null {
  const count = parametersOf(owners.previous).length
  const parameters = parametersOf(owners.next)
  if (signature === null || parameters.length <= count) return signature
  const defaults = parameters.map((one) => {
    const equals = findTop(one, ' = ')
    return equals < 0 ? null : one.slice(equals + ' = '.length)
  })
  const added = parameters.length - count
  const filled: string[] = []
  for (const one of defaults.slice(count)) {
    // A default may speak of the parameters before it, and bring some of its own, which are left alone.
    const isWritten = one !== null && highest(one) < count + filled.length
    const text = isWritten ? put(one, filled) : null
    if (text === null) return signature
    filled.push(text)
  }
  return put(signature, filled) ?? signature

  /** Those of the member itself are numbered on from those of the owner. */
  function put(text: string, given: readonly string[]): string | null {
    const made = text.replace(/\bT(\d+)\b/g, (name, digits: string) => {
      const place = Number(digits)
      if (place < count) return name
      const meant = given[place - count]
      return meant === undefined ? `T${place - added}` : `(${meant})`
    })
    return made.length <= TEXT_MAX ? made : null
  }
}

/** Longer texts stay as they are. */
const TEXT_MAX = 4_000

/** The highest number of a type parameter; -1 for a text without one. */
function highest(text: string): number {
  return Math.max(-1, ...(text.match(/\bT\d+\b/g) ?? []).map((one) => Number(one.slice(1))))
}

/** `<T0 extends A = B, T1>` behind the head of a class, or at the front of an interface. */
function parametersOf(owner: string | null): readonly string[] {
  const text = (owner ?? '').replace(/^(?:abstract )?class/, '')
  const close = text.startsWith('<') ? closingOf(text, 0) : -1
  return close < 0 ? [] : splitTop(text.slice(1, close), ', ')
}

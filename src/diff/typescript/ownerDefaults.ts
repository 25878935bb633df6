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
  const added = defaults.slice(count)
  // One default may speak of the parameter before it; of none of this there are many.
  if (added.some((one) => one === null || /\bT\d+\b/.test(one))) return signature
  return signature.replace(/\bT(\d+)\b/g, (name, digits: string) => {
    const place = Number(digits)
    if (place < count) return name
    const given = defaults[place]
    // Those of the member itself are numbered on from those of the owner.
    return given === undefined ? `T${place - added.length}` : `(${given})`
  })
}

/** `<T0 extends A = B, T1>` behind the head of a class, or at the front of an interface. */
function parametersOf(owner: string | null): readonly string[] {
  const text = (owner ?? '').replace(/^(?:abstract )?class/, '')
  const close = text.startsWith('<') ? closingOf(text, 0) : -1
  return close < 0 ? [] : splitTop(text.slice(1, close), ', ')
}

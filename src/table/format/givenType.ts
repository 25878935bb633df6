// What a function or a property of Python gives, and a value is, beyond its signature: a text among the
// bases of its definition, which else are those of classes.

/** Declared, in names that its own module has for type checkers only: `-> .pkg.engine.Engine`. */
export const DECLARED = '-> '
/** Not declared: what every `return` is seen to make. A class below may give something else. */
export const SEEN = '=> '

/** What is there only to raise an error when it is used: `-> Never`. */
export const NEVER = `${DECLARED}Never`

/** Which of what stands below a class it is, a text says that is handed over: `get_waiter("x")`. */
export const CHOSEN = '[] '

export type GivenType = Readonly<{ text: string; isSeen: boolean }>

/** Null where the signature says all that is known. */
export function givenTypeOf(bases: readonly string[]): GivenType | null {
  for (const base of bases) {
    if (base.startsWith(DECLARED)) return { text: base.slice(DECLARED.length), isSeen: false }
    if (base.startsWith(SEEN)) return { text: base.slice(SEEN.length), isSeen: true }
  }
  return null
}

/** The class that a text names a member of; null for what gives no such thing. */
export function chosenFrom(bases: readonly string[]): string | null {
  return bases.find((base) => base.startsWith(CHOSEN))?.slice(CHOSEN.length) ?? null
}

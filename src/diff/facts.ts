// What is compared of one definition.

import type { SymbolKind } from '../table/table.ts'

export type Facts = Readonly<{
  kind: SymbolKind
  signature: string | null
  bases: readonly string[]
  /** Whether its facts come from declarations or Python, and not from JavaScript's own source. */
  isTyped: boolean
  isTypeOnly: boolean
  /** The signature of the class or interface that it is a member of. */
  ownerSignature: string | null
  // What few comparisons come to is found out when they do.
  /** What the names of bases lead to in the other release, where that is something else. */
  basesNow: () => ReadonlyMap<string, string>
  /** Whether another package defines one of the bases, or Python itself. */
  isOutside: (base: string) => boolean
  /** The last names of all that it inherits from. */
  ancestors: () => readonly string[]
  /** Its signature is its value. */
  isEnumMember: () => boolean
}>

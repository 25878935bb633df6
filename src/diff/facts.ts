// What is compared of one definition.

import type { SymbolKind } from '../table/format/table.ts'
import type { Position } from './typescript/relation.ts'

export type Facts = Readonly<{
  /** As its module knows it, dotted. */
  name: string
  kind: SymbolKind
  signature: string | null
  file: string | null
  /** The package that defines it, where that is another one. */
  definedBy: string | null
  bases: readonly string[]
  /** Whether its facts come from declarations or Python, and not from JavaScript's own source. */
  isTyped: boolean
  isTypeOnly: boolean
  /** Only checkers of before `exports` find it declared. */
  isUnmapped: boolean
  /** A member that is left to classes below its own. */
  isAbstract: boolean
  /** What it is a member of. `hasConstant`: members of a constant of its name are listed with its own. */
  owner: Readonly<{ kind: SymbolKind; signature: string | null; hasConstant: boolean }> | null
  /** Its module may have more than is listed, or more of it declared. */
  isInDynamic: boolean
  // What few comparisons come to is found out when they do.
  /** Where callers stand to it, or to what it is a member of. */
  position: () => Position
  /** What the names of bases lead to in the other release, where that is something else. */
  basesNow: () => ReadonlyMap<string, string>
  /** Whether another package defines one of the bases, or Python itself. */
  isOutside: (base: string) => boolean
  /** The last names of all that it inherits from. */
  ancestors: () => readonly string[]
  /** Its signature is its value. */
  isEnumMember: () => boolean
  /** It has values of a namespace of its name. */
  isNamespace: () => boolean
  /** The type of the constant that has the name of the type; null where there is none, or nothing is told of it. */
  constant: () => string | null
  /** Nobody has the value of it: every path leads to a type. */
  isTypeAlone: () => boolean
  /** It has members that only classes below it, or nobody, can use. */
  hidesMembers: () => boolean
}>

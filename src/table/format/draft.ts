// Parts of a table in the making.

import type { Definition, SymbolKind } from './table.ts'

/** A definition that is still being filled. */
export type Draft = { -readonly [Key in keyof Definition]: Definition[Key] }

const NONE: readonly never[] = []

/** Known by its home and kind, and by nothing else yet. */
export function newDraft(module: string, name: string, kind: SymbolKind): Draft {
  return {
    module,
    name,
    kind,
    signature: null,
    deprecation: null,
    doc: null,
    file: null,
    line: 0,
    bases: NONE,
    members: NONE,
    inherits: NONE,
    isOpen: false,
  }
}

/** The order of modules, entries and members: by code units. */
export function byName(one: Readonly<{ name: string }>, other: Readonly<{ name: string }>): number {
  if (one.name === other.name) return 0
  return one.name < other.name ? -1 : 1
}

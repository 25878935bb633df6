// The small facts of modules, definitions and entries, several in one number. An index into a list
// of table.ts is what is stored: those lists only ever grow at their end.

import {
  MODULE_STATES,
  type ModuleState,
  ORIGINS,
  type Origin,
  SYMBOL_KINDS,
  type SymbolKind,
} from './table.ts'
import { TableError } from './tableError.ts'

const FACTS_DEPRECATED = 1
const PUBLIC = 2
const TYPE_ONLY = 4
const ORIGIN_UNIT = 8
const STATE_UNIT = ORIGIN_UNIT * 16
/** Of an entry. Tables of older extractors have neither. */
const IMPORT_ONLY = STATE_UNIT
const REQUIRE_ONLY = IMPORT_ONLY * 2
const KIND_UNIT = 2
const OPEN = KIND_UNIT * 32
/** Only ever beside OPEN. Tables of older extractors do not have it: there OPEN speaks of both. */
const ONLY_OBJECTS_OPEN = OPEN * 2
const ABSTRACT = 256
/** Only ever beside OPEN. Tables of older extractors do not have it. */
const INDEXED = 512

type ModuleFacts = Readonly<{
  isDeprecated: boolean
  isPublic: boolean
  origin: Origin
  state: ModuleState
}>

/** The same facts with another state. */
export function withState(facts: number, state: ModuleState): number {
  return (facts % STATE_UNIT) + MODULE_STATES.indexOf(state) * STATE_UNIT
}

type EntryFacts = Readonly<{
  isPublic: boolean
  isTypeOnly: boolean
  origin: Origin
  only?: 'import' | 'require'
}>

export function packModule({ isDeprecated, isPublic, origin, state }: ModuleFacts): number {
  const flags = (isDeprecated ? FACTS_DEPRECATED : 0) + (isPublic ? PUBLIC : 0)
  return flags + ORIGINS.indexOf(origin) * ORIGIN_UNIT + MODULE_STATES.indexOf(state) * STATE_UNIT
}

export function packEntry({ isPublic, isTypeOnly, origin, only }: EntryFacts): number {
  const flags = (isPublic ? PUBLIC : 0) + (isTypeOnly ? TYPE_ONLY : 0)
  const half = only === undefined ? 0 : only === 'import' ? IMPORT_ONLY : REQUIRE_ONLY
  return flags + ORIGINS.indexOf(origin) * ORIGIN_UNIT + half
}

/** Whether an entry is there for `import`, or for `require`. */
export function isFor(facts: number, half: 'import' | 'require'): boolean {
  return (facts & (half === 'import' ? REQUIRE_ONLY : IMPORT_ONLY)) === 0
}

type DefinitionFacts = Readonly<{
  kind: SymbolKind
  isDeprecated: boolean
  isOpen: boolean
  isOpenInObjectsOnly: boolean
  isAbstract: boolean
  isIndexed: boolean
}>

export function packDefinition(facts: DefinitionFacts): number {
  const { kind, isDeprecated, isOpen, isOpenInObjectsOnly, isAbstract, isIndexed } = facts
  const more = (isOpenInObjectsOnly ? ONLY_OBJECTS_OPEN : 0) + (isIndexed ? INDEXED : 0)
  const openness = isOpen ? OPEN + more : 0
  const flags = (isDeprecated ? FACTS_DEPRECATED : 0) + openness + (isAbstract ? ABSTRACT : 0)
  return flags + SYMBOL_KINDS.indexOf(kind) * KIND_UNIT
}

export function isDeprecated(facts: number): boolean {
  return (facts & FACTS_DEPRECATED) !== 0
}

export function isPublic(facts: number): boolean {
  return (facts & PUBLIC) !== 0
}

export function isTypeOnly(facts: number): boolean {
  return (facts & TYPE_ONLY) !== 0
}

export function originOf(facts: number): Origin {
  return listed(ORIGINS, Math.floor(facts / ORIGIN_UNIT) % 16)
}

export function stateOf(facts: number): ModuleState {
  return listed(MODULE_STATES, Math.floor(facts / STATE_UNIT))
}

export function kindOf(facts: number): SymbolKind {
  return listed(SYMBOL_KINDS, Math.floor(facts / KIND_UNIT) % (OPEN / KIND_UNIT))
}

/** An even number below 64 that stands for the kind. */
export function kindBits(facts: number): number {
  return facts & (OPEN - KIND_UNIT)
}

export function isOpen(facts: number): boolean {
  return (facts & OPEN) !== 0
}

/** What the class itself has is listed, although its objects may have more. */
export function isOpenInObjectsOnly(facts: number): boolean {
  return (facts & ONLY_OBJECTS_OPEN) !== 0
}

/** It leaves methods to classes below it: an object of it is always one of those. */
export function isAbstract(facts: number): boolean {
  return (facts & ABSTRACT) !== 0
}

/** All that it may have beyond the list is under keys of any name. */
export function isIndexed(facts: number): boolean {
  return (facts & INDEXED) !== 0
}

function listed<T>(list: readonly T[], index: number): T {
  const value = list[index]
  if (value === undefined) throw new TableError('says something that this version does not know')
  return value
}

/** Throws unless every number says something, and nothing that its kind of row does not have. */
export function checkFacts(
  columns: Readonly<{ modules: Uint32Array; definitions: Uint32Array; entries: Uint32Array }>,
): void {
  for (const facts of columns.modules) {
    originOf(facts)
    stateOf(facts)
    if (isTypeOnly(facts)) throw new TableError('says of a module what only a name can be')
  }
  for (const facts of columns.definitions) {
    kindOf(facts)
    const isSenseless = (isOpenInObjectsOnly(facts) || isIndexed(facts)) && !isOpen(facts)
    if (isSenseless || facts >= 2 * INDEXED) {
      throw new TableError('says something that this version does not know')
    }
  }
  for (const facts of columns.entries) {
    if (isDeprecated(facts) || facts >= IMPORT_ONLY + REQUIRE_ONLY) {
      throw new TableError('says of a name what only a module or a definition can be')
    }
    originOf(facts)
  }
}

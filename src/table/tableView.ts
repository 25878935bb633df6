// What can be asked of a table that is open.

import type { FoundEntry } from './findPath.ts'
import type { Columns } from './format/columns.ts'
import type { TableGaps } from './format/gaps.ts'
import type {
  CompiledFile,
  Definition,
  Entry,
  ModuleTable,
  SymbolRow,
  UnreadableFile,
} from './format/table.ts'

export type ModuleInfo = Omit<ModuleTable, 'entries'>

/** What a definition is, without what is below it. */
export type DefinitionInfo = Omit<Definition, 'members' | 'inherits'>

/** A name in a module or below a definition; `definition` is its number in this table. */
export type EntryInfo = Omit<Entry, 'definition'> & Readonly<{ definition: number }>

/** Where a path leads. Numbers, and good only for the table that gave them. */
export type FoundPath = FoundEntry & Readonly<{ definition: number }>

export interface OpenTable {
  readonly counts: Readonly<{
    modules: number
    definitions: number
    /** Names in modules and below definitions, each list counted once, inherited names not at all. */
    entries: number
    unreadable: number
  }>
  /** Memory that the table holds. */
  readonly sizeBytes: number
  /** What it was made without although it exists; null where nothing is lacking. */
  readonly gaps: TableGaps | null
  /** npm: the releases of Node that the package asks for; null where nothing says so. */
  readonly nodes: string | null
  /** For whoever goes through all of it: numbers, and texts that are made when asked for. */
  readonly columns: Columns
  /** The number of a module, or -1. */
  findModule(name: string): number
  /** `symbol` is dotted from the module on, such as `Session.get`; null when it is not there. */
  find(module: string, symbol: string): FoundPath | null
  /** The same as a row. The empty symbol is the module itself. */
  lookup(module: string, symbol: string): SymbolRow | null
  module(number: number): ModuleInfo
  /** Sorted by name. */
  modules(): Iterable<ModuleInfo>
  /** What stands in a module, sorted by name. */
  entriesOf(module: number): Iterable<EntryInfo>
  /** What stands below a definition, sorted by name; inherited names included. */
  membersOf(definition: number): Iterable<EntryInfo>
  ownMembersOf(definition: number): Iterable<EntryInfo>
  /** The definitions that it inherits from, in the order in which they are looked through. */
  ancestorsOf(definition: number): Iterable<number>
  hasMembers(definition: number): boolean
  definition(number: number): DefinitionInfo
  /**
   * Every path: by module, then part by part, a module and a class before what is in it. A
   * definition that a path already went through is named but not gone through again.
   */
  rows(): Iterable<SymbolRow>
  unreadable(): readonly UnreadableFile[]
  compiled(): readonly CompiledFile[]
  /** Attributes that code sets on something that could not be told. */
  loose(): readonly string[]
}

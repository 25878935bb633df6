// A symbol table as bytes. What they are depends on the table's content alone: lists are sorted
// here, and definitions are numbered by their home, not by when they were made.

import { addToList, keptIn } from '../../domain/maps.ts'
import { writeCompiled } from './compiledWords.ts'
import { packDefinition, packEntry, packModule } from './facts.ts'
import { writeFurther } from './furtherKeywords.ts'
import { writeHidden } from './hiddenTypes.ts'
import { writeLoose } from './looseNames.ts'
import { writeFormats } from './moduleFormats.ts'
import { writeNames } from './namePool.ts'
import { packPayload } from './payload.ts'
import type { Definition, Deprecation, Entry, ModuleTable, SymbolTable } from './table.ts'
import { TableError } from './tableError.ts'
import { textPoolWriter } from './textPool.ts'
import { type ByteWriter, byteWriter, zigzag } from './varints.ts'

export function encodeTable(table: SymbolTable): Uint8Array {
  return packPayload(encodePayload(table))
}

/** The bytes before they are compressed. Equal tables have equal ones on every machine. */
export function encodePayload(table: SymbolTable): Uint8Array {
  const writer = byteWriter()
  const modules = sorted(table.modules, 'modules')
  const definitions = collect(modules)
  const lists: (readonly Entry[])[] = []
  for (const { name, entries } of modules) lists.push(sorted(entries, name))
  for (const { name, members } of definitions) lists.push(sorted(members, name))
  const names = nameRanks()
  const ofModules = modules.map(({ name }) => names.of(text(name)))
  const ofDefinitions = definitions.map((definition) => definitionName(definition, names))
  const ofLists = lists.map((list) => list.map(({ name }) => names.of(text(name))))
  const numbers = new Map<Definition, number>()
  for (const definition of definitions) numbers.set(definition, numbers.size)
  const ancestors = definitions.map(writtenAncestors)
  writer.varint(modules.length)
  writer.varint(definitions.length)
  writer.varint(table.unreadable.length)
  writeNames(writer, names.rank())
  writeGaps(writer, ofModules)
  writeModules(writer, modules)
  writeDefinitionNames(writer, ofDefinitions)
  writeDefinitions(writer, definitions)
  for (const { list, continues } of ancestors) writer.varint(list.length * 2 + (continues ? 1 : 0))
  for (const list of ofLists) writeGaps(writer, list)
  writeEntries(writer, lists, numbers)
  writeAncestors(writer, ancestors, numbers)
  writeTexts(writer, modules, definitions, table.unreadable)
  writeFurther(writer, definitions)
  writeCompiled(writer, modules, table.compiled ?? [])
  writeHidden(writer, table.hidden ?? [])
  writeLoose(writer, table.loose ?? [])
  writeFormats(writer, modules, table.nodes)
  return writer.finish()
}

/** A name of the table; its rank is known once all of them are. */
type RankedName = { readonly text: string; rank: number }

interface NameRanks {
  of(name: string): RankedName
  /** Numbers all names in their order, and lists them. */
  rank(): readonly string[]
}

/** Each name is looked up once, where it is met: looking texts up is what encoding spends time on. */
function nameRanks(): NameRanks {
  const names = new Map<string, RankedName>()
  return {
    of(name) {
      return keptIn(names, name, () => ({ text: name, rank: -1 }))
    },
    rank() {
      const order = [...names.values()].sort((one, other) => compare(one.text, other.text))
      return order.map((name, rank) => {
        name.rank = rank
        return name.text
      })
    },
  }
}

/** By name, in code units. Two of one name would make one of them unreachable. */
function sorted<T extends Readonly<{ name: string }>>(
  list: readonly T[],
  where: string,
): readonly T[] {
  if (isAscending(list)) return list
  const order = list.toSorted((one, other) => compare(text(one.name), text(other.name)))
  for (let i = 1; i < order.length; i += 1) {
    const name = text(order[i]?.name ?? '')
    if (name === text(order[i - 1]?.name ?? '')) {
      throw new TableError(`${JSON.stringify(name)} is twice in ${JSON.stringify(where)}`)
    }
  }
  return order
}

/** Tables come sorted, as a rule. */
function isAscending(list: readonly Readonly<{ name: string }>[]): boolean {
  let previous: string | null = null
  for (const item of list) {
    const name = text(item.name)
    if (previous !== null && !(previous < name)) return false
    previous = name
  }
  return true
}

function compare(one: string, other: string): number {
  if (one === other) return 0
  return one < other ? -1 : 1
}

/** Half a surrogate pair has no bytes in UTF-8; it is kept as the replacement character. */
function text(value: string): string {
  return value.isWellFormed() ? value : value.toWellFormed()
}

function maybeText(value: string | null): string | null {
  return value === null ? null : text(value)
}

/**
 * Every definition that a path leads to, once, by home. Those that share one stay in the order in
 * which paths first lead to them, level by level, which does not depend on the objects either.
 */
function collect(modules: readonly ModuleTable[]): readonly Definition[] {
  const found = new Set<Definition>()
  for (const { entries, name } of modules) {
    for (const { definition } of sorted(entries, name)) found.add(definition)
  }
  // A set that grows while it is walked is walked to its new end.
  for (const { members, inherits, name } of found) {
    for (const { definition } of sorted(members, name)) found.add(definition)
    for (const definition of inherits) found.add(definition)
  }
  const homes = new Map<string, Definition[]>()
  for (const definition of found) {
    const home = text(definition.module)
    addToList(homes, home, definition)
  }
  return [...homes.keys()]
    .sort(compare)
    .flatMap((home) =>
      (homes.get(home) ?? []).sort((one, other) => compare(text(one.name), text(other.name))),
    )
}

type Ancestors = Readonly<{ list: readonly Definition[]; continues: boolean }>

/** The shortest list that says it, when a list may continue with the ancestors of its last. */
function writtenAncestors({ inherits }: Definition): Ancestors {
  for (let length = 1; length < inherits.length; length += 1) {
    const rest = inherits[length - 1]?.inherits ?? []
    if (rest.length !== inherits.length - length) continue
    if (rest.every((one, i) => one === inherits[length + i])) {
      return { list: inherits.slice(0, length), continues: true }
    }
  }
  return { list: inherits, continues: false }
}

function writeAncestors(
  writer: ByteWriter,
  ancestors: readonly Ancestors[],
  numbers: ReadonlyMap<Definition, number>,
): void {
  const all = ancestors.flatMap(({ list }) => list)
  writeDifferences(writer, all, (definition) => numbers.get(definition) ?? -1)
}

type DefinitionName = Readonly<{
  module: RankedName
  prefix: RankedName | null
  last: RankedName
}>

/** `Session.get` is kept as `Session` and `get`: the parts are there as names of their own. */
function definitionName({ module, name }: Definition, names: NameRanks): DefinitionName {
  const whole = text(name)
  const dot = whole.lastIndexOf('.')
  return {
    module: names.of(text(module)),
    prefix: dot < 0 ? null : names.of(whole.slice(0, dot)),
    last: names.of(whole.slice(dot + 1)),
  }
}

/** Each as the difference from the one before it. */
function writeDifferences<T>(
  writer: ByteWriter,
  rows: readonly T[],
  numberOf: (row: T) => number,
): void {
  let previous = 0
  for (const row of rows) {
    const value = numberOf(row)
    writer.varint(zigzag(value - previous))
    previous = value
  }
}

/** Strictly ascending: the gaps. */
function writeGaps(writer: ByteWriter, list: readonly RankedName[]): void {
  let next = 0
  for (const { rank } of list) {
    writer.varint(rank - next)
    next = rank + 1
  }
}

function writeModules(writer: ByteWriter, modules: readonly ModuleTable[]): void {
  for (const module of modules) {
    const { isPublic, origin, state, deprecation } = module
    writer.varint(packModule({ isDeprecated: deprecation !== null, isPublic, origin, state }))
  }
  for (const { entries } of modules) writer.varint(entries.length)
}

function writeDefinitionNames(writer: ByteWriter, names: readonly DefinitionName[]): void {
  writeDifferences(writer, names, ({ module }) => module.rank)
  writeDifferences(writer, names, ({ prefix }) => (prefix === null ? 0 : prefix.rank + 1))
  writeDifferences(writer, names, ({ last }) => last.rank)
}

function writeDefinitions(writer: ByteWriter, definitions: readonly Definition[]): void {
  for (const definition of definitions) {
    const { kind, isOpen, isOpenInObjectsOnly = false, isAbstract = false } = definition
    const { isIndexed = false, deprecation } = definition
    const open = { isOpen, isOpenInObjectsOnly, isIndexed }
    writer.varint(packDefinition({ kind, isDeprecated: deprecation !== null, ...open, isAbstract }))
  }
  writeDifferences(writer, definitions, ({ line }) => line)
  for (const { bases } of definitions) writer.varint(bases.length)
  for (const { members } of definitions) writer.varint(members.length)
}

function writeEntries(
  writer: ByteWriter,
  lists: readonly (readonly Entry[])[],
  numbers: ReadonlyMap<Definition, number>,
): void {
  const entries = lists.flat()
  writeDifferences(writer, entries, ({ definition }) => numbers.get(definition) ?? -1)
  for (const entry of entries) writer.varint(packEntry(entry))
}

/** Only what is deprecated has a place in these columns. */
function deprecations(
  rows: readonly Readonly<{ deprecation: Deprecation | null }>[],
): readonly Deprecation[] {
  return rows.flatMap(({ deprecation }) => deprecation ?? [])
}

function writeTexts(
  writer: ByteWriter,
  modules: readonly ModuleTable[],
  definitions: readonly Definition[],
  unreadable: SymbolTable['unreadable'],
): void {
  const signatures = textPoolWriter()
  signatures.column(definitions.map(({ signature }) => maybeText(signature)))
  signatures.write(writer)
  const docs = textPoolWriter()
  docs.column(modules.map(({ doc }) => maybeText(doc)))
  docs.column(definitions.map(({ doc }) => maybeText(doc)))
  docs.write(writer)
  const words = textPoolWriter()
  words.column(modules.map(({ file }) => maybeText(file)))
  words.column(modules.map(({ stateReason }) => maybeText(stateReason)))
  words.column(deprecations(modules).map((mark) => maybeText(mark.text)))
  words.column(deprecations(modules).map(({ since }) => maybeText(since)))
  words.column(definitions.map(({ file }) => maybeText(file)))
  words.column(deprecations(definitions).map((mark) => maybeText(mark.text)))
  words.column(deprecations(definitions).map(({ since }) => maybeText(since)))
  words.column(definitions.flatMap(({ bases }) => bases.map(text)))
  words.column(unreadable.map(({ file }) => text(file)))
  words.column(unreadable.map(({ reason }) => text(reason)))
  words.write(writer)
}

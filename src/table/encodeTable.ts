// A symbol table as bytes. What they are depends on the table's content alone: lists are sorted
// here, and definitions are numbered by their home, not by when they were made.

import { packDefinition, packEntry, packModule } from './facts.ts'
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
  const names = collectNames(modules, definitions, lists)
  const numbers = new Map<Definition, number>()
  for (const definition of definitions) numbers.set(definition, numbers.size)
  const ancestors = definitions.map(writtenAncestors)
  writer.varint(modules.length)
  writer.varint(definitions.length)
  writer.varint(table.unreadable.length)
  writeNames(writer, [...names.keys()])
  writeModules(writer, modules, names)
  writeDefinitions(writer, definitions, names)
  for (const { list, goesOn } of ancestors) writer.varint(list.length * 2 + (goesOn ? 1 : 0))
  writeEntries(writer, lists, names, numbers)
  writeAncestors(writer, ancestors, numbers)
  writeTexts(writer, modules, definitions, table.unreadable)
  return writer.finish()
}

/** Names by rank: a Map keeps the order in which it was filled. */
type Ranks = ReadonlyMap<string, number>

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
    const there = homes.get(home)
    if (there === undefined) homes.set(home, [definition])
    else there.push(definition)
  }
  return [...homes.keys()]
    .sort(compare)
    .flatMap((home) =>
      (homes.get(home) ?? []).sort((one, other) => compare(text(one.name), text(other.name))),
    )
}

type Ancestors = Readonly<{ list: readonly Definition[]; goesOn: boolean }>

/** The shortest list that says it, when a list may go on with the ancestors of its last. */
function writtenAncestors({ inherits }: Definition): Ancestors {
  for (let length = 1; length < inherits.length; length += 1) {
    const rest = inherits[length - 1]?.inherits ?? []
    if (rest.length !== inherits.length - length) continue
    if (rest.every((one, i) => one === inherits[length + i])) {
      return { list: inherits.slice(0, length), goesOn: true }
    }
  }
  return { list: inherits, goesOn: false }
}

function writeAncestors(
  writer: ByteWriter,
  ancestors: readonly Ancestors[],
  numbers: ReadonlyMap<Definition, number>,
): void {
  let previous = 0
  for (const { list } of ancestors) {
    for (const definition of list) {
      const number = numbers.get(definition) ?? -1
      writer.varint(zigzag(number - previous))
      previous = number
    }
  }
}

/** `Session.get` is kept as `Session` and `get`: the parts are there as names of their own. */
function splitName(name: string): Readonly<{ prefix: string | null; last: string }> {
  const dot = name.lastIndexOf('.')
  if (dot < 0) return { prefix: null, last: name }
  return { prefix: name.slice(0, dot), last: name.slice(dot + 1) }
}

function collectNames(
  modules: readonly ModuleTable[],
  definitions: readonly Definition[],
  lists: readonly (readonly Entry[])[],
): Ranks {
  const names = new Set<string>()
  for (const { name } of modules) names.add(text(name))
  for (const { module, name } of definitions) {
    const { prefix, last } = splitName(text(name))
    names.add(text(module)).add(last)
    if (prefix !== null) names.add(prefix)
  }
  for (const list of lists) for (const { name } of list) names.add(text(name))
  const ranks = new Map<string, number>()
  for (const name of [...names].sort(compare)) ranks.set(name, ranks.size)
  return ranks
}

function rankIn(names: Ranks, name: string): number {
  const rank = names.get(name)
  if (rank === undefined) throw new TableError(`${JSON.stringify(name)} was not collected`)
  return rank
}

/** Each as the difference from the one before it. */
function writeDifferences(writer: ByteWriter, values: readonly number[]): void {
  let previous = 0
  for (const value of values) {
    writer.varint(zigzag(value - previous))
    previous = value
  }
}

/** Strictly ascending: the gaps. */
function writeGaps(
  writer: ByteWriter,
  list: readonly Readonly<{ name: string }>[],
  names: Ranks,
): void {
  let next = 0
  for (const { name } of list) {
    const rank = rankIn(names, text(name))
    writer.varint(rank - next)
    next = rank + 1
  }
}

function writeModules(writer: ByteWriter, modules: readonly ModuleTable[], names: Ranks): void {
  writeGaps(writer, modules, names)
  for (const module of modules) {
    writer.varint(packModule({ ...module, isDeprecated: module.deprecation !== null }))
  }
  for (const { entries } of modules) writer.varint(entries.length)
}

function writeDefinitions(
  writer: ByteWriter,
  definitions: readonly Definition[],
  names: Ranks,
): void {
  const split = definitions.map(({ name }) => splitName(text(name)))
  writeDifferences(
    writer,
    definitions.map(({ module }) => rankIn(names, text(module))),
  )
  writeDifferences(
    writer,
    split.map(({ prefix }) => (prefix === null ? 0 : rankIn(names, prefix) + 1)),
  )
  writeDifferences(
    writer,
    split.map(({ last }) => rankIn(names, last)),
  )
  for (const { kind, deprecation } of definitions) {
    writer.varint(packDefinition(kind, deprecation !== null))
  }
  writeDifferences(
    writer,
    definitions.map(({ line }) => line),
  )
  for (const { bases } of definitions) writer.varint(bases.length)
  for (const { members } of definitions) writer.varint(members.length)
}

function writeEntries(
  writer: ByteWriter,
  lists: readonly (readonly Entry[])[],
  names: Ranks,
  numbers: ReadonlyMap<Definition, number>,
): void {
  for (const list of lists) writeGaps(writer, list, names)
  let previous = 0
  for (const list of lists) {
    for (const { definition } of list) {
      const number = numbers.get(definition) ?? -1
      writer.varint(zigzag(number - previous))
      previous = number
    }
  }
  for (const list of lists) for (const entry of list) writer.varint(packEntry(entry))
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

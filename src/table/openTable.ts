// A table that is open: lookups and iteration over its columns. Texts are made when somebody asks
// for them, so that a lookup costs a few binary searches over numbers.

import { finishInTurns } from '../turns.ts'
import { findPath } from './findPath.ts'
import { ancestorsOf } from './format/ancestors.ts'
import {
  type Columns,
  hasEntries,
  type Marks,
  readColumns,
  readingColumns,
} from './format/columns.ts'
import {
  isAbstract,
  isDeprecated,
  isOpen,
  isOpenInObjectsOnly,
  isPublic,
  isTypeOnly,
  kindOf,
  originOf,
  stateOf,
} from './format/facts.ts'
import { furtherOf } from './format/furtherKeywords.ts'
import { gapReason, type TableGaps, withGaps } from './format/gaps.ts'
import { indexIn } from './format/indexIn.ts'
import { formatsOf } from './format/moduleFormats.ts'
import { unpackPayload, unpackPayloadAside } from './format/payload.ts'
import type { Deprecation } from './format/table.ts'
import { at } from './format/varints.ts'
import { hiddenIn, isHidden } from './hiddenDefinitions.ts'
import { entryRow, moduleRow, symbolRows } from './symbolRows.ts'
import type { DefinitionInfo, EntryInfo, FoundPath, ModuleInfo, OpenTable } from './tableView.ts'

/** Throws a `TableError` when the bytes are not a table, whole and consistent. */
export function openTable(bytes: Uint8Array, gaps: TableGaps | null = null): OpenTable {
  return tableOn(readColumns(unpackPayload(bytes)), gaps)
}

/** The same, unpacked aside and read in turns: for a process that has others to serve. */
export async function openTableAside(
  bytes: Uint8Array,
  gaps: TableGaps | null = null,
): Promise<OpenTable> {
  return tableOn(await finishInTurns(readingColumns(await unpackPayloadAside(bytes))), gaps)
}

function tableOn(read: Columns, gaps: TableGaps | null): OpenTable {
  const columns = gaps === null ? read : withGaps(read, gaps)
  const { names, modules, definitions, entries, unreadable, texts } = columns

  function findModule(name: string): number {
    const rank = names.find(name)
    return rank < 0 ? -1 : indexIn(modules.name, 0, modules.count, rank)
  }

  function module(number: number): ModuleInfo {
    const facts = at(modules.facts, number)
    const state = stateOf(facts)
    const stateReason = texts.words.text(at(modules.stateReason, number))
    return {
      name: names.text(at(modules.name, number)),
      isPublic: isPublic(facts),
      state,
      stateReason: state === 'gapped' && gaps !== null ? gapReason(gaps) : stateReason,
      doc: texts.docs.text(at(modules.doc, number)),
      deprecation: markOf(modules.deprecation, facts, number),
      file: texts.words.text(at(modules.file, number)),
      origin: originOf(facts),
      ...compiledIn(number),
      ...formats(number),
    }
  }

  function compiledIn(number: number): Pick<ModuleInfo, 'compiledIn'> {
    if (columns.compiled === null) return {}
    const { starts, files, file, pool } = columns.compiled
    const list = files.subarray(at(starts, number), at(starts, number + 1))
    if (list.length === 0) return {}
    return { compiledIn: Array.from(list, (one) => pool.text(at(file, one)) ?? '') }
  }

  function formats(number: number): Pick<ModuleInfo, 'formats'> {
    const formats = formatsOf(columns.formats, number)
    return formats === null ? {} : { formats }
  }

  function markOf({ row, text, since }: Marks, facts: number, number: number): Deprecation | null {
    if (!isDeprecated(facts)) return null
    const mark = at(row, number)
    return { text: texts.words.text(at(text, mark)), since: texts.words.text(at(since, mark)) }
  }

  function nameOf(number: number): string {
    const last = names.text(at(definitions.last, number))
    const prefix = at(definitions.prefix, number)
    return prefix === 0 ? last : `${names.text(prefix - 1)}.${last}`
  }

  function definition(number: number): DefinitionInfo {
    if (isHidden(columns, number)) return hiddenIn(columns).info(number)
    const facts = at(definitions.facts, number)
    const bases: string[] = []
    for (let i = at(definitions.baseStarts, number); i < at(definitions.baseStarts, number + 1); ) {
      bases.push(texts.words.text(at(definitions.bases, i++)) ?? '')
    }
    return {
      module: names.text(at(definitions.module, number)),
      name: nameOf(number),
      kind: kindOf(facts),
      signature: texts.signatures.text(at(definitions.signature, number)),
      deprecation: markOf(definitions.deprecation, facts, number),
      doc: texts.docs.text(at(definitions.doc, number)),
      file: texts.words.text(at(definitions.file, number)),
      line: at(definitions.line, number),
      bases,
      isOpen: isOpen(facts),
      ...(isOpenInObjectsOnly(facts) ? { isOpenInObjectsOnly: true } : {}),
      ...(isAbstract(facts) ? { isAbstract: true } : {}),
      ...furtherOf(definitions.further, number),
    }
  }

  function entry(number: number): EntryInfo {
    const facts = at(entries.facts, number)
    return {
      name: names.text(at(entries.name, number)),
      definition: at(entries.target, number),
      origin: originOf(facts),
      isPublic: isPublic(facts),
      isTypeOnly: isTypeOnly(facts),
    }
  }

  function* list(number: number): Iterable<EntryInfo> {
    for (let i = at(entries.starts, number); i < at(entries.starts, number + 1); i += 1) {
      yield entry(i)
    }
  }

  function* members(definition: number): Iterable<EntryInfo> {
    if (isHidden(columns, definition)) {
      yield* hiddenIn(columns).members(definition)
      return
    }
    const own = modules.count + definition
    const start = at(entries.starts, own)
    const end = at(entries.starts, own + 1)
    const found = new Map<number, number>()
    for (let i = start; i < end; i += 1) found.set(at(entries.name, i), i)
    for (const ancestor of ancestorsOf(definitions, definition)) {
      const list = modules.count + ancestor
      for (let i = at(entries.starts, list); i < at(entries.starts, list + 1); i += 1) {
        const rank = at(entries.name, i)
        if (!found.has(rank)) found.set(rank, i)
      }
    }
    // Ranks compare as the names do.
    for (const rank of Uint32Array.from(found.keys()).sort()) {
      const number = found.get(rank) ?? 0
      const isOwn = number >= start && number < end
      yield isOwn ? entry(number) : { ...entry(number), origin: 'inherited' }
    }
  }

  function hasMembers(definition: number): boolean {
    if (isHidden(columns, definition)) return [...members(definition)].length > 0
    if (hasEntries(columns, modules.count + definition)) return true
    for (const ancestor of ancestorsOf(definitions, definition)) {
      if (hasEntries(columns, modules.count + ancestor)) return true
    }
    return false
  }

  function find(moduleName: string, symbol: string): FoundPath | null {
    const number = findModule(moduleName)
    if (number < 0) return null
    const found = findPath(columns, number, symbol)
    return found === null ? null : { ...found, definition: at(entries.target, found.entry) }
  }

  const table: OpenTable = {
    counts: {
      modules: modules.count,
      definitions: definitions.count,
      entries: entries.count,
      unreadable: unreadable.count,
    },
    sizeBytes: columns.sizeBytes,
    gaps,
    nodes: columns.formats?.nodes ?? null,
    columns,
    findModule,
    find,
    lookup(moduleName, symbol) {
      if (symbol === '') {
        const number = findModule(moduleName)
        return number < 0 ? null : moduleRow(module(number))
      }
      const found = find(moduleName, symbol)
      if (found === null) return null
      const path = { module: moduleName, symbol }
      const row = entryRow(path, entry(found.entry), definition(found.definition))
      return found.isInherited ? { ...row, origin: 'inherited' } : row
    },
    module,
    *modules() {
      for (let i = 0; i < modules.count; i += 1) yield module(i)
    },
    entriesOf: (number) => list(number),
    membersOf: members,
    ownMembersOf: (number) =>
      isHidden(columns, number) ? members(number) : list(modules.count + number),
    ancestorsOf: (number) => (isHidden(columns, number) ? [] : ancestorsOf(definitions, number)),
    hasMembers,
    definition,
    rows: () => symbolRows(table),
    unreadable: () =>
      Array.from({ length: unreadable.count }, (_, i) => ({
        file: texts.words.text(at(unreadable.file, i)) ?? '',
        reason: texts.words.text(at(unreadable.reason, i)) ?? '',
      })),
    compiled: () =>
      Array.from(columns.compiled?.file ?? [], (one, number) => ({
        file: columns.compiled?.pool.text(one) ?? '',
        words: columns.compiled?.pool.text(at(columns.compiled.words, number)) ?? '',
      })),
    loose: () =>
      Array.from({ length: columns.loose?.count ?? 0 }, (_, i) => columns.loose?.text(i) ?? ''),
  }
  return table
}

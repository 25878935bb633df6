// The payload of a table as columns of numbers, every one of them checked: what is read here comes
// from a process that has read hostile files.

import { finish } from '../../domain/finish.ts'
import { TABLE_MAX_BYTES } from '../../limits.ts'
import { checkAncestors } from './ancestors.ts'
import { COMPILED_PART, type CompiledColumns, readCompiled } from './compiledWords.ts'
import { checkFacts, isDeprecated } from './facts.ts'
import { FURTHER_PART, type FurtherColumns, readFurther } from './furtherKeywords.ts'
import { HIDDEN_PART, type HiddenColumns, readHidden } from './hiddenTypes.ts'
import { startsOf } from './listStarts.ts'
import { LOOSE_PART, readLoose } from './looseNames.ts'
import { FORMATS_PART, type FormatColumns, readFormats } from './moduleFormats.ts'
import { type NamePool, readNames } from './namePool.ts'
import { TableError } from './tableError.ts'
import { type References, readTexts, type TextPool } from './textPool.ts'
import { at, type ByteReader, byteReader, unzigzag } from './varints.ts'

/** `starts` has one more element than there are lists: list i ends where list i + 1 starts. */
export type Columns = Readonly<{
  names: NamePool
  modules: Readonly<{
    count: number
    name: Uint32Array
    facts: Uint32Array
    file: References
    stateReason: References
    doc: References
    deprecation: Marks
  }>
  definitions: Readonly<{
    count: number
    module: Uint32Array
    /** Rank + 1 of what stands before the last dot of the name; 0 where there is no dot. */
    prefix: Uint32Array
    last: Uint32Array
    facts: Uint32Array
    line: Uint32Array
    file: References
    signature: References
    doc: References
    deprecation: Marks
    bases: References
    baseStarts: Uint32Array
    /** Definitions whose members are looked through next; see `ancestorsOf`. */
    ancestors: Uint32Array
    ancestorStarts: Uint32Array
    /** 1 where the list continues with that of its last. */
    continues: Uint8Array
    /** Null where nothing is told of any. */
    further: FurtherColumns | null
  }>
  /** First the lists of the modules, then the members of the definitions. */
  entries: Readonly<{
    count: number
    starts: Uint32Array
    name: Uint32Array
    target: Uint32Array
    facts: Uint32Array
  }>
  unreadable: Readonly<{ count: number; file: References; reason: References }>
  texts: Readonly<{ signatures: TextPool; docs: TextPool; words: TextPool }>
  /** Null where the table has none. */
  compiled: CompiledColumns | null
  /** Null where the table has none. */
  hidden: HiddenColumns | null
  /** The same. */
  loose: NamePool | null
  /** The same. */
  formats: FormatColumns | null
  /** It was made without packages that exist: see gaps.ts. */
  isGapped?: true
  /** Memory that all of it takes. */
  sizeBytes: number
}>

/** `row` says which row of `text` and `since` belongs to what is deprecated. */
export type Marks = Readonly<{ row: Uint32Array; text: References; since: References }>

/** Whether anything stands in a list. */
export function hasEntries({ entries }: Pick<Columns, 'entries'>, list: number): boolean {
  return at(entries.starts, list) < at(entries.starts, list + 1)
}

/** Throws a `TableError`. */
export function readColumns(payload: Buffer): Columns {
  return finish(readingColumns(payload))
}

/** The same, with a pause between two columns: those of the largest tables have a million rows. */
export function* readingColumns(payload: Buffer): Generator<undefined, Columns> {
  const reader = byteReader(payload)
  const moduleCount = reader.varint()
  const count = reader.varint()
  const unreadableCount = reader.varint()
  const names = readNames(reader, TABLE_MAX_BYTES)
  yield

  const moduleName = readGaps(reader, names.count, startsOf(Uint32Array.of(moduleCount)))
  const moduleFacts = reader.varints(moduleCount)
  const moduleEntries = reader.varints(moduleCount)

  const module = readDifferences(reader, count, names.count)
  const prefix = readDifferences(reader, count, names.count + 1)
  yield
  const last = readDifferences(reader, count, names.count)
  const facts = reader.varints(count)
  yield
  const line = readDifferences(reader, count, 2 ** 31)
  yield
  const baseStarts = startsOf(reader.varints(count))
  const members = reader.varints(count)
  const written = reader.varints(count)
  const continues = Uint8Array.from(written, (value) => value & 1)
  const ancestorStarts = startsOf(written.map((value) => value >>> 1))
  yield

  const starts = startsOf(moduleEntries, members)
  const entryCount = at(starts, moduleCount + count)
  const entryName = readGaps(reader, names.count, starts)
  yield
  const target = readDifferences(reader, entryCount, count)
  const entryFacts = reader.varints(entryCount)
  yield
  checkFacts({ modules: moduleFacts, definitions: facts, entries: entryFacts })
  yield
  const ancestors = readDifferences(reader, at(ancestorStarts, count), count)
  checkAncestors({ ancestors, ancestorStarts, continues })
  yield

  const moduleMarks = markRows(moduleFacts)
  const marks = markRows(facts)
  const signatures = readTexts(reader, [count])
  yield
  const docs = readTexts(reader, [moduleCount, count])
  yield
  const words = readTexts(reader, [
    moduleCount,
    moduleCount,
    moduleMarks.count,
    moduleMarks.count,
    count,
    marks.count,
    marks.count,
    at(baseStarts, count),
    unreadableCount,
    unreadableCount,
  ])
  yield
  let part = nextPart(reader)
  const further = part === FURTHER_PART ? readFurther(reader, count) : null
  if (further !== null) part = nextPart(reader)
  const compiled = part === COMPILED_PART ? readCompiled(reader, moduleCount) : null
  if (compiled !== null) part = nextPart(reader)
  const hidden = part === HIDDEN_PART ? readHidden(reader) : null
  if (hidden !== null) part = nextPart(reader)
  const loose = part === LOOSE_PART ? readLoose(reader) : null
  if (loose !== null) part = nextPart(reader)
  const formats = part === FORMATS_PART ? readFormats(reader, moduleCount) : null
  if (formats !== null) part = nextPart(reader)
  if (part !== null) throw new TableError('has a part that is not known here')
  reader.end()

  const word = (index: number) => columnOf(words.columns, index)
  checkPresent(word(7), word(8), word(9))
  const columns = {
    names,
    modules: {
      count: moduleCount,
      name: moduleName,
      facts: moduleFacts,
      file: word(0),
      stateReason: word(1),
      doc: columnOf(docs.columns, 0),
      deprecation: { row: moduleMarks.row, text: word(2), since: word(3) },
    },
    definitions: {
      count,
      module,
      prefix,
      last,
      facts,
      line,
      file: word(4),
      signature: columnOf(signatures.columns, 0),
      doc: columnOf(docs.columns, 1),
      deprecation: { row: marks.row, text: word(5), since: word(6) },
      bases: word(7),
      baseStarts,
      ancestors,
      ancestorStarts,
      continues,
      further,
    },
    entries: { count: entryCount, starts, name: entryName, target, facts: entryFacts },
    unreadable: { count: unreadableCount, file: word(8), reason: word(9) },
    texts: { signatures: signatures.pool, docs: docs.pool, words: words.pool },
    compiled,
    hidden,
    loose,
    formats,
  }
  return { ...columns, sizeBytes: payload.length + memoryOf(columns) }
}

/** The number that a part begins with which only some tables have; null at the end. */
function nextPart(reader: ByteReader): number | null {
  return reader.isAtEnd() ? null : reader.varint()
}

/** Views into the payload are counted with it, so this is a little too much. */
function memoryOf(group: object): number {
  let bytes = 0
  for (const value of Object.values(group)) {
    if (value instanceof Uint32Array || value instanceof Uint8Array) bytes += value.byteLength
    else if (typeof value === 'object' && value !== null) {
      bytes += 'sizeBytes' in value ? Number(value.sizeBytes) : memoryOf(value)
    }
  }
  return bytes
}

function columnOf(columns: readonly References[], index: number): References {
  const column = columns[index]
  if (column === undefined) throw new TableError('lacks a column')
  return column
}

/** Bases and unreadable files have no way to be none. */
function checkPresent(...columns: readonly References[]): void {
  for (const column of columns) {
    if (column.includes(0)) throw new TableError('lacks a text that must be there')
  }
}

/** Lists that are strictly ascending: sorted and without duplicates because they cannot be else. */
function readGaps(reader: ByteReader, bound: number, starts: Uint32Array): Uint32Array {
  const values = reader.varints(at(starts, starts.length - 1))
  let list = 0
  let next = 0
  for (let i = 0; i < values.length; i += 1) {
    while (at(starts, list) <= i) {
      if (at(starts, list) === i) next = 0
      list += 1
    }
    const value = next + at(values, i)
    if (value >= bound) throw new TableError('names something that it does not have')
    values[i] = value
    next = value + 1
  }
  return values
}

function readDifferences(reader: ByteReader, count: number, bound: number): Uint32Array {
  const values = reader.varints(count)
  let value = 0
  for (let i = 0; i < count; i += 1) {
    value += unzigzag(at(values, i))
    if (value < 0 || value >= bound) throw new TableError('names something that it does not have')
    values[i] = value
  }
  return values
}

/** Which row of the marks belongs to which row of the table. */
function markRows(facts: Uint32Array): Readonly<{ row: Uint32Array; count: number }> {
  const row = new Uint32Array(facts.length)
  let count = 0
  for (let i = 0; i < facts.length; i += 1) {
    row[i] = count
    if (isDeprecated(at(facts, i))) count += 1
  }
  return { row, count }
}

// Random tables against the plainest thing that could answer for them: the objects themselves.

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { TABLE_DEPTH_MAX } from '../../src/limits.ts'
import { encodePayload, encodeTable } from '../../src/table/format/encodeTable.ts'
import { packPayload, unpackPayload } from '../../src/table/format/payload.ts'
import type { Definition, Entry, SymbolRow, SymbolTable } from '../../src/table/format/table.ts'
import { TableError } from '../../src/table/format/tableError.ts'
import { openTable } from '../../src/table/openTable.ts'
import { decodeTable } from '../support/decodeTable.ts'
import { name, sorted, symbolTable } from './arbitraryTable.ts'

const COUNT = Number(process.env['ASSAY_TABLE_RUNS'] ?? 30)
const RUNS = { numRuns: COUNT }

function* expectedRows(table: SymbolTable): Generator<SymbolRow> {
  function* below(
    module: string,
    entries: readonly Entry[],
    parts: readonly string[],
    open: readonly Definition[],
  ): Generator<SymbolRow> {
    for (const entry of entries) {
      const path = [...parts, entry.name]
      yield rowOf(module, path, entry)
      if (open.includes(entry.definition) || path.length === TABLE_DEPTH_MAX) continue
      yield* below(module, membersBelow(entry.definition), path, [...open, entry.definition])
    }
  }
  for (const module of table.modules) {
    yield {
      module: module.name,
      symbol: '',
      kind: 'module',
      public: module.isPublic,
      signature: null,
      deprecated: module.deprecation !== null,
      deprecated_text: module.deprecation?.text ?? null,
      since_version: module.deprecation?.since ?? null,
      doc: module.doc,
      origin: module.origin,
      type_only: false,
      alias_of: null,
      file: module.file,
      line: module.file === null ? 0 : 1,
    }
    yield* below(module.name, module.entries, [], [])
  }
}

/** Own names, then those of each ancestor that are not there yet. */
function membersBelow({ members, inherits }: Definition): readonly Entry[] {
  let found = [...members]
  for (const ancestor of inherits) {
    const more = ancestor.members.filter((one) => !found.some(({ name }) => name === one.name))
    found = [...found, ...more.map((one) => ({ ...one, origin: 'inherited' as const }))]
  }
  return sorted(found)
}

function rowOf(module: string, parts: readonly string[], entry: Entry): SymbolRow {
  const { definition } = entry
  const home = [definition.module, definition.name].filter((text, i) => i === 0 || text !== '')
  const path = [module, ...parts].join('.')
  return {
    module,
    symbol: parts.join('.'),
    kind: definition.kind,
    public: entry.isPublic,
    signature: definition.signature,
    deprecated: definition.deprecation !== null,
    deprecated_text: definition.deprecation?.text ?? null,
    since_version: definition.deprecation?.since ?? null,
    doc: definition.doc,
    origin: entry.origin,
    type_only: entry.isTypeOnly,
    alias_of: home.join('.') === path ? null : home.join('.'),
    file: definition.file,
    line: definition.line,
  }
}

/** As far as a test can wait: circles of eight classes have very many paths. */
const ROWS_COMPARED = 3_000

function* first<T>(count: number, items: Iterable<T>): Generator<T> {
  let taken = 0
  for (const item of items) {
    if (taken++ >= count) return
    yield item
  }
}

describe('any table', () => {
  test('comes back as it was', () => {
    fc.assert(
      fc.property(symbolTable, (table) => {
        expect(decodeTable(encodeTable(table))).toEqual(table)
      }),
      RUNS,
    )
  })

  test('has the same bytes whatever the order of its lists and objects', () => {
    fc.assert(
      fc.property(symbolTable, fc.infiniteStream(fc.nat()), (table, random) => {
        const other = shuffled(table, () => random.next().value)
        expect(Buffer.compare(encodeTable(other), encodeTable(table))).toBe(0)
      }),
      RUNS,
    )
  })

  test('has rows for its paths, in order, and finds each of them', () => {
    fc.assert(
      fc.property(symbolTable, (table) => {
        const opened = openTable(encodeTable(table))
        const expected = [...first(ROWS_COMPARED, expectedRows(table))]
        expect([...first(ROWS_COMPARED, opened.rows())]).toEqual(expected)
        const byPath = new Map(expected.map((row) => [`${row.module}\n${row.symbol}`, row]))
        for (const row of byPath.values()) {
          expect(opened.lookup(row.module, row.symbol)).toEqual(row)
        }
      }),
      RUNS,
    )
  })

  test('finds what a walk over the objects finds, and nothing else', () => {
    const path = fc.array(name, { minLength: 1, maxLength: 4 })
    fc.assert(
      fc.property(symbolTable, fc.array(path, { minLength: 20, maxLength: 20 }), (table, asked) => {
        const opened = openTable(encodeTable(table))
        for (const module of table.modules) {
          for (const parts of asked) {
            const entry = walked(table, module.entries, parts)
            const expected = entry && rowOf(module.name, parts, entry)
            expect(opened.lookup(module.name, parts.join('.'))).toEqual(expected)
          }
        }
        for (const [parts = []] of [asked]) {
          const isModule = table.modules.some((module) => module.name === parts[0])
          expect(opened.findModule(parts[0] ?? '')).toSatisfy((n: number) => n >= 0 === isModule)
        }
      }),
      RUNS,
    )
  })

  test('lists modules and names in the order of code units', () => {
    fc.assert(
      fc.property(symbolTable, (table) => {
        const opened = openTable(encodeTable(table))
        const modules = [...opened.modules()].map((module) => module.name)
        expect(modules).toEqual(table.modules.map((module) => module.name).toSorted())
        for (const [number] of modules.entries()) {
          const names = [...opened.entriesOf(number)].map((entry) => entry.name)
          expect(names).toEqual(names.toSorted())
        }
      }),
      RUNS,
    )
  })
})

describe('damaged bytes', () => {
  test('are refused, or hold the very same table', () => {
    fc.assert(
      fc.property(symbolTable, manyFlips, (table, tries) => {
        const bytes = encodeTable(table)
        const payload = encodePayload(table)
        for (const places of tries) {
          const unpacked = attempt(() => unpackPayload(flipped(bytes, places)))
          if (unpacked !== null) expect(Buffer.compare(unpacked, payload)).toBe(0)
        }
      }),
      { numRuns: Math.ceil(COUNT * 0.4) },
    )
  })

  test('under a digest that fits are refused or read, and nothing else', () => {
    fc.assert(
      fc.property(symbolTable, manyFlips, (table, tries) => {
        const payload = encodePayload(table)
        for (const places of tries) {
          const opened = attempt(() => openTable(packPayload(flipped(payload, places))))
          if (opened === null) continue
          for (const row of first(50, opened.rows())) {
            expect(opened.lookup(row.module, row.symbol)?.module).toBe(row.module)
          }
          opened.unreadable()
        }
      }),
      { numRuns: Math.ceil(COUNT * 0.4) },
    )
  })

  test('are refused when they are cut short, at every length', () => {
    fc.assert(
      fc.property(symbolTable, (table) => {
        const bytes = encodeTable(table)
        for (let length = 0; length < bytes.length; length += 1) {
          expect(() => openTable(bytes.subarray(0, length))).toThrow(TableError)
        }
      }),
      { numRuns: Math.ceil(COUNT / 8) },
    )
  })
})

const flips = fc.array(fc.tuple(fc.nat(), fc.integer({ min: 1, max: 255 })), {
  minLength: 1,
  maxLength: 4,
})

const manyFlips = fc.array(flips, { minLength: 50, maxLength: 50 })

function flipped(bytes: Uint8Array, places: readonly (readonly [number, number])[]): Uint8Array {
  const copy = Uint8Array.from(bytes)
  for (const [at, flip] of places) {
    const place = at % copy.length
    copy[place] = (copy[place] ?? 0) ^ flip
  }
  return copy
}

function attempt<T>(work: () => T): T | null {
  try {
    return work()
  } catch (error) {
    if (error instanceof TableError) return null
    throw error
  }
}

function walked(
  table: SymbolTable,
  entries: readonly Entry[],
  parts: readonly string[],
): Entry | null {
  const [part, ...rest] = parts
  const entry = entries.find((candidate) => candidate.name === part) ?? null
  if (entry === null || rest.length === 0) return entry
  const { kind, name, module, members, inherits } = entry.definition
  // A module that stands under a name is gone through, unless it has members of its own.
  const isModule = kind === 'module' && name === '' && members.length + inherits.length === 0
  const meant = isModule ? table.modules.find((one) => one.name === module) : undefined
  return walked(table, meant?.entries ?? membersBelow(entry.definition), rest)
}

/** The same table made of other objects, in another order, its lists unsorted. */
function shuffled(table: SymbolTable, random: () => number): SymbolTable {
  const copies = new Map<Definition, Definition>()
  function mixed<T>(list: readonly T[]): T[] {
    return list
      .map((item) => ({ item, key: random() }))
      .sort((one, other) => one.key - other.key)
      .map(({ item }) => item)
  }
  function copy(definition: Definition): Definition {
    const known = copies.get(definition)
    if (known !== undefined) return known
    const members: Entry[] = []
    const inherits: Definition[] = []
    const made = { ...definition, members, inherits }
    copies.set(definition, made)
    members.push(...mixed(definition.members).map(entry))
    inherits.push(...definition.inherits.map(copy))
    return made
  }
  function entry(original: Entry): Entry {
    return { ...original, definition: copy(original.definition) }
  }
  const modules = mixed(table.modules).map((module) => ({
    ...module,
    entries: mixed(module.entries).map(entry),
    ...(module.compiledIn === undefined ? {} : { compiledIn: mixed(module.compiledIn) }),
  }))
  const { unreadable, compiled, hidden, loose } = table
  return {
    ...(table.nodes === undefined ? {} : { nodes: table.nodes }),
    modules: mixed(modules),
    unreadable,
    ...(compiled === undefined ? {} : { compiled: mixed(compiled) }),
    ...(hidden === undefined ? {} : { hidden: mixed(hidden) }),
    ...(loose === undefined ? {} : { loose: mixed(loose) }),
  }
}

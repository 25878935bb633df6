// The part of a payload of npm that says what Node loads for each module, by `import` and by `require`.
// It stands behind all others, and only in tables of packages whose modules were asked.

import type { LoadFormat, ModuleFormats, ModuleTable, SymbolTable } from './table.ts'
import { LOAD_FORMATS, WAITS } from './table.ts'
import { TableError } from './tableError.ts'
import { readTexts, type TextPool, textPoolWriter } from './textPool.ts'
import { at, type ByteReader, type ByteWriter } from './varints.ts'

/** The number that it begins with. */
export const FORMATS_PART = 14

/** `facts`: one number a module, 0 where nothing is told. `nodes`: the range of Node, as a text. */
export type FormatColumns = Readonly<{ facts: Uint32Array; nodes: string | null; pool: TextPool }>

const UNIT = 8
const REQUIRED = UNIT
const REQUIRED_BEFORE = UNIT ** 2
const WAITING = UNIT ** 3
const TOLD = WAITING * 4

export function writeFormats(
  writer: ByteWriter,
  modules: readonly ModuleTable[],
  nodes: SymbolTable['nodes'],
): void {
  const facts = modules.map(({ formats }) => (formats === undefined ? 0 : packFormats(formats)))
  if (facts.every((one) => one === 0)) return
  writer.varint(FORMATS_PART)
  for (const one of facts) writer.varint(one)
  const pool = textPoolWriter()
  pool.column([nodes?.toWellFormed() ?? null])
  pool.write(writer)
}

function packFormats({ imported, required, requiredBefore, waits }: ModuleFormats): number {
  const [one, other, before] = [imported, required, requiredBefore].map((format) =>
    LOAD_FORMATS.indexOf(format),
  )
  return (
    TOLD +
    (one ?? 0) +
    (other ?? 0) * REQUIRED +
    (before ?? 0) * REQUIRED_BEFORE +
    WAITS.indexOf(waits) * WAITING
  )
}

export function readFormats(reader: ByteReader, moduleCount: number): FormatColumns {
  const facts = reader.varints(moduleCount)
  for (const one of facts) if (one !== 0) unpackFormats(one)
  if (facts.every((one) => one === 0)) throw new TableError('has an empty list at its end')
  const { pool, columns } = readTexts(reader, [1])
  return { facts, nodes: pool.text(at(columns[0] ?? new Uint32Array(1), 0)), pool }
}

/** Null where the table says nothing of it. */
export function formatsOf(columns: FormatColumns | null, module: number): ModuleFormats | null {
  const facts = columns === null ? 0 : at(columns.facts, module)
  return facts === 0 ? null : unpackFormats(facts)
}

function unpackFormats(facts: number): ModuleFormats {
  const waits = WAITS[Math.floor(facts / WAITING) % 4]
  if (waits === undefined || facts < TOLD || facts >= 2 * TOLD)
    throw new TableError('says something that this version does not know')
  return {
    imported: formatAt(facts, 1),
    required: formatAt(facts, REQUIRED),
    requiredBefore: formatAt(facts, REQUIRED_BEFORE),
    waits,
  }
}

function formatAt(facts: number, unit: number): LoadFormat {
  const format = LOAD_FORMATS[Math.floor(facts / unit) % UNIT]
  if (format === undefined) throw new TableError('says something that this version does not know')
  return format
}

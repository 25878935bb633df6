// Tables of packages made of texts, and short ways to look into them.

import { expect } from 'vitest'
import { extractNpm, type NpmPackage } from '../../../src/extract/npm/extractNpm.ts'
import { encodeTable } from '../../../src/table/format/encodeTable.ts'
import type { Entry, SymbolTable } from '../../../src/table/format/table.ts'
import { type Files, packageOf } from './packageOf.ts'

export type Others = Readonly<Record<string, Readonly<{ files: Files; manifest?: unknown }>>>

const TYPED = { types: './index.d.ts' }

/** A package whose declarations begin at `index.d.ts`, and what it depends on. */
export function extracted(
  files: Files,
  others: Others = {},
  manifest: object = {},
  isKept = (_path: string) => true,
) {
  const packages = new Map<string, NpmPackage>(
    Object.entries(others).map(([name, one]) => [
      name,
      packageOf(one.files, one.manifest ?? TYPED, name),
    ]),
  )
  const ranges = Object.fromEntries([...packages.keys()].map((name) => [name, '^1.0.0']))
  const whole = packageOf(files, { ...TYPED, dependencies: ranges, ...manifest })
  const from = { ...whole, read: (path: string) => (isKept(path) ? whole.read(path) : null) }
  const dependencies = { get: (name: string) => packages.get(name) ?? null }
  const made = extractNpm(from, dependencies)
  const bytes = encodeTable(made.table)
  // What is parsed late, or not at all, leaves no trace in the table.
  const hasCode = from.entries.some((file) => /\.[cm]?js$/.test(file))
  for (const lateLengthMin of hasCode ? [1, Infinity] : []) {
    const { table } = extractNpm(from, dependencies, { lateLengthMin })
    expect(Buffer.compare(encodeTable(table), bytes)).toBe(0)
  }
  return made
}

export function tableOf(files: Files | string, others: Others = {}, manifest: object = {}) {
  const all = typeof files === 'string' ? { 'index.d.ts': files } : files
  return extracted(all, others, manifest).table
}

export function entriesOf(table: SymbolTable, module = '.'): readonly Entry[] {
  return table.modules.find(({ name }) => name === module)?.entries ?? []
}

/** `name kind`, with `type` where only type checkers see it. */
export function outline(table: SymbolTable, module = '.'): string[] {
  return entriesOf(table, module).map(
    ({ name, definition, isTypeOnly }) => `${name} ${definition.kind}${isTypeOnly ? ' -' : ''}`,
  )
}

/** The entry at a dotted path of the main module. Throws when there is none. */
export function entryAt(table: SymbolTable, path: string): Entry {
  let entries = entriesOf(table)
  let found: Entry | undefined
  for (const name of path.split('.')) {
    found = entries.find((entry) => entry.name === name)
    if (found === undefined) throw new Error(`there is no ${name} of ${path}`)
    entries = found.definition.members
  }
  if (found === undefined) throw new Error('an empty path leads nowhere')
  return found
}

export function membersAt(table: SymbolTable, path: string): string[] {
  return entryAt(table, path).definition.members.map(({ name }) => name)
}

export function signatureAt(table: SymbolTable, path: string): string | null {
  return entryAt(table, path).definition.signature
}

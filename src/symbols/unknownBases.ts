// Base classes that could not be followed: what they bring is not known.

import type { OpenTable } from '../table/openTable.ts'

/** Nothing that anybody asks for comes from these. */
const BARE: ReadonlySet<string> = new Set(['object', 'Generic', 'Protocol', 'ABC', 'type'])

/** Of the class that a path leads through last, all the way up. */
export function unknownBases(table: OpenTable, module: string, symbol: string): readonly string[] {
  const dot = symbol.lastIndexOf('.')
  const owner = dot < 0 ? null : table.find(module, symbol.slice(0, dot))
  if (owner === null) return []
  const ancestors = [...table.ancestorsOf(owner.definition)]
  const all = [owner.definition, ...ancestors].map((number) => table.definition(number))
  const known = new Set(all.map(({ name }) => lastPart(name)))
  const bases = all.flatMap(({ kind, bases: named }) => (kind === 'class' ? named : []))
  return [...new Set(bases.map(plainBase))].filter((base) => {
    const name = lastPart(base)
    return !known.has(name) && !BARE.has(name) && !base.startsWith('builtins.')
  })
}

function plainBase(base: string): string {
  return base.replace(/[[<].*/s, '')
}

function lastPart(name: string): string {
  return name.slice(Math.max(name.lastIndexOf('.'), name.lastIndexOf('#')) + 1)
}

// Types that are made to take for ever are compared within a bound, and what is past it is undecided.

import { describe, expect, test } from 'vitest'
import { diffTables } from '../../src/diff/diffTables.ts'
import { encodeTable } from '../../src/table/format/encodeTable.ts'
import { openTable } from '../../src/table/openTable.ts'
import { tableOf } from '../extract/npm/tableOf.ts'

function changes(from: string, to: string, more = ''): readonly string[] {
  const open = (text: string) => {
    const files = { 'index.d.ts': more === '' ? text : more, 'lib/all.d.ts': text }
    return openTable(encodeTable(tableOf(files)))
  }
  const diff = diffTables(
    { from: open(from), to: open(to) },
    {
      language: 'typescript',
      versions: { from: '1.0.0', to: '2.0.0' },
      write: (path) => path.join(' '),
    },
  )
  return diff.changed.map(({ symbol, reason }) => `${symbol}: ${reason}`)
}

const nested = (depth: number, leaf: string) =>
  `export interface Box<T> { x: T }\nexport declare function f(a: ${'Box<'.repeat(depth)}${leaf}${'>'.repeat(depth)}): void\n`

const laughs = (levels: number, width: number, leaf: string) =>
  Array.from({ length: levels }, (_, i) => {
    return `export type A${i} = [${Array(width)
      .fill(`A${i + 1}`)
      .join(', ')}]\n`
  }).join('') +
  `export type A${levels} = ${leaf}\nexport declare function f(a: A0, b: ${leaf}): void\n`

describe('hostile types', () => {
  test('each level asks both ways', () => {
    expect(changes(nested(38, 'string'), nested(38, 'any'))).toContain(
      '. f: type_changed_undecided',
    )
  })

  test('each name stands for many, and what is sure beside them is said', () => {
    expect(changes(laughs(12, 6, 'string'), laughs(12, 6, 'number'))).toContain(
      '. f: parameter_type_changed',
    )
  })

  test('the same ones change nothing', () => {
    expect(changes(nested(38, 'string'), nested(38, 'string'))).toEqual([])
    expect(changes(laughs(12, 6, 'string'), laughs(12, 6, 'string'))).toEqual([])
  })

  test('a long chain of names that no public path leads to', () => {
    const chain = (leaf: string) => {
      const links = Array.from({ length: 3_000 }, (_, i) => {
        return `export interface A${i} { x: A${i + 1} }\nexport declare function f${i}(a: A${i}): void\n`
      })
      return `${links.join('')}export interface A3000 { x: ${leaf} }\n`
    }
    const shown = `export { f0, f2999 } from './lib/all'`
    const found = changes(chain('string | null'), chain('string'), shown)
    // Past the bound nobody can tell, and that is said.
    expect(found).toEqual(['. f0: type_changed_undecided', '. f2999: parameter_type_narrowed'])
  })
})

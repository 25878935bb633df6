// Declarations and code under one roof: what the code adds to a table.

import { describe, expect, test } from 'vitest'
import { entryAt, extracted, membersAt, outline, tableOf } from './tableOf.ts'

const CJS = { main: './index.js', types: './index.d.ts' }

describe('default of CommonJS', () => {
  const files = {
    'index.d.ts': 'export declare function a(): void; export type T = 1',
    'index.js': 'exports.a = () => 1; exports.b = 2',
  }

  test('is the module itself, with what is declared of it', () => {
    const table = tableOf(files, {}, CJS)
    expect(outline(table)).toEqual(['T type -', 'a function', 'b constant', 'default namespace'])
    expect(membersAt(table, 'default')).toEqual(['a', 'b'])
    expect(entryAt(table, 'default')).toMatchObject({ origin: 'js', isTypeOnly: false })
    expect(entryAt(table, 'default.a').definition).toBe(entryAt(table, 'a').definition)
  })

  test.each([
    [
      'declared',
      { ...files, 'index.d.ts': 'declare const x: 1; export default x' },
      'constant dts',
    ],
    ['exported', { ...files, 'index.js': 'exports.default = function () {}' }, 'function js'],
  ])('is what is %s under that name', (_, some, expected) => {
    const { definition, origin } = entryAt(tableOf(some, {}, CJS), 'default')
    expect(`${definition.kind} ${origin}`).toBe(expected)
  })

  test('is none where `import` loads an ES module', () => {
    const exports = { '.': { types: './index.d.ts', import: './m.mjs', require: './index.js' } }
    const table = tableOf({ ...files, 'm.mjs': 'export const a = 1' }, {}, { exports })
    expect(outline(table)).toEqual(['T type -', 'a function', 'b constant'])
  })
})

describe('data', () => {
  const exports = { './d': './d.json', './package': './package.json', './l': './l.json' }
  const files = {
    'd.json': '{"a": {"x": 1}, "__proto__": 2}',
    'l.json': '[1, 2]',
    'package.json': '{"name": "pkg"}',
  }

  test('has its names and is a default, and nothing below them counts', () => {
    const { table } = extracted(files, {}, { exports })
    expect(outline(table, './d')).toEqual(['__proto__ constant', 'a constant', 'default constant'])
    expect(outline(table, './l')).toEqual(['default constant'])
    const a = table.modules.find(({ name }) => name === './d')?.entries.find((e) => e.name === 'a')
    expect(a?.definition.members).toEqual([])
  })

  test('of the manifest is nobody’s API', () => {
    const { table } = extracted(files, {}, { exports })
    expect(
      table.modules.map(({ name, isPublic, state }) => `${name} ${isPublic} ${state}`),
    ).toEqual(['./d true complete', './l true complete', './package false complete'])
  })
})

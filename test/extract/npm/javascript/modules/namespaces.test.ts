import { describe, expect, test } from 'vitest'
import { readJavaScript } from '../../../../../src/extract/npm/javascript/readJavaScript.ts'
import { packageOf } from '../../packageOf.ts'
import { definitionOf, moduleOf, namesOf, reader } from '../readPackage.ts'

describe('exports of ES modules', () => {
  test.each([
    ['declarations', 'export const a = 1; export function b() {}'],
    ['patterns', 'export const { a, x: [b] } = y'],
    ['classes and default', 'export class a {}; const b = 1; export { b }'],
    ['other names', 'const x = 1; export { x as a, x as "b" }'],
    [
      'imports handed on',
      "import { x } from './x.js'; export { x as a }; export { x as b } from './x.js'",
    ],
    ['namespaces', "export * as a from './x.js'; import * as n from './x.js'; export { n as b }"],
  ])('%s', (_, source) => {
    expect(namesOf({ 'index.js': source, 'x.js': 'export const x = 1' })).toEqual(['a', 'b'])
    expect(moduleOf(source).state).toBe('complete')
  })

  test('default is a name, and is not handed on by a star', () => {
    expect(namesOf('export default function () {}')).toEqual(['default'])
    const files = {
      'index.js': "export * from './x.js'",
      'x.js': 'export default 1; export const a = 1',
    }
    expect(namesOf(files)).toEqual(['a'])
  })

  test('what an ES module gives to `require` has names too', () => {
    const source =
      'const all = { a: 1, b() {} }; export { all as default, all as "module.exports" }'
    expect(namesOf(source)).toEqual(['a', 'b', 'default'])
    expect(moduleOf(source).state).toBe('complete')
    expect(moduleOf('export { x as "module.exports" }; const x = made()').state).toBe('dynamic')
    expect(reader({ 'index.js': source }).fixedNames('index.js')).toBeNull()
  })

  test('stars through cycles, and over CommonJS', () => {
    const files = {
      'index.js': "export * from './x.js'; export * from './y.cjs'; export const a = 1",
      'x.js': "export * from './index.js'; export * from './z.js'; export const b = 1",
      'z.js': "export * from './x.js'; export const c = 1",
      'y.cjs': 'exports.d = 1; exports.default = 1',
    }
    expect(namesOf(files)).toEqual(['a', 'b', 'c', 'd'])
  })

  test('a star over what was not given leaves a doubt', () => {
    const files = {
      'index.js': "export * from 'dep'; export { x } from 'other'; export const a = 1",
    }
    const read = reader(files)
    expect(read.module('index.js')).toMatchObject({
      state: 'dynamic',
      reason: 'dep was not looked at',
    })
    expect([...read.wanted.keys()]).toEqual(['dep'])
    expect(definitionOf(files, 'x')).toMatchObject({ from: 'other#x', open: null })
    expect(namesOf(files, { dep: { 'index.js': 'export const b = 1' } })).toEqual(['a', 'b', 'x'])
  })

  test('many modules that export each other whole', () => {
    const files: Record<string, string> = {}
    for (let i = 0; i < 60; i++) {
      const stars = Array.from({ length: 60 }, (_, j) => `export * from './m${j}.js'`)
      files[`m${i}.js`] = `${stars.join('\n')}\nexport const n${i} = ${i}`
    }
    files['index.js'] = "export * from './m0.js'"
    expect(namesOf(files)).toHaveLength(60)
  })

  test('the names stand even if the module cannot be followed', () => {
    const source = 'export const a = 1; throw new Error(); export const b = 2'
    expect(moduleOf(source)).toMatchObject({ state: 'complete' })
    expect(namesOf(source)).toEqual(['a', 'b'])
  })
})

describe('names that cannot be linked are no names', () => {
  test.each([
    [
      'given by two modules',
      "export * from './x.js'; export * from './y.js'",
      'export const a = 1, b = 1',
      'export const b = 2, c = 2',
      ['a', 'c'],
    ],
    [
      'the same thing on two ways',
      "export * from './x.js'; export * from './y.js'",
      'export const a = 1',
      "export { a } from './x.js'; export const c = 1",
      ['a', 'c'],
    ],
    [
      'the own name comes first',
      "export * from './x.js'; export * from './y.js'; export const b = 0",
      'export const b = 1',
      'export const b = 2',
      ['b'],
    ],
    [
      'hidden by the module between',
      "export * from './x.js'",
      "export const a = 1; export * from './y.js'",
      'export const a = 2, b = 2',
      ['a', 'b'],
    ],
    [
      'handed on by a module that has it not',
      "export { a, b } from './x.js'",
      'export const a = 1',
      '',
      ['a'],
    ],
    [
      'imported from there',
      "import { a, b } from './x.js'; export { a, b }",
      "export * from './y.js'",
      'export const b = 1',
      ['b'],
    ],
    [
      'left alone where it cannot be seen',
      "export { a } from './x.js'; export { b } from 'elsewhere'",
      'exports.a = 1',
      '',
      ['a', 'b'],
    ],
  ])('%s', (_, index, x, y, expected) => {
    expect(namesOf({ 'index.js': index, 'x.js': x, 'y.js': y })).toEqual(expected)
  })
})

test('a module by its manifest has no names of CommonJS', () => {
  const files = { 'index.js': 'globalThis.x = 1', 'package.json': '{}' }
  const from = packageOf(files, { type: 'module' })
  expect(readJavaScript(from).module('index.js')).toMatchObject({ format: 'esm', main: null })
})

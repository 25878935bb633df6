import { describe, expect, test } from 'vitest'
import { readJavaScript } from '../../../../src/extract/npm/javascript/readJavaScript.ts'
import { packageOf } from '../packageOf.ts'
import { definitionOf, moduleOf, namesOf, reader } from './readPackage.ts'

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

describe('definitions', () => {
  const source = `
/**
 * Adds.
 *
 * @deprecated since 2.1.0, use \`sum\`
 *   of the other module.
 * @param a one
 */
export function add(a, b = 1, { c, d }, [e], ...rest) {}

/** Base. */
class Base {
  base() {}
  static make() {}
  fromBase = 1
}
/** A thing. */
export class Thing extends Base {
  #secret = 1
  field
  static count = 0
  /** Makes one. */
  constructor(options = {}) { super(); this.made = true; (() => { this.late = 1 })(); function f() { this.other = 1 } }
  /** Runs. */
  run(x) {}
  get size() { return 1 }
  async *[Symbol.iterator]() {}
}
/** Five. */
export const FIVE = 5
export const table = { a: 1, deep: { b() {} } }
export function Old() { this.x = 1 }
Old.prototype.go = function (y) {}
Old.of = () => {}
`

  test('kinds, lines, documents, signatures', () => {
    expect(definitionOf(source, 'add')).toMatchObject({
      kind: 'function',
      line: 9,
      file: 'index.js',
      doc: 'Adds.',
      signature: '(a, b?, { c, d }, [e], ...rest)',
      deprecation: { text: 'since 2.1.0, use `sum` of the other module.', since: '2.1.0' },
    })
    expect(definitionOf(source, 'FIVE')).toMatchObject({ kind: 'constant', line: 30, doc: 'Five.' })
    expect(definitionOf(source, 'Thing')).toMatchObject({
      kind: 'class',
      doc: 'A thing.',
      signature: '(options?)',
    })
  })

  test('members of classes, inherited ones too', () => {
    const thing = definitionOf(source, 'Thing')
    const rows = thing.members.map(({ name, definition, isStatic, isInherited }) =>
      [name, definition.kind, isStatic ? 'static' : '', isInherited ? 'inherited' : '']
        .join(' ')
        .trim(),
    )
    expect(rows).toEqual([
      'base method  inherited',
      'count attribute static',
      'field attribute',
      'fromBase attribute  inherited',
      'late attribute',
      'made attribute',
      'make method static inherited',
      'run method',
      'size property',
    ])
    expect(definitionOf(source, 'Thing.run')).toMatchObject({ doc: 'Runs.', signature: '(x)' })
  })

  test('functions that are classes, and objects with names', () => {
    const old = definitionOf(source, 'Old')
    expect(old.kind).toBe('class')
    expect(old.members.map(({ name }) => name)).toEqual(['go', 'of', 'x'])
    expect(definitionOf(source, 'table.deep.b')).toMatchObject({
      kind: 'function',
      signature: '()',
    })
  })

  test('heritage by helpers', () => {
    const inherits = `var util = require('util'); function A() {} A.prototype.a = function () {}
      function B() { this.own = 1 } util.inherits(B, A); B.prototype.b = function () {}; exports.B = B`
    expect(definitionOf(inherits, 'B').members.map(({ name }) => name)).toEqual([
      'a',
      'b',
      'own',
      'super_',
    ])
  })
})

describe('places', () => {
  test('a constant that is handed on is where it is declared', () => {
    const files = {
      'index.js': "import { x } from './x.js'\nexport { x }\nexport { x as y } from './x.js'",
      'x.js': '\n\n/** The x. */\nexport const x = 1',
    }
    for (const name of ['x', 'y'])
      expect(definitionOf(files, name)).toMatchObject({ file: 'x.js', line: 4, doc: 'The x.' })
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

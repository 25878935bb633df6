import { describe, expect, test } from 'vitest'
import { definitionOf } from './readPackage.ts'

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

// What another package defines, below something of this one.

import { describe, expect, test } from 'vitest'
import { diffTables } from '../../src/diff/diffTables.ts'
import { writePath } from '../../src/domain/names/symbolPath.ts'
import { encodeTable } from '../../src/table/format/encodeTable.ts'
import { openTable } from '../../src/table/openTable.ts'
import { tableOf } from '../extract/npm/tableOf.ts'

const LOGGER =
  "import { Base } from 'dep'\nexport interface Logger extends Base { level: string }\nexport declare const logger: Logger\n"

function opened(types: string, dep: string) {
  return openTable(encodeTable(tableOf(types, { dep: { files: { 'index.d.ts': dep } } })))
}

function changed(from: ReturnType<typeof opened>, to: ReturnType<typeof opened>) {
  const write = (path: readonly string[]) => writePath('npm', 'pkg', path)
  const versions = { from: '1.0.0', to: '1.1.0' }
  return diffTables({ from, to }, { language: 'typescript', versions, write }).changed.map(
    ({ symbol }) => symbol,
  )
}

const [OLD, NEW] = ['export interface Base { x: string }', 'export interface Base { x: number }']

test('is a matter of that package, also where the newer release passes it on itself', () => {
  expect(changed(opened(LOGGER, OLD), opened(LOGGER, NEW))).toEqual([])
  const passing = `${LOGGER}export { Base } from 'dep'\n`
  expect(changed(opened(LOGGER, OLD), opened(passing, NEW))).toEqual([])
})

test('is gone, or must be given, where the two releases ask for other releases of that package', () => {
  const less = opened(LOGGER, 'export interface Base { y: string; z?: string }')
  const found = (apart: readonly string[]) => {
    const { removed, added, noted } = diffTables(
      { from: opened(LOGGER, OLD), to: less },
      {
        language: 'typescript',
        versions: { from: '1.0.0', to: '1.1.0' },
        write: (path) => writePath('npm', 'pkg', path),
        apart: new Set(apart),
      },
    )
    const demanded = added.map(({ symbol, isDemanded }) => `${symbol} ${isDemanded}`)
    return { removed: removed.map(({ symbol }) => symbol), demanded, noted: [...noted] }
  }
  expect(found([])).toEqual({ removed: [], demanded: [], noted: ['dep'] })
  expect(found(['dep'])).toEqual({
    removed: ['pkg.Logger.x'],
    demanded: ['pkg.Logger.y true'],
    noted: ['dep'],
  })
})

test('is gone, or must be given, where the base is one of another package now, however far below', () => {
  const others = {
    dep: { files: { 'index.d.ts': 'export interface Base { a?: string; x?: string }' } },
    dep2: { files: { 'index.d.ts': 'export interface Base { a?: string; y: string }' } },
  }
  const types = (of: string) =>
    [
      `import { Base } from '${of}'`,
      'export interface AboveOptions extends Options { b?: string }',
      'export interface Options extends Base { level?: string }',
      'export declare function f(options: AboveOptions): void',
    ].join('\n')
  const table = (of: string) => openTable(encodeTable(tableOf(types(of), others)))
  const found = (from: string, to: string) => {
    const { removed, added } = diffTables(
      { from: table(from), to: table(to) },
      {
        language: 'typescript',
        versions: { from: '1.0.0', to: '1.1.0' },
        write: (path) => writePath('npm', 'pkg', path),
      },
    )
    const demanded = added.filter(({ isDemanded }) => isDemanded)
    return [removed, demanded].map((rows) => rows.map(({ symbol }) => symbol))
  }
  expect(found('dep', 'dep2')).toEqual([['pkg.AboveOptions.x'], ['pkg.AboveOptions.y']])
  expect(found('dep', 'dep')).toEqual([[], []])
})

test('is another one where the two releases ask for other releases of that package', () => {
  const found = (types: string, apart: readonly string[]) => {
    const { changed, noted } = diffTables(
      { from: opened(LOGGER, OLD), to: opened(LOGGER, types) },
      {
        language: 'typescript',
        versions: { from: '1.0.0', to: '1.1.0' },
        write: (path) => writePath('npm', 'pkg', path),
        apart: new Set(apart),
      },
    )
    return { changed: changed.map(({ symbol }) => symbol), noted: [...noted] }
  }
  expect(found(NEW, [])).toEqual({ changed: [], noted: ['dep'] })
  expect(found(NEW, ['dep'])).toEqual({ changed: ['pkg.Logger.x'], noted: ['dep'] })
  expect(found(OLD, ['dep'])).toEqual({ changed: [], noted: [] })
})

test('is another one by what the base is given for its type parameters, which its table tells', () => {
  const list = "import { Base } from 'dep'\nexport interface List extends Base<string> {}\n"
  const types = (item: string) =>
    `interface Root<U> { x: ${item} }\nexport interface Base<T> extends Root<T[]> { y: T }\n`
  const alone = (text: string) => new Map([['dep', openTable(encodeTable(tableOf(text)))]])
  const found = (item: string, isGiven: boolean) => {
    const { changed } = diffTables(
      { from: opened(list, types('U')), to: opened(list, types(item)) },
      {
        language: 'typescript',
        versions: { from: '1.0.0', to: '1.1.0' },
        write: (path) => writePath('npm', 'pkg', path),
        apart: new Set(['dep']),
        ...(isGiven ? { others: { from: alone(types('U')), to: alone(types(item)) } } : {}),
      },
    )
    return changed.map(({ symbol, reason }) => `${symbol} ${reason}`)
  }
  expect(found('U | null', true)).toEqual(['pkg.List.x type_widened'])
  expect(found('string[]', true)).toEqual([])
  expect(found('U | null', false)).toEqual(['pkg.List.x type_changed_undecided'])
})

test('is compared where both releases pass it on', () => {
  const passing = `${LOGGER}export { Base } from 'dep'\n`
  expect(changed(opened(passing, OLD), opened(passing, NEW))).toEqual(['pkg.Base.x'])
})

test('is not compared with code of before there were declarations', () => {
  const code = { 'index.js': `module.exports = require('dep')` }
  const dep = { dep: { files: { 'index.js': 'module.exports = class A { a() {} }' } } }
  const from = openTable(encodeTable(tableOf(code, dep)))
  const typed = { ...code, 'index.d.ts': 'declare function f(a: string): void\nexport = f' }
  const to = openTable(encodeTable(tableOf(typed, dep)))
  expect(changed(from, to)).toEqual([])
})

describe('a type of another package that a signature only names', () => {
  type Sides = Readonly<{ from: string; to: string }>

  function decided(own: Sides, others: Readonly<Record<string, Sides>>) {
    const open = (types: string) => openTable(encodeTable(tableOf(types)))
    const tables = { from: open(own.from), to: open(own.to) }
    const side = (which: keyof Sides) =>
      new Map(Object.entries(others).map(([name, texts]) => [name, open(texts[which])]))
    const { changed, wanted } = diffTables(tables, {
      language: 'typescript',
      versions: { from: '1.0.0', to: '1.1.0' },
      write: (path) => writePath('npm', 'pkg', path),
      others: { from: side('from'), to: side('to') },
    })
    return {
      changed: changed.map(({ symbol, reasons }) => `${symbol}: ${reasons.join(', ')}`),
      wanted: { from: [...wanted.from], to: [...wanted.to] },
    }
  }

  const READ = {
    from: "import { RawMap } from 'maps'\nexport declare function read(): RawMap | null\n",
    to: "import { EncodedMap } from '@maps/trace'\nexport declare function read(): EncodedMap | null\n",
  }

  test('is wanted of both packages where they are not given, and undecided', () => {
    expect(decided(READ, {})).toEqual({
      changed: ['pkg.read: type_changed_undecided'],
      wanted: { from: ['maps'], to: ['@maps/trace'] },
    })
  })

  test('is decided by the tables of both packages, through names of their own', () => {
    const maps = 'export interface RawMap { version: string; names: string[] }\n'
    const trace = (version: string) =>
      `interface Base { version: ${version} }\nexport interface EncodedMap extends Base { names: Names }\nexport type Names = string[]\n`
    const given = (version: string) => ({
      maps: { from: maps, to: maps },
      '@maps/trace': { from: trace(version), to: trace(version) },
    })
    expect(decided(READ, given('number'))).toEqual({
      changed: ['pkg.read: return_type_changed'],
      wanted: { from: [], to: [] },
    })
    expect(decided(READ, given('string')).changed).toEqual(['pkg.read: type_rewritten'])
  })

  test('means what its own package means by a name that this one has as well', () => {
    const own = {
      from: "import { Box } from 'boxes'\nexport interface Item { a: string }\nexport declare function f(): Box\n",
      to: 'export interface Item { a: string }\nexport declare function f(): { item: Item }\n',
    }
    const boxes = 'export interface Item { b: number }\nexport interface Box { item: Item }\n'
    expect(decided(own, { boxes: { from: boxes, to: boxes } }).changed).toEqual([
      'pkg.f: return_type_changed',
    ])
  })

  test('tells which way the arguments of a type go that both releases name', () => {
    const own = {
      from: "import { Sink } from 'sinks'\nexport declare function f(): Sink<string>\n",
      to: "import { Sink } from 'sinks'\nexport declare function f(): Sink<string | number>\n",
    }
    const sinks = 'export interface Sink<T> { put: (one: T) => void }\n'
    const source = 'export interface Sink<T> { get: () => T }\n'
    expect(decided(own, {}).changed).toEqual(['pkg.f: type_changed_undecided'])
    expect(decided(own, { sinks: { from: sinks, to: sinks } }).changed).toEqual([
      'pkg.f: return_type_narrowed',
    ])
    expect(decided(own, { sinks: { from: source, to: source } }).changed).toEqual([
      'pkg.f: return_type_widened',
    ])
  })

  test('tells that what is taken and handed out must stay the same', () => {
    const own = {
      from: "import { Ref } from 'refs'\nexport declare function f(a: Ref<string>): void\n",
      to: "import { Ref } from 'refs'\nexport declare function f(a: Ref<string | number>): void\n",
    }
    const refs = 'export interface Ref<T> { value: T; set: (one: T) => void }\n'
    expect(decided(own, {}).changed).toEqual(['pkg.f: type_changed_undecided'])
    expect(decided(own, { refs: { from: refs, to: refs } }).changed).toEqual([
      'pkg.f: parameter_type_changed',
    ])
  })

  describe('with the events that it knows', () => {
    const emitter =
      'export declare class Emitter<E = Record<string, any>> { emit<N extends keyof E>(name: N, event: E[N]): void }\n'
    const dep = { dep: { from: emitter, to: emitter } }
    const own = (from: string, to: string) => ({
      from: `import { Emitter } from 'dep'\nexport declare class K ${from}\n`,
      to: `import { Emitter } from 'dep'\nexport declare class K ${to}\n`,
    })

    test('refuses the others, in a member and in a base', () => {
      const member = own('{ e: Emitter }', '{ e: Emitter<{ end: number }> }')
      expect(decided(member, dep).changed).toEqual(['pkg.K.e: type_changed'])
      const base = own('extends Emitter {}', 'extends Emitter<{ end: number }> {}')
      expect(decided(base, dep).changed).toEqual(['pkg.K: type_changed'])
      expect(decided(base, {})).toEqual({
        changed: ['pkg.K: type_changed_undecided'],
        wanted: { from: ['dep'], to: ['dep'] },
      })
    })

    test('takes what it took where it knows one more', () => {
      const base = own(
        'extends Emitter<{ end: number }> {}',
        'extends Emitter<{ end: number; begin: number }> {}',
      )
      const severe = decided(base, dep).changed.filter((one) => !one.endsWith('undecided'))
      expect(severe).toEqual([])
    })
  })

  test('has members whose names are no names of types', () => {
    const own = {
      from: "export declare function f(): { 'aria-label': string; 'a/b': Date }\n",
      to: "import { Labels } from 'labels'\nexport declare function f(): Labels\n",
    }
    const labels = "export interface Labels { 'aria-label': string; 'a/b': Date }\n"
    expect(decided(own, { labels: { from: labels, to: labels } }).changed).toEqual([
      'pkg.f: type_rewritten',
    ])
  })

  test('is the same where both releases write it, whatever its package made of it', () => {
    const text = "import { Box } from 'boxes'\nexport declare function f(): Box"
    const own = { from: `${text}\n`, to: `${text} | null\n` }
    const boxes = {
      from: 'export interface Box { a: string }\n',
      to: 'export interface Box { a: number }\n',
    }
    expect(decided(own, { boxes }).changed).toEqual(['pkg.f: return_type_widened'])
  })

  test("of Node itself is nobody's to open", () => {
    const own = {
      from: "import { Socket } from 'net'\nexport declare function f(): Socket\n",
      to: "import { BlockList } from 'node:net'\nexport declare function f(): BlockList\n",
    }
    expect(decided(own, {}).wanted).toEqual({ from: [], to: [] })
  })
})

describe('what another package makes of a value of this one', () => {
  const DEP = [
    'export declare abstract class Type<O = any, I = O> { readonly _output: O; readonly _input: I; private cached }',
    'export declare class Text extends Type<string> {}',
    'export declare class Shape<S, O, I = O> extends Type<O, I> { readonly shape: S }',
    "export type infer<T extends Type<any, any>> = T['_output']",
    "export type input<T extends Type<any, any>> = T['_input']",
  ].join('\n')
  const own = (shape: string, output: string, rest: string) =>
    `import * as s from 'dep'\nexport declare const schema: s.Shape<${shape}, ${output}>\n${rest}\n`
  const [FEW, MANY] = ['{ a: s.Text }', '{ a: s.Text; b: s.Text }']
  const NAMED =
    'export type Options = s.infer<typeof schema>\nexport declare function f(a: Options): void'
  const write = (path: readonly string[]) => writePath('npm', 'pkg', path)
  const compared = {
    language: 'typescript',
    versions: { from: '1.0.0', to: '1.1.0' },
    write,
  } as const

  test('demands a member more of those who give it', () => {
    const diff = diffTables(
      {
        from: opened(own(FEW, '{ a: string }', NAMED), DEP),
        to: opened(own(MANY, '{ a: string; b: string }', NAMED), DEP),
      },
      compared,
    )
    expect(diff.added.filter((one) => one.isDemanded).map(({ symbol }) => symbol)).toEqual([
      'pkg.Options.b',
    ])
  })

  test('demands what an interface has beside the type that its alias stood for', () => {
    const base = "import * as s from 'dep'\nexport declare function f(a: Options): void\n"
    const from = opened(`${base}export type Options = s.Shape<{}, {}>\n`, DEP)
    const below = `${base}export interface Options extends s.Shape<{}, {}> { more: boolean }\n`
    const diff = diffTables({ from, to: opened(below, DEP) }, compared)
    expect(diff.added).toMatchObject([{ symbol: 'pkg.Options.more', isDemanded: true }])
    expect(diff.changed.map(({ reasons }) => reasons)).toEqual([['type_rewritten']])
  })

  test('demands nothing that may be left out, nor what its own package has new', () => {
    const from = opened(own(FEW, '{ a: string }', NAMED), DEP)
    const to = opened(own(MANY, '{ a: string; b?: string }', NAMED), DEP)
    const shapes = 'export type Shape = s.Shape<{}, {}>'
    const more = DEP.replace('readonly shape: S', 'readonly shape: S; readonly more: string')
    for (const tables of [
      { from, to },
      {
        from: opened(own(FEW, '{ a: string }', shapes), DEP),
        to: opened(own(FEW, '{ a: string }', shapes), more),
      },
    ]) {
      const diff = diffTables(tables, compared)
      expect(diff.added.some((one) => one.isDemanded)).toBe(false)
      expect(diff.changed.every(({ severity }) => severity !== 'breaking')).toBe(true)
    }
  })

  describe('where a parameter is of it', () => {
    const TAKEN = 'export declare function f(a: s.infer<typeof schema>): void'
    const open = (types: string) => openTable(encodeTable(tableOf(types)))
    const changes = (before: string, after: string, isGiven: boolean) => {
      const tables = {
        from: open(own(FEW, before, TAKEN)),
        to: open(own(MANY, after, TAKEN)),
      }
      const dep = new Map(isGiven ? [['dep', open(DEP)]] : [])
      return diffTables(tables, { ...compared, others: { from: dep, to: dep } }).changed.flatMap(
        ({ symbol, reasons }) => (symbol === 'pkg.f' ? reasons : []),
      )
    }

    test('is undecided without the table of that package', () => {
      const found = changes('{ a: string }', '{ a: string; b: string }', false)
      expect(found).toEqual(['type_changed_undecided'])
    })

    test('is decided by that table, through what a base is given', () => {
      const found = changes('{ a: string }', '{ a: string; b: string }', true)
      expect(found).toEqual(['parameter_type_narrowed'])
      expect(changes('{ a: string }', '{ a: string; b?: string }', true)).toEqual([])
    })
  })
})

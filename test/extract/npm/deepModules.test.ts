// Paths into a package that no `exports` closes: every file that can be asked for is a module, and
// none of them is an entry point.

import { describe, expect, test } from 'vitest'
import { findSymbol } from '../../../src/symbols/findSymbol.ts'
import { encodeTable } from '../../../src/table/format/encodeTable.ts'
import type { SymbolTable } from '../../../src/table/format/table.ts'
import { openTable } from '../../../src/table/openTable.ts'
import { extracted, outline, tableOf } from './tableOf.ts'

const UNTYPED = { types: undefined }

function moduleAt(table: SymbolTable, name: string) {
  return table.modules.find((one) => one.name === name)
}

function namesAt(table: SymbolTable, name: string): string[] | null {
  return moduleAt(table, name)?.entries.map((entry) => entry.name) ?? null
}

/** What a question is answered with, in a word. */
function asked(table: SymbolTable, symbol: string): string {
  const found = findSymbol(
    openTable(encodeTable(table)),
    { ecosystem: 'npm', packageName: 'pkg' },
    symbol,
  )
  if (found.state === 'found') return `${found.qualifiedName}${found.row.public ? '' : ' hidden'}`
  if (found.state === 'undetermined') return `undetermined: ${found.reason}`
  return found.caveat ?? 'absent'
}

describe('paths that lead to a file', () => {
  const files = {
    'index.js': "exports.main = 1; exports.lib = require('./lib')",
    'lib/index.js': 'exports.index = 1',
    'lib/x.js': 'exports.x = 1; exports.deep = { below: 1 }',
    'lib/x/index.js': 'exports.folder = 1',
    'lib/m.mjs': 'export const m = 1',
    'lib/c.cjs': 'exports.c = 1',
    'lib/data.json': '{ "a": { "b": 1 } }',
    'lib/marked.json': '\ufeff{ "a": 1 }',
    'lib/made.node': '',
    'sub/package.json': '{ "main": "../lib/x.js" }',
    'deep/sub/package.json': '{ "main": "./main.js" }',
    'deep/sub/main.js': 'exports.ofFolder = 1',
    'style/x.css': 'a {}',
    'bin/run': '#!/usr/bin/env node',
    'src/only.ts': 'export interface Only {}',
    'readme.md': 'text',
    'node_modules/other/index.js': 'exports.other = 1',
  }
  const table = tableOf(files, {}, UNTYPED)

  test.each([
    ['./lib', ['default', 'index']],
    ['./lib/index', ['default', 'index']],
    ['./lib/index.js', ['default', 'index']],
    ['./lib/x', ['deep', 'default', 'x']],
    ['./lib/x.js', ['deep', 'default', 'x']],
    ['./lib/x/index', ['default', 'folder']],
    ['./lib/m.mjs', ['m']],
    ['./lib/m', null],
    ['./lib/c.cjs', ['c', 'default']],
    ['./lib/c', null],
    ['./lib/data.json', ['a', 'default']],
    ['./lib/data', ['a', 'default']],
    ['./lib/marked.json', ['a', 'default']],
    ['./package.json', null],
    ['./deep/sub', ['default', 'ofFolder']],
    ['./deep/sub/main', ['default', 'ofFolder']],
    ['./deep', null],
    ['./index', ['default', 'lib', 'main']],
    ['./index.js', ['default', 'lib', 'main']],
    ['./LIB/x', null],
    ['./readme.md', null],
    ['./node_modules/other', null],
  ])('%s', (name, names) => {
    expect(namesAt(table, name)).toEqual(names)
    if (names !== null)
      expect(moduleAt(table, name)).toMatchObject({ isPublic: false, state: 'complete' })
  })

  test('a folder with a manifest at the root is an entry point, as before', () => {
    expect(moduleAt(table, './sub')).toMatchObject({ isPublic: true, state: 'complete' })
    expect(namesAt(table, './sub')).toEqual(['deep', 'default', 'x'])
  })

  test.each([
    ['./lib/made.node', 'opaque', 'is compiled'],
    ['./lib/made', 'opaque', 'is compiled'],
    ['./style/x.css', 'opaque', 'is no JavaScript'],
    ['./bin/run', 'opaque', 'is no JavaScript'],
    ['./src/only', 'unread', 'src/only.ts was not kept'],
  ])('%s is there, and what is in it cannot be told', (name, state, stateReason) => {
    // Sources of TypeScript are left packed.
    const kept = { ...table, modules: table.modules }
    const found = name === './src/only' ? withoutSources(files) : kept
    expect(moduleAt(found, name)).toMatchObject({
      state,
      stateReason,
      isPublic: false,
      entries: [],
    })
    expect(asked(found, `pkg${name.slice(1)}.any`)).toBe(`undetermined: ${stateReason}`)
  })

  test.each([
    ['pkg/lib/x.x', 'pkg/lib/x.x hidden'],
    ['pkg/lib/x.js.x', 'pkg/lib/x.js.x hidden'],
    ['pkg/lib/x.deep.below', 'pkg/lib/x.deep.below hidden'],
    ['pkg/lib/x', 'pkg/lib/x hidden'],
    ['pkg/lib/', 'pkg/lib hidden'],
    ['pkg/lib/x.none', 'absent'],
    ['pkg/lib/none', 'absent'],
    ['pkg/lib/m', 'absent'],
    ['pkg/Lib/x', 'absent'],
    ['pkg.main', 'pkg.main'],
    ['pkg/index.main', 'pkg/index.main hidden'],
    ['main', 'pkg.main'],
    // A name that only a file has that is no entry point is in the artifact, and not public.
    ['ofFolder', 'pkg/deep/sub.ofFolder hidden'],
    // Data is nobody's API.
    ['a', 'absent'],
  ])('%s → %s', (symbol, expected) => {
    expect(asked(table, symbol)).toBe(expected)
  })

  test('a map closes them all', () => {
    const closed = tableOf(files, {}, { ...UNTYPED, exports: './index.js' })
    expect(closed.modules.map(({ name }) => name)).toEqual(['.'])
    expect(asked(closed, 'pkg/lib/x.x')).toBe('absent')
  })

  test.each([[null], [undefined]])('`exports: %j` is no map', (exports) => {
    expect(namesAt(tableOf(files, {}, { ...UNTYPED, exports }), './lib/x')).toContain('x')
  })
})

/** As the archive is kept: sources of TypeScript are not read. */
function withoutSources(files: Readonly<Record<string, string>>): SymbolTable {
  const { table } = extracted(files, {}, UNTYPED, (path) => !path.endsWith('.ts'))
  return table
}

describe('declarations', () => {
  test('each file has its own, and definitions are shared', () => {
    const table = tableOf({
      'index.d.ts': "export { Option } from './lib/Option'",
      'lib/Option.d.ts': 'export interface Option { tag: 1 }\nexport function some(): Option',
      'lib/Option.js': 'exports.some = () => {}; exports.hidden = 1',
      'lib/types.d.ts': 'export type Only = 1',
      'lib/esm.d.mts': 'export const e: 1',
      'lib/esm.mjs': 'export const e = 1',
    })
    expect(outline(table, './lib/Option')).toEqual([
      'Option interface -',
      'default namespace',
      'hidden constant',
      'some function',
    ])
    expect(namesAt(table, './lib/types')).toEqual(['Only'])
    expect(namesAt(table, './lib/esm.mjs')).toEqual(['e'])
    const shared = ['.', './lib/Option', './lib/Option.js'].map(
      (name) => moduleAt(table, name)?.entries.find((entry) => entry.name === 'Option')?.definition,
    )
    expect(new Set(shared).size).toBe(1)
    // Its home is the entry point.
    expect(shared[0]).toMatchObject({ module: '.', name: 'Option' })
  })

  test('`typesVersions` and manifests of folders say where they are', () => {
    const table = tableOf(
      {
        'index.d.ts': 'export const main: 1',
        'a/x.js': 'exports.run = 1',
        'types/a/x.d.ts': 'export const typed: 1; export const run: 1',
        'b/package.json': '{ "main": "./lib.js", "types": "./lib.d.ts" }',
        'c/b/package.json': '{ "main": "./lib.js", "types": "./lib.d.ts" }',
        'c/b/lib.js': 'exports.run = 1',
        'c/b/lib.d.ts': 'export const inFolder: 1; export const run: 1',
      },
      {},
      { typesVersions: { '*': { 'a/*': ['types/a/*'] } } },
    )
    expect(namesAt(table, './a/x')).toContain('typed')
    expect(namesAt(table, './c/b')).toContain('inFolder')
  })

  test('of `@types`: for files of the package, and those that only they have', () => {
    const types = {
      '@types/pkg': {
        files: {
          'index.d.ts': 'export const main: 1',
          'fp/get.d.ts': 'declare const get: { (x: 1): void; mark: 1 }; export = get',
          'only/typed.d.ts': 'export interface Typed {}',
        },
      },
    }
    const table = tableOf(
      { 'index.js': 'exports.main = 1', 'fp/get.js': 'module.exports = function get() {}' },
      types,
      UNTYPED,
    )
    expect(moduleAt(table, './fp/get')).toMatchObject({ origin: 'types', state: 'complete' })
    expect(namesAt(table, './fp/get')).toEqual(['default', 'mark'])
    expect(namesAt(table, './only/typed')).toEqual(['Typed'])
    expect(moduleAt(table, './only/typed')).toMatchObject({ isPublic: false })
  })

  test('what a file that nobody imports adds to others does not count', () => {
    const files = {
      'index.d.ts': 'export interface Open { a: 1 }',
      'extra/add.d.ts': "import '../index'; declare module '../index' { interface Open { b: 1 } }",
    }
    const members = (table: SymbolTable, name: string) =>
      moduleAt(table, name)?.entries[0]?.definition.members.map((one) => one.name)
    expect(members(tableOf(files), '.')).toEqual(['a'])
  })

  test('a deep file that cannot be parsed leaves the others alone', () => {
    const table = tableOf({
      'index.d.ts': 'export const main: 1',
      'lib/deep.d.ts': `export type X = ${'['.repeat(5_000)}${']'.repeat(5_000)}`,
      'lib/broken.js': `${'['.repeat(50_000)}`,
      'lib/none.js': 'this is not (',
      'lib/broken.json': '{ "a": ',
      'lib/tall.json': `{ "a": 1, "b": ${'['.repeat(100_000)}${']'.repeat(100_000)} }`,
      'lib/fine.js': 'exports.fine = 1',
    })
    const states = (name: string) => moduleAt(table, `./lib/${name}`)?.state
    expect(states('deep')).toBe('unreadable')
    expect(states('broken.js')).toBe('unreadable')
    expect(states('broken.json')).toBe('dynamic')
    expect(namesAt(table, './lib/tall.json')).toEqual(['a', 'b', 'default'])
    expect(namesAt(table, './lib/fine')).toEqual(['default', 'fine'])
    expect(moduleAt(table, '.')).toMatchObject({ state: 'complete' })
  })
})

describe('code', () => {
  test('what one module gives to another does not show when that is asked for alone', () => {
    const table = tableOf(
      {
        'index.js': 'exports.main = 1',
        'lib/all.js': "var f = require('./format'); f.added = 1; module.exports = f",
        'lib/format.js': 'module.exports = function () {}; module.exports.own = 1',
        'lib/z.js': "module.exports = require('./format')",
        'lib/ring.js': "exports.early = 1; require('./other'); exports.late = 1",
        'lib/other.js': "require('./ring').fromOther = 1",
      },
      {},
      UNTYPED,
    )
    expect(namesAt(table, './lib/all')).toEqual(['added', 'default', 'own'])
    expect(namesAt(table, './lib/format')).toEqual(['default', 'own'])
    expect(namesAt(table, './lib/z')).toEqual(['default', 'own'])
    // What is given while a module loads is given whoever asks.
    expect(namesAt(table, './lib/ring')).toEqual(['default', 'early', 'fromOther', 'late'])
  })

  test('what one module does to another is undone where that is asked for alone', () => {
    const table = tableOf(
      {
        'index.js': 'exports.main = 1',
        'lib/a.js':
          "const z = require('./z'); z.load(); z.level = 2; z.extra = 1; delete z.gone; exports.seen = Object.keys(z).length",
        'lib/made.js': "const z = require('./z'); z.load(); module.exports = z",
        'lib/z.js':
          'const z = { level: 1, gone: 1, extra: 0 }; z.load = function () { z.late = z.level = 1 }; module.exports = z',
      },
      {},
      UNTYPED,
    )
    const own = ['default', 'extra', 'gone', 'level', 'load']
    expect(namesAt(table, './lib/z')).toEqual(own)
    // A function gives what it gives for whoever calls it.
    expect(asked(table, 'pkg/lib/z.late')).toBe('absent')
    expect(asked(table, 'pkg/lib/z.gone')).toBe('pkg/lib/z.gone hidden')
    expect(asked(table, 'pkg/lib/made.late')).toBe('pkg/lib/made.late hidden')
  })

  test('names that a module takes from one that loads it are those that it has alone', () => {
    const table = tableOf(
      {
        'index.js': 'exports.main = 1',
        'lib/first.js': "exports.a = 1; require('./second'); exports.b = 1",
        'lib/second.js': "Object.assign(exports, require('./first'))",
        'lib/third.js': "Object.assign(exports, require('./second'))",
      },
      {},
      UNTYPED,
    )
    for (const name of ['./lib/first', './lib/second', './lib/third'])
      expect(namesAt(table, name)).toEqual(['a', 'b', 'default'])
  })

  test('a file that takes too much work takes nothing from the others', () => {
    const table = tableOf(
      {
        'lib/a0.js': `${LOADS_ALL}\nexports.end = 1`,
        'lib/b0.js': `${LOADS_ALL}\nexports.a = exports.b = 1;\nObject.defineProperty(exports, 'c', {});\n  exports.inner = 1; exports.a == 2`,
        'lib/z.js': 'exports.z = 1',
        ...HEAVY,
      },
      {},
      UNTYPED,
    )
    expect(moduleAt(table, './lib/a0')).toMatchObject({ state: 'dynamic' })
    expect(moduleAt(table, './lib/b0')).toMatchObject({ state: 'dynamic' })
    // What is written is there, followed or not.
    expect(namesAt(table, './lib/b0')).toEqual(['a', 'b', 'c', 'default', 'inner'])
    expect(moduleAt(table, './lib/z')).toMatchObject({ state: 'complete' })
    expect(namesAt(table, './lib/z')).toEqual(['default', 'z'])
  })

  test('what bundlers say of a file that is too long is there', () => {
    const list = '0 && (module.exports = {\n  one,\n  two\n});'
    const table = tableOf(
      {
        'index.js': 'exports.main = 1',
        'lib/long.js': `${'x=1;'.repeat(110_000)}\n${list}`,
        'lib/getters.js': `__export(all, {\n  one: () => a,\n  two: () => b.c\n});\nmodule.exports = __toCommonJS(all);\n${'x=1;'.repeat(110_000)}`,
        'lib/bundle.js': `run({1: function (require, module, exports) {\nexports.inner = 1;\n}});\n/*\nexports.said = 1;\n*/\nexports.outer = ")";\nexports.last = 1;\n${'x=1;'.repeat(110_000)}`,
        'lib/others.js': `__export(some, {\n  one: () => a\n});\nmodule.exports = __toCommonJS(all);\n${'x=1;'.repeat(110_000)}`,
        // Code that runs says itself what it exports.
        'lib/short.js': `module.exports = { three: 3 }\n${list}`,
      },
      {},
      UNTYPED,
    )
    expect(moduleAt(table, './lib/long')).toMatchObject({ state: 'dynamic' })
    expect(namesAt(table, './lib/long')).toEqual(['one', 'two'])
    expect(namesAt(table, './lib/getters')).toEqual(['one', 'two'])
    expect(namesAt(table, './lib/others')).toEqual([])
    // What stands in functions of a bundle is exported by others.
    expect(namesAt(table, './lib/bundle')).toEqual(['last', 'outer'])
    expect(namesAt(table, './lib/short')).toEqual(['default', 'three'])
  })

  test('a module that was cut off with one file is read again for the next', () => {
    const files: Record<string, string> = { 'lib/a.js': LOADS_ALL }
    for (let i = 0; i < HEAVY_COUNT; i++)
      files[`lib/b${i}.js`] = `Object.assign(exports, require('./heavy/${i}'))`
    const table = tableOf({ ...files, ...HEAVY }, {}, UNTYPED)
    expect(moduleAt(table, './lib/a')).toMatchObject({ state: 'dynamic' })
    for (let i = 0; i < HEAVY_COUNT; i++)
      expect(moduleAt(table, `./lib/b${i}`)).toMatchObject({ state: 'complete' })
    expect(namesAt(table, './lib/b1')).toEqual(['default', 'heavy1'])
  })

  test('a file that is the first to load what others need may take more', () => {
    const table = tableOf(
      {
        'lib/a.js': `${loads(3)}\nexports.a = 1`,
        'lib/b.js': `${loads(3)}\nexports.b = 1`,
        ...HEAVY,
      },
      {},
      UNTYPED,
    )
    expect(moduleAt(table, './lib/a')).toMatchObject({ state: 'complete' })
    expect(moduleAt(table, './lib/b')).toMatchObject({ state: 'complete' })
  })
})

const HEAVY_COUNT = 8

function loads(count: number): string {
  return Array.from({ length: count }, (_, i) => `require('./heavy/${i}');`).join(' ')
}

/** Modules of which each takes 150,000 steps. */
const HEAVY: Readonly<Record<string, string>> = {
  'index.js': 'exports.main = 1',
  ...Object.fromEntries(
    Array.from({ length: HEAVY_COUNT }, (_, i) => [
      `lib/heavy/${i}.js`,
      `for (let i = 0; i < 500; i++) { ${'x = 1;'.repeat(100)} }\nexports.heavy${i} = 1`,
    ]),
  ),
}
const LOADS_ALL = loads(HEAVY_COUNT)

describe('what they need of others', () => {
  const files = {
    'index.js': 'exports.main = 1',
    'lib/all.js': "module.exports = require('dep')",
    'lib/one.js': "exports.one = require('dep').d",
  }
  const manifest = { ...UNTYPED, dependencies: { dep: '^1.0.0' } }

  test('packages that names come from are wanted', () => {
    const { table, wanted } = extracted(files, {}, manifest)
    expect(wanted.map(({ name }) => name)).toContain('dep')
    expect(moduleAt(table, './lib/all')).toMatchObject({ state: 'dynamic' })
    expect(namesAt(table, './lib/one')).toEqual(['default', 'one'])
  })

  test('and their names are there once they are', () => {
    const dep = { files: { 'index.js': 'exports.d = 1' }, manifest: {} }
    const { table } = extracted(files, { dep }, UNTYPED)
    expect(namesAt(table, './lib/all')).toEqual(['d', 'default'])
  })

  test('packages that only members come from are not', () => {
    const { table, wanted } = extracted({
      'index.d.ts': 'export const main: 1',
      'lib/x.d.ts': "import { Base } from 'dep'; export declare class X extends Base { own: 1 }",
    })
    expect(wanted.map(({ name }) => name)).not.toContain('dep')
    const [x] = moduleAt(table, './lib/x')?.entries ?? []
    expect(x?.definition).toMatchObject({ name: 'X', isOpen: true })
  })
})

describe('many files', () => {
  test('the same entries stand behind every path to a file', () => {
    const files: Record<string, string> = { 'index.js': '' }
    for (let i = 0; i < 2_000; i += 1) files[`lib/f${i}.js`] = `exports.f${i} = function () {}`
    const table = tableOf(files, {}, UNTYPED)
    expect(table.modules.filter(({ state }) => state === 'complete')).toHaveLength(4_003)
    expect(encodeTable(table).length).toBeLessThan(150_000)
  })

  test('those past the bound are there, and were not read', () => {
    const wide = Array.from({ length: 2_000 }, (_, i) => `export type X${i} = G<[${i}]>`).join('\n')
    const text = `type G<T> = G<[T, T]> & Pick<G<T[]>, keyof G<{ t: T }>>\n${wide}`
    const table = tableOf({ 'index.d.ts': 'export const main: 1', 'lib/x.d.ts': text })
    expect(moduleAt(table, '.')).toMatchObject({ state: 'complete' })
    expect(moduleAt(table, './lib/x')).toMatchObject({
      state: 'unread',
      stateReason: 'too much to follow',
    })
    expect(asked(table, 'pkg/lib/x.X1')).toBe('undetermined: too much to follow')
  })

  test('paths that cannot be listed are not absent', () => {
    const files = { 'a.js': 'exports.a = 1', 'index.js': 'exports.b = 1' }
    const table = tableOf(
      files,
      {},
      { ...UNTYPED, exports: { '.': './index.js', './*': './a.js' } },
    )
    expect(asked(table, 'pkg/anything.a')).toMatch(
      /^undetermined: the release has more entry points/,
    )
    expect(asked(table, 'pkg.none')).toBe('absent')
  })
})

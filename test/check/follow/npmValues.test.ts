// Values of npm packages, followed by what their declarations say: aliases, overloads, `export =`.

import { expect, test } from 'vitest'
import { checkCode } from '../../../src/check/checkCode.ts'
import type { PackageName } from '../../../src/domain/names/packageName.ts'
import type { ImportIndex } from '../../../src/ports/importIndex.ts'
import type { Definition, Entry } from '../../../src/table/format/table.ts'
import { definitionOf, entryOf, moduleOf, tableOf } from '../../table/tableData.ts'
import { openedPackage } from '../openedPackage.ts'
import { shown } from '../smallWorld.ts'

function npm(name: string, change: Partial<Definition>): Definition {
  return definitionOf('.', name, { file: 'index.d.ts', ...change })
}

function list(...definitions: readonly Definition[]): Entry[] {
  return definitions
    .map((one) => entryOf(one.name.slice(one.name.lastIndexOf('.') + 1), one))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
}

function property(name: string, signature: string): Definition {
  return npm(name, { kind: 'property', signature })
}

const box = npm('Box', {
  kind: 'interface',
  signature: '<T0>',
  members: list(property('Box.current', 'T0')),
})
const shape = npm('Shape', {
  kind: 'type',
  signature: '{ area: () => number; name: string }',
  members: list(property('Shape.area', '() => number'), property('Shape.title', 'string')),
})
const either = npm('Either', {
  kind: 'type',
  signature: 'Box<string> | Other',
  members: list(property('Either.shared', 'string')),
})
const nested = npm('Nested', {
  kind: 'type',
  signature: 'Both | Shape',
  members: list(property('Nested.title', 'string')),
})
const both = npm('Both', {
  kind: 'type',
  signature: 'Box<string> | Nested',
  members: list(property('Both.title', 'string')),
})
const known = npm('Known', {
  kind: 'type',
  signature: 'Box<string> | Shape | null',
  members: list(property('Known.title', 'string')),
})
const wrapped = npm('Wrapped', { kind: 'type', signature: '<T0> Box<T0>' })
const later = npm('Later', {
  kind: 'type',
  signature: 'Promise<Shape>',
  members: list(property('Later.then', '() => void')),
})
const KIT = tableOf(
  moduleOf(
    '.',
    list(
      box,
      shape,
      either,
      nested,
      both,
      known,
      wrapped,
      later,
      npm('useBox', { signature: '<T0>(T0) => Box<T0>; () => Box<undefined>' }),
      npm('useAny', { signature: '(string) => Shape; (number) => Box<number>' }),
      npm('draw', { signature: '() => Shape' }),
      npm('wrap', { signature: '() => Wrapped<string>' }),
      npm('drawLater', { signature: '() => Later' }),
      // As its code has it: nothing declares it.
      npm('Store', {
        kind: 'class',
        file: 'index.js',
        members: list(property('Store.insert', '(a)')),
      }),
    ),
    { origin: 'dts' },
  ),
)

const logger = definitionOf('@types/log', 'Logger', {
  kind: 'interface',
  file: null,
  signature: '{ (string) => void }',
  members: list(property('Logger.extend', '(string) => Logger')),
})
const maker = definitionOf('@types/log', 'Maker', {
  kind: 'interface',
  file: null,
  signature: '{ (string) => log.Logger }',
})
const whole = definitionOf('@types/log', 'log', {
  kind: 'namespace',
  file: null,
  // The code has a name that is not declared below it: it stands among those of the module.
  isOpen: true,
  members: list(property('log.default', 'log.Maker'), logger),
})
const LOG = tableOf(
  moduleOf(
    '.',
    [
      entryOf('Logger', logger),
      entryOf('Maker', maker),
      entryOf('default', whole, { origin: 'inherited' }),
      entryOf('enableAll', definitionOf('.', 'enableAll', { file: 'index.js' }), { origin: 'js' }),
    ],
    { origin: 'types' },
  ),
)
const TABLES = { kit: KIT, log: LOG } as const

const IMPORTS: ImportIndex = {
  snapshot: { snapshot: '2026-01-01', sha256: '00', size: 2 },
  near: () => [],
  importOf: () => null,
  find: (_, written) => ({
    standardLibrary: false,
    // Names of this file, in normal form.
    providers: [{ name: written as PackageName, provides: written, downloads: null }],
  }),
}

async function check(path: string, code: string) {
  const { findings, counts } = await checkCode(
    { files: [{ path, content: code }] },
    {
      imports: IMPORTS,
      tables: async ({ name }) => {
        const table = Object.entries(TABLES).find(([one]) => one === name)?.[1]
        if (table === undefined) return { state: 'undetermined', reason: 'it is not here' }
        return openedPackage(name, table)
      },
    },
  )
  return { says: findings.map(shown), undetermined: counts.undetermined }
}

const KIT_ALL =
  "import { draw, drawLater, useAny, useBox, wrap, Either, Known, Nested } from 'kit'\n"

test.each([
  ['overloads that lead to one type', 'useBox(1).current', [], 0],
  [
    'a name that this type has not',
    'useBox(1).curent',
    ['2:11 symbol_not_found kit.Box.curent -> current'],
    0,
  ],
  [
    'overloads that the argument decides between',
    'useAny(1).curent',
    ['2:11 symbol_not_found kit.Box.curent -> current'],
    0,
  ],
  [
    'a name that another overload gives',
    'useAny(1).area()',
    ['2:11 symbol_not_found kit.Box.area -> kit.Shape.area'],
    0,
  ],
  ['overloads that nothing decides between', 'useAny(key).area()', [], 0],
  [
    'a name that no overload gives',
    'useAny(key).titel',
    ['2:13 symbol_not_found kit.Shape.titel -> title'],
    0,
  ],
  ['an alias of an object type', 'draw().title', [], 0],
  [
    'what an object type has not',
    'draw().titel',
    ['2:8 symbol_not_found kit.Shape.titel -> title'],
    0,
  ],
  [
    'an alias with parameters',
    'wrap().curent',
    ['2:8 symbol_not_found kit.Box.curent -> current'],
    0,
  ],
  ['what all parts of a union have', 'function f(x: Either) { x.shared }', [], 0],
  ['what only a part of it may have', 'function f(x: Either) { x.current; x.titel }', [], 1],
  ['what a known part of it has', 'function f(x: Known) { x.current; x.area() }', [], 0],
  [
    'what no part of it has',
    'function f(x: Known) { x.titel }',
    ['2:26 symbol_not_found kit.Known.titel -> title'],
    0,
  ],
  ['a union that goes round in a circle', 'function f(x: Nested) { x.titel }', [], 1],
  ['a promise by another name', '(await drawLater()).title', [], 0],
])('a value of a type: %s', async (_, code, says, undetermined) => {
  expect(await check('a.ts', KIT_ALL + code)).toEqual({ says, undetermined })
})

test.each([
  ['what is made by calling it', "log('x').extend('y')", []],
  [
    'a slip in what that has',
    "log('x').extnd('y')",
    ['2:10 symbol_not_found log.Logger.extnd -> extend'],
  ],
  ['a method that types of others may lack', "log('x').destroy()", []],
  ['a name that only the code has', 'log.enableAll()', []],
  [
    'a name that neither has',
    'log.enableNone()',
    ['2:5 symbol_not_found log.default.enableNone -> enableAll'],
  ],
])('a module that is one object: %s', async (_, code, says) => {
  expect((await check('a.js', `import log from 'log'\n${code}`)).says).toEqual(says)
})

test('what types of others lack, for a compiler', async () => {
  const { says } = await check('a.ts', "import log from 'log'\nlog('x').destroy()")
  expect(says).toEqual(['2:10 symbol_not_found log.Logger.destroy'])
})

test('a whole module by require', async () => {
  const { says } = await check(
    'a.js',
    "const log = require('log')\nlog.enableNone()\nlog.enableAll()",
  )
  expect(says).toEqual(['2:5 symbol_not_found log.enableNone -> enableAll'])
})

test.each([
  ['a method that its code may give it', 'new Store().flush()', []],
  ['a slip', 'new Store().insret()', ['2:13 symbol_not_found kit.Store.insret -> insert']],
])('a class that only its code tells of: %s', async (_, code, says) => {
  for (const path of ['a.js', 'a.ts']) {
    expect((await check(path, `import { Store } from 'kit'\n${code}`)).says).toEqual(says)
  }
})

test.each([
  ['bun:test', 0],
  ['cloudflare:workers', 0],
  ['https://example.org/x.js', 1],
])('modules of a runtime are no packages: %s', async (module, undetermined) => {
  expect(await check('a.ts', `import '${module}'`)).toEqual({ says: [], undetermined })
})

test.each([
  [
    'a package that is given a plugin',
    "import log from 'log'\nlog.extend(1)\nlog.enableEverything()\n",
  ],
  [
    'one that another is imported for',
    "import log from 'log'\nimport 'log-more'\nlog.enableEverything()\n",
  ],
])('%s may have more than is declared', async (_, code) => {
  const plain = "import log from 'log'\nlog.enableEverything()\n"
  expect((await check('a.ts', plain)).says).toHaveLength(1)
  expect((await check('a.ts', code)).says).toEqual([])
})

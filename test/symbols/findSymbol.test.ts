import { describe, expect, test } from 'vitest'
import type { Ecosystem } from '../../src/domain/names/packageName.ts'
import { findSymbol } from '../../src/symbols/findSymbol.ts'
import { membersBelow } from '../../src/symbols/membersBelow.ts'
import { encodeTable } from '../../src/table/format/encodeTable.ts'
import { openTable } from '../../src/table/openTable.ts'
import { tableOf as npmTable } from '../extract/npm/tableOf.ts'
import { tableOf as pythonTable } from '../extract/python/packageOf.ts'

function found(
  ecosystem: Ecosystem,
  packageName: string,
  files: Readonly<Record<string, string>>,
  symbol: string,
): string {
  const table = ecosystem === 'pypi' ? pythonTable(files) : npmTable(files)
  const finding = findSymbol(openTable(encodeTable(table)), { ecosystem, packageName }, symbol)
  return finding.state === 'found' ? `${finding.qualifiedName}: ${finding.row.kind}` : finding.state
}

describe('a class that is called like its distribution', () => {
  const files = {
    'tinydb/__init__.py': 'class TinyDB:\n  def table(self): ...\n',
    'tinydb/table.py': 'class Table: ...\n',
    'tinydb/storages.py': '',
  }
  test.each([
    ['TinyDB.table', 'tinydb.TinyDB.table: method'],
    ['tinydb.table', 'tinydb.table: module'],
    ['TinyDB.storages', 'not_found'],
    ['tinydb.storages', 'tinydb.storages: module'],
  ])('%s', (symbol, expected) => {
    expect(found('pypi', 'tinydb', files, symbol)).toBe(expected)
  })
})

describe('names of npm', () => {
  const files = {
    'package.json': JSON.stringify({
      name: 'koa',
      exports: { '.': './index.js', './jsx': './jsx.js', './package.json': './package.json' },
    }),
    'index.js': 'exports.use = function () {}\n',
    'index.d.ts': 'export declare function use(): void\n',
    'jsx.js': 'module.exports = 1\n',
    'jsx.d.ts': 'declare const jsx: number\nexport default jsx\n',
  }
  test.each([
    ['Koa.use', 'koa.use: function'],
    ['koa.use', 'koa.use: function'],
    ['Koa.nothing', 'not_found'],
    // Neither the default of a subpath nor what stands in a file of data is meant by a bare name.
    ['koa/jsx.default', 'koa/jsx.default: constant'],
    ['name', 'not_found'],
  ])('%s', (symbol, expected) => {
    expect(found('npm', 'koa', files, symbol)).toBe(expected)
  })
})

describe('names that are kept to say that they are gone', () => {
  const files = {
    'ai/__init__.py': 'from .lib._old import *\nclass Client: ...\n',
    'ai/lib/__init__.py': '',
    'ai/lib/_old.py': `
class APIRemovedInV1(Exception): ...
class APIRemovedInV1Proxy:
    def __init__(self, *, symbol): self._symbol = symbol
    def __call__(self, *_args, **_kwargs):
        raise APIRemovedInV1(symbol=self._symbol)
SYMBOLS = ["Chat", "Image"]
space = locals()
for symbol in SYMBOLS:
    space[symbol] = APIRemovedInV1Proxy(symbol=symbol)
__all__ = SYMBOLS
`,
  }
  const table = openTable(encodeTable(pythonTable(files)))
  const look = (symbol: string) =>
    findSymbol(table, { ecosystem: 'pypi', packageName: 'ai' }, symbol)

  test('are there, with what they do', () => {
    expect(look('ai.Chat')).toMatchObject({
      state: 'found',
      caveat: 'ai.Chat is only there to raise an error when it is used.',
    })
    expect(look('ai.Client')).toMatchObject({ state: 'found', caveat: null })
  })

  test('have nothing below them', () => {
    expect(look('ai.Chat.create')).toEqual({ state: 'not_found', caveat: null })
  })
})

test('a module that is an object which emits events may be given more', () => {
  const files = {
    'package.json': '{ "main": "index.js" }',
    'index.js':
      "const { EventEmitter } = require('events')\nclass App extends EventEmitter { lift() { this.hooks = {} } }\nmodule.exports = new App()\n",
  }
  const table = openTable(encodeTable(npmTable(files)))
  const look = (symbol: string) =>
    findSymbol(table, { ecosystem: 'npm', packageName: 'lifted' }, symbol)
  expect(look('lift')).toMatchObject({ state: 'found' })
  expect(look('hooks')).toMatchObject({ state: 'found' })
  expect(look('helpers')).toEqual({
    state: 'not_found',
    caveat: 'lifted may have members that the file does not show.',
  })
})

describe('code of npm', () => {
  const look = (code: string, symbol: string) => {
    const table = openTable(encodeTable(npmTable({ 'index.js': code })))
    return findSymbol(table, { ecosystem: 'npm', packageName: 'lib' }, symbol)
  }
  const missing = (caveat: string | null) => ({ state: 'not_found', caveat })

  test('an object of a class may be given more, as the module and as a name', () => {
    const code = 'class A { m() {} }; module.exports = new A(); module.exports.other = new A()'
    expect(look(code, 'm')).toMatchObject({ state: 'found', caveat: null })
    expect(look(code, 'x')).toEqual(missing('lib may have members that the file does not show.'))
    expect(look(code, 'other.x')).toEqual(
      missing('lib.other may have members that the file does not show.'),
    )
    const plain = 'module.exports = { m() {} }; module.exports.other = { m() {} }'
    expect(look(plain, 'x')).toEqual(missing(null))
    expect(look(plain, 'other.x')).toEqual(missing(null))
  })

  test('what only throws is there, and nothing is below it', () => {
    const code =
      "exports.old = function () { throw new Error('gone') }; Object.defineProperty(exports, 'older', { get() { throw new Error('gone') } })"
    for (const name of ['old', 'older']) {
      const caveat = `lib.${name} is only there to raise an error when it is used.`
      expect(look(code, name)).toMatchObject({ state: 'found', caveat })
      expect(look(code, `${name}.below`)).toEqual(missing(null))
    }
  })

  test('the default of CommonJS is the whole to Node, and not to others', () => {
    const code = 'exports.default = { a: 1 }; exports.other = 1'
    const caveat =
      'Where lib is CommonJS, Node imports all of it as its default; other loaders do not.'
    expect(look(code, 'lib.default.default')).toEqual(missing(caveat))
    expect(look(code, 'lib.default.other')).toEqual(missing(caveat))
    expect(look(code, 'lib.default.nothing')).toEqual(missing(null))
    expect(look('exports.default = { a: 1 }; exports.b = 1', 'default.a')).toMatchObject({
      state: 'found',
    })
  })
})

test('a module that names nothing of its own may put something else in its place', () => {
  const files = {
    'net/__init__.py': '',
    'net/default.py': 'def install(): ...\n',
    'net/reactor.py':
      'import sys\ndel sys.modules["net.reactor"]\nfrom net import default\ndefault.install()\n',
    'net/empty.py': '',
  }
  const table = openTable(encodeTable(pythonTable(files)))
  const look = (symbol: string) =>
    findSymbol(table, { ecosystem: 'pypi', packageName: 'net' }, symbol)
  expect(look('net.reactor.run')).toEqual({
    state: 'not_found',
    caveat: 'In net.reactor names may be made at run time.',
  })
  expect(look('net.empty.run')).toEqual({ state: 'not_found', caveat: null })
  expect(look('net.default.run')).toEqual({ state: 'not_found', caveat: null })
})

describe('a class below one that a stub beside compiled code describes', () => {
  const files = {
    'kit/__init__.py': 'from .fast import Loop as Base\nclass Loop(Base): ...\nclass Plain: ...\n',
    'kit/fast.pyi': 'class Loop:\n  def run(self): ...\n',
    'kit/fast.cpython-311-x86_64-linux-gnu.so': 'its words prove nothing',
  }
  const table = openTable(encodeTable(pythonTable(files)))
  const of = { ecosystem: 'pypi', packageName: 'kit' } as const
  test.each([
    ['Loop.run', 'found', true],
    ['Loop.slow', 'not_found', true],
    ['fast.Loop.slow', 'not_found', true],
    ['Plain.slow', 'not_found', false],
  ])('%s', (symbol, state, isOpen) => {
    const finding = findSymbol(table, of, symbol)
    expect(finding.state).toBe(state)
    if (finding.state === 'not_found') expect(finding.caveat !== null).toBe(isOpen)
  })

  test('its members are not all that it may have', () => {
    const wholes = ['Loop', 'Plain'].map(
      (symbol) => membersBelow(table, { module: 'kit', symbol }).isWhole,
    )
    expect(wholes).toEqual([false, true])
  })
})

// Calls that the older release took and the newer one does not, or not in the same way.

import { describe, expect, test } from 'vitest'
import { newLookup } from '../../../src/check/follow/members.ts'
import { startOf } from '../../../src/check/follow/start.ts'
import { type BothLoadings, losesEnding } from '../../../src/check/upgrade/requiredEntries.ts'
import { extracted } from '../../extract/npm/tableOf.ts'
import { opened, upgraded } from './upgraded.ts'

const REQUIRE = "const kit = require('kit')\n"

describe('a module that is called as a whole', () => {
  const CALLED = {
    'index.js':
      'module.exports = function kit(text) {}\nmodule.exports.parse = function (text) {}\n',
  }

  test('breaks where it is an object now', async () => {
    const newer = { 'index.js': 'exports.parse = function (text) {}\n' }
    const { verdict, told } = await upgraded(CALLED, newer, `${REQUIRE}kit('a')\nkit.parse('b')\n`)
    expect(verdict).toBe('affected')
    expect(told).toEqual([expect.stringMatching(/^2 kit\.default /)])
  })

  test('holds where it is a function still', async () => {
    const { verdict } = await upgraded(CALLED, CALLED, `${REQUIRE}kit('a')\n`)
    expect(verdict).toBe('safe')
  })
})

test('an overload that is gone is missed by the calls that it took alone', async () => {
  const types = (signatures: string) => ({
    'index.js': 'exports.param = function () {}\n',
    'index.d.ts': signatures,
  })
  const two = 'export function param(name: string, fn: () => void): void\n'
  const one = 'export function param(fn: () => void): void\n'
  const code = `${REQUIRE}kit.param('a', () => 1)\nkit.param(() => 1)\n`
  const { verdict, told } = await upgraded(types(two + one), types(two), code)
  expect(verdict).toBe('affected')
  expect(told).toContain('3 kit.param open')
})

test('what is not declared any more, and whose code takes none of the arguments, is not said to hold', async () => {
  const older = {
    'index.js': 'exports.load = function (text) {}\n',
    'index.d.ts': 'export function load(text: string): object\n',
  }
  const newer = {
    ...older,
    'index.js': 'exports.load = function () { throw new Error("gone") }\nexports.read = 1\n',
    'index.d.ts': 'export const read: 1\n',
  }
  const { verdict } = await upgraded(older, newer, `${REQUIRE}kit.load('a')\n`)
  expect(verdict).toBe('affected')
})

test('a function that is handed one which promises something gives what it gave', async () => {
  const types = (fn: string) => ({
    'index.d.ts': `export function action(fn: () => ${fn}): void\n`,
  })
  const code = `${REQUIRE}kit.action(() => 1)\n`
  const { told } = await upgraded(types('void'), types('Promise<void>'), code)
  expect(told).toEqual([])
})

test('a namespace has no names of what was exported as a whole', async () => {
  const older = { 'index.js': 'exports.red = function (text) {}\nexports.level = 1\n' }
  const newer = {
    'index.js': 'const kit = { red(text) {} }\nexport const level = 1\nexport default kit\n',
  }
  const loading: BothLoadings = {
    from: { by: new Map([['.', 'require']]), isWhole: true },
    to: { by: new Map([['.', 'import']]), isWhole: true },
  }
  const code = `${REQUIRE}kit.red('a')\nkit.level\n`
  const { told } = await upgraded(older, newer, code, loading)
  expect(told).toContain('2 kit breaks')
  expect(told).not.toContain('3 kit breaks')
})

describe('a file of the package, by its path', () => {
  const files = { 'index.js': 'exports.a = 1\n' }
  const loaded = (paths: readonly string[], isWhole = true) => ({
    by: new Map(paths.map((path) => [path, 'require'] as const)),
    isWhole,
  })
  const all = loaded(['.', './lib/x', './lib/x.js', './lib/y.mjs'])
  const less = loaded(['.'])
  const asked = (code: string, loading: BothLoadings, path = 'a.js') =>
    upgraded(files, files, code, loading, path)

  test.each([
    ['required', "require('kit/lib/x')\n", 'a.js'],
    ['required, with its ending', "const x = require('kit/lib/x.js')\n", 'a.js'],
    ['imported for what it does', "import 'kit/lib/y.mjs'\n", 'a.mjs'],
    ['loaded later', "const go = () => import('kit/lib/x.js')\n", 'a.js'],
  ])('%s: it breaks where the newer release has no such path', async (_what, code, path) => {
    const { verdict, told } = await asked(code, { from: all, to: less }, path)
    expect([verdict, told.length]).toEqual(['affected', 1])
    expect(told[0]).toMatch(/breaks$/)
    const kept = await asked(code, { from: all, to: all }, path)
    expect([kept.verdict, kept.told]).toEqual(['undetermined', []])
  })

  test('nothing is said where more paths may be loaded than are listed, or it was none before', async () => {
    const code = "require('kit/lib/x')\n"
    const cut = await asked(code, { from: all, to: loaded(['.'], false) })
    const never = await asked(code, { from: less, to: less })
    expect([cut.told, never.told]).toEqual([[], []])
  })

  test('where it is only looked for, it is open', async () => {
    const { verdict, told } = await asked("require.resolve('kit/lib/x.js')\n", {
      from: all,
      to: less,
    })
    expect([verdict, told]).toEqual(['undetermined', []])
  })
})

describe('a file whose name another one has without its ending', () => {
  const main = { 'index.js': 'exports.a = 1\n' }
  const OLD = { ...main, 'lib/x.js': 'exports.b = 1\n' }
  test.each([
    ['a folder', { 'lib/x/index.js': 'exports.b = 1\n' }],
    ['a file with another ending', { 'lib/x.mjs': 'export const b = 1\n' }],
    ['data', { 'lib/x.json': '{"b": 1}' }],
  ])('is not taken to be that file: %s', async (_what, newer) => {
    for (const code of [
      "require.resolve('kit/lib/x.js')\n",
      "import.meta.resolve('kit/lib/x.js')\n",
      "require('kit/lib/x.js')\n",
      "import 'kit/lib/x.js'\n",
    ]) {
      const { verdict } = await upgraded(OLD, { ...main, ...newer }, code)
      expect([code, verdict]).not.toEqual([code, 'safe'])
    }
    const kept = await upgraded(OLD, { ...OLD, ...newer }, "require.resolve('kit/lib/x.js')\n")
    expect(kept.verdict).toBe('safe')
  })
})

describe('a path that a map of exports gives only as it is written', () => {
  const older = extracted(
    { 'index.js': 'exports.a = 1\n', 'lib/x/index.js': 'exports.b = 1\n' },
    {},
    { main: 'index.js' },
  )
  const newer = extracted(
    { 'index.js': 'exports.a = 1\n', 'lib/x/index.js': 'exports.b = 1\n' },
    {},
    { exports: { '.': './index.js', './package.json': './package.json', './*': './*' } },
  )
  test.each([
    ['kit/package', 'unknown'],
    ['kit/lib/x', 'at'],
  ])('has neither an ending nor an index: %s', (module, before) => {
    const of = { ecosystem: 'npm', packageName: 'kit' } as const
    const stateIn = (table: typeof older.table) =>
      startOf({ table: opened(table).table, of, lookup: newLookup() }, module).state
    expect([stateIn(older.table), stateIn(newer.table)]).toEqual([before, 'unknown'])
  })
})

describe('a method that a class of the code inherits', () => {
  const kit = (method: string) => ({ 'kit/__init__.py': `class Schema:\n  ${method}: ...\n` })
  const OLD = kit('def dump(self, one, many=None, update=True)')
  const NEW = kit('def dump(self, one, *, many=None)')
  const upgradedTo = (call: string) =>
    upgraded(OLD, NEW, `import kit\nclass S(kit.Schema):\n  x = 1\n${call}\n`)

  test('is told where the newer release does not take the call', async () => {
    const { verdict, told } = await upgradedTo('S().dump(1, update=False)')
    expect([verdict, told]).toEqual(['affected', ['4 kit.Schema.dump open']])
  })

  test('holds where it does', async () => {
    const { told } = await upgradedTo('S().dump(1)')
    expect(told).toEqual([])
  })

  test('is open where it is only read', async () => {
    const { verdict } = await upgradedTo('keep = S().dump')
    expect(verdict).toBe('undetermined')
  })
})

test('the ending of a path may not be left out where a map of what is exported closes it', async () => {
  const files = { 'index.js': '', 'lib/x.js': 'exports.a = 1\n' }
  const manifest = { exports: { '.': './index.js', './lib/x.js': './lib/x.js' } }
  const [older, newer] = [
    extracted(files, {}, { main: 'index.js' }),
    extracted(files, {}, manifest),
  ]
  const [from, to] = [opened(older.table), opened(newer.table)]
  const isLost = (module: string) => losesEnding(from.table, to.table, module)
  expect([isLost('kit/lib/x'), isLost('kit/lib/x.js'), isLost('kit')]).toEqual([true, false, false])
})

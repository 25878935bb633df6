// What a release may change that no use shows: an upgrade never says that it is safe.

import { describe, expect, test } from 'vitest'
import { readInput } from '../../../src/check/read/readInput.ts'
import { setUps } from '../../../src/check/upgrade/setUp.ts'
import type { PackageKey, PackageName } from '../../../src/domain/names/packageName.ts'
import { tableOf as pythonTable } from '../../extract/python/packageOf.ts'
import { type Files, opened, upgraded } from './upgraded.ts'

const python = (code: string) => ({ 'kit/__init__.py': code })
const javascript = (code: string) => ({ 'index.js': code })

describe('what the numbers say', () => {
  const same = python('def encode(text): ...\n')
  const code = 'from kit import encode\nencode("a")\n'

  test('where they promise that what worked works, it is safe', async () => {
    const { verdict, caveat } = await upgraded(same, same, code)
    expect({ verdict, caveat }).toEqual({ verdict: 'safe', caveat: null })
  })

  test('where they do not, that is what keeps it open, and every use is determined', async () => {
    const { verdict, caveat, open } = await upgraded(same, same, code, null, undefined, false)
    expect({ verdict, open }).toEqual({ verdict: 'undetermined', open: [] })
    expect(caveat).toMatch(/by its numbers/)
  })

  test('what is affected is, whatever they say', async () => {
    const gone = python('def decode(text): ...\n')
    const { verdict, caveat } = await upgraded(same, gone, code, null, undefined, false)
    expect({ verdict, caveat }).toEqual({ verdict: 'affected', caveat: null })
  })
})

describe('a default that is another one', () => {
  const older = python('def read(path, strict=False, size=1): ...\n')
  const newer = python('def read(path, strict=True, size=1): ...\n')

  test.each([
    ['is left out', 'kit.read("a")', 'undetermined'],
    ['may be left out', 'kit.read("a", **more)', 'undetermined'],
    ['may be left out by whoever has it', 'print(list(map(kit.read, "a")))', 'undetermined'],
    ['is left out, and another one given', 'kit.read("a", size=2)', 'undetermined'],
    ['is given by its name', 'kit.read("a", strict=True)', 'safe'],
    ['is given by its place', 'kit.read("a", True)', 'safe'],
  ])('%s: %s is %s', async (_what, call, verdict) => {
    const code = `import kit\nmore = {}\n${call}\n`
    expect((await upgraded(older, newer, code)).verdict).toBe(verdict)
  })

  test('is open, and affects nobody, where other parameters break others', async () => {
    const before = python('def read(path, old=1, strict=20): ...\n')
    const after = python('def read(path, strict=30): ...\n')
    const code = 'import kit\nkit.read("a")\n'
    const { verdict, told } = await upgraded(before, after, code)
    expect({ verdict, told }).toEqual({ verdict: 'undetermined', told: [] })
    const same = python('def read(path, strict=20.0): ...\n')
    expect((await upgraded(before, same, code)).verdict).toBe('safe')
  })

  test('of a class, when one is made', async () => {
    const of = (strict: string) =>
      python(`class Reader:\n    def __init__(self, strict=${strict}): ...\n`)
    const { verdict } = await upgraded(of('1'), of('2'), 'from kit import Reader\nReader()\n')
    expect(verdict).toBe('undetermined')
  })
})

describe('a call that the newer release refuses', () => {
  test('for a parameter that others are wont to fill in: it is affected', async () => {
    const of = (more: string) => python(`class Kit:\n    def make(self${more}): ...\n`)
    const code = 'from kit import Kit\ndef use(it: Kit):\n    return it.make()\n'
    const { verdict, told } = await upgraded(of(''), of(', request'), code)
    expect({ verdict, told }).toEqual({
      verdict: 'affected',
      told: ['3 kit.Kit.make open'],
    })
    const given = code.replace('make()', 'make(1)')
    expect((await upgraded(of(', request'), of(', request'), given)).verdict).toBe('safe')
  })

  test('and that was wrong by what the older says of itself: it is open', async () => {
    const of = (first: string) => python(`def make(${first}): ...\n`)
    const code = 'from kit import make\nmake(__length=1)\n'
    expect((await upgraded(of('__length'), of('n, /'), code)).verdict).toBe('undetermined')
  })
})

describe('a method that a class of the code puts in its place', () => {
  const base = (parameters: string) =>
    python(
      `class Top:\n    def run(self, ${parameters}): ...\nclass Base(Top):\n    def stop(self): ...\n`,
    )
  const [older, newer] = [base('path'), base('path, force=False')]

  test.each([
    ['takes other arguments in the newer release', 'run', 'undetermined'],
    ['takes the same', 'stop', 'safe'],
    ['is none of the package', 'own', 'safe'],
  ])('%s', async (_what, name, verdict) => {
    const code = `from kit import Base\nclass Own(Base):\n    def ${name}(self, path): ...\nOwn()\n`
    expect((await upgraded(older, newer, code)).verdict).toBe(verdict)
  })

  test('is marked as deprecated in the newer release', async () => {
    const of = (doc: string) =>
      python(`class Base:\n    def run(self):\n        """Runs.${doc}"""\n`)
    const marked = of('\n\n        .. deprecated:: 1.1\n        ')
    const code = 'from kit import Base\nclass Own(Base):\n    def run(self): ...\nOwn()\n'
    expect((await upgraded(of(''), marked, code)).verdict).toBe('undetermined')
  })

  test('is below a class that is made of other parameters: that alone affects nobody', async () => {
    const of = (more: string) => python(`class Base:\n    def __init__(self, path${more}): ...\n`)
    const code = 'from kit import Base\nclass Own(Base):\n    def own(self): ...\nOwn(1)\n'
    const { verdict, told } = await upgraded(of(', mark=1'), of(''), code)
    expect({ verdict, told }).toEqual({ verdict: 'undetermined', told: [] })
    const given = code.replace('Own(1)', 'Own(1, mark=2)')
    expect((await upgraded(of(', mark=1'), of(''), given)).verdict).toBe('affected')
  })

  test('in JavaScript', async () => {
    const of = (parameters: string) =>
      javascript(`exports.Base = class Base {\n  run(${parameters}) {}\n  stop() {}\n}\n`)
    const code = (name: string) =>
      `const { Base } = require('kit')\nclass Own extends Base { ${name}(a) {} }\nnew Own()\n`
    const verdictOf = async (name: string) =>
      (await upgraded(of('a'), of('a, b'), code(name))).verdict
    expect(await verdictOf('run')).toBe('undetermined')
    expect(await verdictOf('stop')).toBe('safe')
  })
})

test('what has to be waited for now is open where it is called', async () => {
  const of = (type: string): Files => ({
    'index.js': 'exports.format = function (text) {}\n',
    'index.d.ts': `export function format(text: string): ${type}\n`,
  })
  const code = "const kit = require('kit')\nkit.format('a')\n"
  expect((await upgraded(of('string'), of('Promise<string>'), code)).told).toEqual([
    '2 kit.format open',
  ])
})

describe('what sets the package up, or runs it', () => {
  const { table } = opened(pythonTable({ 'kit/__init__.py': '' }))

  function placesOf(ecosystem: 'npm' | 'pypi', name: string, path: string, content: string) {
    const key: PackageKey = { ecosystem, name: name as PackageName }
    return setUps(readInput([{ path, content }]), key, table).map(
      ({ source, reference: { line, column, name } }) => `${source.path}:${line}:${column} ${name}`,
    )
  }

  const manifest = JSON.stringify(
    {
      dependencies: { kit: '1.0.0' },
      keywords: ['kit'],
      scripts: { kit: 'node a.js', lint: 'npx kit@1 --fix && node_modules/.bin/other' },
      kitConfig: { extends: ['@kit/base'] },
      mocha: { require: ['loader/register'] },
    },
    null,
    1,
  )

  test.each([
    ['npm', 'kit', 'package.json', manifest, ['package.json:10:16 kit']],
    ['npm', 'other', 'package.json', manifest, ['package.json:10:49 other']],
    ['npm', '@kit/base', 'package.json', manifest, ['package.json:14:5 @kit/base']],
    ['npm', 'loader', 'package.json', manifest, ['package.json:19:5 loader']],
    ['npm', 'mocha', 'package.json', manifest, ['package.json:17:3 mocha']],
    ['npm', 'node-kit', 'package.json', manifest, []],
    ['pypi', 'kit', 'package.json', manifest, []],
    ['npm', 'kit', 'src/kit.config.js', 'module.exports = {}\n', ['src/kit.config.js:1:1 kit']],
    ['npm', 'kit', '.kitrc.cjs', 'module.exports = {}\n', ['.kitrc.cjs:1:1 kit']],
    ['npm', 'kit', 'kit.js', 'module.exports = {}\n', []],
    ['pypi', 'kit', 'kit.conf.py', 'a = 1\n', ['kit.conf.py:1:1 kit']],
    ['pypi', 'kit', 'pyproject.toml', '[tool.kit.options]\na = 1\n', ['pyproject.toml:1:7 kit']],
    [
      'pypi',
      'kit',
      'pyproject.toml',
      '[project.entry-points."kit.commands"]\na = "own:b"\n',
      ['pyproject.toml:1:24 kit'],
    ],
    ['pypi', 'kit', 'pyproject.toml', '[project]\ndependencies = ["kit==1.0"]\n', []],
    ['pypi', 'kit', 'setup.cfg', '[tool:kit]\na = 1\n', ['setup.cfg:1:2 kit']],
    [
      'pypi',
      'kit',
      'setup.cfg',
      '[options.entry_points]\nkit11 =\n  a = b\n',
      ['setup.cfg:2:1 kit'],
    ],
  ] as const)('%s %s in %s', (ecosystem, name, path, content, expected) => {
    expect(placesOf(ecosystem, name, path, content)).toEqual(expected)
  })
})

test('what is of a type that no path leads to is told by what leads to it', async () => {
  const files = (name: string): Files => ({
    'index.js': 'exports.get = function () {}\n',
    'index.d.ts': `interface Reply { ${name}(): string }\nexport function get(): Promise<Reply>\nexport {}\n`,
  })
  const code =
    "import { get } from 'kit'\nexport async function f() { const r = await get(); return r.data() }\n"
  expect((await upgraded(files('data'), files('data'), code)).verdict).toBe('safe')
  expect((await upgraded(files('data'), files('text'), code)).verdict).not.toBe('safe')
})

test('a type that code implements, and that demands more now, is open', async () => {
  const files = (more: string): Files => ({
    'index.js': 'exports.use = function () {}\n',
    'index.d.ts': `export interface Own { name: string; id${more}: string }\nexport function use(own: Own): void\n`,
  })
  const code =
    "import type { Own } from 'kit'\nexport class Mine implements Own { name = 'a'; id = 'b' }\n"
  expect((await upgraded(files('?'), files('?'), code, null, 'a.ts')).verdict).toBe('safe')
  expect((await upgraded(files('?'), files(''), code, null, 'a.ts')).verdict).not.toBe('safe')
})

// What no path leads on from: an upgrade never says that it is safe.

import { describe, expect, test } from 'vitest'
import { type Files, upgraded } from './upgraded.ts'

const python = (code: string): Files => ({ 'kit/__init__.py': code })
const javascript = (code: string): Files => ({ 'index.js': code })

async function openOf(older: Files, newer: Files, code: string) {
  const { verdict, open, told } = await upgraded(older, newer, code)
  return { verdict, open, told }
}

describe('what is handed to others', () => {
  const older = python('def encode(text, mark=1):\n    return text\n')
  const newer = python('def encode(text):\n    return text\n')

  test.each([
    ['an argument', 'from kit import encode\nprint(list(map(encode, ["a"])))\n'],
    ['a keyword', 'from kit import encode\nprint(sorted("a", key=encode))\n'],
    ['a list', 'from kit import encode\nsteps = [encode]\n'],
    ['an attribute', 'import kit\nsteps = [kit.encode]\n'],
    ['spread arguments', 'from kit import encode\nmore = {"mark": 2}\nencode("a", **more)\n'],
    [
      'a function that the file may have itself',
      'try:\n    from kit import encode\nexcept ImportError:\n    encode = own()\nencode("a", mark=2)\n',
    ],
    [
      'a module that the file may make itself',
      'import sys\nprint(sys.modules["kit"])\nimport kit\nkit.encode("a", mark=2)\n',
    ],
  ])('%s is not safe', async (_what, code) => {
    expect((await openOf(older, newer, code)).verdict).not.toBe('safe')
  })

  test('is safe where it takes what it took', async () => {
    const code = 'from kit import encode\nprint(list(map(encode, ["a"])))\n'
    expect((await openOf(older, older, code)).verdict).toBe('safe')
  })

  test('a module is, where names of it are gone', async () => {
    const more = python('def encode(text): ...\ndef gone(): ...\n')
    const code = 'import kit\nprint(vars, [kit], kit.encode("a"))\n'
    const { verdict, open } = await openOf(more, newer, code)
    expect(verdict).toBe('undetermined')
    expect(open).toEqual([expect.stringMatching(/as a whole/)])
  })
})

describe('a module that was a function', () => {
  const older = javascript('module.exports = function kit(path, done) { done(path) }\n')
  const newer = javascript('exports.kit = function (path) {}\n')

  test.each([
    ['is called where it is loaded', "require('kit')('a')\n"],
    [
      'is handed on',
      "const { promisify } = require('util')\nconst run = promisify(require('kit'))\n",
    ],
    ['is a class above', "const Kit = require('kit')\nclass Own extends Kit {}\n"],
    ['is a default', "const { Kit = require('kit') } = {}\nnew Kit()\n"],
    ['is put on an object', "const all = { kit: require('kit') }\nall.kit('a')\n"],
    ['is given to others', "module.exports = require('kit')\n"],
    ['may be another one', "let kit = require('kit')\nif (process.env.X) kit = own()\nkit('a')\n"],
    ['is one of two', "const kit = globalThis.kit || require('kit')\nkit('a')\n"],
  ])('%s: not safe', async (_what, code) => {
    const { verdict } = await openOf(older, newer, code)
    expect(verdict).not.toBe('safe')
  })

  test('takes no callback any more', async () => {
    const without = javascript('module.exports = function kit(path) {}\n')
    const { verdict } = await openOf(older, without, "const kit = require('kit')\nkit(() => 1)\n")
    expect(verdict).not.toBe('safe')
    const known = await openOf(older, without, "const kit = require('kit')\nkit('a')\n")
    expect(known.verdict).toBe('safe')
  })

  test('a key of a pattern is no value that is handed on', async () => {
    const both = javascript('exports.a = function (x, y) {}\nexports.b = 1\n')
    const after = javascript('exports.a = function (x) {}\nexports.b = 1\n')
    const { verdict } = await openOf(both, after, "const { b } = require('kit')\n")
    expect(verdict).toBe('safe')
  })
})

test('a class of the code is below one that lost members', async () => {
  const older = python('class Base:\n    def run(self): ...\n    def stop(self): ...\n')
  const newer = python('class Base:\n    def run(self): ...\n')
  const code = 'from kit import Base\nclass Own(Base):\n    kind = 1\n'
  const { verdict, open } = await openOf(older, newer, code)
  expect(verdict).toBe('undetermined')
  expect(open).toEqual([expect.stringMatching(/^a class of the code is below it/)])
  expect((await openOf(older, older, code)).verdict).toBe('safe')
})

test('a text that names a module which is gone stands first', async () => {
  const older = {
    'kit/__init__.py': 'def load(names): ...\n',
    'kit/plugins/__init__.py': '',
    'kit/plugins/toc.py': 'def extend(): ...\n',
  }
  const newer = python('def load(names): ...\n')
  for (const text of ['kit.plugins.toc', 'kit.plugins.toc:extend', 'kit.plugins.toc.extend']) {
    const code = `import kit\nkit.load(["${text}"])\n`
    const { verdict, open } = await openOf(older, newer, code)
    expect(verdict).toBe('undetermined')
    expect(open).toEqual([expect.stringMatching(/^a text names it/)])
  }
  const other = 'import kit\nkit.load(["kit.example.org", "a.b"])\n'
  expect((await openOf(older, newer, other)).verdict).toBe('safe')
})

test('a value of another class is open where it is used', async () => {
  const older = python('TAGS = ["a"]\n')
  const newer = python('TAGS = frozenset(("a",))\n')
  const { verdict, open } = await openOf(older, newer, 'import kit\ntags = kit.TAGS + ["b"]\n')
  expect(verdict).toBe('undetermined')
  expect(open).toContain('it holds a value of another class now')
  expect((await openOf(older, older, 'import kit\nprint(kit.TAGS)\n')).verdict).toBe('safe')
})

test('a keyword that only ** takes, of which another function lost the parameter', async () => {
  const code = (last: string) =>
    `class Option:\n    def __init__(self, name, ${last}=None): ...\ndef option(name, **more):\n    return Option(name, **more)\n`
  const [older, newer] = [python(code('complete')), python(code('finish'))]
  const named = await openOf(older, newer, 'import kit\nkit.option("a", complete=1)\n')
  expect(named.verdict).not.toBe('safe')
  const other = await openOf(older, newer, 'import kit\nkit.option("a")\n')
  expect(other.verdict).toBe('safe')
})

test('a call of what code makes as it runs', async () => {
  const [older, newer] = [
    'def make(): ...\nValidator = make()\n',
    'def make(kind=1): ...\ndef more(): ...\nValidator = make()\n',
  ].map(python) as [Files, Files]
  const { verdict } = await openOf(older, newer, 'import kit\nkit.Validator({}, types=1)\n')
  expect(verdict).not.toBe('safe')
})

describe('a module that is a function', () => {
  const declared = (text: string): Files => ({
    'index.js': 'module.exports = function kit() {}\n',
    'index.d.ts': `declare function kit${text};\nexport = kit;\n`,
  })
  const older = declared('(path: string, done: (error: Error | null) => void): void')
  const called = "const kit = require('kit')\nkit('a', function (error) {})\n"

  test('that took a callback, and gives a promise: not safe', async () => {
    const newer = declared('(path: string, options?: { mode?: number }): Promise<string>')
    expect((await openOf(older, newer, called)).verdict).not.toBe('safe')
  })

  test('that has one way to call it less, and gives a promise: not safe', async () => {
    const ways = {
      'index.js': 'module.exports = function kit() {}\n',
      'index.d.ts':
        'declare function kit(path: string, mode?: number): string;\ndeclare function kit(path: string): string;\nexport = kit;\n',
    }
    const newer = declared('(path: string, mode?: number): Promise<string>')
    const code = "const kit = require('kit')\nkit('a')\n"
    expect((await openOf(ways, newer, code)).verdict).not.toBe('safe')
  })

  test('of which nothing is declared any more, under the names of others: not safe', async () => {
    const newer = {
      'package.json': '{"name":"kit","exports":{"import":"./index.mjs","require":"./index.js"}}',
      'index.js': 'exports.kit = function (path, done) {}\n',
      'index.mjs': 'export default function kit(path, done) {}\n',
    }
    expect((await openOf(older, newer, called)).verdict).not.toBe('safe')
  })

  test('whose types alone are others is safe for code without a compiler', async () => {
    const newer = declared('(path: URL, done: (error: Error | null) => void): void')
    expect((await openOf(older, newer, called)).verdict).toBe('safe')
  })
})

test('a method of the code has a name that the newer release gives to one of its own', async () => {
  const older = python('class Base:\n    def run(self): ...\n')
  const newer = python('class Base:\n    def run(self): ...\n    def stop(self, now): ...\n')
  const code = 'from kit import Base\nclass Own(Base):\n    def stop(self): ...\nOwn().run()\n'
  const { verdict, open } = await openOf(older, newer, code)
  expect(verdict).toBe('undetermined')
  expect(open).toEqual([expect.stringMatching(/a member of its own/)])
  const other = code.replace('stop', 'rest')
  expect((await openOf(older, newer, other)).verdict).toBe('safe')
  const set = code.replace('def stop(self): ...', 'def __init__(self): self.stop = 1')
  expect((await openOf(older, newer, set)).verdict).toBe('undetermined')
})

test('places beside the references count among what was looked at', async () => {
  const older = python('class Base:\n    def run(self): ...\n')
  const newer = python('class Base:\n    def run(self): ...\n    def stop(self): ...\n')
  const code = 'from kit import Base\nclass Own(Base):\n    def stop(self): ...\nOwn().run()\n'
  const { counts, open } = await upgraded(older, newer, code)
  expect(open).toEqual([expect.stringMatching(/a member of its own of that name/)])
  const { references, determined } = (await upgraded(older, older, code)).counts
  expect(counts).toMatchObject({ references: references + 1, determined, undetermined: 1 })
})

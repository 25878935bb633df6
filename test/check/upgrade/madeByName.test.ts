// What code names by a text, by a computed name or by nothing at all: an upgrade never says that it is safe.

import { describe, expect, test } from 'vitest'
import { type Files, upgraded } from './upgraded.ts'

const python = (code: string): Files => ({ 'kit/__init__.py': code })
const javascript = (code: string): Files => ({ 'index.js': code })

async function verdictOf(older: Files, newer: Files, code: string, path?: string) {
  return (await upgraded(older, newer, code, null, path)).verdict
}

describe('a name that is gone', () => {
  const older = python('def zeros(kind): ...\nfloat_ = 1\n')
  const newer = python('def zeros(kind): ...\n')

  test.each([
    [
      'is a keyword of a patch',
      'from unittest import mock\nmock.patch.multiple("kit", float_=1)\n',
    ],
    ['is handed to the package', 'kit.zeros("float_")\n'],
    ['is handed to it in a list', 'kit.zeros(kind=[("a", "float_")])\n'],
    ['is handed to it as a key', 'kit.zeros({"float_": 1})\n'],
  ])('%s: not safe', async (_what, code) => {
    expect(await verdictOf(older, newer, `import kit\nkit.zeros(1)\n${code}`)).toBe('undetermined')
  })

  test.each([
    ['is handed to something else', 'print("float_")\n'],
    ['is no name', 'kit.zeros("float_ ")\n'],
    ['is another one', 'kit.zeros("other")\n'],
  ])('%s: safe', async (_what, code) => {
    expect(await verdictOf(older, newer, `import kit\nkit.zeros(1)\n${code}`)).toBe('safe')
  })
})

test('what is waited for gives nothing now', async () => {
  const older = python('class Wait: ...\ndef stop() -> Wait: ...\n')
  const newer = python('class Wait: ...\ndef stop() -> None: ...\n')
  const code = 'import kit\nasync def main():\n    await kit.stop()\n'
  const { verdict, open } = await upgraded(older, newer, code)
  expect(verdict).not.toBe('safe')
  expect(open).toEqual([expect.stringMatching(/^the code waits for what it gives/)])
  const other = await upgraded(older, newer, 'import kit\nkit.stop()\n')
  expect(other.open).toEqual([])
  const waits = python('class Wait: ...\nasync def stop() -> None: ...\n')
  expect((await upgraded(older, waits, code)).open).toEqual([])
})

test('a class whose base nobody knows lists fewer special methods', async () => {
  const older = python('class Parts:\n    def __iter__(self): ...\n    def run(self): ...\n')
  const newer = python('from other import Base\nclass Parts(Base):\n    def run(self): ...\n')
  const code = 'import kit\nfor one in kit.Parts():\n    print(one)\n'
  const { verdict, open } = await upgraded(older, newer, code)
  expect(verdict).toBe('undetermined')
  expect(open).toContain('its class may have no __iter__ any more')
  const kept = python(
    'from other import Base\nclass Parts(Base):\n    def run(self): ...\n    def __iter__(self): ...\n',
  )
  expect((await upgraded(older, kept, code)).open).not.toContain(
    'its class may have no __iter__ any more',
  )
})

describe('a name that is made as the code runs', () => {
  const older = javascript('exports.app = class App { get() {} del() {} }\nexports.one = 1\n')
  const newer = javascript('exports.app = class App { get() {} }\nexports.one = 1\n')

  test.each([
    ["for (const name of ['del']) new (require('kit').app)()[name]()\n"],
    [
      "const { app: App } = require('kit')\nconst app = new App()\nconst run = (name) => app[name]()\n",
    ],
    ["const kit = require('kit')\nconst take = (name) => kit[name]\n"],
  ])('%s', async (code) => {
    expect(await verdictOf(older, newer, code)).not.toBe('safe')
    expect(await verdictOf(older, older, code)).toBe('safe')
  })

  test('a number is none', async () => {
    const code = "const { app: App } = require('kit')\nconst app = new App()\nconsole.log(app[0])\n"
    expect(await verdictOf(older, newer, code)).toBe('safe')
  })
})

test('a name that only files inside of the package have', async () => {
  const index = "exports.make = function () { return require('./lib/app') }\n"
  const manifest = JSON.stringify({ name: 'kit', version: '1.0.0', exports: './index.js' })
  const files = (code: string): Files => ({
    'package.json': manifest,
    'index.js': index,
    'lib/app.js': code,
  })
  const older = files('const app = module.exports = {}\napp.del = () => 1\napp.get = () => 1\n')
  const newer = files('const app = module.exports = {}\napp.get = () => 1\n')
  const code =
    "const kit = require('kit')\nmodule.exports = { a: (app) => app.del('/a') }\nkit.make()\n"
  const { open } = await upgraded(older, newer, code)
  expect(open).toContainEqual(expect.stringMatching(/could not be followed/))
})

describe('what only raises an error in the newer release', () => {
  const older = python('def load(text): return text\ndef dump(text): return text\n')
  const gone =
    'def gone(name, other):\n    text = name + other + " was removed"\n    raise AttributeError(text)\n'
  const newer = python(
    `${gone}def load(text):\n    """Reads a text."""\n    gone("load", "read")\ndef dump(text):\n    raise AttributeError("it is gone")\n`,
  )

  test.each([['import kit\nkit.load("a")\n'], ['from kit import dump\ndump("a")\n']])(
    'breaks where it is called: %s',
    async (code) => {
      expect(await verdictOf(older, newer, code)).toBe('affected')
      expect(await verdictOf(newer, newer, code)).not.toBe('affected')
    },
  )

  test('is open where it is handed on', async () => {
    const { verdict, open } = await upgraded(older, newer, 'import kit\nall = [kit.load]\n')
    expect(verdict).toBe('undetermined')
    expect(open).toEqual(['the newer release only has it to raise an error'])
  })

  test.each([
    ['it does not say so', 'def load(text): raise ValueError("a")\n'],
    ['to raise is what it is for', 'def fail(text): raise ValueError("gone")\n'],
    ['it raises what it is given', 'def load(text): raise ValueError(text)\n'],
    ['it ends the program', 'def load(text): raise SystemExit("gone")\n'],
    ['it does something first', 'def load(text):\n    print(text)\n    raise ValueError("gone")\n'],
    [
      'it may give something',
      'def load(text):\n    if text: return 1\n    raise ValueError("gone")\n',
    ],
    ['it is left to others', 'def load(text): raise NotImplementedError("gone")\n'],
    ['it is a method', 'class Kit:\n    def load(self): raise ValueError("gone")\n'],
  ])('is none where %s', async (_why, code) => {
    const use = `import kit\n${/fail/.test(code) ? 'kit.fail(1)' : /class/.test(code) ? 'kit.Kit().load()' : 'kit.load(1)'}\n`
    const before = python(code.replace(/raise \w+\(.*\)/, 'return 1'))
    expect(await verdictOf(before, python(code), use)).toBe('safe')
  })
})

describe('a component', () => {
  const manifest = JSON.stringify({ name: 'kit', version: '1.0.0', types: './index.d.ts' })
  const files = (code: string): Files => ({ 'package.json': manifest, 'index.d.ts': code })
  const older = files(
    'export interface LinkProps { to: string; active?: string }\nexport declare function Link(props: LinkProps): null\nexport declare const Mark: () => void\n',
  )
  const newer = files(
    'export interface LinkProps { to: string }\nexport declare function Link(props: LinkProps): null\nexport declare const Mark: () => void\n',
  )

  test.each([
    ['an attribute is gone', '<Link to="a" active="b" />', 'undetermined'],
    ['the attributes are there', '<Link to="a" />', 'safe'],
    ['the attribute is one of the page', '<div active="a" />', 'safe'],
  ])('%s', async (_what, element, verdict) => {
    const code = `import { Link, Mark } from 'kit'\nMark()\nexport const App = () => ${element}\n`
    expect(await verdictOf(older, newer, code)).toBe(verdict)
  })

  test('takes something else', async () => {
    const other = files(
      'export interface LinkProps { to: string; active?: string }\nexport declare function Link(props: LinkProps, more: string): null\nexport declare const Mark: () => void\n',
    )
    const code = "import { Link } from 'kit'\nexport const App = () => <Link to='a' />\n"
    expect(await verdictOf(older, other, code)).not.toBe('safe')
    expect(await verdictOf(older, older, code)).toBe('safe')
  })
})

describe('a type that is another one now', () => {
  const manifest = JSON.stringify({ name: 'kit', version: '1.0.0', types: './index.d.ts' })
  const files = (code: string): Files => ({ 'package.json': manifest, 'index.d.ts': code })
  const older = files(
    'export interface Step { (next: (text: string) => string): void }\nexport declare const mark: () => void\n',
  )
  const newer = files(
    'export interface Step { (next: (text: number) => number): void }\nexport declare const mark: () => void\n',
  )

  test.each([
    ['of a value', 'export const step: Step = (next) => next("a")'],
    ['of a parameter', 'export const run = (step: Step) => step'],
    ['below another', 'export interface Own extends Step { name: string }'],
    ['of a class', 'export class Own implements Step {}'],
  ])('%s', async (_what, use) => {
    const code = `import { mark, type Step } from 'kit'\nmark()\n${use}\n`
    expect(await verdictOf(older, newer, code, 'a.ts')).not.toBe('safe')
    expect(await verdictOf(older, older, code, 'a.ts')).toBe('safe')
  })
})

test('what is declared never to come back is open', async () => {
  const manifest = JSON.stringify({ name: 'kit', version: '1.0.0', types: './index.d.ts' })
  const files = (code: string): Files => ({ 'package.json': manifest, 'index.d.ts': code })
  const older = files('export declare function cache(more?: object): () => void\n')
  const newer = files('export declare function cache(): never\n')
  const code = "const kit = require('kit')\nkit.cache()\n"
  const { open } = await upgraded(older, newer, code)
  expect(open).toEqual(['no call of it comes back in the newer release'])
  expect((await upgraded(newer, newer, code)).verdict).toBe('safe')
})

// Ways in which code comes to what a release took away that are not seen at once: none of them is safe.

import { describe, expect, test } from 'vitest'
import { upgraded } from './upgraded.ts'

const manifest = '{"name":"kit","version":"1.0.0","main":"index.js"}'
const javascript = (more: string) => ({
  'package.json': manifest,
  'index.js': `class Tool { run(a){ return a } ${more === '' ? '' : 'stop(){}'} }
function alpha(a){ return a }
${more}
module.exports = { alpha, Tool${more === '' ? '' : ', beta'} }`,
})
const older = javascript('function beta(a){ return a }')
const newer = javascript('')

describe('JavaScript', () => {
  test.each([
    ['a name that is made, taken apart', 'a.js', `const { [String('beta')]: b } = require('kit')`],
    ['all names, handed on', 'a.mjs', `export * from 'kit'`],
    ['all names, handed on under one', 'a.mjs', `export * as kit from 'kit'`],
    ['names of a block', 'a.js', `const kit = require('kit')\nwith (kit) { beta(1) }`],
  ])('%s: open', async (_what, path, code) => {
    expect((await upgraded(older, newer, code, null, path)).verdict).toBe('undetermined')
    expect((await upgraded(older, older, code, null, path)).verdict).not.toBe('affected')
  })

  const declared = (more: string) => ({
    'package.json': manifest,
    'index.d.ts': `export declare class Tool { run(a: number): void; ${more} }`,
  })
  const [whole, lost] = [declared('stop(a: number): void'), declared('')]

  test.each([
    ['a member of a type', `import { Tool } from 'kit'\nlet run: Tool['stop']`],
    ['a member of an imported type', `let run: import('kit').Tool['stop']`],
    ['what a member takes', `import { Tool } from 'kit'\nlet a: Parameters<Tool['stop']>`],
    [
      'members that are picked',
      `import { Tool } from 'kit'\ntype Own = Pick<Tool, 'run' | 'stop'>`,
    ],
  ])('%s: gone, where a compiler looks', async (_what, code) => {
    const { open } = await upgraded(whole, lost, code, null, 'a.ts')
    expect(open).toEqual(['stop is in the older release, and nowhere in the newer one'])
    expect((await upgraded(whole, whole, code, null, 'a.ts')).verdict).toBe('safe')
    const kept = code.replaceAll('stop', 'run')
    expect((await upgraded(whole, lost, kept, null, 'a.ts')).verdict).toBe('safe')
  })

  test('a type of the file called Pick picks nothing', async () => {
    const code = `import { Tool } from 'kit'\ntype Pick<A, B> = A | B\nlet x: Pick<Tool, 'stop'>`
    expect((await upgraded(whole, lost, code, null, 'a.ts')).told).toEqual([])
  })
})

describe('TypeScript: what only a compiler refuses', () => {
  const of = (options: string, size: string, result: string) => ({
    'package.json': manifest,
    'index.d.ts': `export interface Options { a?: number; ${options} }
export declare function send(url: string, options?: Options): void
export declare class Tool { ${size}size: number }
export interface Result { ok: boolean; ${result} }`,
  })
  const before = of('b?: string', '', 'extra: string')
  const after = of('', 'readonly ', '')

  test.each([
    ['a key of an object', `import { send } from 'kit'\nsend('a', { b: 'x' })`, 'affected'],
    ['a key of an object that stays', `import { send } from 'kit'\nsend('a', { a: 1 })`, 'safe'],
    ['what is set', `import { Tool } from 'kit'\nnew Tool().size = 3`, 'undetermined'],
    ['a key of a type', `import type { Result } from 'kit'\nlet k: keyof Result`, 'undetermined'],
    [
      'what a function of the file tells of it',
      `import { Result } from 'kit'\nfunction is(e: unknown): e is Result { return true }\nlet e: unknown\nif (is(e)) e.extra`,
      'undetermined',
    ],
  ])('%s', async (_what, code, verdict) => {
    expect((await upgraded(before, after, code, null, 'a.ts')).verdict).toBe(verdict)
    expect((await upgraded(before, before, code, null, 'a.ts')).verdict).toBe('safe')
  })
})

describe('TypeScript: a constant that is imported by its name', () => {
  const of = (list: string, mode: string) => ({
    'package.json': manifest,
    'index.d.ts': `export declare const LIST: ${list}\nexport declare const MODE: ${mode}`,
  })
  const before = of('string[]', "'x'")
  const after = of('readonly string[]', "'y'")

  test.each([
    ['declared as something', `const all: string[] = LIST`],
    ['compared', `if (text === MODE) go()`],
    ['put into a text', 'const text = `a ${MODE}`'],
    ['one of several', `switch (text) { case MODE: go() }`],
    ['taken as something', `(LIST as string[]).push('a')`],
  ])('%s: not safe where it is another one', async (_what, code) => {
    const whole = `import { LIST, MODE } from 'kit'\n${code}\n`
    expect((await upgraded(before, after, whole, null, 'a.ts')).verdict).not.toBe('safe')
    expect((await upgraded(before, before, whole, null, 'a.ts')).verdict).toBe('safe')
  })

  test('and not read: safe', async () => {
    const code = `import { LIST } from 'kit'\n`
    expect((await upgraded(before, after, code, null, 'a.ts')).verdict).toBe('safe')
  })
})

test('a module is handed on that types give no default any more: nothing says that it breaks', async () => {
  const types = (more: string) => ({
    'package.json': manifest,
    'index.d.ts': `export declare const alpha: (a: number) => void\n${more}`,
  })
  const [before, after] = [types('export default alpha'), types('')]
  const code = `const kits = { one: require('kit') }\nkits.one.alpha(1)\n`
  const { verdict, told } = await upgraded(before, after, code)
  expect({ verdict, told }).toEqual({ verdict: 'undetermined', told: [] })
})

const python = (init: string, run: string, opts: string) => ({
  'kit/__init__.py': `class Tool:
    def __init__(self, ${init}): ...
    def run(self, ${run}): ...
def opts(${opts}): ...
`,
})
const full = python('name, size=1', 'a, b=1', 'a=1, **more')
const less = python('name', 'a', 'a=1, b=2')

describe('Python: what a class of the code hands to the one above', () => {
  test.each([
    [
      'to its constructor',
      'def __init__(self):\n        super().__init__("a", 2)',
      '5 kit.Tool open',
    ],
    [
      'by its name',
      'def __init__(self):\n        super(Own, self).__init__("a", size=2)',
      '5 kit.Tool open',
    ],
    ['to a method', 'def go(self):\n        return super().run(1, 2)', '5 kit.Tool.run open'],
  ])('%s', async (_what, body, told) => {
    const code = `import kit\n\nclass Own(kit.Tool):\n    ${body}\n`
    expect((await upgraded(full, less, code)).told).toContain(told)
    expect((await upgraded(full, full, code)).verdict).toBe('safe')
    const fits = code.replace(/, (?:size=)?2\)/, ')')
    expect((await upgraded(full, less, fits)).told).toEqual([])
  })

  test.each([
    ['made', 'class Own(kit.Tool): ...\nOwn("a", 2)\n'],
    ['made, two classes below', 'class Mid(kit.Tool): ...\nclass Own(Mid): ...\nOwn("a", 2)\n'],
  ])('and how it is %s', async (_what, code) => {
    expect((await upgraded(full, less, `import kit\n${code}`)).verdict).toBe('affected')
  })

  test('a class with several bases: open', async () => {
    const code = `import kit\nclass Own(dict, kit.Tool):\n    def go(self):\n        super().run(1, 2)\n`
    expect((await upgraded(full, less, code)).verdict).toBe('undetermined')
  })
})

describe('Python: what was taken with all others, and is named now', () => {
  test.each([
    ['spread', 'more = {}\nkit.opts(**more)'],
    ['handed on', 'from functools import partial\npartial(kit.opts, c=1)'],
  ])('%s: open', async (_what, code) => {
    expect((await upgraded(full, less, `import kit\n${code}\n`)).verdict).toBe('undetermined')
    expect((await upgraded(less, full, `import kit\n${code}\n`)).verdict).not.toBe('safe')
  })
})

test('Python: a pattern asks an object for a name, and fails in silence', async () => {
  const of = (more: string) => ({ 'kit/__init__.py': `class Tool:\n    a = 1\n${more}` })
  const code = `import kit\nmatch 1:\n    case kit.Tool(limit=1): ...\n`
  expect((await upgraded(of('    limit = 1\n'), of(''), code)).verdict).toBe('undetermined')
})

test('Python: what a class of the code is below is a function now: it breaks', async () => {
  const [cls, def] = ['class Tool: ...\n', 'def Tool(): ...\n'].map((text) => ({
    'kit/__init__.py': text,
  }))
  const code = 'from kit import Tool\n\nclass Own(Tool): ...\n'
  const { verdict, told } = await upgraded(cls ?? {}, def ?? {}, code)
  expect({ verdict, told }).toEqual({
    verdict: 'affected',
    told: expect.arrayContaining(['3 kit.Tool breaks']),
  })
  const other = { 'kit/__init__.py': 'from other import make\nTool = make()\n' }
  expect((await upgraded(cls ?? {}, other, code)).verdict).toBe('undetermined')
})

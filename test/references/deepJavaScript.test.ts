// JavaScript and TypeScript around one name: it is found, or the file says that it was not all read.

import { describe, expect, test } from 'vitest'
import { findReferences } from '../../src/references/findReferences.ts'
import { importsIn, usesIn } from './shown.ts'

const x = (text: string, count: number) => text.repeat(count)
const around = (before: string, count: number, after = '') =>
  `y = ${x(before, count)}paint.nope${x(after, count)}`

const FORMS = [
  ['signs', 'a.ts', (n: number) => around('- ', n)],
  ['conditions', 'a.ts', (n: number) => around('a ? 1 : ', n)],
  ['conditions of conditions', 'a.ts', (n: number) => around('a ? ', n, ' : 1')],
  ['calls', 'a.ts', (n: number) => `paint.nope()${x('.a()', n)}`],
  ['operators', 'a.ts', (n: number) => around('', n, ' + "b"')],
  ['powers', 'a.ts', (n: number) => around('2 ** ', n)],
  ['functions', 'a.ts', (n: number) => around('() => ', n)],
  ['brackets', 'a.ts', (n: number) => around('(', n, ')')],
  ['objects', 'a.ts', (n: number) => around('{ a: ', n, '}')],
  ['templates', 'a.ts', (n: number) => around('`${', n, '}`')],
  ['calls in calls', 'a.ts', (n: number) => around('f(', n, ')')],
  ['blocks', 'a.ts', (n: number) => `${x('{', n)}paint.nope${x('}', n)}`],
  ['else', 'a.js', (n: number) => `${x('if (a) {} else ', n)}{ paint.nope }`],
  ['classes', 'a.js', (n: number) => around('class { b = ', n, '}')],
  ['elements', 'a.jsx', (n: number) => `y = ${x('<a>', n)}{paint.nope}${x('</a>', n)}`],
  ['types', 'a.ts', (n: number) => `let y: ${x('A<', n)}paint.nope${x('>', n)}`],
  ['unions', 'a.ts', (n: number) => `let y: ${x('A | ', n)}paint.nope`],
  ['lists of types', 'a.ts', (n: number) => `let y: paint.nope${x('[]', n)}`],
  [
    'conditions of types',
    'a.ts',
    (n: number) => `type Y = ${x('A extends B ? C : ', n)}paint.nope`,
  ],
  ['assertions', 'a.ts', (n: number) => around('', n, ' as any')],
] as const

describe.each([10, 100, 390, 1_500, 30_000])('%i times', (count) => {
  test.each(FORMS)('%s', (_, path, code) => {
    const report = findReferences(path, `import * as paint from "paint"\n${code(count)}\n`)
    const isFound = report?.references.some(({ name }) => name === 'nope') === true
    expect(isFound || report?.problem !== null).toBe(true)
    if (count <= 100) expect(isFound).toBe(true)
  })
})

test.each([
  ['a bracket that stays open', 'a.js', 'red()\n[[[['],
  ['a text that stays open', 'a.js', 'red("a\n'],
  ['a template that stays open', 'a.ts', 'red(`a\n'],
  ['an element that stays open', 'a.jsx', 'y = <a><b></a>\n'],
  ['words', 'a.js', 'red()\nand so on\n'],
  ['a value that is missing', 'a.js', 'red()\nlet y = ;\n'],
  ['a word that is none', 'a.ts', 'red()\nlet class = 1\n'],
  ['what a parser goes on after', 'a.ts', 'red()\nfoo(1, , 2)\n'],
  ['a conflict of versions', 'a.js', '<<<<<<< a\nred()\n=======\n>>>>>>> b\n'],
  ['Python', 'a.js', 'def f():\n  red()\n'],
])('what is no JavaScript is said: %s', (_, path, code) => {
  expect(findReferences(path, `import { red } from "paint"\n${code}`)?.problem).not.toBeNull()
})

test.each([
  ['a return at the top', 'a.js', 'const { red } = require("paint")\nif (red) return\nred()\n'],
  ['the same of CommonJS by its name', 'a.cjs', 'return require("paint").red()\n'],
  ['a first line for the shell', 'a.mjs', '#!/usr/bin/env node\nimport { red } from "paint"\n'],
  ['types in a file without', 'a.js', 'import { red } from "paint"\nlet y: string = red()\n'],
])('what runs is read: %s', (_, path, code) => {
  expect(findReferences(path, code)?.problem).toBeNull()
})

describe('nothing that names a package is passed over', () => {
  test.each([
    ['an alias', 'a.ts', 'import Y = paint.nope', 'paint.nope'],
    ['what an import is computed from', 'a.ts', 'import(paint.nope)', 'paint.nope'],
    ['what an import is told', 'a.ts', 'import("a", paint.nope)', 'paint.nope'],
    ['a type of a type', 'a.ts', 'let y: import("paint").A.nope', 'paint.A.nope'],
    ['an element of an element', 'a.jsx', 'y = <paint.nope.b />', 'paint.nope'],
  ])('%s', (_, path, code, expected) => {
    expect(usesIn(path, `import * as paint from "paint"\n${code}\n`)).toContain(expected)
  })
})

test('a path that is too long to be followed is said wherever it goes on', () => {
  const code = `import * as paint from "paint"\nnew (await paint.red())()${x('.a()', 30)}\n`
  const report = findReferences('a.mjs', code)
  expect(report?.references.filter(({ isCut }) => isCut === true).length).toBeGreaterThan(5)
  expect(importsIn('a.mjs', code)).toEqual(['paint'])
})

test('more references than are looked at are said', () => {
  const code = `import * as paint from "paint"\n${x('paint.red\n', 50_001)}`
  expect(findReferences('a.js', code)?.problem?.message).toContain('more than is looked at')
})

// Each row is a piece of JavaScript or TypeScript and what it refers to.

import { describe, expect, test } from 'vitest'
import { findReferences } from '../../src/references/findReferences.ts'

const OF_DECLARATION = 'no code of a declaration runs'

import { importsIn, usesIn } from './shown.ts'

const IMPORTS = [
  {
    rule: 'default, names and everything',
    code: "import w, { get as g } from 'web'; import * as n from 'net'",
    refers: ['web', 'web.default', 'web.get', 'net'],
  },
  { rule: 'for its effects', code: "import 'web'", refers: ['web'] },
  { rule: 'require', code: "const w = require('web')", refers: ['web'] },
  { rule: 'import() of a text', code: "await import('web')", refers: ['web'] },
  {
    rule: 'modules whose names are computed',
    code: "await import(name); require('a' + b); require(`${c}/d`)",
    refers: ['', '', ''],
  },
  {
    rule: 'modules of the input whose names are computed',
    code: "import(`./a/${b}.js`); require('../' + c); require(path.join(__dirname, d)); import(new URL(e, import.meta.url))",
    refers: [],
  },
  {
    rule: 'modules that are looked for',
    code: "require.resolve('web'); import.meta.resolve('net'); jest.mock('io'); vi.mock('fs2', f)",
    refers: ['web ?', 'net ?', 'io ?', 'fs2 ?'],
  },
  {
    rule: 'modules that a test loads',
    code: "require.call(null, 'web'); jest.requireActual('net'); await vi.importActual('io')",
    refers: ['web', 'net', 'io'],
  },
  {
    rule: 'types that a file refers to',
    code: '/// <reference types="web/client" />\n/// <reference path="own.d.ts" />\n// <reference types="no" />',
    refers: ['web/client ?'],
  },
  {
    rule: 'exports from elsewhere',
    code: "export { get } from 'web'; export * from 'net'",
    refers: ['web', 'web.get', 'net'],
  },
  { rule: 'import equals', code: "import w = require('web')", refers: ['web'] },
  { rule: 'types', code: "import type { A } from 'web'", refers: ['web', 'web.A'] },
  { rule: 'a type by its place', code: "let a: import('web').A", refers: ['web'] },
  {
    rule: 'a require of the file is another',
    code: "function require(x) {}; require('web')",
    refers: [],
  },
  {
    rule: 'require in brackets',
    code: "(require)('web'); (0, require)('net')",
    refers: ['web', 'net'],
  },
  { rule: 'require of the module', code: "module.require('web')", refers: ['web'] },
  {
    rule: 'require of the main module',
    code: "process.mainModule.require('web'); require.main.require('net')",
    refers: ['web', 'net'],
  },
  {
    rule: 'a process of the code itself is another one',
    code: "const process = own(); process.mainModule.require('web')",
    refers: [],
  },
  { rule: 'require under another name', code: "const r = require; r('web')", refers: ['web'] },
  {
    rule: 'require that is made',
    code: "import { createRequire } from 'module'; const require = createRequire(import.meta.url); require('web').get()",
    refers: ['module', 'module.createRequire', 'web'],
  },
  {
    rule: 'names that stand for each other',
    code: "let a = b; let b = a; a('web'); const m = { require() {} }; m.require('web')",
    refers: [],
  },
]

const USES = [
  {
    rule: 'the module as a whole, where it is called',
    code: "const web = require('web')\nweb(1)\nnew web()",
    refers: ['web.default[1] ?', 'web.default[0] ?'],
  },
  { rule: 'a member', code: "import * as w from 'web'; w.get", refers: ['web.get'] },
  {
    rule: 'of the default',
    code: "import w from 'web'; w.get(1, ...x)",
    refers: ['web.default.get[1 *]'],
  },
  {
    rule: 'a name that is called',
    code: "import { get } from 'web'; get(1, 2)",
    refers: ['web.get[2]'],
  },
  {
    rule: 'a member in brackets',
    code: "import * as w from 'web'; w['get']; w[x]",
    refers: ['web.get'],
  },
  {
    rule: 'destructuring',
    code: "const { a, b: c = 1, ...d } = require('web'); a.x; c.y; d.z",
    refers: ['web.a', 'web.b ?', 'web.a.x', 'web.b.y ?', 'web.z ?'],
  },
  {
    rule: 'destructuring of what is destructured',
    code: "const { a: { b: { c } }, d: [e], f: { g } = {} } = require('web'); c.x; e.y; g.z",
    refers: [
      ...['web.a', 'web.d', 'web.f ?', 'web.a.b', 'web.a.b.c', 'web.f.g ?'],
      ...['web.a.b.c.x', 'web.f.g.z ?'],
    ],
  },
  {
    rule: 'destructuring into names that are there',
    code: "let a, b, c; ({ a, x: { b }, y: c = 1 } = require('web')); a.d; b.e; c.f",
    refers: ['web.a', 'web.x', 'web.y ?', 'web.x.b', 'web.a.d', 'web.x.b.e', 'web.y.f ?'],
  },
  {
    rule: 'what stands beside a pattern is not given anything',
    code: "import * as w from 'web'; let y; ({ y = w } = z); w.a; [y = w.b] = z; w.c",
    refers: ['web.a', 'web.b', 'web.c'],
  },
  {
    rule: 'destructuring of parameters, in loops, and of what is declared',
    code: "import * as w from 'web'; function f({ a }: w.A) { a.b }; w.on(({ c }) => c.d); for (const { e } of w.all()) e.f; const { g }: w.G = x",
    refers: [
      ...['web.A~.a', 'web.A', 'web.A~.a.b', 'web.on[1]', 'web.on<handed>.c', 'web.on<handed>.c.d'],
      ...['web.all()<each>.e', 'web.all[0]', 'web.all()<each>.e.f', 'web.G~.g', 'web.G'],
    ],
  },
  {
    rule: 'a module that is promised',
    code: "import('web').then((m) => m.a); import('web').then(function ({ b, c: { d } }) { d.e }); const p = import('net'); p.then((m) => m.f); (await p).g; import('web').catch((m) => m.h)",
    refers: [...['web.a', 'web.b', 'web.c', 'web.c.d', 'web.c.d.e', 'net.f', 'net.g']],
  },
  {
    rule: 'a module that a test loads',
    code: "const { a } = jest.requireActual('web'); const m = await vi.importActual<typeof import('web')>('web'); m.b",
    refers: ['web.a', 'web.b'],
  },
  {
    rule: 'types by their place',
    code: "let a: import('web').A; a.x; let m: typeof import('web'); m.y; const { z } = m",
    refers: ['web.A', 'web.A~.x', 'web.y', 'web.z'],
  },
  {
    rule: 'what is added to has to be there',
    code: "import * as w from 'web'; w.a += 1; w.b ??= 2; w.c++; w.d = 3",
    refers: ['web.a', 'web.b ?', 'web.c'],
  },
  {
    rule: 'modules that depend on something',
    code: "const w = x ? require('fast') : require('web'); w.a(1); let n; if (x) n = require('a'); else n = require('b'); n.c",
    refers: ['fast.a[1] ?', 'web.a[1] ?', 'a.c ?', 'b.c ?'],
  },
  {
    rule: 'what a class of the file inherits is no finding when it is missing',
    code: "import { Base } from 'web'; class A extends Base { own() {} go() { this.own(); this.run(); super.stop(); this.x = 1; this.x } }; class B extends A { go() { this.own(); this.b } }",
    refers: ['web.Base~.run ?', 'web.Base~.stop ?', 'web.Base~.b ?'],
  },
  {
    rule: 'what new and a call give',
    code: "import { A } from 'web'; const a = new A(1); a.go(); A.of().x",
    refers: ['web.A[1]', 'web.A!.go[0]', 'web.A.of[0]', 'web.A.of().x'],
  },
  {
    rule: 'a promise of a type, and a list',
    code: "import type { A } from 'web'; async function f(p: Promise<A>, l: A[]): Promise<A> { (await p).x; p.y; for (const a of l) a.z; return p }; (await f()).w",
    refers: ['web.A~.x', 'web.A~.z', 'web.A~.w'],
  },
  {
    rule: 'a promise of the file is another',
    code: "import type { A } from 'web'; class Promise {}; async function f(p: Promise<A>) { (await p).x }",
    refers: [],
  },
  {
    rule: 'functions that are one expression, or declare what they give',
    code: "import { A } from 'web'; const f = () => new A(); f().x; const g = (): A => h(); g().y; const k = async () => new A(); k().z",
    refers: ['web.A[0]', 'web.A!.x', 'web.A~.y', 'web.A[0]'],
  },
  {
    rule: 'awaited',
    code: "import w from 'web'; const r = await w.get(); r.data",
    refers: ['web.default.get[0]', 'web.default.get()<await>.data'],
  },
  {
    rule: 'a module that is awaited',
    code: "const m = await import('web'); m.default.x",
    refers: ['web.default', 'web.default.x'],
  },
  {
    rule: 'a parameter with a type',
    code: "import type { A } from 'web'; function f(a: A | null, b?: A) { a.x; b!.y }",
    refers: ['web.A~.x', 'web.A~.y'],
  },
  {
    rule: 'a type of a namespace',
    code: "import * as w from 'web'; let a: w.B.C",
    refers: ['web.B', 'web.B.C'],
  },
  {
    rule: 'fields of a class',
    code: "import { A } from 'web'; class C { a = new A(); b: A; go() { this.a.x; this.b.y; const f = () => this.a.z } }",
    refers: ['web.A[0]', 'web.A!.x', 'web.A~.y', 'web.A!.z'],
  },
  {
    rule: 'properties of a constructor',
    code: "import { A } from 'web'; class C { constructor(private a: A) {} go() { this.a.x } }",
    refers: ['web.A~.x'],
  },
  {
    rule: 'a function of the file with a type',
    code: "import { A } from 'web'; function make(): A { return x } make().y",
    refers: ['web.A~.y'],
  },
  {
    rule: 'a block has names of its own',
    code: "import * as w from 'web'; { const w = 1; w.a } w.b",
    refers: ['web.b'],
  },
  {
    rule: 'so has a function, from its first line',
    code: "import * as w from 'web'; function f() { w.a; var w = 1 }",
    refers: [],
  },
  {
    rule: 'a name that is given two things may stand for either',
    code: "import * as w from 'web'; let a = w.A; a = w.B; a.x; let b = w.A; b = own(); b.y",
    refers: ['web.A', 'web.B', 'web.A.x ?', 'web.B.x ?', 'web.A', 'web.A.y ?'],
  },
  {
    rule: 'an import that the file may give its own meaning is looked at, and a miss proves nothing',
    code: "let w = require('web'); if (x) w = own(); w.y; const v = g.web || require('web'); v.z",
    refers: ['web.y ?', 'web.z ?'],
  },
  {
    rule: 'what a call gives beside something of the file leads nowhere',
    code: "import * as w from 'web'; let a = w.A(); a = own(); a.x",
    refers: ['web.A[0]'],
  },
  {
    rule: 'undefined beside a value is only the value',
    code: "import * as w from 'web'; let a; a = w.A; a.x",
    refers: ['web.A', 'web.A.x'],
  },
  {
    rule: 'asking whether it is there makes a miss prove nothing',
    code: "import * as w from 'web'; if (w.a) w.b; w.c?.d; typeof w.e; w.f || 1",
    refers: ['web.a ?', 'web.b', 'web.c ?', 'web.c.d', 'web.e ?', 'web.f ?'],
  },
  {
    rule: 'what the code asks the class of may be of one below',
    code: "import { A, B, C, isC } from 'web'; function f(a: A, b: B, c: C) { if (a instanceof B) a.x; b.y; if (isC(c)) c.z.w }",
    refers: ['web.A~.x ?', 'web.B~.y', 'web.isC[1]', 'web.C~.z ?', 'web.C~.z.w'],
  },
  {
    rule: 'so does an error that is expected, or a mark',
    code: "import * as w from 'web'\nexpect(() => w.a()).toThrow()\n// @ts-expect-error\nw.b()\nw.c()",
    refers: ['web.a[0] ?', 'web.b[0] ?', 'web.c[0]'],
  },
  {
    rule: 'setting a member is no reference to it',
    code: "import * as w from 'web'; w.a.b = w.c",
    refers: ['web.a', 'web.c'],
  },
  {
    rule: 'elements of JSX',
    code: "import * as w from 'web'; const a = <w.Box x={w.y}><w.Item/></w.Box>",
    path: 'a.tsx',
    refers: ['web.Box<props>.x', 'web.Box', 'web.y', 'web.Item', 'web.Box'],
  },
  {
    rule: 'as another type it is that',
    code: "import { A, B } from 'web'; const b = (x as A); b.y; (B as any).z",
    refers: ['web.A~.y'],
  },
  {
    rule: 'a loop',
    code: "import * as w from 'web'; for (const a of w.all()) a.x",
    refers: ['web.all[0]', 'web.all()<each>.x'],
  },
]

describe('imports of JavaScript', () => {
  test.each(IMPORTS)('$rule', ({ code, refers }) => {
    expect(importsIn('a.ts', code)).toEqual(refers)
  })
})

describe('references of JavaScript', () => {
  test.each(USES)('$rule', ({ code, refers, path }) => {
    expect(usesIn(path ?? 'a.ts', code)).toEqual(refers)
  })
})

test('each stands at the first letter of its name', () => {
  const code = "import { type A,\n  get } from 'web'\n/* ä */ get(1).json"
  const places = findReferences('a.ts', code)?.references.map(
    ({ name, line, column }) => `${name} ${line}:${column}`,
  )
  expect(places).toEqual(['web 2:15', 'A 1:15', 'get 2:3', 'get 3:9', 'json 3:16'])
})

test.each(['a.js', 'a.mjs', 'a.cjs', 'a.jsx', 'a.ts', 'a.mts', 'a.cts', 'a.tsx'])(
  '%s is read',
  (path) => {
    expect(usesIn(path, "const w = require('web'); w.get()")).toEqual(['web.get[0]'])
  },
)

test('what a declaration lacks breaks nothing that runs, and the modules that it declares count', () => {
  const text = "import { A } from 'web'\ndeclare module 'other' { const b: A }"
  expect(findReferences('a.d.ts', text)).toMatchObject({
    references: [{ softBecause: OF_DECLARATION }, { name: 'A', softBecause: OF_DECLARATION }],
    declaredModules: ['other'],
    problem: null,
  })
})

test.each(['a.css', 'a.json', 'README'])('%s is not', (path) => {
  expect(findReferences(path, "import 'web'")).toBeNull()
})

test.each([
  ['brackets', '('.repeat(50_000)],
  ['arrays of arrays', `${'['.repeat(20_000)}${']'.repeat(20_000)}`],
  ['ifs', 'if(a)'.repeat(50_000)],
  ['ifs with an end each', 'if(a);else '.repeat(50_000)],
])('%s without end are refused, not parsed', (_, text) => {
  expect(findReferences('a.js', text)?.problem?.message).toBe('it nests too deep to be read')
})

test.each([
  ['calls', '.b()'],
  ['calls that ask', '?.b()'],
  ['members', '.b'],
  ['calls of calls', '()'],
])('a chain of %s without end is not followed, and what is beside it is found', (_, link) => {
  const code = `import a from 'a';\na${link.repeat(2_000)};\nimport { c } from 'c'`
  const report = findReferences('a.js', code)
  expect(report?.problem?.message).toBe('it nests too deep to be read')
  expect(report?.references.map(({ name }) => name)).toEqual(['a', 'default', 'c', 'c'])
})

test('a chain that somebody may write is followed to its end', () => {
  expect(findReferences('a.js', `import a from 'a';\na${'.b()'.repeat(300)}`)?.problem).toBeNull()
})

test('a file that makes no sense says where', () => {
  expect(findReferences('a.js', 'const a = 1\nconst = 2')?.problem?.line).toBe(2)
})

test.each([
  ['lists of lists', `let x: A${'[]'.repeat(100_000)}`],
  ['lists with room between them', `let x: A${'[] /* of */ '.repeat(100_000)}`],
  ['types of members', `let x: A${'["a"]'.repeat(100_000)}`],
  ['types of members by name', `let x: A${'[B[0]]'.repeat(100_000)}`],
])('types that nest to the left: %s', (_, text) => {
  expect(findReferences('a.ts', text)?.problem?.message).toBe('it nests too deep to be read')
})

test.each([
  ['a matrix', `let x = [${'[0, 1], '.repeat(5_000)}]`],
  ['lines that go by places', 'x = a[0][1]\n'.repeat(5_000)],
])('what does not nest: %s', (_, text) => {
  expect(findReferences('a.ts', text)?.problem).toBeNull()
})

test('a name that is given very many things is followed to none of them', () => {
  const given = Array.from({ length: 5_003 }, (_, index) => `a = require('m${index}')\n`).join('')
  const report = findReferences('a.js', `let a\n${given}${'a.b()\n'.repeat(5_000)}`)
  expect(report?.references).toHaveLength(10_003)
  expect(report?.references.at(-1)).toMatchObject({ name: 'b', module: 'm0', isCut: true })
})

test('a chain of calls is as deep as it is long', () => {
  const report = findReferences('a.js', `import { a } from 'a'\na${'()'.repeat(100_000)}`)
  expect(report?.problem?.message).toBe('it nests too deep to be read')
})

test.for([
  ['a.mjs', 'import a from "a"\ndelete a\n'],
  ['a.mjs', 'import a from "a"\na(010)\n'],
  ['a.ts', 'import a from "a"\nlet b = a()\nlet b = 2\n'],
  ['a.ts', 'import a from "a"\nbreak\n'],
  ['a.cjs', 'import a from "a"\na()\n'],
] as const)('code that parses and that no engine takes is a problem: %s %s', ([path, text]) => {
  const report = findReferences(path, text)
  expect(report?.problem).not.toBeNull()
  expect(report?.references.length).toBeGreaterThan(0)
})

test.for([
  ['a.js', 'const a = require("a")\nreturn a\n'],
  ['a.js', 'var a = require("a")\nvar a = require("b")\ndelete a\n'],
  ['a.ts', 'import a from "a"\nfunction f(x: string): void\nfunction f(x: any) { a(x) }\n'],
  ['a.ts', 'import a from "a"\ninterface A { x: 1 }\nclass A { y = a }\n'],
] as const)('code that an engine takes is none: %s %s', ([path, text]) => {
  expect(findReferences(path, text)?.problem).toBeNull()
})

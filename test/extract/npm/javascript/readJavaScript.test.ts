import { describe, expect, test } from 'vitest'
import { readJavaScript } from '../../../../src/extract/npm/javascript/readJavaScript.ts'
import { MACHINE_LIMITS } from '../../../../src/extract/npm/javascript/values/machine.ts'
import { packageOf } from '../packageOf.ts'
import { moduleOf, namesOf } from './readPackage.ts'

describe('code that does not end', () => {
  test.each([
    ['loops', 'while (true) {} exports.b = 1'],
    ['loops in loops', 'for (;;) { for (;;) { for (;;) {} } } exports.b = 1'],
    ['recursion', 'function f(x) { return f(f(x)) } f(1); exports.b = 1'],
    ['growing texts', 'var s = "x"; for (var i = 0; i < 1e9; i++) s += s; exports.b = 1'],
    ['growing lists', 'var l = [1]; for (var i = 0; i < 1e9; i++) l = l.concat(l); exports.b = 1'],
    ['a list of itself', 'var l = []; for (;;) l.push(l); exports.b = 1'],
    ['getters of themselves', 'var o = { get x() { return o.x } }; o.x; exports.b = o.x'],
    [
      'prototypes in a ring',
      'var o = {}, p = Object.create(o); o.__proto__ = p; o.x; exports.b = o',
    ],
    ['values of themselves', 'var a = {}; a.a = a; exports.a = a; exports.b = a'],
    ['many branches', `${'if (x) y = 1; else y = 2;'.repeat(5_000)} exports.b = 1`],
  ])('%s', (_, source) => {
    expect(namesOf(`exports.a = 1; ${source}`)).toEqual(['a', 'b'])
  })

  test('modules that are made of themselves', () => {
    const files = {
      'index.js': "module.exports = require('./x')",
      'x.js': "module.exports = require('./index.js')",
    }
    expect(moduleOf(files).names).toEqual([])
    const esm = {
      'index.js': "export { a } from './x.js'",
      'x.js': "export { a } from './index.js'",
    }
    expect(namesOf(esm)).toEqual([])
  })

  test('a long way through modules', () => {
    const files: Record<string, string> = {}
    for (let i = 0; i < 500; i++) files[`m${i}.js`] = `module.exports = require('./m${i + 1}.js')`
    files['m500.js'] = 'exports.a = 1'
    files['index.js'] = "module.exports = require('./m0.js')"
    const { state, names } = moduleOf(files)
    expect(state === 'dynamic' || names.length === 1).toBe(true)
  })

  test('an end of the work is a doubt, and no absence', () => {
    const limits = { ...MACHINE_LIMITS, stepsMax: 50 }
    const source = `exports.a = 1; ${'x(1);'.repeat(100)} exports.b = 1`
    const read = readJavaScript(packageOf({ 'index.js': source }), () => null, { limits })
    expect(read.module('index.js')).toMatchObject({
      state: 'dynamic',
      reason: expect.stringContaining('takes too much work to follow'),
    })
  })
})

describe('much of everything', () => {
  const many = (count: number, make: (i: number) => string) =>
    Array.from({ length: count }, (_, i) => make(i)).join('')
  test.each([
    ['names of an object', `module.exports = { ${many(120_000, (i) => `k${i}: 1,`)} }`],
    ['names in a loop', 'for (let i = 0; i < 1e7; i++) exports["k" + i] = 1'],
    [
      'bound functions',
      'let f = () => {}; for (let i = 0; i < 3000; i++) f = f.bind(null); f(exports)',
    ],
  ])('%s: an end, and a doubt', (_, source) => {
    expect(moduleOf(source).state).toBe('dynamic')
  })

  test.each([
    ['cases', `switch (x()) { ${many(20_000, (i) => `case ${i}: break;`)} } exports.a = 1`],
    ['elements', `[${'1,'.repeat(200_000)}].forEach(() => {}); exports.a = 1`],
    ['calls', 'function f(n) { if (n) { f(n - 1); f(n - 1) } } f(60); exports.a = 1'],
    ['ways', 'function f() { if (x) f(); if (y) f(); if (z) f() } f(); exports.a = 1'],
    ['proxies', 'let p = exports; for (let i = 0; i < 1000; i++) p = new Proxy(p, {}); p.a = 1'],
    ['rounds', 'function* g() { for (;;) yield 1 } for (const x of g()) exports.a = 1'],
    ['waiting', 'async function f() { for (;;) await f() } f(); exports.a = 1'],
    ['comparisons', 'const l = [2, 1]; l.sort((a, b) => l.length - b); exports.a = 1'],
  ])('%s: an end', (_, source) => {
    expect(namesOf(source)).toEqual(['a'])
  })

  test.each([
    [900, 'complete'],
    [1_100, 'dynamic'],
  ])('a function that is bound %i times is %s, whatever stack there is', (times, state) => {
    const source = `let f = () => {}; for (let i = 0; i < ${times}; i++) f = f.bind(null); f(exports)`
    expect(moduleOf(source).state).toBe(state)
  })

  test('getters of each other', () => {
    const source =
      'for (let i = 0; i < 2000; i++) Object.defineProperty(exports, "k" + i, { get: () => exports["k" + (i + 1)] })'
    expect(namesOf(source)).toHaveLength(2000)
  })

  test('stars that lead everywhere', () => {
    const files: Record<string, string> = { 'index.js': "export * from './m0.js'" }
    for (let i = 0; i < 300; i++)
      files[`m${i}.js`] =
        `export const a${i} = 1, b = ${i}; export * from './m${(i + 1) % 300}.js'; export * from './m${(i * 7) % 300}.js'`
    expect(moduleOf(files)).toMatchObject({ state: 'complete', names: { length: 301 } })
  })

  test('a name handed on two thousand times', () => {
    const files: Record<string, string> = { 'index.js': "export { a } from './m0.js'" }
    for (let i = 0; i < 2000; i++) files[`m${i}.js`] = `export { a } from './m${i + 1}.js'`
    files['m2000.js'] = 'export const a = 1'
    expect(namesOf(files)).toEqual(['a'])
  })
})

describe('names of every object', () => {
  test('are names like others', () => {
    const source =
      'exports.constructor = 1; exports.toString = 1; exports.__proto__x = 1; exports.hasOwnProperty = 1'
    expect(namesOf(source)).toEqual(['__proto__x', 'constructor', 'hasOwnProperty', 'toString'])
    expect(namesOf('const x = 1; export { x as __proto__, x as constructor }')).toEqual([
      '__proto__',
      'constructor',
    ])
    expect(namesOf('exports.__proto__ = { a: 1 }; exports.b = 1')).toEqual(['a', 'b'])
    expect(namesOf('exports.a = {}.constructor; exports.b = {}.toString()')).toEqual(['a', 'b'])
  })
})

// Which way code takes, as far as it decides which names there are: each source leaves `a` and `b`
// unless the row says otherwise.

import { describe, expect, test } from 'vitest'
import { moduleOf, namesOf } from '../readPackage.ts'

function complete(source: string): string[] {
  const { state, reason, names } = moduleOf(source)
  expect([state, reason]).toEqual(['complete', null])
  return names.map(({ name }) => name)
}

describe('labels', () => {
  test.each([
    [
      'continue with the outer loop',
      'o: for (let i = 0; i < 2; i++) for (;;) { exports["ab"[i]] = 1; continue o }',
    ],
    [
      'the code behind it runs',
      'o: for (const x of [1]) for (;;) continue o; exports.a = exports.b = 1',
    ],
    ['break out of both', 'o: for (;;) for (;;) { exports.a = 1; break o } exports.b = 1'],
    ['break out of a block', 'o: { exports.a = 1; break o; exports.c = 1 } exports.b = 1'],
    ['do', 'do { exports.a = 1; if (1) continue; exports.c = 1 } while (false); exports.b = 1'],
  ])('%s', (_, source) => {
    expect(complete(source)).toEqual(['a', 'b'])
  })
})

describe('errors that are caught', () => {
  test.each([
    ['thrown here', 'try { throw 1 } catch { exports.a = 1 } exports.b = 1'],
    [
      'thrown in a function',
      'const f = () => { throw 1 }; try { f() } catch { exports.a = 1 } exports.b = 1',
    ],
    ['a member of nothing', 'let u; try { u.x } catch { exports.a = 1 } exports.b = 1'],
    ['a call of nothing', 'let u; try { u() } catch { exports.a = 1 } exports.b = 1'],
    ['code that others wrote', 'try { JSON.parse(x); exports.a = 1 } catch { exports.b = 1 }'],
  ])('%s', (_, source) => {
    expect(complete(source)).toEqual(['a', 'b'])
  })
})

describe('functions', () => {
  test.each([
    ['tags of texts', 'const t = (s) => { exports[s[0]] = exports.b = 1 }; t`a`'],
    [
      'instances',
      'if ((() => 1) instanceof Object) exports.a = 1; if ([] instanceof Array) exports.b = 1',
    ],
    ['async ones', '(async () => { exports.a = 1; await 0; exports.b = 1 })()'],
    ['generators', 'function* g() { exports.a = 1; yield } for (const x of g()) exports.b = 1'],
    ['Reflect.apply', 'Reflect.apply((x, y) => { exports[x] = exports[y] = 1 }, null, ["a", "b"])'],
    ['methods of one of two', '(x ? ["a", "b"] : ["a", "b"]).forEach((k) => { exports[k] = 1 })'],
    ['the arguments of a module', 'arguments[0].a = 1; arguments[2].exports.b = 1'],
    ['valueOf', 'exports.a = 1; 1 + { valueOf() { exports.b = 1; return 1 } }'],
  ])('%s', (_, source) => {
    expect(complete(source)).toEqual(['a', 'b'])
  })
})

describe('lists', () => {
  test.each([
    ['sort', '["b", "a"].sort().forEach((k) => { exports[k] = 1 })'],
    ['its first', 'const l = ["b", "a"].sort(); exports[l[0]] = 1; exports.b = 1'],
    ['splice', 'const l = ["a", "x", "b"]; l.splice(1, 1); l.forEach((k) => { exports[k] = 1 })'],
    ['flatMap', '["a", "b"].flatMap((k) => { exports[k] = 1; return [] })'],
    ['find', '["a", "b"].find((k) => { exports[k] = 1 })'],
    ['entries', 'for (const [, k] of ["a", "b"].entries()) exports[k] = 1'],
    ['Array.from', 'Array.from({ length: 2 }, (_, i) => { exports["ab"[i]] = 1 })'],
    ['spread texts', 'for (const k of [..."ab"]) exports[k] = 1'],
    [
      'places that are not known',
      'const l = []; let n = 0; for (const k of ["a", "b"]) if (x(k)) l[n++] = k; l.forEach((k) => { exports[k] = 1 })',
    ],
    ['lists of a length', '[...Array(2).keys()].forEach((i) => { exports["ab"[i]] = 1 })'],
    ['filled lists', 'new Array(2).fill("a").forEach((k, i) => { exports[i ? "b" : k] = 1 })'],
    ['maps', 'for (const [k] of new Map([["a", 1], ["b", 2]])) exports[k] = 1'],
    [
      'methods of maps',
      'const m = new Map(); m.set("a", 1).set("x", 2).set("b", 3); m.delete("x"); m.forEach((_, k) => { exports[k] = 1 })',
    ],
    ['keys of maps', '[...new Map([["a", 1], ["b", 2]]).keys()].map((k) => { exports[k] = 1 })'],
    ['methods of others', 'Array.prototype.forEach.call(["a", "b"], (k) => { exports[k] = 1 })'],
  ])('%s', (_, source) => {
    expect(complete(source)).toEqual(['a', 'b'])
  })
})

test('a map that may hold more, or less, leaves names open', () => {
  for (const change of ['m.set(x(), 1)', 'if (x()) m.delete("a")', 'm = new Map(x())'])
    expect(
      moduleOf(`let m = new Map([["a", 1]]); ${change}; for (const [k] of m) exports[k] = 1`).state,
    ).toBe('dynamic')
})

describe('texts', () => {
  test.each([
    ['a class of characters', '"a b!".replace(/[^a-z]/g, "")', 'ab'],
    ['groups', '"foo-bar".replace(/-(\\w)/g, (m, c) => c.toUpperCase())', 'fooBar'],
    ['what stands for groups', '"ab".replace(/(a)(b)/, "$2$1")', 'ba'],
    ['split', '"a,b; c".split(/[,;] ?/).join("")', 'abc'],
    ['split by nothing', '"a,b".split()[0]', 'a,b'],
    ['numbers', '(255).toString(16) + (7).toString()', 'ff7'],
    ['characters', 'String.fromCharCode(65, 66) + "c".codePointAt(0)', 'AB99'],
    ['filled up', '"a".padStart(3, "-") + "b".repeat(2)', '--abb'],
    ['functions of the language', 'parseInt("12px") + encodeURIComponent(" ")', '12%20'],
    ['matches', '"a1b2".match(/[a-z]/g).join("") + "x9".match(/x(\\d)/)[1]', 'ab9'],
    ['all matches', '[..."a1b2".matchAll(/[a-z](\\d)/g)].map((one) => one[1]).join("")', '12'],
  ])('%s', (_, expression, name) => {
    expect(complete(`exports[${expression}] = 1`)).toEqual([name])
  })

  test.each([
    ['"a".repeat(1e9)'],
    ['"a".padEnd(1e9)'],
    ['"a".repeat(-1)'],
    ['(1).toString(99)'],
    ['decodeURIComponent("%")'],
    ['String.fromCodePoint(-1)'],
  ])('%s has no end or is an error, and is not known', (expression) => {
    expect(moduleOf(`exports[${expression}] = 1; exports.b = 1`).state).toBe('dynamic')
  })

  test('a pattern that may take for ever is not run', () => {
    const source = 'exports["a".repeat(99).replace(/(a+)+$/, "")] = 1; exports.b = 1'
    expect(moduleOf(source)).toMatchObject({ state: 'dynamic' })
    expect(namesOf(source)).toEqual(['b'])
  })
})

describe('what hides names makes a module dynamic', () => {
  test.each([
    ['eval', 'eval("exports.q = 1"); exports.b = 1'],
    ['eval by another name', 'const e = eval; e("exports.q = 1"); exports.b = 1'],
    ['code made of text', 'new Function("e", "e.q = 1")(exports); exports.b = 1'],
    ['code of a virtual machine', 'require("vm").runInThisContext("…")(exports); exports.b = 1'],
    ['with what is not known', 'with (x) { exports.q = 1 } exports.b = 1'],
    ['a trap', 'const p = new Proxy(exports, { set(t, k) { t["q" + k] = 1 } }); p.a = 1'],
    ['a getter of a computed name', 'Object.assign(exports, { get [x]() { return 1 } })'],
    ['one of many', `let o; ${'if (x()) o = { q: 1 };'.repeat(20)} module.exports = o`],
    [
      'a name behind too many calls',
      'const f = (n) => { if (n > 999) exports.q = 1; else f(n + 1) }; f(0)',
    ],
    ['a base that is not known', 'module.exports = Object.create(x())'],
  ])('%s', (_, source) => {
    expect(moduleOf(source).state).toBe('dynamic')
  })

  test('with a thing whose names are known', () => {
    expect(complete('with ({ k: "a" }) { exports[k] = 1; exports.b = 1 }')).toEqual(['a', 'b'])
  })

  test('a name in place of code is no code', () => {
    expect(complete('exports.a = eval("require")')).toEqual(['a'])
  })
})

describe('calls that take too long', () => {
  const slow = 'function slow(n) { if (n) { slow(n - 1); slow(n - 1) } '
  const deep = 'function deep(n, o) { if (n) deep(n - 1, o); else '
  test.each([
    ['that touch nothing', `${slow} return n } slow(99); exports.a = 1`, 'complete'],
    ['that read', `${slow} return exports.a } exports.a = 1; slow(99)`, 'complete'],
    ['that give names', `${slow} exports["x" + n] = 1 } slow(99); exports.a = 1`, 'dynamic'],
    ['that hand it on', `${slow} other(exports) } slow(99); exports.a = 1`, 'dynamic'],
    ['by a function', `${slow} give() } function give() { exports.x = 1 } slow(99)`, 'dynamic'],
    ['through another name', `${slow} m.x = 1 } const m = exports; slow(99)`, 'dynamic'],
    ['that replace', `let x = {}; ${deep} x = { q: 1 } } deep(99); module.exports = x`, 'dynamic'],
    ['that load', `${slow} require("./x" + n) } slow(99); exports.a = 1`, 'dynamic'],
    ['names of its own', `${slow} let exports = {}; exports.x = 1 } slow(99)`, 'complete'],
    ['of a class', `${slow} new C() } class C { m() { exports.x = 1 } } slow(99)`, 'dynamic'],
    ['given a thing', `${deep} o.q = 1 } deep(99, exports)`, 'dynamic'],
    [
      'given a thing to read',
      `${slow} } const f = (o) => o.q + 1; [slow(99), f(exports)]`,
      'complete',
    ],
  ])('%s', (_, source, state) => {
    expect(moduleOf(source).state).toBe(state)
  })
})

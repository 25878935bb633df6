import { describe, expect, test } from 'vitest'
import { type FunctionBody, scanFunctions } from '../../../src/syntax/javascript/scanFunctions.ts'

/** Bodies as they are written, those in them behind a `>`. */
function bodiesOf(text: string): string[] | null {
  const list = (bodies: readonly FunctionBody[], depth: number): string[] =>
    bodies.flatMap(({ start, end, inner }) => [
      '>'.repeat(depth) + text.slice(start, end),
      ...list(inner, depth + 1),
    ])
  const scan = scanFunctions(text, 1)
  return scan === null ? null : list(scan.bodies, 0)
}

describe('bodies', () => {
  test.each([
    ['of functions', 'function f() {a}', ['a']],
    ['of functions with any name', 'function of() {a} function get() {b}', ['a', 'b']],
    ['of generators', 'function* f() {a} async function* g() {b}', ['a', 'b']],
    ['of arrows', 'x = () => {a}; y = z => {b}', ['a', 'b']],
    ['of methods', 'x = { a() {1}, get b() {2}, [c]() {3}, "d"() {4} }', ['1', '2', '3', '4']],
    ['of methods that are called like words', 'class A { catch(e) {1} if(x) {2} }', ['1', '2']],
    ['of constructors', 'class A extends B { constructor() {super()} }', ['super()']],
    ['of classes that extend a call', 'class A extends f({}) { m() {1} }', ['1']],
    ['in bodies', 'function f() {function g() {a}}', ['function g() {a}', '>a']],
    ['behind defaults', 'function f(a = {}, b = () => {1}) {2}', ['1', '2']],
    ['in templates', `x = \`\${() => {a}} } \${function () {b}}\``, ['a', 'b']],
    ['not of blocks', 'if (a) {b} for (;;) {c} switch (d) {case 1: {e}} try {} catch (e) {f}', []],
    ['not of what is called on the spot', '(function () {function f() {a}})()', ['a']],
    ['not of what is called by name', '(function () {a}).call(this); (() => {b})()', []],
    ['not of arguments', 'x(function () {a}, (b) => {c})', []],
    ['not of a block behind a call', 'f()\n{a}', []],
    ['not of `class` as a name', 'x = { class: 1, function: 2 }; y.class = () => {a}', ['a']],
  ])('%s', (_, text, expected) => {
    expect(bodiesOf(text)).toEqual(expected)
  })
})

describe('a slash', () => {
  test.each([
    ['divides a value', 'function f() {a / b / c}', ['a / b / c']],
    ['divides a call', 'function f() {a() / "}" / 2}', ['a() / "}" / 2']],
    ['divides a number', 'function f() {1. / 2 / 3}', ['1. / 2 / 3']],
    ['divides a counter', 'function f() {a++ / 2 / b}', ['a++ / 2 / b']],
    [
      'divides a member that is called like a word',
      'function f() {a.return / 2 / 1}',
      ['a.return / 2 / 1'],
    ],
    ['begins a pattern', 'function f() {x = /}/}', ['x = /}/']],
    ['begins a pattern with a class', 'function f() {x = /[/}]/g}', ['x = /[/}]/g']],
    ['begins a pattern after a word', 'function f() {return /}/}', ['return /}/']],
    [
      'begins a pattern after a condition',
      'function f() {if (a) /}/.test(b)}',
      ['if (a) /}/.test(b)'],
    ],
    ['begins a comment', 'function f() {a // }\n}', ['a // }\n']],
    ['begins a comment of lines', 'function f() {/* } */}', ['/* } */']],
    ['after a block is not told', 'function f() {} /}/', null],
    ['after `yield` is not told', 'function* f() {yield /}/}', null],
    ['of markup is not told', 'x = <a>{b}</a>', null],
  ])('%s', (_, text, expected) => {
    expect(bodiesOf(text)).toEqual(expected)
  })
})

describe('what is not code', () => {
  test.each([
    ['strings', `function f() {"}" + '}' + "\\"}"}`, [`"}" + '}' + "\\"}"`]],
    ['strings over lines', 'function f() {"\\\n}"}', ['"\\\n}"']],
    ['templates', `function f() {\`}\${\`}\`}\\\`}\`}`, [`\`}\${\`}\`}\\\`}\``]],
    ['the first line of a program', '#!/usr/bin/env node\nfunction f() {a}', ['a']],
    ['a string without an end', 'function f() {"}\n}', null],
    ['a template without an end', 'function f() {`}', null],
    ['a comment without an end', 'function f() {/* }', null],
    ['comments of old pages', 'function f() {a <!-- }\n}', null],
    ['their other half', 'function f() {a\n--> }\n}', null],
    ['escapes in names', 'functi\\u006fn f() {a}', null],
    ['lines of another kind', 'function f() {// \u2028}', null],
    ['brackets that do not match', 'function f() {(}', null],
    ['brackets that are left open', 'function f() {', null],
    ['what makes a module of the file', 'function f() {import.meta}', null],
    ['an export in a function', 'function f() {export {}}', null],
  ])('%s', (_, text, expected) => {
    expect(bodiesOf(text)).toEqual(expected)
  })
})

test('comments are found in their order', () => {
  const text = '#!x\n// a\nf(/* b */) // c'
  const { comments = [] } = scanFunctions(text) ?? {}
  const found = [0, 2, 4].map((i) => text.slice(comments[i], comments[i + 1]))
  expect(found).toEqual(['// a', '/* b */', '// c'])
})

test('words of the loader say where they stand', () => {
  const text =
    'this; exports.a; () => {require}; function f() {this}; x.module; class A { b = this }'
  const words = scanFunctions(text)?.words.map(
    ({ word, isInside, isBound }) => `${word} ${isInside} ${isBound}`,
  )
  expect(words).toEqual([
    'this false false',
    'exports false false',
    'require true false',
    'this true true',
    'this false true',
  ])
})

test.each([
  ['brackets', (n: number) => '('.repeat(n) + ')'.repeat(n), 2_000],
  ['chains', (n: number) => `x = ${'a+'.repeat(n)}a`, 250],
])('nesting of %s is counted', (_, make, atLeast) => {
  expect(scanFunctions(make(2_000))?.nesting).toBeGreaterThanOrEqual(atLeast)
})

test('bodies in bodies are late down to a depth', () => {
  const levels = 200
  const text = `${'function f() {'.repeat(levels)}${'}'.repeat(levels)}`
  const depthOf = (bodies: readonly FunctionBody[]): number =>
    bodies.length === 0 ? 0 : 1 + Math.max(...bodies.map(({ inner }) => depthOf(inner)))
  expect(depthOf(scanFunctions(text, 1)?.bodies ?? [])).toBe(21)
})

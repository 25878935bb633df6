// Is it Python? Rows; scripts/truth has nothing on it because CPython is the truth:
// docs/reference/judge.md says how the two were compared.

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parsesAsPython } from '../../../../src/syntax/python/grammar/parsesAsPython.ts'

const IS = [
  '',
  '# only a comment',
  'x = 1; y = 2;',
  'x: int = 3',
  'a, *b = c = d',
  '[a, [b, c]] = d',
  'x = yield y',
  'f(*a, b, c=1, **d)',
  'f(x for x in y)',
  'print(x := 1)',
  'lambda x, /, *y, z=1, **k: x',
  'def f(a, /, b: int = 1, *, c, **d) -> "x": ...',
  'async def f():\n    async with a as b: pass\n    return [x async for x in y if z]',
  '@a.b(c)\nclass A(B, metaclass=C):\n    x = 1',
  'try:\n    x\nexcept (A, B) as e:\n    raise C from e\nelse: pass\nfinally: pass',
  'with (a as b, c as d,):\n    pass',
  'with (a): pass',
  'match x:\n    case [1, *rest] if rest: pass\n    case {"a": A(b=1) | None, **k}: pass\n    case _: pass',
  'match = case = type = 1',
  'match(x)',
  'type X[T] = list[T]',
  'def f[T: int, *U](x: T) -> T: pass',
  'from .. import (a, b as c,)',
  'x = """a\nb""" f"{y!r:>{w}}" \'c\'',
  'f"{a[\'b\']:%Y-%m-%d} {{}} {x = }"',
  'f"{f"{1}"}"',
  'x = f"{1 + 2 = # a comment\n  }"',
  'x[1:2, ::3, ...]',
  '0x_ff + 1_000 + 1e5j + .5',
  '{**a, "k": 1}',
  '{x: y for x, y in z}',
  'if x:\n\tpass\nelif y:\n\tpass',
  'x = (1,\n     2)',
  'x = 1 \\\n  + 2',
  'é = "ü"',
  'return 1',
]
const IS_NOT = [
  'This is a sentence.',
  'x = = 1',
  'x = 1 +',
  'print "hello"',
  'exec "x"',
  '1 = x',
  'f() = 1',
  '(a, 1) = b',
  '(a, b) += 1',
  'None = 1',
  'del f()',
  'for 1 in x: pass',
  'f(a=1, b)',
  'f(**a, *b)',
  'f(a for a in b, c)',
  '[x, y for x in z]',
  '[*x for x in y]',
  '(*a)',
  '{1: 2, 3}',
  'x := 1',
  'def f(a=1, b): pass',
  'def f(*): pass',
  'def f(**k, a): pass',
  'def f():',
  'class A',
  'if x\n  y',
  'if x:\npass',
  'if x:\n  a\n b',
  'if x:\n\ta\n        b',
  'try: x',
  'else: pass',
  'from x import a,',
  'import a.',
  'x.class',
  'a <> b',
  'a ? b',
  '$x',
  '`x`',
  "'abc",
  '"""abc',
  '"a" b"b"',
  'b"é"',
  '"\\x4"',
  'f"{}"',
  'f"{x!z}"',
  'f"}"',
  '0777',
  '1__0',
  '1abc',
  '(]',
  'x = (1,',
  ')',
  '   x',
  'x \\ y',
  'x\0',
  'match x:\n    case 1 2: pass',
  'async x',
  '@a\nx = 1',
]

describe('is Python', () => {
  test.each(IS)('%j', (text) => {
    expect(parsesAsPython(text)).toBe(true)
  })
})

describe('is not Python', () => {
  test.each(IS_NOT)('%j', (text) => {
    expect(parsesAsPython(text)).toBe(false)
  })
})

const repeated = (text: string, count: number) => text.repeat(count)

test.each([
  ['brackets, as many as CPython takes', `x = ${repeated('(', 200)}1${repeated(')', 200)}`, true],
  ['one more', `x = ${repeated('(', 201)}1${repeated(')', 201)}`, false],
  ['signs', `x = ${repeated('-', 2_500)}1`, true],
  ['more than any interpreter takes', `x = ${repeated('-', 50_000)}1`, null],
  ['conditions', `x = ${repeated('1 if a else ', 2_500)}1`, true],
  ['calls', `x = a${repeated('.b()', 1_300)}`, true],
  ['operators', `x = a${repeated(' + b * c', 2_500)}`, true],
  ['more of them', `x = a${repeated(' + b', 5_000)}`, null],
  ['comparisons, which nest in nothing', `x = a${repeated(' < b', 5_000)}`, true],
  ['elifs', `if a: pass\n${repeated('elif a: pass\n', 2_500)}`, true],
  ['more of them', `if a: pass\n${repeated('elif a: pass\n', 5_000)}`, null],
  ['a character by its name', 'x = "\\N{DASH}"', null],
  ['the same in a format', 'x = f"{a:\\N{DASH}}"', null],
  ['the same before what is no Python', 'x = "\\N{DASH}"\n[[[', false],
  ['names that objects have', 'constructor = toString', true],
])('what nests deep: %s', (_, text, is) => {
  expect(parsesAsPython(text)).toBe(is)
})

test('whatever it is, it is told soon and nothing is thrown', () => {
  const part = fc.constantFrom(
    ...'( ) [ ] { } : , = . * ** -> := @ \n \n\t ; \\ # " \' """ f" f\'{ if for in lambda def class match case with as async await yield not x 1 \ud800 é'.split(
      ' ',
    ),
    ' ',
  )
  fc.assert(
    fc.property(fc.array(part, { maxLength: 60 }), (parts) => {
      parsesAsPython(parts.join(''))
    }),
    { numRuns: 2_000 },
  )
  for (const part of [
    '(',
    '[{',
    'f"{',
    'if x:\n ',
    'match x:\n ',
    'with (',
    'not ',
    'lambda:',
    '"',
    'x=',
    '@a\n',
    'x if ',
  ]) {
    parsesAsPython(part.repeat(50_000 / part.length))
  }
})

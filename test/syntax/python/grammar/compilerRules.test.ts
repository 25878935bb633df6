// What Python's compiler refuses, though it is Python by its grammar.

import { describe, expect, test } from 'vitest'
import { pythonSyntax } from '../../../../src/syntax/python/grammar/parsesAsPython.ts'

const REFUSED = [
  ['return 1', '`return` stands outside of a function'],
  ['class A:\n    return 1', '`return` stands outside of a function'],
  ['for x in y:\n    def f():\n        break', '`break` stands outside of a loop'],
  ['for x in y: pass\nelse: continue', '`continue` stands outside of a loop'],
  ['yield 1', '`yield` stands outside of a function'],
  ['async def f():\n    yield from x', '`yield from` stands in an asynchronous function'],
  ['async def f():\n    yield 1\n    return 2', 'an asynchronous generator returns a value'],
  ['def f():\n    await x', '`await` stands outside of an asynchronous function'],
  ['f"{await x}"', '`await` stands outside of an asynchronous function'],
  ['async def f():\n    lambda: await x', '`await` stands outside of an asynchronous function'],
  ['[x async for x in y]', '`async for` stands outside of an asynchronous function'],
  ['async with x: pass', '`async with` stands outside of an asynchronous function'],
  [
    'try: pass\nexcept* E:\n    for x in y: break\n    break',
    '`break` stands in a block of `except*`',
  ],
  ['def f():\n    try: pass\n    except* E: return', '`return` stands in a block of `except*`'],
  ['def f():\n    from os import *', '`import *` stands outside of the module level'],
  ['nonlocal x', '`nonlocal` stands outside of a function'],
  ['def f(x):\n    global x', 'x is a parameter and global'],
  ['def f():\n    print(x)\n    global x', 'x is used before it is declared global'],
  ['def f(a, *, a): pass', 'the parameter a stands there twice'],
  ['lambda a, a: 1', 'the parameter a stands there twice'],
  ['f(a=1, a=2)', 'the argument a stands there twice'],
  ['a, *b, *c = d', 'more than one target has a star'],
  ['*a = b', 'a value with a star stands alone'],
  ['for *a in b: pass', 'a value with a star stands alone'],
  ['try: pass\nexcept: pass\nexcept E: pass', 'an `except` of everything is not the last'],
  ['match x:\n    case _: pass\n    case 1: pass', 'a `case` of everything is not the last'],
  ['from __future__ import braces', '__future__ has no feature braces'],
  [
    'x = 1\nfrom __future__ import annotations',
    'imports from __future__ stand at the beginning of a file',
  ],
] as const

const TAKEN = [
  'def f():\n    return 1',
  'for x in y:\n    if z: break\n    else: continue',
  'lambda: (yield 1)',
  'async def f():\n    return [await x for x in y]',
  'def f(): return (x async for x in y)',
  '(await x for x in y)',
  'def f():\n    [x for x in y]\n    global x',
  'import x\nglobal x',
  'f(a=1)(a=2)',
  'f(a=1, **{"a": 2})',
  '*a, = b',
  'x = *a, b',
  'x[*a]',
  '"doc" "more"\nfrom __future__ import division\nfrom __future__ import annotations',
  'from .__future__ import braces',
  'match x:\n    case a if b: pass\n    case a.b: pass\n    case _: pass',
  'match = 1\nmatch(x)',
  'type X[*T = *A] = 1',
  'async def f():\n    def g(): yield\n    return 1',
]

describe('Python refuses to compile', () => {
  test.each(REFUSED)('%j', (text, why) => {
    expect(pythonSyntax(text)).toMatchObject({ state: 'python', refusal: { why } })
  })
})

describe('Python compiles', () => {
  test.each(TAKEN)('%j', (text) => {
    expect(pythonSyntax(text)).toMatchObject({ state: 'python', refusal: null })
  })
})

test('the first line that is refused is told', () => {
  const text = 'def f():\n    return 1\n\nreturn 2\nreturn 3'
  expect(pythonSyntax(text)).toMatchObject({ refusal: { at: text.indexOf('return 2') } })
})

// Decorators that take other arguments than the function below them: each row is the wrapper that one
// makes, and whether calls of what is decorated are then told by its signature.

import { expect, test } from 'vitest'
import { definitionOf } from '../packageOf.ts'

const HEAD = 'from functools import wraps\nimport functools\n'

function isRewritten(code: string, name = 'f'): boolean {
  return definitionOf({ 'pkg/__init__.py': `${HEAD}${code}` }, name).isRewritten === true
}

const WRAPPERS = [
  {
    rule: 'hands on what it is given',
    head: '*args, **kwargs',
    call: 'func(*args, **kwargs)',
    is: false,
  },
  { rule: 'with the object', head: 'self, *a, **k', call: 'func(self, *a, **k)', is: false },
  { rule: 'after a look at it', head: '*a, **k', call: 'log(a, k)\n    func(*a, **k)', is: false },
  {
    rule: 'a parameter that may be left out',
    head: 'x=None, *a, **k',
    call: 'func(x, *a, **k)',
    is: true,
  },
  { rule: 'a keyword of its own', head: '*a, seed=None, **k', call: 'func(*a, **k)', is: true },
  { rule: 'no keywords', head: '*a', call: 'func(*a)', is: true },
  { rule: 'puts in an argument', head: '*a, **k', call: 'func(ctx, *a, **k)', is: true },
  { rule: 'puts in a keyword', head: '*a, **k', call: 'func(*a, session=s, **k)', is: true },
  {
    rule: 'changes the keywords',
    head: '*a, **k',
    call: 'k["b"] = 1\n    func(*a, **k)',
    is: true,
  },
  { rule: 'takes one out', head: '*a, **k', call: 'k.pop("old")\n    func(*a, **k)', is: true },
]

test.each(WRAPPERS)('$rule', ({ head, call, is }) => {
  const wrapper = `  @wraps(func)\n  def wrapper(${head}):\n    ${call}\n  return wrapper\n`
  expect(isRewritten(`def d(func):\n${wrapper}@d\ndef f(a, b): ...\n`)).toBe(is)
})

test('a decorator that is made by a call', () => {
  const made =
    'def d(x):\n  def decorate(func):\n    @functools.wraps(func)\n    def wrapper(a=None, **k): return func(a, **k)\n    return wrapper\n  return decorate\n'
  expect(isRewritten(`${made}@d(1)\ndef f(a): ...\n`)).toBe(true)
})

test('one that is not known keeps the call', () => {
  expect(isRewritten('from x import d\n@d\ndef f(a): ...\n')).toBe(false)
})

test('a constructor', () => {
  const made =
    'def d(func):\n  @wraps(func)\n  def wrapper(self, x=None): return func(self, x)\n  return wrapper\n'
  const code = `${made}class A:\n  @d\n  def __init__(self, x): ...\nclass B(A): ...\n`
  expect(isRewritten(code, 'B')).toBe(true)
})

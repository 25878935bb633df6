// What functions, properties and values give beyond what their signatures say.

import { describe, expect, test } from 'vitest'
import { definitionOf } from '../packageOf.ts'

const ENGINE =
  'class Engine:\n    pass\n\nclass Pool:\n    pass\n\ndef plain():\n    return Pool()\n'

/** The bases of a definition of `pkg`, which has `pkg.engine` beside it. */
function given(code: string, path: string): readonly string[] {
  return definitionOf({ 'pkg/__init__.py': code, 'pkg/engine.py': ENGINE }, path).bases
}

const TYPED =
  'from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from .engine import Engine\n'

describe('names that are imported for type checkers only', () => {
  test.each([
    ['def make() -> Engine: ...', 'make', '-> .pkg.engine.Engine'],
    ['def make() -> "Engine": ...', 'make', '-> .pkg.engine.Engine'],
    ['def make() -> list[Engine] | None: ...', 'make', '-> list[.pkg.engine.Engine] | None'],
    ['async def make() -> Engine: ...', 'make', '-> Awaitable[.pkg.engine.Engine]'],
    ['current: Engine = None', 'current', '-> .pkg.engine.Engine'],
    ['class A:\n    @property\n    def e(self) -> Engine: ...', 'A.e', '-> .pkg.engine.Engine'],
  ])('are spelled from the top: %s', (code, path, expected) => {
    expect(given(`${TYPED}${code}\n`, path)).toEqual([expected])
  })

  test('what the module itself has is not spelled', () => {
    expect(given('from .engine import Engine\ndef make() -> Engine: ...\n', 'make')).toEqual([])
  })

  test('a text of Literal is no name', () => {
    expect(given(`${TYPED}def make() -> Literal["Engine"]: ...\n`, 'make')).toEqual([])
  })
})

const USES = 'from . import engine\nfrom .engine import Pool, plain\n'

describe('what every return makes', () => {
  test.each([
    ['def f():\n    return Pool()', 'f', '=> .pkg.engine.Pool'],
    [
      'def f(x):\n    if x:\n        return None\n    return engine.Pool(x)',
      'f',
      '=> .pkg.engine.Pool',
    ],
    ['def f():\n    pool = Pool()\n    pool.fill()\n    return pool', 'f', '=> .pkg.engine.Pool'],
    ['def f():\n    return plain()', 'f', '=> .pkg.engine.Pool'],
    ['class A:\n    def f(self):\n        self.x = 1\n        return self', 'A.f', '=> Self'],
    ['class A:\n    @classmethod\n    def f(cls):\n        return cls()', 'A.f', '=> Self'],
    ['class A:\n    def f(self):\n        return type(self)(1)', 'A.f', '=> Self'],
    ['class A:\n    def f(self):\n        return self.__class__()', 'A.f', '=> Self'],
    [
      'class A:\n    @property\n    def f(self):\n        return Pool()',
      'A.f',
      '=> .pkg.engine.Pool',
    ],
    ['async def f():\n    return Pool()', 'f', '=> Awaitable[.pkg.engine.Pool]'],
  ])('is what a function without an annotation gives: %s', (code, path, expected) => {
    expect(given(`${USES}${code}\n`, path)).toEqual([expected])
  })

  test.each([
    ['two classes', 'def f(x):\n    if x:\n        return engine.Engine()\n    return Pool()'],
    ['a parameter', 'def f(Pool):\n    return Pool()'],
    ['a name that is bound twice', 'def f(x):\n    p = Pool()\n    p = x or p\n    return p'],
    ['a name of a loop', 'def f(x):\n    p = Pool()\n    for p in x:\n        pass\n    return p'],
    ['an object that is given attributes', 'def f():\n    p = Pool()\n    p.x = 1\n    return p'],
    ['a class of its own', 'def f():\n    class Pool:\n        pass\n    return Pool()'],
    ['a generator', 'def f():\n    yield 1\n    return Pool()'],
    ['a decorator', '@wrap\ndef f():\n    return Pool()'],
    ['nothing at all', 'def f():\n    return'],
    ['an expression', 'def f(x):\n    return Pool() or x'],
    ['a subscript', 'def f(x):\n    return x[0]'],
    ['a circle', 'def f():\n    return g()\ndef g():\n    return f()'],
  ])('is not known of %s', (_what, code) => {
    expect(given(`${USES}${code}\n`, 'f')).toEqual([])
  })

  test('another object in the place of self is not known', () => {
    const code = 'class A:\n    def f(self, other):\n        self = other\n        return self\n'
    expect(given(code, 'A.f')).toEqual([])
  })
})

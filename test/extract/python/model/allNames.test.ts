// What `__all__` lists, in the forms that people write it.

import { describe, expect, test } from 'vitest'
import { type Files, moduleOf, publicNames, tableOf } from '../packageOf.ts'

const init = (text: string, more: Files = {}): Files => ({ 'pkg/__init__.py': text, ...more })

describe('__all__', () => {
  const sub = { 'pkg/sub.py': '__all__ = ["s", "t"]\ns = t = u = 1\n' }
  test.each<[string, string, string[]]>([
    ['a list', '__all__ = ["a", "_b"]\na = _b = c = 1\n', ['_b', 'a']],
    ['a tuple and sums', '__all__ = ("a",) + ("b",)\na = b = c = 1\n', ['a', 'b']],
    [
      'added to',
      '__all__ = ["a"]\n__all__ += ["b"]\n__all__.append("c")\n__all__.extend(["d"])\na = b = c = d = e = 1\n',
      ['a', 'b', 'c', 'd'],
    ],
    ['taken from', '__all__ = ["a", "b"]\n__all__.remove("a")\na = b = 1\n', ['b']],
    [
      'a list of another module',
      'from . import sub\nfrom .sub import *\n__all__ = ["a"] + sub.__all__\na = 1\n',
      ['a', 's', 'sub', 't'],
    ],
    [
      'unpacked lists',
      'from .sub import *\nfrom .sub import __all__ as more\n__all__ = ["a", *more]\na = 1\n',
      ['a', 's', 'sub', 't'],
    ],
    ['a list by its name', 'names = ["a"]\n__all__ = list(names)\na = b = 1\n', ['a']],
    [
      'computed: the public names as well',
      '__all__ = ["_a"] + [n for n in dir() if f(n)]\n_a = b = 1\n',
      ['_a', 'b'],
    ],
  ])('%s', (_title, text, expected) => {
    const more: Files = text.includes('sub') ? sub : {}
    expect(publicNames(init(text, more))).toEqual(expected)
  })
})

describe('a list of what `dir` shows', () => {
  const files = (list: string): Files => ({
    'pkg/__init__.py': 'from .core import *\n',
    'pkg/core/__init__.py': `from .constantq import *\nfrom . import fft\n${list}`,
    'pkg/core/constantq.py': '__all__ = ["cqt"]\ndef cqt(): ...\ndef hidden(): ...\n',
    'pkg/core/fft.py': '',
    'pkg/core/asleep.py': '',
  })
  const shown = (list: string) => {
    const { state, entries } = moduleOf(tableOf(files(list)), 'pkg')
    return [state, ...entries.map(({ name }) => name)]
  }

  test('has the submodules that are loaded', () => {
    const list = '__all__ = [_ for _ in dir() if not _.startswith("_")]\n'
    expect(shown(list)).toEqual(['complete', 'constantq', 'core', 'cqt', 'fft'])
  })

  test('leaves whoever takes its names open where the test is not known', () => {
    expect(shown('__all__ = [n for n in dir() if wanted(n)]\n')[0]).toBe('dynamic')
  })
})

describe('lists and tables that are completed elsewhere', () => {
  test('a table of modules and names that is filled before the loader gets it', () => {
    const files = init(
      'import sys\nfrom .x import Lazy, find\n_table = {"a": ["A"]}\ntry:\n  ready()\nexcept ImportError:\n  pass\nelse:\n  _table["b"] = ["B", "b2"]\n_table = {k: set(v) for k, v in _table.items()}\n_more = find()\n_more.update(_table)\nsys.modules[__name__] = Lazy(__name__, _more)\n',
      { 'pkg/a.py': 'class A: pass\n', 'pkg/b.py': 'class B: pass\nb2 = 1\n' },
    )
    expect(publicNames(files)).toEqual(['A', 'B', 'a', 'b', 'b2'])
  })

  test('the list of the stub, where that of the source is computed', () => {
    const files = {
      'pkg/__init__.py': 'from .types import *\n',
      'pkg/types.py':
        'from ._c import table\n__all__ = ["one"]\none = two = 1\nfor key in table:\n  globals()[key] = table[key]\n  __all__.append(key)\n',
      'pkg/types.pyi': '__all__ = ["one", "made"]\none: int\nmade: int\n',
    }
    expect(publicNames(files)).toEqual(['made', 'one', 'types'])
  })
})

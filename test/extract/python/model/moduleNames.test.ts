import { describe, expect, test } from 'vitest'
import { definitionOf, entryOf, type Files, moduleOf, publicNames, tableOf } from '../packageOf.ts'

const init = (text: string, more: Files = {}): Files => ({ 'pkg/__init__.py': text, ...more })

describe('names of a module', () => {
  test.each<[string, string, string[]]>([
    ['definitions', 'def f(): pass\nclass C: pass\nx = 1\n', ['C', 'f', 'x']],
    ['private names are not public', '_a = 1\ndef _f(): pass\nb = 2\n', ['b']],
    ['imports from outside are not', 'import os\nfrom typing import Any\nx = 1\n', ['x']],
    ['several targets', 'a = b = 1\nc, (d, *e) = f()\n', ['a', 'b', 'c', 'd', 'e']],
    ['a bare annotation binds nothing', 'a: int\nb: int = 1\n', ['b']],
    ['what is deleted is gone', 'a = 1\nb = 2\ndel a\n', ['b']],
    ['both ways of an unknown test', 'if flag:\n  a = 1\nelse:\n  b = 2\n', ['a', 'b']],
    [
      'one way of a known test',
      'import sys\nif sys.version_info >= (3, 8):\n  a = 1\nelse:\n  b = 2\n',
      ['a'],
    ],
    ['another system', 'import sys\nif sys.platform == "win32":\n  a = 1\nc = 1\n', ['c']],
    [
      'what type checkers see',
      'from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n  class A: pass\nelse:\n  B = 1\n',
      ['B'],
    ],
    [
      'loops and with',
      'for i in range(3):\n  x = i\nwith f() as g:\n  y = 1\n',
      ['g', 'i', 'x', 'y'],
    ],
    ['the name of an except is gone', 'try:\n  a = f()\nexcept E as e:\n  b = 1\n', ['a', 'b']],
    ['a walrus', '(n := 10)\n', ['n']],
    [
      'a walrus inside a test',
      'if (n := f()) is not None:\n  a = 1\nx = g(m := 2)\n',
      ['a', 'm', 'n', 'x'],
    ],
    [
      'what a match captures',
      'match f():\n  case P(x, y=1 as z):\n    a = 1\n  case [b, *c] | {"k": d}:\n    pass\n  case E.F | _:\n    pass\n',
      ['a', 'b', 'c', 'd', 'x', 'z'],
    ],
    [
      'a way that ends in an error',
      'if g():\n  msg = 1\n  raise ImportError(msg)\ntry:\n  import thing\nexcept ImportError as e:\n  text = 2\n  raise RuntimeError(text)\nx = 1\n',
      ['x'],
    ],
    [
      'what the standard library has',
      'import os, time\nif hasattr(os, "fork"):\n  a = 1\nelse:\n  b = 1\nif not hasattr(time, "clock"):\n  c = 1\n',
      ['a', 'c'],
    ],
    [
      'variables that nobody has set',
      'import os\nif "PKG_DEBUG" in os.environ:\n  a = 1\nif os.environ.get("PKG_X"):\n  b = 1\nif "HOME" in os.environ:\n  c = 1\n',
      ['c'],
    ],
    [
      'a version by its name',
      'from .compat import PY311, PY314\nif PY314:\n  a = 1\nif PY311:\n  b = 1\nelse:\n  c = 1\n',
      ['b'],
    ],
    [
      'a system, asked in small letters',
      'import sys\nif sys.platform.lower().startswith("win"):\n  a = 1\nb = 1\n',
      ['b'],
    ],
    [
      'names for type checkers that functions make',
      'from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n  late = 1\ndef load(n):\n  globals()[n] = 1\n',
      ['late', 'load'],
    ],
    ['a test of the name of the module', 'if __name__ == "__main__":\n  x = 1\ny = 1\n', ['y']],
    ['a match', 'match f():\n  case 1:\n    a = 1\n  case _:\n    b = 1\n', ['a', 'b']],
    ['a loop that sets globals', 'for n in ["a", "b"]:\n  globals()[n] = 1\n', ['a', 'b', 'n']],
    [
      'globals by a literal',
      'globals().update({"a": 1, "b": 2})\nglobals()["c"] = 3\n',
      ['a', 'b', 'c'],
    ],
    [
      'the members of an enum in the module',
      'import enum\nclass E(enum.Enum):\n  A = 1\n  B = 2\nglobals().update(E.__members__)\n',
      ['A', 'B', 'E'],
    ],
    [
      'setattr on the module',
      'import sys\nfor n in ("a", "b"):\n  setattr(sys.modules[__name__], "get_" + n, 1)\n',
      ['get_a', 'get_b', 'n'],
    ],
    [
      'a handler that never runs',
      'try:\n  import json\nexcept ImportError:\n  fallback = 1\nx = 1\n',
      ['x'],
    ],
  ])('%s', (_title, text, expected) => {
    expect(publicNames(init(text))).toEqual(expected)
  })

  test('a name that is wrapped keeps what it was', () => {
    const files = init('def f(a, b): pass\nf = deco(f)\n')
    expect(definitionOf(files, 'f').kind).toBe('function')
  })
})

test('a module that hooks into imports may have modules that nobody sees', () => {
  const table = tableOf(init('import sys\nsys.meta_path.append(object())\n'))
  expect(moduleOf(table, 'pkg').state).toBe('dynamic')
})

test('names that are listed as paths and handed over with the name of the module', () => {
  const lists = '["..other"], ["..other.core.Bar", "._own.Own"]'
  const files = {
    'pkg/__init__.py': '',
    'pkg/objects/__init__.py': `from pkg.tools import load\n__all__, __getattr__, __dir__ = load(__name__, ${lists})\n__all__.append('Late')\n`,
    'pkg/objects/_own.py': 'class Own: pass\n',
    'pkg/other/__init__.py': '',
    'pkg/other/core.py': 'class Bar:\n    def draw(self): ...\n',
    'pkg/tools.py': 'def load(*given): ...\n',
  }
  expect(publicNames(files, 'pkg.objects')).toEqual(['Bar', 'Late', 'Own', 'load', 'other'])
  expect(entryOf(files, 'Bar.draw', 'pkg.objects').definition.module).toBe('pkg.other.core')
  expect(entryOf(files, 'other', 'pkg.objects').definition.kind).toBe('module')
})

test('stubs beside a module hide nothing of it', () => {
  const files = {
    'pkg.py': 'def open_one(): ...\ndef untyped(): ...\n',
    'pkg-stubs/__init__.pyi': 'def open_one() -> int: ...\n',
  }
  const names = moduleOf(tableOf(files), 'pkg').entries.map(({ name }) => name)
  expect(names).toEqual(['open_one', 'untyped'])
})

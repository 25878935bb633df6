// Small files that would cost much: each must end, and say what it does not know.

import { describe, expect, test } from 'vitest'
import { moduleOf, publicNames, tableOf } from './packageOf.ts'

const repeat = (count: number, line: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => line(index)).join('')

describe('files that would cost much', () => {
  test.each<[string, string]>([
    ['a list made of itself', '_n = ["a"]\n_n = list(_n) + sorted(_n)\n__all__ = _n\n'],
    ['a sum of itself', 'x = ["a"]\nx = x + x\n__all__ = x\n'],
    [
      'names of every object',
      'from os import __proto__\nfrom typing import constructor\nclass A(__proto__): pass\nclass B(constructor): pass\n',
    ],
    [
      'a text that is filled with many long ones',
      `globals()["{}".format(${`"${'x'.repeat(4_990)}", `.repeat(30)})] = 1\n`,
    ],
    ['half characters', 'globals()["\\ud800"] = 1\nglobals()["\\ud801"] = 1\n'],
    ['a long literal unpacked', `a = [${'"x",'.repeat(200_000)}]\nfor x in [*a]: pass\n`],
    [
      'loops in loops',
      `a = [${'"x",'.repeat(2_000)}]\nfor x in a:\n for y in a:\n  for z in a:\n   q.r = 1\n`,
    ],
    [
      'many loops over classes',
      `class A: pass\n${'for c in (A, A, A):\n  setattr(c, n, 1)\n'.repeat(3_000)}`,
    ],
    ['a deep hierarchy', repeat(6_000, (i) => `class C${i}(C${i + 1}): pass\n`)],
    [
      'a long hierarchy',
      `class C0: pass\n${repeat(1_500, (i) => `class C${i + 1}(C${i}): m = 1\n`)}`,
    ],
    [
      'many names and many tests',
      repeat(10_000, (i) => `n${i} = 1\n`) + 'if q: pass\n'.repeat(10_000),
    ],
    [
      'many names and many tries',
      repeat(10_000, (i) => `n${i} = 1\n`) + 'try: f()\nexcept E: pass\n'.repeat(5_000),
    ],
    [
      'empty lines in a docstring',
      `def f():\n  """${'\n'.repeat(100_000)}  .. deprecated:: 1.0\n  """\n`,
    ],
  ])('%s', (_title, text) => {
    expect(moduleOf(tableOf({ 'pkg/__init__.py': text }), 'pkg').name).toBe('pkg')
  })

  test('thousands of test folders', () => {
    const files = Object.fromEntries(
      Array.from({ length: 5_000 }, (_, i) => [`a${i}/test/test_x.py`, '']),
    )
    expect(tableOf(files).modules.length).toBe(15_000)
  })
})

describe('names that are made in ways that cannot be followed', () => {
  test.each<[string, string]>([
    ['the namespace in hand', 'g = globals()\nfor n in names(): g[n] = 1\n'],
    [
      'the module in hand, `sys` under another name',
      'import sys as _sys\ndef make(n):\n  setattr(_sys.modules[__name__], n, 1)\nmake(y)\n',
    ],
    ['the module in hand', 'import sys\nme = sys.modules[__name__]\nsetattr(me, "x" + y, 1)\n'],
    ['the namespace given away', 'fill(globals())\n'],
    ['setdefault', 'globals().setdefault(n, 1)\n'],
    ['exec by its module', 'import builtins\nbuiltins.exec(text)\n'],
    [
      'a getter that looks at beginnings',
      'def __getattr__(name):\n  if name == "x": return 1\n  if name.startswith("dyn"): return 2\n  raise AttributeError(name)\n',
    ],
  ])('%s: the module is dynamic', (_title, text) => {
    expect(moduleOf(tableOf({ 'pkg/__init__.py': text }), 'pkg').state).toBe('dynamic')
  })

  test.each<[string, string, string[]]>([
    [
      'a decorator that lists',
      '__all__ = []\ndef export(f):\n  __all__.append(f.__name__)\n  return f\n@export\ndef foo(): pass\n@export\nclass Bar: pass\ndef other(): pass\n',
      ['Bar', 'foo'],
    ],
    [
      'two lists',
      'a = b = c = 1\nif q():\n  __all__ = ["a", "b"]\nelse:\n  __all__ = ["a"]\n',
      ['a', 'b'],
    ],
    [
      'a list that is changed in place',
      'a = b = 1\n__all__ = ["a"]\n__all__.insert(0, "b")\n',
      ['a', 'b'],
    ],
    ['a slice of a list', 'a = b = 1\n__all__ = ["a"]\n__all__[:] = ["a", "b"]\n', ['a', 'b']],
    [
      'slices of the version',
      'import sys\nif sys.version_info[:1] == (3,):\n  new = 1\nelse:\n  old = 1\nif sys.version_info[:3] >= (3, 11, 0): newer = 1\nelse: older = 1\n',
      ['new', 'newer'],
    ],
    [
      'globals of a function that is called',
      'def init():\n  global made\n  made = 1\ninit()\n',
      ['init', 'made'],
    ],
    ['an attribute of the module itself', 'import sys\nsys.modules[__name__].x = 1\n', ['x']],
  ])('%s', (_title, text, expected) => {
    expect(publicNames({ 'pkg/__init__.py': text })).toEqual(expected)
  })

  test('a module hides a folder of its name; what is kept aside is installed last', () => {
    const files = {
      'p/__init__.py': '',
      'p/a.py': 'class X: pass\n',
      'p/a/templates/t.py': 'y = 1\n',
      'q/__init__.py': 'root = 1\n',
      'd-1.0.data/purelib/q/__init__.py': 'aside = 1\n',
    }
    const table = tableOf(files)
    expect(table.modules.map(({ name }) => name)).toEqual(['p', 'p.a', 'q'])
    expect(moduleOf(table, 'q').entries.map(({ name }) => name)).toEqual(['aside'])
  })

  test('bytecode alone is a module that cannot be read', () => {
    const files = { 'p/__init__.py': '', 'p/only.pyc': '', 'p/__pycache__/x.cpython-311.pyc': '' }
    const table = tableOf(files)
    expect(table.modules.map(({ name, state }) => `${name} ${state}`)).toEqual([
      'p complete',
      'p.only opaque',
    ])
  })
})

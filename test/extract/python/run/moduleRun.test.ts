import { describe, expect, test } from 'vitest'
import { definitionOf, type Files, moduleOf, publicNames, tableOf } from '../packageOf.ts'

const init = (text: string, more: Files = {}): Files => ({ 'pkg/__init__.py': text, ...more })

const stateOf = (files: Files) => moduleOf(tableOf(files), 'pkg').state

describe('names that a module makes as it is imported', () => {
  const shapes = {
    'pkg/shapes.py': 'class Shape: pass\nclass Round(Shape): pass\nclass Line: pass\nlimit = 3\n',
  }
  const pick =
    'def pick(module):\n  found = {}\n  for name in dir(module):\n    one = getattr(module, name)\n' +
    '    if inspect.isclass(one) and issubclass(one, shapes.Shape):\n      found[name] = one\n' +
    '  return found\n'

  test.each<[string, string, string[]]>([
    [
      'a namespace under another name',
      '_g = globals()\n_old = {"new": "old"}\ndef new(): pass\nfor _n, _o in _old.items():\n  _g[_o] = _g[_n]\n',
      ['new', 'old'],
    ],
    [
      'names by a text with fields',
      'for _n in ("a", "b"):\n  globals()[f"make_{_n}"] = 1\n',
      ['make_a', 'make_b'],
    ],
    [
      'classes of another module that a function picks',
      `import inspect, sys\nfrom . import shapes\n${pick}for _m in [shapes]:\n  for _n, _c in pick(_m).items():\n    setattr(sys.modules[__name__], _n, _c)\n`,
      ['Round', 'Shape', 'pick'],
    ],
    [
      'a list that is filled on the way',
      `import inspect, sys\nfrom . import shapes\n${pick}_names = ["here"]\nhere = there = 1\nfor _n, _c in pick(shapes).items():\n  setattr(sys.modules[__name__], _n, _c)\n  _names.append(_n)\n__all__ = tuple(sorted(_names))\n`,
      ['Round', 'Shape', 'here'],
    ],
    [
      'a function that is handed what stands in a table',
      'import sys as _sys\ndef _make(name, fields, bases):\n  setattr(_sys.modules[__name__], name, type(name, bases, {}))\n_nodes = (("Name", (("id",), ())), ("Load", ((), ())))\nfor _n, _more in _nodes:\n  _make(_n, *_more)\n',
      ['Load', 'Name'],
    ],
    [
      'a function that is handed the namespace',
      'def fill(space):\n  for name in ["a", "b"]:\n    space[name] = 1\nfill(globals())\n',
      ['a', 'b', 'fill'],
    ],
    [
      'instances of a class that a function lists',
      'class Unit: pass\nmetre = Unit()\nthree = 3\ndef units(pairs):\n  found = []\n  for name, value in pairs:\n    if name.startswith("_"):\n      continue\n    if isinstance(value, Unit):\n      found.append(name)\n  return found\n_pairs = list(globals().copy().items())\n__all__ = units(_pairs) + ["Unit"]\n',
      ['Unit', 'metre'],
    ],
  ])('%s', (_title, text, expected) => {
    const files = init(text, shapes)
    expect(publicNames(files).filter((name) => name !== 'shapes')).toEqual(expected)
    expect(stateOf(files)).toBe('complete')
  })

  test('a copy of another module, by a function of a third', () => {
    const files = init('from ._clone import clone\n__all__ = clone("pkg.shapes", globals())\n', {
      ...shapes,
      'pkg/_clone.py':
        'import importlib\ndef clone(path, space):\n  module = importlib.import_module(path)\n' +
        '  found = {}\n  for n in dir(module):\n    if not n.startswith("_") and hasattr(module, n):\n' +
        '      found[n] = getattr(module, n)\n  space.update(found)\n  return list(found)\n',
    })
    expect(publicNames(files)).toEqual(['Line', 'Round', 'Shape', 'limit', 'shapes'])
    expect(definitionOf(files, 'Round')).toMatchObject({ module: 'pkg.shapes', kind: 'class' })
    expect(stateOf(files)).toBe('complete')
  })

  const records =
    'from dataclasses import dataclass\nfrom . import shapes, _fast\n' +
    '@dataclass\nclass _Info:\n  func: object\n  places: int = 1\n' +
    '  @property\n  def name(self):\n    return self.func.__name__\n' +
    '  @property\n  def wrapper(self):\n    return wrap(self) if FLAG else self.func\n'
  const makers = {
    ...shapes,
    'pkg/_fast.cpython-311-x86_64-linux-gnu.so': '',
    'pkg/_fast.pyi': 'import numpy as np\nerf: np.ufunc\n',
  }

  test.each<[string, string]>([
    ['an attribute', 'globals().update({i.func.__name__: i.wrapper for i in _infos})\n'],
    ['a property', 'for _i in _infos:\n  globals()[_i.name] = _i.wrapper\n'],
  ])('names by what records of a class hold: %s', (_title, loop) => {
    const infos = '_infos = (_Info(_fast.erf), _Info(func=shapes.Line, places=2))\n'
    const files = init(`${records}${infos}${loop}`, makers)
    expect(publicNames(files)).toEqual(['Line', 'erf', 'shapes'])
    expect(stateOf(files)).toBe('complete')
  })

  test.each<[string, string]>([
    ['a method gives an attribute', '  def rename(self, n):\n    self.func = n\n'],
    ['something is set by its name', '  def put(self, n):\n    setattr(self, n, 1)\n'],
    ['a list in it is filled', '  more: list = None\ndef add(i):\n  i.more.append(2)\n'],
    ['it has a constructor', '  def __post_init__(self):\n    pass\n'],
    ['somebody gives an attribute later', '  x: int = 0\ndef other(i):\n  i.func = 1\n'],
  ])('records leave the module dynamic where %s', (_title, more) => {
    const text =
      `from dataclasses import dataclass\n@dataclass\nclass _Info:\n  func: object\n${more}` +
      '_infos = [_Info(len)]\nfor _i in _infos:\n  globals()[_i.func.__name__] = 1\n'
    expect(stateOf(init(text))).toBe('dynamic')
  })

  test.each<[string, string]>([
    ['a property that asks for itself', 'for _i in _infos:\n  globals()[_i.again] = 1\n'],
    ['an attribute with an odd name', 'for _i in _infos:\n  globals()[getattr(_i, "c++")] = 1\n'],
  ])('%s is not followed for ever', (_title, loop) => {
    const text =
      'from dataclasses import dataclass\n@dataclass\nclass _Info:\n  func: object\n' +
      `  @property\n  def again(self):\n    return self.again\n_infos = [_Info(len)]\n${loop}`
    expect(stateOf(init(text))).toBe('dynamic')
  })

  test.each<[string, string]>([
    ['fields', 's = f"{s}{s}"\n'],
    ['percent', 's = "%s%s" % (s, s)\n'],
    ['replace', 's = s.replace("a", s)\n'],
    ['join', 's = s.join([s, s, s])\n'],
    ['format', 's = "{}{}".format(s, s)\n'],
  ])('texts that grow by %s end somewhere', (_title, line) => {
    expect(stateOf(init(`s = "aaaa"\n${line.repeat(60)}globals()[s] = 1\n`))).toBe('dynamic')
  })

  test('what is taken over from a stub is known by it, also where it is made anew', () => {
    const infos = '_infos = (_Info(_fast.erf),)\n'
    const update = 'globals().update({i.name: i.wrapper for i in _infos})\n'
    const files = {
      ...makers,
      'pkg/__init__.py': 'from ._fast import *\nfrom ._made import *\n',
      'pkg/_made.py': `${records}${infos}${update}__all__ = [i.func.__name__ for i in _infos]\n`,
    }
    // Beyond that it has what the compiled file spells.
    const { compiledIn } = moduleOf(tableOf(files), 'pkg')
    expect(compiledIn).toEqual(Object.keys(files).filter((file) => file.endsWith('.so')))
    expect(definitionOf(files, 'erf')).toMatchObject({ module: 'pkg._fast', name: 'erf' })
  })

  test.each<[string, string]>([
    ['a table that nobody knows', 'for _n in load():\n  globals()[_n] = 1\n'],
    ['a test that nobody knows', 'for _n in ["a"]:\n  if ready():\n    globals()[_n + x] = 1\n'],
    ['a call of something else', 'from other import fill\nfill(globals())\n'],
    ['a loop without an end', 'def f(g):\n  while True:\n    g[name()] = 1\nf(globals())\n'],
    ['a function that calls itself', 'def f(g):\n  f(g)\nf(globals())\n'],
    ['a holder that is handed on', 'import other\n_g = globals()\nother.fill(_g)\n'],
  ])('what cannot be followed leaves the module dynamic: %s', (_title, text) => {
    expect(stateOf(init(text))).toBe('dynamic')
  })

  test.each([
    ['tool.load(sys.modules["pkg"])', 'dynamic'],
    ["fill(1, sys.modules['pkg'], True)", 'dynamic'],
    ['x = getattr(sys.modules["pkg"], "a", None)', 'complete'],
    ['load(sys.modules["other"])', 'complete'],
  ])('a module that another one hands to a function: %s', (line, expected) => {
    const files = init('from . import fill\n', { 'pkg/fill.py': `import sys\n${line}\n` })
    expect(stateOf(files)).toBe(expected)
  })

  test.each([
    ['fill(sys.modules[__name__])', 'dynamic'],
    ['inspect.getmembers(sys.modules[__name__])', 'complete'],
  ])('a module that hands itself to a function: %s', (line, expected) => {
    expect(stateOf(init(`import inspect, sys\ndef fill(m): m.made = 1\n${line}\n`))).toBe(expected)
  })

  test.each([
    ['sys.modules[__name__].__class__ = Shim', 'dynamic'],
    ['me = sys.modules[__name__]\nme.__class__ = Shim', 'dynamic'],
    ['me: ModuleType = sys.modules["pkg"]\nme.__class__ = Shim', 'dynamic'],
    ['print(sys.modules[__name__].__class__ == Shim)', 'complete'],
    ['me = sys.modules[__name__]\nother.__class__ = Shim', 'complete'],
  ])('a module that is given a class of its own: %s', (line, expected) => {
    expect(stateOf(init(`import sys\nclass Shim: ...\n${line}\n`))).toBe(expected)
  })

  test.each<[string, string]>([
    ['a table that is added to', '_reg = {"a": 1}\n_reg["b"] = 2\nglobals().update(_reg)\n'],
    [
      'a table that a function fills',
      '_reg = {"a": 1}\ndef add(n): _reg[n] = 1\nadd("b")\nglobals().update(_reg)\n',
    ],
    [
      'a list that a class fills',
      '_all = ["a"]\nclass C:\n  def __init__(self, n): _all.append(n)\nC("b")\nfor _n in _all:\n  globals()[_n] = 1\n',
    ],
    [
      'a list that a handler fills',
      '_all = ["a"]\ntry:\n  import fast\nexcept ImportError:\n  _all.append("b")\nfor _n in _all:\n  globals()[_n] = 1\n',
    ],
  ])('%s is not all that its text says', (_title, text) => {
    const names = publicNames(init(text))
    expect(stateOf(init(text)) === 'dynamic' || names.includes('b')).toBe(true)
  })

  test('a cycle of modules that take each other’s names ends', () => {
    const text = (other: string) =>
      `from . import ${other}\nfor _n in dir(${other}):\n  globals()["x" + _n] = 1\n`
    const files = { 'pkg/__init__.py': '', 'pkg/a.py': text('b'), 'pkg/b.py': text('a') }
    expect(moduleOf(tableOf(files), 'pkg.a').entries.length).toBeGreaterThan(0)
  })
})

describe('a getter that a function puts into the namespace', () => {
  const lazy = {
    'pkg/imports.py':
      'def lazy_import(space, aliases):\n  def __getattr__(name):\n    return aliases[name]\n' +
      '  space["__getattr__"] = __getattr__\n',
    'pkg/client.py': 'def connect(): pass\n',
  }
  const files = init(
    'from .imports import lazy_import\n__all__ = ["connect"]\n' +
      'lazy_import(globals(), {"connect": ".client"})\n',
    lazy,
  )

  test('the module may have any name, and has those of its list', () => {
    expect(stateOf(files)).toBe('dynamic')
    expect(publicNames(files)).toContain('connect')
  })
})

describe('functions that put names into their module when others call them', () => {
  test.each([
    ['a name', 'globals()[name] = 1'],
    ['a text with something in it', 'globals()["Made%s" % name] = 1'],
    ['a formatted text', 'globals()[f"Made{name}"] = 1'],
    ['a sum of texts', "globals()['Made' + name] = 1"],
    ['what a list has', 'globals()[names[0]] = 1'],
    ['over lines', 'globals()[\n    "Made" + name\n  ] = 1'],
    ['by a method', 'globals().setdefault(name, 1)'],
    ['the namespace under a name', 'space = globals()\n  space[name] = 1'],
    ['the module under a name', 'me = sys.modules[__name__]\n  setattr(me, name, 1)'],
    ['the dictionary of the module', 'sys.modules[__name__].__dict__["a" + name] = 1'],
  ])('%s', (_title, line) => {
    const inner = `def make(name):\n  ${line}\ndef all_of(names):\n  for one in names: make(one)\n`
    expect(stateOf(init(inner))).toBe('dynamic')
  })

  test.each([
    ['a text', 'globals()["made"] = 1'],
    ['what is only read', 'x = globals()[name]\n  y[name] = x'],
    ['what is only compared', 'return globals()["a" + name] == 1'],
    ['another dictionary', 'space = globals()\n  other[name] = space'],
  ])('%s makes nothing that is unknown', (_title, line) => {
    expect(stateOf(init(`def make(name):\n  ${line}\n`))).toBe('complete')
  })
})

import { describe, expect, test } from 'vitest'
import { extractFollowing } from '../../../src/extract/python/extractPython.ts'
import { definitionOf, entryOf, type Files, moduleOf, publicNames, tableOf } from './packageOf.ts'

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

describe('names from other modules', () => {
  test('re-exports lead to one definition', () => {
    const files = init('from .api import get as fetch\nfrom . import api\n', {
      'pkg/api.py': 'def get(url): "Gets."\n',
    })
    const { definition } = entryOf(files, 'fetch')
    expect(definition).toMatchObject({
      module: 'pkg.api',
      name: 'get',
      kind: 'function',
      doc: 'Gets.',
    })
    expect(definitionOf(files, 'api')).toMatchObject({
      module: 'pkg.api',
      name: '',
      kind: 'module',
    })
  })

  test('a star import takes what is listed, else what is public', () => {
    const files = init('from .a import *\nfrom .b import *\n', {
      'pkg/a.py': '__all__ = ["x", "_y"]\nx = _y = z = 1\n',
      'pkg/b.py': 'import os\nq = 1\n_r = 2\n',
    })
    const names = moduleOf(tableOf(files), 'pkg').entries.map(({ name }) => name)
    expect(names).toEqual(['_y', 'a', 'b', 'os', 'q', 'x'])
    expect(entryOf(files, 'x').origin).toBe('star')
  })

  test('star imports in a circle end', () => {
    const files = init('from .a import *\nx = 1\n', {
      'pkg/a.py': 'from .b import *\ny = 1\n',
      'pkg/b.py': 'from .a import *\nfrom . import *\nz = 1\n',
    })
    expect(publicNames(files)).toEqual(['a', 'b', 'x', 'y', 'z'])
  })

  test('what comes later stands', () => {
    const files = init('from .a import *\ndef f(): pass\n', { 'pkg/a.py': 'def f(x): pass\n' })
    expect(definitionOf(files, 'f')).toMatchObject({ module: 'pkg', name: 'f' })
    const other = init('def f(): pass\nfrom .a import *\n', { 'pkg/a.py': 'def f(x): pass\n' })
    expect(definitionOf(other, 'f')).toMatchObject({ module: 'pkg.a', name: 'f' })
  })

  test('aliases are followed through assignments', () => {
    const files = init('from . import a\nB = a.A\nrun = B.go\n', {
      'pkg/a.py': 'class A:\n  def go(self): pass\n',
    })
    expect(definitionOf(files, 'B')).toMatchObject({ module: 'pkg.a', name: 'A', kind: 'class' })
    expect(definitionOf(files, 'run')).toMatchObject({ name: 'A.go' })
  })

  test('names that one module puts into another', () => {
    const files = init('from . import a\na.extra = 1\n', { 'pkg/a.py': 'x = 1\n' })
    expect(publicNames(files, 'pkg.a')).toEqual(['extra', 'x'])
  })

  test('a star import from outside leaves the module dynamic', () => {
    expect(moduleOf(tableOf(init('from elsewhere import *\n')), 'pkg')).toMatchObject({
      state: 'dynamic',
      stateReason: 'takes every name of elsewhere',
    })
    expect(moduleOf(tableOf(init('from os.path import *\n')), 'pkg').state).toBe('complete')
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

describe('lazy modules', () => {
  const sub = { 'pkg/sub.py': 'class A: pass\ndef b(): pass\n' }
  test.each<[string, string]>([
    [
      'comparisons',
      'def __getattr__(name):\n  if name == "A":\n    from .sub import A\n    return A\n  if name in ("b", "c"):\n    from . import sub\n    return getattr(sub, name)\n  raise AttributeError(name)\n',
    ],
    [
      'a table of modules',
      '_where = {"A": ".sub", "b": ".sub"}\ndef __getattr__(name):\n  if name in _where:\n    return getattr(import_module(_where[name], __name__), name)\n  raise AttributeError(name)\n',
    ],
    [
      'a table of pairs',
      '_where = {"A": (".sub", "A"), "b": ("pkg.sub", "b")}\ndef __getattr__(name):\n  module, attr = _where[name]\n  return getattr(import_module(module, __name__), attr)\n',
    ],
    [
      'a table of lists',
      'import sys\n_names = {"sub": ["A", "b"]}\nsys.modules[__name__] = LazyModule(__name__, __file__, _names)\n',
    ],
    [
      'lazy_loader',
      'import lazy_loader as lazy\n__getattr__, __dir__, __all__ = lazy.attach(__name__, submod_attrs={"sub": ["A", "b"]})\n',
    ],
    [
      'imports for type checkers',
      'from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n  from .sub import A, b\nelse:\n  import sys\n  sys.modules[__name__] = LazyModule(__name__, find())\n',
    ],
    [
      'another module answers',
      'from . import sub\ndef __getattr__(name):\n  return getattr(sub, name)\n',
    ],
  ])('%s', (_title, text) => {
    const files = init(text, sub)
    expect(publicNames(files)).toEqual(expect.arrayContaining(['A', 'b']))
    expect(entryOf(files, 'A')).toMatchObject({
      origin: 'lazy',
      definition: { module: 'pkg.sub', name: 'A', kind: 'class' },
    })
  })

  test('a name that is answered with an error is absent', () => {
    const text =
      'def __getattr__(name):\n  if name == "old":\n    raise AttributeError("gone")\n  raise AttributeError(name)\n'
    const { state, entries } = moduleOf(tableOf(init(text)), 'pkg')
    expect([state, ...entries.map(({ name }) => name)]).toEqual(['complete', '__getattr__'])
  })

  test('a getter that looks into its own names gives no other', () => {
    const text = (asked: string) =>
      `def __getattr__(name):\n  if name == "old":\n    raise ImportError(name)\n  try:\n    return ${asked}\n  except KeyError:\n    raise AttributeError\n`
    expect(moduleOf(tableOf(init(text('globals()[name]'))), 'pkg').state).toBe('complete')
    expect(moduleOf(tableOf(init(text('others()[name]'))), 'pkg').state).toBe('dynamic')
    const otherwise = (asked: string) =>
      `_subs = ["sub"]\ndef __getattr__(name):\n  if name in _subs:\n    return load(name)\n  else:\n    try:\n      return ${asked}\n    except KeyError:\n      raise AttributeError(name)\n`
    const files = (asked: string) => init(otherwise(asked), sub)
    expect(moduleOf(tableOf(files('globals()[name]')), 'pkg').state).toBe('complete')
    expect(moduleOf(tableOf(files('make(name)')), 'pkg').state).toBe('dynamic')
  })

  test('a table of names that are answered with an error need not be known', () => {
    const text =
      'from .gone import _old\n_former = {n: say(n) for n in find()}\ndef __getattr__(name):\n  if name == "A":\n    from .sub import A\n    return A\n  if name in _soon:\n    warn(name)\n  if name in _former:\n    raise AttributeError(_former[name])\n  if name in _old:\n    raise AttributeError(_old[name])\n  raise AttributeError(name)\n_soon = set(find())\n'
    expect(moduleOf(tableOf(init(text, sub)), 'pkg').state).toBe('complete')
  })

  test.each([
    ['a table whose names are returned', '  if name in _t:\n    return _t[name]\n'],
    ['a table whose names are taken over', '  if name in _t:\n    name = _t[name]\n'],
  ])('%s has to be known', (_, test) => {
    const text = `_t = {n: say(n) for n in find()}\ndef __getattr__(name):\n  if name == "A":\n    from .sub import A\n    return A\n${test}  raise AttributeError(name)\n`
    expect(moduleOf(tableOf(init(text, sub)), 'pkg').state).toBe('dynamic')
  })

  test('what is not understood is said to be dynamic', () => {
    const text = 'def __getattr__(name):\n  return make(name)\n'
    expect(moduleOf(tableOf(init(text)), 'pkg')).toMatchObject({
      state: 'dynamic',
      stateReason: 'has a __getattr__ of its own',
    })
  })
})

describe('imports on a way that may not be taken', () => {
  const guarded = 'from os import environ\nif environ.get("X"):\n    from pkg.b import Thing\n'
  const b = { 'pkg/b.py': 'class Thing: pass\n' }

  test('are for the own use of a module', () => {
    const files = { 'pkg/__init__.py': '', 'pkg/a.py': `${guarded}    def own(): pass\n`, ...b }
    expect(entryOf(files, 'Thing', 'pkg.a').isPublic).toBe(false)
    expect(publicNames(files, 'pkg.a')).toEqual(['own'])
  })

  test('are passed on by a package, or where they are listed', () => {
    expect(publicNames({ 'pkg/__init__.py': guarded, ...b })).toContain('Thing')
    const files = { 'pkg/__init__.py': '', 'pkg/a.py': `__all__ = ["Thing"]\n${guarded}`, ...b }
    expect(publicNames(files, 'pkg.a')).toEqual(['Thing'])
  })
})

describe('files that are not plain sources', () => {
  test('a compiled module without a stub is opaque, and what is taken from it is unknown', () => {
    const files = {
      ...init('from ._fast import go\nfrom ._fast import *\n'),
      'pkg/_fast.cpython-311-x86_64-linux-gnu.so': '',
    }
    const table = tableOf(files)
    expect(moduleOf(table, 'pkg._fast')).toMatchObject({ state: 'opaque' })
    expect(moduleOf(table, 'pkg')).toMatchObject({ state: 'dynamic' })
    expect(definitionOf(files, 'go')).toMatchObject({
      module: 'pkg._fast',
      kind: 'attribute',
      file: null,
    })
  })

  test('a compiled module with a stub is what the stub says, and what else the file spells', () => {
    const stub =
      'from typing import Any, TypeVar\nT = TypeVar("T")\ndef go(x: int) -> str: ...\nclass C:\n  def m(self) -> None: ...\n'
    const files = { 'pkg/__init__.py': '', 'pkg/fast.abi3.so': '', 'pkg/fast.pyi': stub }
    expect(moduleOf(tableOf(files), 'pkg.fast')).toMatchObject({
      state: 'dynamic',
      origin: 'pyi',
      compiledIn: ['pkg/fast.abi3.so'],
    })
    expect(publicNames(files, 'pkg.fast')).toEqual(['C', 'T', 'go'])
    expect(entryOf(files, 'T', 'pkg.fast').isTypeOnly).toBe(true)
    expect(entryOf(files, 'go', 'pkg.fast')).toMatchObject({
      origin: 'pyi',
      definition: { signature: '(x: int) -> str' },
    })
  })

  test('folders without __init__, stubs of other packages, data folders', () => {
    const files = {
      'ns/part/mod.py': 'x = 1\n',
      'other-stubs/__init__.pyi': 'def f() -> int: ...\n',
      'dist-1.0.data/purelib/late/__init__.py': 'y = 1\n',
      'dist-1.0.dist-info/METADATA': '',
    }
    expect(tableOf(files).modules.map(({ name }) => name)).toEqual([
      'late',
      'ns',
      'ns.part',
      'ns.part.mod',
      'other',
    ])
  })

  test('what an sdist imports of its own and does not hold is made by its build', () => {
    const files = {
      'pkg/__init__.py':
        'from .version import version\nfrom ._speed import *\nfrom .gen.a import A\nfrom . import x\nimport other.y\nfrom .b.c import d',
      'pkg/b.py': '',
      'shared/__init__.py': "__import__('pkg_resources').declare_namespace(__name__)",
      'shared/own.py': 'import shared.others',
    }
    const states = (kind: 'wheel' | 'sdist') =>
      tableOf(files, kind).modules.map(({ name, state }) => `${name} ${state}`)
    expect(states('wheel')).toEqual([
      'pkg dynamic',
      'pkg.b complete',
      'shared complete',
      'shared.own complete',
    ])
    expect(states('sdist')).toEqual([
      'pkg dynamic',
      'pkg._speed opaque',
      'pkg.b complete',
      'pkg.gen opaque',
      'pkg.gen.a opaque',
      'pkg.version opaque',
      'shared complete',
      'shared.own complete',
    ])
    const isPublic = (kind: 'wheel' | 'sdist') =>
      moduleOf(tableOf(files, kind), 'pkg').entries.find(({ name }) => name === 'version')?.isPublic
    expect([isPublic('wheel'), isPublic('sdist')]).toEqual([false, true])
  })

  test('an sdist installs what it lists, or what looks like a package', () => {
    const listed = {
      'setup.py': '',
      'lib/a/__init__.py': '',
      'tests/__init__.py': '',
      'x.egg-info/top_level.txt': 'a\n',
    }
    expect(tableOf(listed, 'sdist').modules.map(({ name }) => name)).toEqual(['a'])
    const plain = { 'setup.py': '', 'src/b/__init__.py': '', 'c.py': '', 'tests/test_b.py': '' }
    expect(tableOf(plain, 'sdist').modules.map(({ name }) => name)).toEqual(['b', 'c'])
  })

  test('what cannot be read is listed, and the rest is read', () => {
    const files = init('def f(: pass\n$$$\ndef g(): pass\n')
    const table = tableOf(files)
    expect(table.unreadable).toHaveLength(1)
    expect(publicNames(files)).toContain('g')
  })

  test('tests are there, but nobody’s API', () => {
    const files = {
      'pkg/__init__.py': '',
      'pkg/tests/__init__.py': '',
      'pkg/tests/test_a.py': 'import os\n__all__ = ["test_a"]\ndef test_a(): pass\n',
    }
    const { entries, ...module } = moduleOf(tableOf(files), 'pkg.tests.test_a')
    expect(module).toMatchObject({ isPublic: false, state: 'unread' })
    const listed = entries.map(({ name, isPublic, definition: { kind, isOpen } }) => {
      return `${name} ${kind}${isPublic ? ' public' : ''}${isOpen ? ' open' : ''}`
    })
    expect(listed).toEqual(['os module open', 'test_a function open'])
  })

  test('of many tests the helpers are listed first', () => {
    const long = (name: string) => `def ${name}(): pass\n${'# a comment\n'.repeat(60_000)}`
    const files = {
      'pkg/__init__.py': '',
      'pkg/tests/__init__.py': '',
      'pkg/tests/test_a.py': long('test_a'),
      'pkg/tests/test_b.py': long('test_b'),
      'pkg/tests/zoo.py': 'def feed(): pass\n',
    }
    const table = tableOf(files)
    const namesIn = (name: string) => moduleOf(table, name).entries.map((one) => one.name)
    expect(namesIn('pkg.tests.zoo')).toEqual(['feed'])
    expect(namesIn('pkg.tests.test_a')).toEqual(['test_a'])
    expect(namesIn('pkg.tests.test_b')).toEqual([])
  })

  test('what only tests take from other packages is not wanted', () => {
    const files: Readonly<Record<string, string>> = {
      'pkg/__init__.py': '',
      'pkg/tests/help.py': 'from other import *\nfrom third import Base\nclass A(Base): ...\n',
    }
    const artifact = {
      kind: 'wheel',
      entries: Object.keys(files),
      read: (path: string) => Buffer.from(files[path] ?? ''),
    } as const
    expect([...extractFollowing(artifact, []).wanted]).toEqual([])
  })
})

describe('names that lead to themselves', () => {
  test.each<[string, string]>([
    ['a call on itself', 'x = x.again()\n'],
    ['two calls on each other', 'x = y.go()\ny = x.go()\nz = x.a.b\n'],
    ['an alias of itself', 'x = x\ny = y.z\n'],
    ['aliases in a circle', 'a = b\nb = c\nc = a\n'],
    ['a class below itself', 'class A:\n  B = A\n  def m(self): pass\nA.C = A\nd = A.C.C.C.m\n'],
    ['a class that is its own base', 'class A(A): pass\nclass B(B.C): C = 1\n'],
    ['a base made of an instance', 'x = make()\nclass A(x.Base): pass\nx = A()\ny = x.y.z()\n'],
    ['an import of itself', 'from pkg import x\nfrom . import y as z\nimport pkg\nx = pkg.x\n'],
  ])('%s', (_title, text) => {
    expect(moduleOf(tableOf(init(text)), 'pkg').name).toBe('pkg')
  })
})

describe('late names whose place is computed', () => {
  const sub = { 'pkg/sub.py': 'class A: pass\n' }
  const typing = 'from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n  from .sub import A\n'
  test.each<[string, string]>([
    [
      'a table with computed parts',
      '_where = {"A": (__spec__.parent, ".sub")}\ndef __getattr__(name):\n  package, module = _where[name]\n  return getattr(import_module(module, package), name)\n',
    ],
    [
      'whatever is listed',
      '__all__ = ["A"]\ndef __getattr__(name):\n  if name in __all__:\n    return load(name)\n  raise AttributeError(name)\n',
    ],
  ])('%s', (_title, text) => {
    expect(entryOf(init(`${typing}${text}`, sub), 'A')).toMatchObject({
      origin: 'lazy',
      definition: { module: 'pkg.sub', name: 'A' },
    })
  })

  test('what a text defines that is run, the other way says', () => {
    const text =
      'import sys\nif sys.version_info > (3,):\n  exec_("def f(): pass")\nelse:\n  def f(): pass\n'
    expect(publicNames(init(text))).toEqual(['f'])
  })
})

describe('lazy names below tests', () => {
  test('a module that is asked below a test gives only the names that pass it', () => {
    const files = init(
      'def __getattr__(name):\n  if name in {"a", "b"}:\n    from pkg import _old as mod\n    return getattr(mod, name)\n  raise AttributeError(name)\n',
      { 'pkg/_old.py': 'def a(): pass\nb = c = 1\n' },
    )
    expect(publicNames(files)).toEqual(['a', 'b'])
    expect(definitionOf(files, 'a')).toMatchObject({ module: 'pkg._old', kind: 'function' })
  })

  test('a table that is written with keywords', () => {
    const files = init(
      'from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n  from pkg.x import T\n_old = dict(gone="use x")\ndef __getattr__(name):\n  if name in _old:\n    return globals()[f"_{name}"]\n  raise AttributeError(name)\n',
      { 'pkg/x.py': 'class T: pass\n' },
    )
    expect(publicNames(files)).not.toContain('T')
  })
})

describe('star imports of packages', () => {
  test('in a circle of imports bring what stood there by then', () => {
    const files = {
      'pkg/__init__.py': 'from .state import State\n',
      'pkg/state.py': 'EARLY = 1\nfrom .move import Move\nclass State: pass\n',
      'pkg/move.py': 'class Move: pass\nclass Far(Move): pass\nfrom .state import *\n',
    }
    expect(publicNames(files, 'pkg.move')).toEqual(['EARLY', 'Far', 'Move'])
  })

  test('bring submodules that were loaded on the way', () => {
    const files = {
      'pkg/__init__.py': 'from pkg.sub import *\n',
      'pkg/sub/__init__.py': 'from .a import x\n',
      'pkg/sub/a.py': 'from .b import y\nx = y\n',
      'pkg/sub/b.py': 'y = 1\n',
      'pkg/sub/c.py': 'z = 1\n',
    }
    expect(publicNames(files)).toEqual(['a', 'b', 'sub', 'x'])
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

describe('stubs among the sources of a wheel', () => {
  const files = {
    'pkg/__init__.py': 'x = 1\n',
    'pkg/typed.pyi': 'class T: ...\n',
    'pkg/fast.pyi': 'def f(): ...\n',
    'pkg/fast.abi3.so': '',
  }
  test('without anything to import are for type checkers alone', () => {
    expect(moduleOf(tableOf(files), 'pkg.typed').isPublic).toBe(false)
    expect(entryOf(files, 'T', 'pkg.typed').isTypeOnly).toBe(true)
    expect(entryOf(files, 'typed').isTypeOnly).toBe(true)
  })
  test('beside compiled code are the module', () => {
    expect(publicNames(files, 'pkg.fast')).toEqual(['f'])
    expect(entryOf(files, 'f', 'pkg.fast').isTypeOnly).toBe(false)
  })
})

describe('what a file defines and then takes from elsewhere if it can', () => {
  test.each([
    ['an import that may fail', 'try:\n    from fast import Size\nexcept ImportError:\n    pass\n'],
    ['a way that may not be taken', 'import os\nif os.cpu_count():\n    Size = os.stat_result\n'],
  ])('%s', (_, rest) => {
    const files = init(`class Size:\n    def area(self): ...\n${rest}`)
    expect(entryOf(files, 'Size.area').definition.kind).toBe('method')
    expect(publicNames(files)).toContain('Size')
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

// Names that a module makes when somebody asks for them.

import { describe, expect, test } from 'vitest'
import { definitionOf, entryOf, type Files, moduleOf, publicNames, tableOf } from '../packageOf.ts'

const init = (text: string, more: Files = {}): Files => ({ 'pkg/__init__.py': text, ...more })

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

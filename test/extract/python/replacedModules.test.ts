// Modules that an object takes the place of, and modules that decorators and enums fill.

import { describe, expect, test } from 'vitest'
import { type Files, moduleOf, tableOf } from './packageOf.ts'

/** The names of a module that do not begin with two underscores, and its state. */
function shown(files: Files, name = 'pkg'): readonly [state: string, ...names: string[]] {
  const { state, entries } = moduleOf(tableOf(files), name)
  return [state, ...entries.map((one) => one.name).filter((one) => !one.startsWith('__'))]
}

describe('an object of a class of the file', () => {
  const text = (getter: string, end: string) =>
    `import sys, types\nfrom ._map import TABLE\nOLD = {"Before": "Java"}\ndef find(): ...\nclass _lazy(types.ModuleType):\n  def __getattr__(self, name):\n${getter}old = sys.modules[__name__]\nnew = _lazy(__name__)\nnew.__dict__.update(old.__dict__)\nsys.modules[__name__] = new\n${end}`
  const getter =
    '    info = TABLE.get(name)\n    if info:\n      return load(info[0])\n    if name in OLD:\n      return getattr(self, OLD[name])\n    raise AttributeError(name)\n'
  const map =
    'TABLE = {"Java": ("pkg.jvm", "Java code", ("java",)), "Scala": ("pkg.jvm", "Scala code", ())}\n'
  const files = (init: string): Files => ({
    'pkg/__init__.py': init,
    'pkg/_map.py': map,
    'pkg/jvm.py': 'class Java: ...\nclass Scala: ...\n',
  })

  test('answers to a table, and has what the module had', () => {
    const init = text(getter, 'del new.new, new.old, new.sys, new.types\n')
    expect(shown(files(init))).toEqual([
      'complete',
      'Before',
      'Java',
      'OLD',
      'Scala',
      'TABLE',
      '_lazy',
      '_map',
      'find',
      'jvm',
    ])
  })

  test('that answers to anything leaves the module open', () => {
    const [state, ...names] = shown(files(text('    return make(name)\n', '')))
    expect([state, names.includes('find')]).toEqual(['dynamic', true])
  })

  test('that does not take over what the module had', () => {
    const init = `import sys, types\ndef find(): ...\nclass _lazy(types.ModuleType):\n  def __getattr__(self, name):\n${getter}OLD = {}\nfrom ._map import TABLE\nsys.modules[__name__] = _lazy(__name__)\n`
    expect(shown(files(init))).not.toContain('find')
  })
})

describe('modules without a file', () => {
  const make = (text: string): Files => ({
    'pkg/__init__.py': text,
    'pkg/real.py': '',
    'pkg/local.py':
      'import sys\ndef recreate(name, table):\n  sys.modules[name] = build(table)\n  for one in OLD[name]:\n    path = ".".join([name, one])\n    sys.modules[path] = build(one)\ndef again(name, table):\n  return build(table)\n',
  })

  test('are made by a function that is handed the name', () => {
    const text = 'from . import local\nlocal.recreate(__name__, table={"pkg.real": ["x"]})\n'
    expect(shown(make(text))[0]).toBe('dynamic')
  })

  test('have a name where the text says it', () => {
    const text = 'import sys\nfrom . import real\nsys.modules["pkg.old"] = real\n'
    expect(shown(make(text))).toEqual(['complete', 'local', 'old', 'real', 'sys'])
  })

  test('may have any name where it does not', () => {
    const text =
      'import sys\nfor one in list(sys.modules):\n  sys.modules[f"pkg.vendored.{one}"] = sys.modules[one]\n'
    expect(shown(make(text))[0]).toBe('dynamic')
  })

  test('are not those of others, nor the module itself', () => {
    const text = 'import sys\nsys.modules["other"] = None\nsys.modules[__name__].x = 1\n'
    expect(shown(make(text))).toEqual(['complete', 'local', 'real', 'sys', 'x'])
  })
})

describe('names that a loop over an enum makes', () => {
  const text = (members: string) =>
    `import sys\nfrom enum import IntEnum\nclass Size(IntEnum):\n${members}me = sys.modules[__name__]\nfor one in (Size,):\n  for item in one:\n    setattr(me, item.name, item.value)\n`

  test('are its members, without second names of a value', () => {
    const init = text('  SMALL = 1\n  LARGE = 2\n  BIG = 2\n  def f(self): ...\n  _x = 3\n')
    const [state, ...names] = shown({ 'pkg/__init__.py': init })
    expect([state, names.filter((name) => /^[A-Z]+$/.test(name))]).toEqual([
      'complete',
      ['LARGE', 'SMALL'],
    ])
  })

  test('are not known where values are computed', () => {
    const [state] = shown({ 'pkg/__init__.py': text('  SMALL = size()\n  LARGE = size()\n') })
    expect(state).toBe('dynamic')
  })
})

describe('a decorator that puts names into the module of what it decorates', () => {
  const base = (body: string): string =>
    `import sys\nclass Base:\n  @staticmethod\n  def export(cls):\n${body}    return cls\n`
  const files = (body: string): Files => ({
    'pkg/__init__.py': '',
    'pkg/base.py': base(body),
    'pkg/back.py': 'from .base import Base\n@Base.export\nclass _Back(Base):\n  canvas = 1\n',
  })

  test('makes the names that its text says', () => {
    const body =
      '    for name in ["canvas", "show"]:\n      setattr(sys.modules[cls.__module__], name, getattr(cls, name))\n    setattr(sys.modules[cls.__module__], "Show", 1)\n'
    expect(shown(files(body), 'pkg.back')).toEqual([
      'complete',
      'Base',
      'Show',
      '_Back',
      'canvas',
      'show',
    ])
    expect(shown(files(body), 'pkg.base')[0]).toBe('complete')
  })

  test('leaves it open where the names are not known', () => {
    const body =
      '    for name in cls.names():\n      setattr(sys.modules[cls.__module__], name, getattr(cls, name))\n'
    expect(shown(files(body), 'pkg.back')[0]).toBe('dynamic')
  })
})

// Modules that an object takes the place of, and modules that decorators and enums fill.

import { describe, expect, test } from 'vitest'
import { type Files, moduleOf, tableOf } from '../packageOf.ts'

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

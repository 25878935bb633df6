// Decorators that put names into the module of what they decorate.

import { describe, expect, test } from 'vitest'
import { type Files, moduleOf, tableOf } from '../packageOf.ts'

/** The names of a module that do not begin with two underscores, and its state. */
function shown(files: Files, name = 'pkg'): readonly [state: string, ...names: string[]] {
  const { state, entries } = moduleOf(tableOf(files), name)
  return [state, ...entries.map((one) => one.name).filter((one) => !one.startsWith('__'))]
}

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

// Getters that a function makes for a module, and getters that look into a table first.

import { describe, expect, test } from 'vitest'
import { type Files, moduleOf, tableOf } from '../packageOf.ts'

const MAKER = `import sys
MOVED = {"pkg:Old": "pkg.new:Old", "pkg.other:Else": "pkg.new:Else"}
GONE = {"pkg:Removed"}
def make(module):
    from .errors import Error
    def wrapper(name):
        if name == "__path__":
            raise AttributeError(name)
        import warnings
        path = f"{module}:{name}"
        if path in MOVED.keys():
            where = MOVED[path]
            warnings.warn("moved")
            return load(MOVED[path])
        if path == "pkg:Settings":
            raise Error("it is in another package")
        if path in GONE:
            raise Error("gone")
        space = sys.modules[module].__dict__
        if name in space:
            return space[name]
        raise AttributeError(name)
    return wrapper
`

/** The state of `pkg`, and the public names that are made when they are asked for. */
function made(code: string, maker = MAKER): string {
  const files: Files = {
    'pkg/__init__.py': code,
    'pkg/_maker.py': maker,
    'pkg/errors.py': 'class Error(Exception): pass\n',
    'pkg/new.py': 'class Old: pass\nclass Else: pass\nclass New: pass\n',
  }
  const { state, entries } = moduleOf(tableOf(files), 'pkg')
  const names = entries.filter(({ origin }) => origin === 'lazy').map(({ name }) => name)
  return `${state} ${names.join(' ')}`.trim()
}

const MADE = 'from ._maker import make\n__getattr__ = make(__name__)\n'
const FIRST = `from ._maker import make
_late = {"New": (__spec__.parent, ".new")}
_other = make(__name__)
def __getattr__(name):
    found = _late.get(name)
    if found is None:
        return _other(name)
    globals()[name] = load(found)
    return globals()[name]
`

describe('a getter that a function makes for the module', () => {
  test('gives what its tables list for that module, and answers the rest with an error', () => {
    expect(made(MADE)).toBe('complete Old')
  })

  test.each([
    [
      'gives anything else',
      MAKER.replace('raise AttributeError(name)\n    return', 'return load(name)\n    return'),
    ],
    [
      'gives what a table that is computed holds',
      MAKER.replace('MOVED = {', 'MOVED = load() or {'),
    ],
    [
      'gives names behind a test that is not understood',
      MAKER.replace(
        'path == "pkg:Settings":\n            raise Error("it is in another package")',
        'name.isupper():\n            return load(name)',
      ),
    ],
    ['is decorated', MAKER.replace('def make', '@wrap\ndef make')],
  ])('is not known where it %s', (_what, maker) => {
    expect(made(MADE, maker)).toMatch(/^dynamic/)
  })
})

describe('a getter that looks into a table first', () => {
  test('gives the keys, and what another getter gives', () => {
    expect(made(FIRST)).toBe('complete New Old')
  })

  test('gives the keys where any other name is an error', () => {
    const code = FIRST.replace('return _other(name)', 'raise AttributeError(name)')
    expect(made(code)).toBe('complete New')
  })

  test.each([
    [
      'the table is changed later',
      FIRST.replace('def __getattr__', '_late.update(more())\ndef __getattr__'),
    ],
    ['another function puts names there', `${FIRST}def fill(name):\n    globals()[name] = 1\n`],
    ['the other getter is not known', FIRST.replace('make(__name__)', 'load(__name__)')],
  ])('is not known where %s', (_what, code) => {
    expect(made(code)).toMatch(/^dynamic/)
  })
})

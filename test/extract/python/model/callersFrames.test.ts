// Functions that put names into the modules of others: which modules that opens, and which it does not.

import { describe, expect, test } from 'vitest'
import { findSymbol } from '../../../../src/symbols/findSymbol.ts'
import { encodeTable } from '../../../../src/table/format/encodeTable.ts'
import { openTable } from '../../../../src/table/openTable.ts'
import { tableOf } from '../packageOf.ts'

const MAKE = `import sys
def frame(): return sys._getframe(2)
def use(impl):
    space = frame().f_globals
    space[impl.__name__ + "Py"] = impl
    return impl
def again(impl): return use(impl)
class Use:
    def put(self, name): sys._getframe(1).f_globals[name] = 1
`

function said(source: string, symbol = 'pkg.missing'): string {
  const files = { 'pkg/__init__.py': '', 'pkg/_make.py': MAKE, 'pkg/own.py': source }
  const table = openTable(encodeTable(tableOf(files)))
  const finding = findSymbol(table, { ecosystem: 'pypi', packageName: 'pkg' }, symbol)
  if (finding.state === 'not_found') return finding.caveat === null ? 'absent' : 'perhaps'
  return finding.state
}

describe('a name that a module does not show', () => {
  test.each([
    ['calls it', 'from ._make import use\nuse(print)\n', 'perhaps'],
    ['calls it in a branch', 'from . import _make\nif 1:\n    _make.use(print)\n', 'perhaps'],
    ['calls one that calls it', 'from ._make import again\nagain(print)\n', 'perhaps'],
    [
      'calls a method',
      'from ._make import Use\nUse().put("a")\nu = Use()\nu.put("b")\n',
      'perhaps',
    ],
    ['imports it', 'from ._make import use, Use\n', 'absent'],
    ['has a function that calls it', 'from ._make import use\ndef f(): use(print)\n', 'absent'],
    ['has another of its name', 'def use(impl): return impl\nuse(print)\n', 'absent'],
    ['asks for a frame', 'from ._make import frame\nframe()\n', 'absent'],
  ])('where it %s', (_what, source, expected) => {
    expect(said(source, 'pkg.own.missing')).toBe(expected)
  })

  test('a placeholder is one only where something fills the module', () => {
    const text = 'from ._make import use\nFooPy = object\nclass BarPy: ...\nclass Own:\n  a = 1\n'
    const call = '@use\nclass Foo: ...\n'
    for (const [name, expected] of [
      ['FooPy', 'perhaps'],
      ['BarPy', 'perhaps'],
      ['Own', 'absent'],
    ] as const) {
      expect(said(text, `pkg.own.${name}.x`)).toBe('absent')
      expect(said(text + call, `pkg.own.${name}.x`)).toBe(expected)
    }
  })
})

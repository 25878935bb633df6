// Names that a loop over an enum makes.

import { describe, expect, test } from 'vitest'
import { type Files, moduleOf, tableOf } from '../packageOf.ts'

/** The names of a module that do not begin with two underscores, and its state. */
function shown(files: Files, name = 'pkg'): readonly [state: string, ...names: string[]] {
  const { state, entries } = moduleOf(tableOf(files), name)
  return [state, ...entries.map((one) => one.name).filter((one) => !one.startsWith('__'))]
}

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

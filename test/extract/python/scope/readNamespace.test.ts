// Functions that a module hands its own namespace to.

import { expect, test } from 'vitest'
import { moduleOf, tableOf } from '../packageOf.ts'

const state = (body: string, call = 'go(locals())') =>
  moduleOf(tableOf({ 'pkg/__init__.py': `def go(names):\n${body}\n${call}\n` }), 'pkg').state

test.each([
  ['goes through it', '    return sorted(n for n, o in names.items() if o)'],
  ['looks into it', '    return "a" in names and names["b"] and names.get("c")'],
])('one that only %s puts no names there', (_what, body) => {
  expect(state(body)).toBe('complete')
  expect(state(body, 'go(names=globals())')).toBe('complete')
})

test.each([
  ['puts a name there', '    names[load()] = 1'],
  ['fills it', '    names.update(load())'],
  ['hands it on', '    load(names)'],
  ['keeps it', '    global kept\n    kept = names'],
  ['reaches it otherwise', '    names.get("a")\n    globals()[load()] = 1'],
])('one that %s is not known', (_what, body) => {
  expect(state(body)).toBe('dynamic')
})

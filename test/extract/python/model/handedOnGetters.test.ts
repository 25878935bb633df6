// Getters that hand a name on to a function of the package, together with the names that there are.

import { describe, expect, test } from 'vitest'
import { moduleOf, tableOf } from '../packageOf.ts'

const GUARD = `def answer(where, attribute, *, listed, version="1"):
    "Doc."
    if version == "1":
        text = "old"
    else:
        text = "new"
    if attribute not in listed:
        raise AttributeError(f"{where} has no {attribute}")
    return getattr(load(where), attribute)
`

const HEAD = 'from pkg.old import answer\n__all__ = ["one", "two"]\n'
const CALL = 'def __getattr__(name):\n    return answer(__name__, name, listed=__all__)\n'

function stateOf(helper: string, module: string) {
  const files = { 'pkg/__init__.py': '', 'pkg/old.py': helper, 'pkg/part.py': module }
  const { state, entries } = moduleOf(tableOf(files), 'pkg.part')
  return { state, names: entries.map(({ name }) => name).filter((name) => name !== 'answer') }
}

describe('a function that answers every other name with an error', () => {
  test.each([
    ['__all__', GUARD, HEAD + CALL],
    [
      'a list that is written there',
      GUARD,
      'from pkg.old import answer\ndef __getattr__(name):\n    return answer("x", attribute=name, listed=["one", "two"])\n',
    ],
    [
      'an import on the way',
      GUARD,
      '__all__ = ["one", "two"]\nfrom pkg import old\ndef __getattr__(name):\n    "Doc."\n    return old.answer("x", name, listed=__all__)\n',
    ],
    [
      'it gives listed names, and then there is an error',
      'def answer(where, attribute, listed):\n    if attribute in listed:\n        return getattr(load(where), attribute)\n    raise AttributeError(attribute)\n',
      HEAD + CALL,
    ],
  ])('%s', (_, helper, module) => {
    const { state, names } = stateOf(helper, module)
    expect(state).toBe('complete')
    expect(names).toEqual(expect.arrayContaining(['one', 'two']))
  })
})

describe('anything else proves nothing', () => {
  test.each([
    ['a list that is computed', GUARD, HEAD.replace('["one", "two"]', 'names()') + CALL],
    ['an answer before the list is asked', GUARD.replace('text = "old"', 'return 1'), HEAD + CALL],
    ['an answer for others', GUARD.replace('raise AttributeError', 'return'), HEAD + CALL],
    [
      'a list that the function changes',
      GUARD.replace('text = "old"', 'listed = more(listed)'),
      HEAD + CALL,
    ],
    [
      'a name that the function changes',
      GUARD.replace('text = "old"', 'attribute = attribute.lower()'),
      HEAD + CALL,
    ],
    ['another list', GUARD.replace('not in listed', 'not in OTHERS'), HEAD + CALL],
    ['arguments that are spread', GUARD, HEAD + CALL.replace('listed=__all__', '**given')],
    ['a function that is decorated', `@made\n${GUARD}`, HEAD + CALL],
    ['a function that is not known', 'answer = made()\n', HEAD + CALL],
    [
      'another answer before',
      GUARD,
      `${HEAD}def __getattr__(name):\n    if name.startswith("x"):\n        return 1\n    return answer(__name__, name, listed=__all__)\n`,
    ],
  ])('%s', (_, helper, module) => {
    expect(stateOf(helper, module).state).toBe('dynamic')
  })
})

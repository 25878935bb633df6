// Names that are made of variables which do not stay what they were.

import { describe, expect, test } from 'vitest'
import { definitionOf, type Files, memberNames } from '../packageOf.ts'

/** The names of a class; whatever a loop puts there, the class is open. */
function filled(loop: string): string[] {
  const files: Files = { 'pkg/__init__.py': `class C:\n  own = 1\n${loop}` }
  expect(definitionOf(files, 'C').isOpen).toBe(true)
  return memberNames(files, 'C')
}

describe('a loop variable that is bound anew before it names something', () => {
  test('names what it then holds', () => {
    const text =
      'for one in ["BG SAVE", "KEYS"]:\n  one = one.replace(" ", "_").lower()\n  setattr(C, one, 1)\n'
    expect(filled(text)).toEqual(['bg_save', 'keys', 'own'])
  })

  test.each([
    ['by a call', 'for one in ["A", "B"]:\n  one = spell(one)\n  setattr(C, one, 1)\n'],
    [
      'in one branch',
      'for one in ["A", "B"]:\n  if one in seen():\n    one = "x"\n  setattr(C, one, 1)\n',
    ],
    ['in place', 'for one in ["A", "B"]:\n  one += suffix\n  setattr(C, one, 1)\n'],
    [
      'by another loop',
      'for one in ["A", "B"]:\n  for one in more():\n    pass\n  setattr(C, one, 1)\n',
    ],
    ['by unpacking', 'for one in ["A", "B"]:\n  one, two = split(one)\n  setattr(C, one, 1)\n'],
    [
      'before the loop, perhaps',
      'names = ["A"]\nif asked():\n  names = more()\nfor one in names:\n  setattr(C, one, 1)\n',
    ],
  ])('is not known when it is bound %s', (_how, text) => {
    expect(filled(text)).toEqual(['own'])
  })

  test('is known again in the next turn', () => {
    const text = 'for one in ["A", "B"]:\n  setattr(C, one, 1)\n  one = spell(one)\n'
    expect(filled(text)).toEqual(['A', 'B', 'own'])
  })
})

// Objects that a class hands to functions as it makes them: those may give them names that only a run
// tells, and then no name of them is absent.

import { describe, expect, test } from 'vitest'
import { definitionOf } from '../packageOf.ts'

const FILL = `
def fill(to):
    for key in other.__all__:
        setattr(to, key, getattr(other, key))
`

function classOf(text: string) {
  return definitionOf({ 'pkg/__init__.py': `import other\n${FILL}\n${text}` }, 'Made')
}

describe('objects that are handed on', () => {
  test.each([
    ['by the method that makes them', 'class Made:\n    def __init__(self):\n        fill(self)\n'],
    [
      'by one that runs behind it',
      'class Made:\n    def __post_init__(self):\n        fill(self)\n',
    ],
    [
      'by a function that hands them on',
      'def first(to):\n    fill(to)\nclass Made:\n    def __init__(self):\n        first(self)\n',
    ],
    [
      'by the class below',
      'class Base:\n    def __init__(self):\n        fill(self)\nclass Made(Base):\n    pass\n',
    ],
  ])('%s may have any name', (_, text) => {
    expect(classOf(text)).toMatchObject({ isOpen: true, isOpenInObjectsOnly: true })
  })

  test.each([
    ['is handed nothing', 'class Made:\n    def __init__(self, more):\n        fill(more)\n'],
    [
      'is handed to one that only reads',
      'def read(one):\n    return one.name\nclass Made:\n    def __init__(self):\n        read(self)\n',
    ],
  ])('what %s is no more than its text', (_, text) => {
    expect(classOf(text)).toMatchObject({ isOpen: false })
  })
})

// How a class is called.

import { describe, expect, test } from 'vitest'
import { definitionOf, type Files } from '../packageOf.ts'

const init = (text: string, more: Files = {}): Files => ({ 'pkg/__init__.py': text, ...more })

const stub = (text: string): Files => ({ 'pkg/__init__.pyi': text, 'pkg/__init__.so': '' })

const signatureOf = (files: Files, path: string) => definitionOf(files, path).signature

describe('constructors', () => {
  test.each([
    [
      'overloads of __new__',
      'from typing import overload\nclass C:\n    @overload\n    def __new__(cls, a: int) -> C: ...\n    @overload\n    def __new__(cls, a: bytes, b: str) -> C: ...',
      '(a: int) ; (a: bytes, b: str)',
    ],
    [
      'overloads of __init__ before what __new__ says',
      'from typing import overload\nclass C:\n    def __new__(cls, *a) -> C: ...\n    @overload\n    def __init__(self, a: int) -> None: ...\n    @overload\n    def __init__(self, *, b: int) -> None: ...',
      '(a: int) ; (*, b: int)',
    ],
    [
      'overloads that differ in what they give',
      'from typing import overload\nclass C:\n    @overload\n    def __new__(cls, a) -> C: ...\n    @overload\n    def __new__(cls, a) -> None: ...',
      '(a)',
    ],
  ])('%s', (_, text, expected) => {
    expect(signatureOf(stub(text), 'C')).toBe(expected)
  })

  test('an implementation stands for its overloads', () => {
    const text =
      'from typing import overload\nclass C:\n    @overload\n    def __init__(self, a: int): ...\n    def __init__(self, a, b=None): ...'
    expect(signatureOf(init(text), 'C')).toBe('(a, b=None)')
  })
})

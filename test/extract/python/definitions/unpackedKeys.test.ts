// Keywords that a TypedDict names.

import { describe, expect, test } from 'vitest'
import { definitionOf, type Files } from '../packageOf.ts'

const init = (text: string, more: Files = {}): Files => ({ 'pkg/__init__.py': text, ...more })

const signatureOf = (files: Files, path: string) => definitionOf(files, path).signature

describe('keywords that a TypedDict names are spelled out', () => {
  const types =
    'from typing import TypedDict\nclass Base(TypedDict, total=False):\n    timeout: float\nclass Options(Base):\n    verify: Optional[bool]\nclass Plain:\n    x: int\nclass Mixed(Base, Unknown):\n    y: int\n'
  const spelled = "(**k: Unpack[TypedDict[{'timeout': float, 'verify': bool | None}]])"
  test.each([
    ['of the file', `${types}def f(**k: Unpack[Options]): ...`, spelled],
    ['in quotes', `${types}def f(**k: "Unpack[Options]"): ...`, spelled],
    [
      'by its path',
      'from pkg import types as t\ndef f(**k: typing.Unpack[t.Options]): ...',
      spelled,
    ],
    [
      'for type checkers only',
      'from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from .guarded import Options\ndef f(**k: Unpack[Options]): ...',
      spelled,
    ],
    ['no TypedDict', `${types}def f(**k: Unpack[Plain]): ...`, '(**k: Unpack[Plain])'],
    ['a base that is not known', `${types}def f(**k: Unpack[Mixed]): ...`, '(**k: Unpack[Mixed])'],
    ['one that is not known', 'def f(**k: Unpack[Other]): ...', '(**k: Unpack[Other])'],
    ['one of itself', 'class A(A): ...\ndef f(**k: Unpack[A]): ...', '(**k: Unpack[A])'],
    ['of tuples', 'def f(*a: Unpack[T]): ...', '(*a: Unpack[T])'],
  ])('%s', (_, text, expected) => {
    const guarded = `from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n${types.replace(/^(?=.)/gm, '    ')}`
    const files = { 'pkg/types.py': types, 'pkg/guarded.py': guarded }
    expect(signatureOf(init(text, files), 'f')).toBe(expected)
  })
})

// How a signature is told.

import { describe, expect, test } from 'vitest'
import { parseSignatures } from '../../../../src/signatures/parseSignature.ts'
import { definitionOf, type Files } from '../packageOf.ts'

const init = (text: string, more: Files = {}): Files => ({ 'pkg/__init__.py': text, ...more })

const stub = (text: string): Files => ({ 'pkg/__init__.pyi': text, 'pkg/__init__.so': '' })

const signatureOf = (files: Files, path: string) => definitionOf(files, path).signature

describe('signatures', () => {
  test.each<[string, string | null]>([
    ['def f(): pass', '()'],
    ['def f(a, b=1, *args, c, d=2, **kw): pass', '(a, b=1, *args, c, d=2, **kw)'],
    ['def f(a, /, b, *, c): pass', '(a, /, b, *, c)'],
    ['def f(a: int = 3, *, b: "str") -> None: pass', '(a: int = 3, *, b: str) -> None'],
    ['def f(a: Optional[List[int]]): pass', '(a: list[int] | None)'],
    ['def f(a: t.Optional[t.List[int]], b: t.Tensor): pass', '(a: list[int] | None, b: t.Tensor)'],
    [
      'def f(a: typing.Union[int, Dict[str, Optional[int]]]): pass',
      '(a: int | dict[str, int | None])',
    ],
    ['async def f(\n  a,  # why\n  b = (1,\n   2)): pass', 'async (a, b=(1, 2))'],
    ['f = lambda x, *y: x', '(x, *y)'],
    ['@gen.coroutine\ndef f(a): yield', 'async (a)'],
    ['f = namedtuple("P", "x y")', '(x, y)'],
    ['f = NamedTuple("P", [("x", int), ("y", str)])', '(x, y)'],
    ['f = namedtuple("P", "x y", defaults=(1,))', null],
    ['class f(namedtuple("P", "x y")): pass', '(x, y)'],
  ])('%s', (text, signature) => {
    expect(definitionOf(init(`${text}\n`), 'f').signature).toBe(signature)
  })

  test('a class is called as its constructor is, or as its fields are', () => {
    const files = init(`
from dataclasses import dataclass, field
class A:
    def __init__(self, x, y=1): pass
class B(A): pass
class C: pass
@dataclass
class D:
    a: int
    b: str = "x"
    c: list = field(default_factory=list)
    hidden: int = field(init=False)
@dataclass
class E(D):
    e: int = 0
`)
    expect(definitionOf(files, 'A').signature).toBe('(x, y=1)')
    expect(definitionOf(files, 'B').signature).toBe('(x, y=1)')
    expect(definitionOf(files, 'C').signature).toBe('()')
    expect(definitionOf(files, 'D').signature).toBe("(a: int, b: str = 'x', c: list = ...)")
    expect(definitionOf(files, 'E').signature).toBe(
      "(a: int, b: str = 'x', c: list = ..., e: int = 0)",
    )
  })
})

describe('documentation in annotations', () => {
  test.each([
    ['Annotated[int, Doc("Whole\\nnumbers, it\'s said.")]', 'int'],
    ['Annotated[Optional[int], Doc("""It says "so".""")]', 'int | None'],
    ['typing.Annotated[str, typing_extensions.Doc("a"), Meta(1)]', 'Annotated[str, Meta(1)]'],
    ['Annotated[str, Doc(text)]', 'Annotated[str, Doc(text)]'],
    ['Annotated[str, Meta(1)]', 'Annotated[str, Meta(1)]'],
    ['Doc[int]', 'Doc[int]'],
  ])('%s is %s', (written, expected) => {
    const text = `def f(a: ${written} = 1): ...`
    expect(signatureOf(init(text), 'f')).toBe(`(a: ${expected} = 1)`)
  })
})

describe('signatures that are long', () => {
  const many = (count: number, type: string, value: string) =>
    Array.from({ length: count }, (_, i) => `parameter${i}: ${type} = ${value}`).join(', ')
  const names = (signature: string | null) =>
    parseSignatures(signature ?? '')?.[0]?.parameters.map(({ name }) => name)
  const long = `Literal[${Array.from({ length: 20 }, (_, i) => `"value${i}"`).join(', ')}]`

  test('long annotations and defaults are left out, short ones are not', () => {
    const text = `def f(a: int, ${many(30, long, `"${'x'.repeat(80)}"`)}, *, z: str = "z") -> int: ...`
    const signature = signatureOf(init(text), 'f')
    expect(names(signature)).toHaveLength(32)
    expect(signature).toMatch(/^\(a: int, parameter0=\.\.\., .*, \*, z: str = 'z'\) -> int$/)
  })

  test('then all annotations of parameters', () => {
    const signature = signatureOf(init(`def f(${many(150, 'Mapping[str, int]', '1')}): ...`), 'f')
    expect(names(signature)).toHaveLength(150)
    expect(signature).toMatch(/^\(parameter0=1, /)
  })

  test('fields of a dataclass as well', () => {
    const fields = Array.from({ length: 150 }, (_, i) => `    field${i}: Mapping[str, int] = 1`)
    const text = `from dataclasses import dataclass\n@dataclass\nclass C:\n${fields.join('\n')}`
    expect(names(signatureOf(init(text), 'C'))).toHaveLength(150)
  })

  test('what does not fit at all is no signature', () => {
    const signature = signatureOf(init(`def f(${many(900, 'int', '1')}): ...`), 'f')
    expect(signature).toHaveLength(4000)
    expect(parseSignatures(signature ?? '')).toBeNull()
  })

  test('of very many overloads each way to call counts', () => {
    const overload = (i: number) => `@overload\ndef f(a: T${i}, b: int) -> R${i}: ...\n`
    const first = Array.from({ length: 40 }, (_, i) => overload(i)).join('')
    const text = `from typing import overload\n${first}@overload\ndef f(*, c: str) -> R: ...`
    expect(signatureOf(stub(text), 'f')).toBe('(a, b) ; (*, c)')
  })
})

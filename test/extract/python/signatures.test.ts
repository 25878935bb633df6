import { describe, expect, test } from 'vitest'
import { parseSignatures } from '../../../src/diff/python/parseSignature.ts'
import { definitionOf, type Files, moduleOf, tableOf } from './packageOf.ts'

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

describe('methods together with their object', () => {
  const api = `
class Api:
    def get(self, url, *, wait=1): "Gets."
    @classmethod
    def make(cls, a): ...
    @staticmethod
    def plain(a): ...
    @property
    def size(self) -> int: ...
`
  test.each([
    ['of an object that has a name', 'api = Api()\nget = api.get', '(url, *, wait=1)'],
    ['of one that has none', 'get = Api().get', '(url, *, wait=1)'],
    ['an alias of an alias', 'api = Api()\nfirst = api.get\nget = first', '(url, *, wait=1)'],
    ['a class method', 'api = Api()\nget = api.make', '(a)'],
    ['a static method', 'api = Api()\nget = api.plain', '(a)'],
    ['of the class itself', 'get = Api.get', '(self, url, *, wait=1)'],
  ])('%s', (_, text, expected) => {
    expect(signatureOf(init(`${api}${text}`), 'get')).toBe(expected)
  })

  test('it is a function of its own', () => {
    const files = init(`${api}api = Api()\nget = api.get`)
    expect(definitionOf(files, 'get')).toMatchObject({
      module: 'pkg',
      name: 'get',
      kind: 'function',
      doc: 'Gets.',
    })
    expect(definitionOf(files, 'Api.get').kind).toBe('method')
  })

  test('a property of an object is a value', () => {
    expect(definitionOf(init(`${api}api = Api()\nsize = api.size`), 'size').kind).not.toBe(
      'function',
    )
  })

  test('of what a stub declares', () => {
    const text = 'class Api:\n    def get(self, url): ...\n_api: Api\nget = _api.get'
    expect(definitionOf(stub(text), 'get')).toMatchObject({ kind: 'function', signature: '(url)' })
  })

  test('a name that is made of itself ends', () => {
    const files = init('class A:\n    def get(self): ...\na = a()\nget = get.get\nb = b.get')
    expect(definitionOf(files, 'get').kind).toBe('constant')
  })
})

describe('a mark below a title of its own speaks of that section', () => {
  const note = '.. deprecated:: 2.3\n    The helper goes away.\n'
  test.each([
    ['a title', `====\nTool\n====\n\n${note}`, true],
    ['a title and text', `Tool\n====\n\nDoes things.\n\n${note}`, true],
    ['no title', `Does things.\n\n${note}`, true],
    [
      'another section',
      `====\nTool\n====\n\nText.\n\nThe helper\n----------\nOld.\n\n${note}`,
      false,
    ],
    ['notes', `Does things.\n\nNotes\n-----\n${note}`, true],
  ])('%s', (_, doc, isDeprecated) => {
    const files = init('', { 'pkg/tool.py': `"""\n${doc}"""\n` })
    const { deprecation } = moduleOf(tableOf(files), 'pkg.tool')
    expect(deprecation !== null).toBe(isDeprecated)
  })
})

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

import { describe, expect, test } from 'vitest'
import { definitionOf, entryOf, type Files, memberNames } from '../packageOf.ts'

const init = (text: string, more: Files = {}): Files => ({ 'pkg/__init__.py': text, ...more })

describe('members', () => {
  test('methods, properties, attributes, nested classes', () => {
    const files = init(`
class C:
    "Doc."
    limit: int = 3
    def go(self, x, *, y=1): "Goes."
    @property
    def size(self) -> int: ...
    @size.setter
    def size(self, value): ...
    @classmethod
    def make(cls, a): ...
    @staticmethod
    def plain(a): ...
    class Inner:
        deep = 1
    go_alias = go
`)
    expect(memberNames(files, 'C')).toEqual([
      'Inner',
      'go',
      'go_alias',
      'limit',
      'make',
      'plain',
      'size',
    ])
    expect(definitionOf(files, 'C.go')).toMatchObject({
      kind: 'method',
      signature: '(self, x, *, y=1)',
      doc: 'Goes.',
      line: 5,
    })
    expect(definitionOf(files, 'C.size')).toMatchObject({ kind: 'property', signature: 'int' })
    expect(definitionOf(files, 'C.make')).toMatchObject({ kind: 'method', signature: '(a)' })
    expect(definitionOf(files, 'C.plain')).toMatchObject({ kind: 'method', signature: '(a)' })
    expect(definitionOf(files, 'C.limit')).toMatchObject({ kind: 'attribute', signature: 'int' })
    expect(definitionOf(files, 'C.Inner.deep')).toMatchObject({ name: 'C.Inner.deep' })
    expect(definitionOf(files, 'C.go_alias').name).toBe('C.go')
  })

  test('a metaclass that shows its methods below its classes', () => {
    const files = init(`
class Shown(type):
    def __dir__(cls): return {*dir(type), "load"}
    def load(cls, text): "Loads."
class Quiet(type):
    def __dir__(cls): return [n for n in super().__dir__() if n != "x"]
    def load(cls, text): ...
class A(metaclass=Shown):
    x = 1
class B(A): pass
class C(metaclass=Quiet): pass
`)
    expect(memberNames(files, 'B')).toEqual(['load', 'mro', 'x'])
    expect(definitionOf(files, 'B.load').doc).toBe('Loads.')
    expect(memberNames(files, 'C')).toEqual([])
  })

  test.each([
    'C = namedtuple("C", "a b")',
    'C = NamedTuple("C", [("a", int)])',
    'class C(namedtuple("C", "a")): pass',
    'class C(NamedTuple("C", [("a", int)])): pass',
    'class C(NamedTuple):\n    a: int',
  ])('a tuple with named fields has what all of them have: %s', (text) => {
    const head = 'from collections import namedtuple\nfrom typing import NamedTuple\n'
    const kinds = ['_asdict', '_field_defaults', '_fields', '_make', '_replace', 'count'].map(
      (name) => definitionOf(init(`${head}${text}\n`), `C.${name}`).kind,
    )
    expect(kinds).toEqual(['method', 'attribute', 'attribute', 'method', 'method', 'method'])
    expect(entryOf(init(`${head}${text}\n`), 'C._replace').isPublic).toBe(false)
    const plain = init('class C(tuple): pass\n')
    expect(() => definitionOf(plain, 'C._replace')).toThrow('no C._replace')
  })

  test('fields that are given by name alone come last', () => {
    const files = init(`
from dataclasses import dataclass, field, KW_ONLY
@dataclass
class A:
    a: int
    _: KW_ONLY
    b: int = 0
    c: int = field(default=1, kw_only=False)
@dataclass
class B(A):
    d: str = "x"
@dataclass(kw_only=True)
class C:
    e: int
`)
    expect(definitionOf(files, 'A').signature).toBe('(a: int, c: int = ..., *, b: int = 0)')
    expect(definitionOf(files, 'B').signature).toBe(
      "(a: int, c: int = ..., d: str = 'x', *, b: int = 0)",
    )
    expect(definitionOf(files, 'C').signature).toBe('(*, e: int)')
  })

  test('attributes of self, slots, fields', () => {
    const files = init(`
class A:
    __slots__ = ("s", "t")
    field: str
    def __init__(self, x):
        self.x = x
        if x:
            self.y: int = 1
        self.a, self.b = x
    def other(self):
        self.z = 1
`)
    expect(memberNames(files, 'A')).toEqual(['a', 'b', 'field', 'other', 's', 't', 'x', 'y', 'z'])
    expect(definitionOf(files, 'A.y')).toMatchObject({ kind: 'attribute', signature: 'int' })
  })

  test('what bases bring, in the order of Python', () => {
    const files = init('from .base import B\nclass C(B, dict):\n  def own(self): pass\n', {
      'pkg/base.py':
        'class A:\n  def a(self): pass\n  def both(self, x): pass\nclass B(A):\n  def both(self): pass\n',
    })
    const names = memberNames(files, 'C')
    expect(names).toEqual(expect.arrayContaining(['a', 'both', 'own', 'items', 'setdefault']))
    expect(entryOf(files, 'C.both')).toMatchObject({
      origin: 'inherited',
      definition: { module: 'pkg.base', name: 'B.both' },
    })
    expect(definitionOf(files, 'C.items')).toMatchObject({
      module: 'builtins',
      name: 'dict.items',
      kind: 'method',
    })
    expect(definitionOf(files, 'C').bases).toEqual(['pkg.base.B', 'builtins.dict'])
  })

  test('a diamond, a circle, a base that is nowhere', () => {
    const files = init(`
class A:
    def m(self): "a"
class B(A): pass
class C(A):
    def m(self): "c"
class D(B, C): pass
class X(Y): pass
class Y(X):
    def y(self): pass
class Z(Missing):
    z = 1
`)
    expect(definitionOf(files, 'D.m').name).toBe('C.m')
    expect(memberNames(files, 'Y')).toEqual(['y'])
    expect(memberNames(files, 'Z')).toEqual(['z'])
  })

  test('enums, named tuples, typed dicts', () => {
    const files = init(`
import enum
from collections import namedtuple
from typing import NamedTuple
class Color(enum.Enum):
    RED = 1
    GREEN = "g"
Point = namedtuple("Point", "x y")
class Pair(NamedTuple):
    left: int
    right: int = 0
class Sub(namedtuple("Base", ["p", "q"])):
    pass
`)
    expect(memberNames(files, 'Color')).toEqual(['GREEN', 'RED', 'name', 'value'])
    expect(definitionOf(files, 'Color.GREEN').signature).toBe("'g'")
    expect(memberNames(files, 'Point')).toEqual(['count', 'index', 'x', 'y'])
    expect(definitionOf(files, 'Point').kind).toBe('class')
    expect(memberNames(files, 'Pair')).toEqual(expect.arrayContaining(['left', 'right']))
    expect(definitionOf(files, 'Pair').signature).toBe('(left: int, right: int = 0)')
    expect(memberNames(files, 'Sub')).toEqual(['count', 'index', 'p', 'q'])
  })

  test('members that other code puts into a class', () => {
    const files = init(
      'class A: pass\ndef go(self): pass\nA.go = go\nfor n in ("x", "y"):\n  setattr(A, n, 1)\n',
    )
    expect(memberNames(files, 'A')).toEqual(['go', 'x', 'y'])
  })
})

describe('fields for type checkers', () => {
  const text = (getter: string) =>
    `from typing import TYPE_CHECKING\nclass Mark:\n  if TYPE_CHECKING:\n    skip: int\n${getter}mark = Mark()\n`

  test('are there where a getter gives names', () => {
    const files = { 'pkg/__init__.py': text('  def __getattr__(self, name): return make(name)\n') }
    expect(memberNames(files, 'mark')).toEqual(['skip'])
  })

  test('are not there where nothing gives them', () => {
    expect(memberNames({ 'pkg/__init__.py': text('  x = 1\n') }, 'mark')).toEqual(['x'])
  })
})

import { describe, expect, test } from 'vitest'
import { definitionOf, entryOf, type Files, memberNames } from './packageOf.ts'

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

describe('deprecation', () => {
  test.each<[string, string, { text: string | null; since: string | null } | null]>([
    ['a decorator', '@deprecated("Use g.")\ndef f(): pass', { text: 'Use g.', since: null }],
    [
      'a decorator with the release',
      '@deprecated(since="1.4", message="Use g")\ndef f(): pass',
      { text: 'Use g', since: '1.4' },
    ],
    [
      'the release first',
      '@deprecated("2.0", "Use g")\ndef f(): pass',
      { text: 'Use g', since: '2.0' },
    ],
    ['arguments only', '@deprecate_kwarg("x")\ndef f(): pass', null],
    [
      'a warning that every call gives',
      'def f():\n  "Doc."\n  warnings.warn("f is deprecated since version 1.2; use g", DeprecationWarning, stacklevel=2)\n  return 1',
      { text: 'f is deprecated since version 1.2; use g', since: '1.2' },
    ],
    [
      'a warning that some calls give',
      'def f(x=None):\n  if x:\n    warnings.warn("x", DeprecationWarning)\n',
      null,
    ],
    [
      'a note',
      'def f():\n  """Doc.\n\n  .. deprecated:: 3.1\n     Use g instead.\n  """\n',
      { text: 'Use g instead.', since: '3.1' },
    ],
    [
      'a note of removal on what is left',
      'class f:\n  """Doc.\n\n  .. versionremoved:: 1.14.0\n     Use g instead.\n  """\n',
      { text: 'Use g instead.', since: '1.14.0' },
    ],
    ['another warning', 'def f():\n  warnings.warn("slow", RuntimeWarning)\n', null],
  ])('%s', (_title, text, expected) => {
    expect(definitionOf(init(`${text}\n`), 'f').deprecation).toEqual(expected)
  })
})

type Openness = 'nothing' | 'objects' | 'class'

describe('classes that make attributes at run time are open, in their objects or themselves', () => {
  const cases: readonly (readonly [string, string, Openness])[] = [
    ['plain', 'class C:\n    def __init__(self, x): self.x = x', 'nothing'],
    [
      'setattr on self',
      'class C:\n    def __init__(self, **k):\n        for n, v in k.items(): setattr(self, n, v)',
      'objects',
    ],
    [
      'a name that is written down',
      'class C:\n    x = 0\n    def go(self): setattr(self, "x", 1)',
      'nothing',
    ],
    ['setattr on another', 'class C:\n    def go(self, other, n): setattr(other, n, 1)', 'nothing'],
    ['its dictionary', 'class C:\n    def __init__(self, **k): self.__dict__.update(k)', 'objects'],
    [
      'its dictionary, whole',
      'class C:\n    def __init__(self, given):\n        self.__dict__ = given',
      'objects',
    ],
    [
      'its dictionary, read',
      'class C:\n    def go(self): return dict(self.__dict__), self.__dict__["x"] == 1',
      'nothing',
    ],
    [
      'its dictionary, compared',
      'class C:\n    def same(self, o): return self.__dict__ == o.__dict__',
      'nothing',
    ],
    [
      'what was pickled',
      'class C:\n    def __setstate__(self, state): self.__dict__.update(state)',
      'nothing',
    ],
    [
      'what is passed on',
      'class C:\n    def __setattr__(self, n, v): super().__setattr__(n, v)',
      'nothing',
    ],
    [
      'object.__setattr__',
      'class C:\n    def put(self, n, v): object.__setattr__(self, n, v)',
      'objects',
    ],
    [
      'a base that does',
      'class B:\n    def __init__(self, n): setattr(self, n, 1)\nclass C(B): pass',
      'objects',
    ],
    ['the body', 'class C:\n    for n in names(): locals()[n] = 1', 'class'],
    ['a loop of the module', 'class C: pass\nfor n in names(): setattr(C, n, 1)', 'class'],
    [
      'a function that the module calls',
      'class C: pass\ndef fill(cls):\n    for n in names(): setattr(cls, n, 1)\nfill(C)',
      'class',
    ],
    [
      'a decorator',
      'def fill(cls):\n    for n in names(): setattr(cls, n, 1)\n    return cls\n@fill\nclass C: pass',
      'class',
    ],
    ['a decorator that does not', 'def keep(cls): return cls\n@keep\nclass C: pass', 'nothing'],
    [
      'a metaclass',
      'class M(type):\n    def __new__(mcs, name, bases, space):\n        space[name.lower()] = 1\n        return super().__new__(mcs, name, bases, space)\nclass C(metaclass=M): pass',
      'class',
    ],
    [
      'a metaclass that puts a name that is written there',
      'class M(type):\n    def __new__(mcs, name, bases, space):\n        space["made"] = 1\n        return super().__new__(mcs, name, bases, space)\nclass C(metaclass=M): pass',
      'class',
    ],
    [
      'a metaclass that reads',
      'class M(type):\n    def __new__(mcs, name, bases, space):\n        space["x"]\n        return super().__new__(mcs, name, bases, space)\nclass C(metaclass=M): pass',
      'nothing',
    ],
  ]
  const tuples: readonly (readonly [string, string, Openness])[] = [
    [
      'fields that are told',
      'from collections import namedtuple\nC = namedtuple("C", "a b")',
      'nothing',
    ],
    [
      'fields that are not',
      'from collections import namedtuple\nC = namedtuple("C", names())',
      'class',
    ],
    [
      'a base with fields',
      'from collections import namedtuple\nclass C(namedtuple("C", "a b")): pass',
      'nothing',
    ],
    [
      'a base whose fields are not told',
      'from collections import namedtuple\nclass C(namedtuple("C", names())): pass',
      'class',
    ],
    ['a class that a call makes', 'C = type("C", (object,), {})', 'class'],
  ]
  const both: readonly (readonly [string, string, Openness])[] = [
    ['__getattr__', 'class C:\n    def __getattr__(self, n): return self[n]', 'objects'],
    ['__getattribute__', 'class C:\n    __getattribute__ = other', 'objects'],
    [
      'a class method that puts names into the class',
      'class C:\n    def __getattr__(self, n): ...\n    @classmethod\n    def put(cls, n): setattr(cls, n, 1)',
      'class',
    ],
    [
      'the class of an object',
      'class C:\n    def put(self, n): setattr(type(self), n, 1)',
      'class',
    ],
    [
      'what a class below is given',
      'class C:\n    def __init_subclass__(sub, n): setattr(sub, n, 1)',
      'class',
    ],
    [
      'a metaclass that answers to names',
      'class M(type):\n    def __getattr__(cls, n): ...\nclass C(metaclass=M): pass',
      'class',
    ],
    [
      'a metaclass that names what it sets',
      'class M(type):\n    def __new__(mcs, *a):\n        made = super().__new__(mcs, *a)\n        made.fields = []\n        return made\nclass C(metaclass=M): pass',
      'class',
    ],
    ['a metaclass that is not known', 'from x import M\nclass C(metaclass=M): pass', 'class'],
    [
      'a metaclass of the standard library',
      'from abc import ABCMeta\nclass C(metaclass=ABCMeta): pass',
      'nothing',
    ],
    [
      'a metaclass the old way',
      'import six\nclass M(type):\n    def __getattr__(cls, n): ...\nclass C(six.with_metaclass(M)): pass',
      'class',
    ],
    [
      'a decorator that names what it sets',
      'def fill(cls):\n    cls.extra = 1\n    return cls\n@fill\nclass C: pass',
      'class',
    ],
    [
      'a function of the file that fills it',
      'class C: pass\ndef fill(names):\n    for n in names: setattr(C, "visit_" + n, 1)\nfill(find())',
      'class',
    ],
    ['a base that a call makes', 'class C(make(object)): pass', 'class'],
    ['bases that are handed over', 'class C(*bases()): pass', 'class'],
    [
      'a base that is not known',
      'from x import B\nclass C(B):\n    def __getattr__(self, n): ...',
      'class',
    ],
  ]
  test.each([
    ['import abc\nclass C:\n    @abc.abstractmethod\n    def f(self): ...', true],
    ['class C:\n    @property\n    @abstractmethod\n    def f(self): ...', true],
    ['class C:\n    @abstractproperty\n    def f(self): ...', true],
    ['class C:\n    @cached\n    def f(self): ...', undefined],
    [
      'class B:\n    @abstractmethod\n    def f(self): ...\nclass C(B):\n    def f(self): ...',
      undefined,
    ],
  ])('leaves methods to those below: %s', (text, isAbstract) => {
    expect(definitionOf(init(text), 'C').isAbstract).toBe(isAbstract)
  })

  test('has what its metaclass has, which nothing shows', () => {
    const meta =
      'class Meta(type):\n    @property\n    def default(cls): ...\n    def _own(cls): ...\n'
    const { members } = definitionOf(init(`${meta}class C(metaclass=Meta):\n    a = 1\n`), 'C')
    const shown = members.map(({ name, isPublic }) => `${name} ${isPublic}`)
    expect(shown).toEqual(['_own false', 'a true', 'default false'])
  })

  test.each([...cases, ...tuples, ...both])('%s', (_, text, openness) => {
    const { isOpen, isOpenInObjectsOnly } = definitionOf(init(text), 'C')
    expect(isOpen ? (isOpenInObjectsOnly ? 'objects' : 'class') : 'nothing').toBe(openness)
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

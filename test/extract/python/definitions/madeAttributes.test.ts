// Which classes are open, in their objects or themselves.

import { describe, expect, test } from 'vitest'
import { definitionOf, type Files } from '../packageOf.ts'

const init = (text: string, more: Files = {}): Files => ({ 'pkg/__init__.py': text, ...more })

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

// What a base makes of the annotated names of a class: each row is a class below a base that is marked,
// and how it is called.

import { describe, expect, test } from 'vitest'
import { definitionOf } from '../packageOf.ts'

const MODELS = `
from abc import ABCMeta
from typing import Any, ClassVar, Final, Generic, Optional, TypeVar
from typing_extensions import dataclass_transform
from elsewhere import to_camel, Unseen
T = TypeVar("T")
def Field(default=..., *, default_factory=None, alias=None, validation_alias=None): ...

@dataclass_transform(kw_only_default=True, field_specifiers=(Field,))
class Meta(ABCMeta): ...

class Model(metaclass=Meta):
    settings: ClassVar[dict] = {}
    __private__: dict
    def __init__(self, /, **data: Any) -> None: ...

class Plain:
    said: int
`

const STRUCTS = `
from dataclasses import dataclass
from typing import dataclass_transform
def field(*, default=..., default_factory=..., name=None): ...

@dataclass_transform(field_specifiers=(field,))
class Meta(type): ...

class Struct(metaclass=Meta):
    def __init__(self, *args, **kwargs): ...
`

function called(code: string, more: Readonly<Record<string, string>> = {}): string {
  const definition = definitionOf({ 'pkg/__init__.py': code, ...more }, 'A')
  const mark = definition.isRewritten === true ? '' : ' judged'
  return `${definition.signature}${mark}`
}

describe('a model is called by the names of its fields', () => {
  const ROWS = [
    ['class A(Model):\n  a: int\n  b: str = "x"', "(*, a: int, b: str = 'x')"],
    ['class A(Model): pass', '()'],
    ['class B(Model):\n  a: int\nclass A(B):\n  b: str', '(*, a: int, b: str)'],
    ['class B(Model):\n  a: int\n  b: str\nclass A(B):\n  a: str = ""', "(*, a: str = '', b: str)"],
    ['class A(Model):\n  a: int = Field(...)', '(*, a: int)'],
    ['class A(Model):\n  a: int = ...', '(*, a: int)'],
    ['class A(Model):\n  a: int = Field(default=...)', '(*, a: int)'],
    ['class A(Model):\n  a: int = Field(1, gt=0)', '(*, a: int = ...)'],
    ['class A(Model):\n  a: list = Field(default_factory=list)', '(*, a: list = ...)'],
    ['class A(Model):\n  a: int = Field(alias="b")', '(*, b: int)'],
    ['class A(Model):\n  a: int = Field(alias="b-c")', '(*, a: int)'],
    ['class A(Model):\n  a: int = Field(validation_alias="b")', '(*, b: int)'],
    ['class A(Model):\n  a: int = Field(validation_alias=Choices("b"))', '(*, a: int)'],
    ['class A(Model):\n  a: list["B"] = Relationship()\n  b: int', '(*, b: int)'],
    ['class Less(Meta): ...\nclass A(Model, metaclass=Less):\n  a: int', '(*, a: int)'],
    ['class A(Model):\n  a: ClassVar[int] = 1\n  b: int', '(*, b: int)'],
    ['class A(Model):\n  a: Optional[int]', '(*, a: int | None)'],
    ['class A(Model, Generic[T]):\n  a: T', '(*, a: T)'],
    [
      'class A(Model):\n  model_config = ConfigDict(extra="allow")\n  a: int',
      '(*, a: int, **extra_data)',
    ],
    ['class A(Model, extra="allow"):\n  a: int', '(*, a: int, **extra_data)'],
    ['class A(Model):\n  class Config:\n    extra = "forbid"\n  a: int', '(*, a: int)'],
  ] as const
  test.each(ROWS)('%s', (code, expected) => {
    expect(called(`${MODELS}\n${code}\n`)).toBe(expected)
  })
})

describe('pydantic', () => {
  const of = (code: string) =>
    called(`from pydantic.main import *\nfrom typing import *\n${code}\n`, {
      'pydantic/__init__.py': '',
      'pydantic/main.py': MODELS,
    })

  test('what begins with an underscore is no field', () => {
    expect(of('class A(Model):\n  _a: int = 1\n  b: int')).toBe('(*, b: int)')
  })

  test('of the first one what may be None need not be given', () => {
    expect(of('class A(Model):\n  a: Optional[int]\n  b: Optional[int] = Field(...)')).toBe(
      '(*, a: int | None = None, b: int | None)',
    )
  })
})

describe('what cannot be told is what the base takes', () => {
  const ROWS = [
    'class A(Model):\n  a: int = Field(alias=to_camel("b"))',
    'class A(Model):\n  a: int = Field(**more)',
    'class A(Model):\n  a: Annotated[int, Field(alias="b")]',
    'class A(Model):\n  a: Annotated[int, Field(validation_alias="b")]',
    'class A(Model):\n  _a: int = 1\n  b: int',
    'class More(Meta):\n  def __new__(cls, *given): ...\nclass A(Model, metaclass=More):\n  a: int',
    'class A(Model, metaclass=Unseen):\n  a: int',
    'class A(Model):\n  a: Final = 1',
    'class A(Model):\n  model_config = ConfigDict(alias_generator=to_camel)\n  a: int',
    'class A(Model, alias_generator=to_camel):\n  a: int',
    'class B(Model):\n  model_config = CONFIG\nclass A(B):\n  a: int',
    'class A(Model):\n  model_config = {**CONFIG}\n  a: int',
    'class A(Model):\n  class Config(Unseen):\n    pass\n  a: int',
    'class A(Model):\n  class Config:\n    alias_generator = to_camel\n  a: int',
    'class A(Unseen, Model):\n  a: int',
    'class A(make(Model)):\n  a: int',
    'class A(Model, Plain):\n  a: int',
    'class B(Model):\n  a: int\nclass A(B):\n  a = 2',
  ]
  test.each(ROWS)('%s', (code) => {
    expect(called(`${MODELS}\n${code}\n`)).toBe('(**data: Any)')
  })

  test('a class that says itself how it is made', () => {
    const code = 'class A(Model):\n  a: int\n  def __init__(self, b: int): ...'
    expect(called(`${MODELS}\n${code}\n`)).toBe('(b: int) judged')
    expect(called(`${MODELS}\n${code.replace('A', 'B')}\nclass A(B):\n  c: int\n`)).toBe(
      '(b: int) judged',
    )
  })

  test('a base without the mark', () => {
    const code = MODELS.replace('@dataclass_transform', '@other')
    expect(called(`${code}\nclass A(Model):\n  a: int\n`)).toBe('(**data: Any) judged')
  })
})

describe('a struct is called by place as well', () => {
  const ROWS = [
    ['class A(Struct):\n  a: int\n  b: str = ""', "(a: int, b: str = '')"],
    ['class A(Struct, kw_only=True):\n  a: int', '(*, a: int)'],
    ['class A(Struct, tag=True):\n  a: int = field(default=1)', '(a: int = ...)'],
    ['class A(Struct):\n  _a: int', '(_a: int)'],
  ] as const
  test.each(ROWS)('%s', (code, expected) => {
    expect(called(`${STRUCTS}\n${code}\n`)).toBe(expected)
  })

  test('but not where its fields are renamed', () => {
    expect(called(`${STRUCTS}\nclass A(Struct, rename="camel"):\n  a: int\n`)).toBe(
      '(*args, **kwargs)',
    )
  })
})

// Classes whose base makes parameters of their fields: what an upgrade says to code that makes one.

import { expect, test } from 'vitest'
import { type Files, upgraded } from './upgraded.ts'

const BASE = `
from typing import Any
from typing_extensions import dataclass_transform
def Field(default=..., *, alias=None): ...
@dataclass_transform(kw_only_default=True, field_specifiers=(Field,))
class Meta(type): ...
class Model(metaclass=Meta):
    def __init__(self, /, **data: Any) -> None: ...
`
const model = (fields: string): Files => ({
  'kit/__init__.py': `${BASE}class User(Model):\n${fields}\n`,
})
const CODE = 'import kit\nkit.User(name="a")\n'

test.each([
  ['a field that has to be given is new', '    name: str\n    age: int'],
  ['a field is gone', '    other: str = ""'],
  ['a field is given by another name', '    name: str = Field(alias="n")'],
])('%s: not safe', async (_what, fields) => {
  const { verdict, told } = await upgraded(model('    name: str'), model(fields), CODE)
  expect(verdict).not.toBe('safe')
  expect(told).toEqual(['2 kit.User open'])
})

test('a field that need not be given is new: safe', async () => {
  const newer = model('    name: str\n    age: int = 0')
  expect((await upgraded(model('    name: str'), newer, CODE)).verdict).toBe('safe')
})

test('a class with a base asks for one argument more', async () => {
  const kit = (parameters: string): Files => ({
    'kit/__init__.py': `class Base: ...\nclass User(Base):\n    def __init__(self, ${parameters}): ...\n`,
  })
  const { verdict } = await upgraded(kit('name'), kit('name, age'), CODE)
  expect(verdict).toBe('affected')
})

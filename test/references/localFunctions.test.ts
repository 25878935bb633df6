// What functions of a Python file give and take, as far as the file itself tells. Each row is a piece of
// Python and what is asked of `web`, without the constructors.

import { describe, expect, test } from 'vitest'
import { usesIn } from './shown.ts'

const FOLLOWED = [
  {
    rule: 'what every return gives, nothing aside',
    code: 'def make(x):\n  if x: return None\n  return web.A()\nmake(1).a',
    asks: ['web.A().a'],
  },
  {
    rule: 'through functions that stand further down',
    code: 'def main():\n  one().a\ndef one():\n  return two()\ndef two():\n  return web.A()',
    asks: ['web.A().a'],
  },
  {
    rule: 'several things at once',
    code: 'def make():\n  return web.A(), web.B()\na, b = make()\na.x\nb.y',
    asks: ['web.A().x', 'web.B().y'],
  },
  {
    rule: 'what is waited for',
    code: 'async def make():\n  return web.A()\nasync def main():\n  (await make()).a\n  make().b',
    asks: ['web.A().a'],
  },
  {
    rule: 'what a context gives',
    code: 'from contextlib import contextmanager\n@contextmanager\ndef make():\n  yield web.A()\nwith make() as a:\n  a.x\nmake().y',
    asks: ['web.A().x'],
  },
  {
    rule: 'what is gone through',
    code: 'def make():\n  yield web.A()\nfor a in make():\n  a.x',
    asks: ['web.A().x'],
  },
  {
    rule: 'what an object of the file is entered as',
    code: 'class C:\n  def __enter__(self):\n    return self\n  def make(self):\n    return web.A()\nwith C() as c:\n  c.make().x',
    asks: ['web.A().x ?'],
  },
  {
    rule: 'methods, properties, methods of the class',
    code: 'class C:\n  @classmethod\n  def new(cls):\n    return cls()\n  @property\n  def a(self):\n    return web.A()\n  def b(self):\n    return web.B()\nC.new().a.x\nC().b().y',
    asks: ['web.A().x ?', 'web.B().y ?'],
  },
  {
    rule: 'what all calls hand over, by place and by name, and what is left out',
    code: 'def use(a, b=None, *, c=None):\n  a.x\n  b.y\n  c.z\nuse(web.A(), c=web.C())\nuse(b=web.B(), a=web.A())',
    asks: ['web.A().x ?', 'web.B().y ?', 'web.C().z ?'],
  },
  {
    rule: 'what a constructor is handed and the object keeps',
    code: 'class C:\n  def __init__(self, a):\n    self.a = a\n  def use(self):\n    self.a.x\nC(web.A()).use()',
    asks: ['web.A().x ?'],
  },
  {
    rule: 'a question whether it is there is none about what it is',
    code: 'def use(a):\n  if a is None:\n    return\n  a.x\nuse(web.A())',
    asks: ['web.A().x ?'],
  },
  {
    rule: 'what a fixture hands to a test',
    code: 'import pytest\n@pytest.fixture(scope="module")\ndef a():\n  yield web.A()\n@pytest.fixture\ndef b(a):\n  return a\ndef test_a(a, b):\n  a.x\n  b.y',
    asks: ['web.A().x ?', 'web.A().y ?'],
  },
  {
    rule: 'a parameter that is declared as the class does not hand it on',
    code: 'class C:\n  def __init__(self, a):\n    self.a = a\n  def use(self):\n    self.a.x\ndef run(c: C):\n  c.use()\nrun(C(web.A()))',
    asks: ['web.A().x ?'],
  },
]

const NOT_FOLLOWED = [
  {
    rule: 'a decorator may put anything in its place',
    code: '@deco\ndef make():\n  return web.A()\nmake().a',
  },
  {
    rule: 'two of one name',
    code: 'def make():\n  return web.A()\ndef make():\n  return 1\nmake().a',
  },
  {
    rule: 'a return that cannot be told',
    code: 'def make(x):\n  if x: return x\n  return web.A()\nmake(own).a',
  },
  {
    rule: 'a method that a class below has as well',
    code: 'class C:\n  def make(self):\n    return web.A()\n  def use(self):\n    self.make().a\nclass D(C):\n  def make(self):\n    return own()',
  },
  {
    rule: 'calls that hand over something else',
    code: 'def use(a):\n  a.x\nuse(web.A())\nuse(own())',
  },
  {
    rule: 'a call that leaves it out, where the default is something else',
    code: 'def use(a=own()):\n  a.x\nuse(web.A())\nuse()',
  },
  { rule: 'calls that spread', code: 'def use(a):\n  a.x\nuse(web.A())\nuse(*all)' },
  {
    rule: 'a function that others have',
    code: 'def use(a):\n  a.x\nuse(web.A())\nregister(use)\n',
  },
  {
    rule: 'a function that the language calls',
    code: 'def use(a):\n  a.x\nuse(web.A())\nlist(map(use, rows))',
  },
  {
    rule: 'a method that is called on something else, under any name',
    code: 'class C:\n  def use(self, a):\n    a.x\nC().use(web.A())\nother.use(1)',
  },
  {
    rule: 'a method that is called by a name that is made as the code runs',
    code: 'class C:\n  def use(self, a):\n    a.x\nC().use(web.A())\ngetattr(C(), name)(1)',
  },
  {
    rule: 'a method of a class that others have',
    code: 'class C:\n  def use(self, a):\n    a.x\nC().use(web.A())\nregister(C)',
  },
  {
    rule: 'a method of a class below another',
    code: 'class C(Own):\n  def use(self, a):\n    a.x\nC().use(web.A())',
  },
  {
    rule: 'what is chosen by what the function is handed, behind it as well',
    code: 'def use(a, kind):\n  if kind == 1:\n    a.x\n  elif kind == 2:\n    a.y\n  else:\n    a.z\nuse(web.A(), 1)',
  },
  {
    rule: 'what is left of it behind a test that ends the function',
    code: 'def use(a, kind):\n  if kind == 1:\n    return\n  a.x\nuse(web.A(), 2)',
  },
  {
    rule: 'what is compared first',
    code: 'def use(a, kind):\n  match kind:\n    case 1:\n      a.x\nuse(web.A(), 2)',
  },
  {
    rule: 'modules and classes are handed over to be chosen between',
    code: 'def use(a):\n  a.x\nuse(web.A)\ndef use2(a):\n  a.x\nuse2(web)',
  },
  { rule: 'an annotation says more', code: 'def use(a: Own):\n  a.x\nuse(web.A())' },
  {
    rule: 'a mark hands something else to a test',
    code: 'import pytest\n@pytest.fixture\ndef a():\n  return web.A()\n@pytest.mark.parametrize("a", [1])\ndef test_a(a):\n  a.x',
  },
  {
    rule: 'a fixture that is several, or of another name',
    code: 'import pytest\n@pytest.fixture(params=[1])\ndef a():\n  return web.A()\n@pytest.fixture(name="c")\ndef b():\n  return web.A()\ndef test_a(a, b):\n  a.x\n  b.x',
  },
  {
    rule: 'functions that give what they are given go in circles',
    code: 'def one(a):\n  return two(a)\ndef two(a):\n  return one(a)\none(web.A()).x\nclass C(C): ...\nC().x',
  },
]

function asked(code: string): readonly string[] {
  return usesIn('a.py', `import web\n${code}`).filter(
    (one) => one.startsWith('web.') && !one.endsWith(']') && one !== 'web.A',
  )
}

describe('followed', () => {
  for (const { rule, code, asks } of FOLLOWED) {
    test(rule, () => {
      expect(asked(code)).toEqual(asks)
    })
  }
})

describe('not followed', () => {
  for (const { rule, code } of NOT_FOLLOWED) {
    test(rule, () => {
      expect(asked(code)).toEqual([])
    })
  }
})

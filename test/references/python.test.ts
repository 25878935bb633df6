// Each row is a piece of Python and what it refers to.

import { describe, expect, test } from 'vitest'
import { findReferences } from '../../src/references/findReferences.ts'
import { importsIn, usesIn } from './shown.ts'

const IMPORTS = [
  { rule: 'a module', code: 'import web', refers: ['web'] },
  { rule: 'a module below another', code: 'import web.http', refers: ['web.http'] },
  { rule: 'several at once', code: 'import web, net.io as n', refers: ['web', 'net.io'] },
  {
    rule: 'names of a module',
    code: 'from web import (\n  get, # post\n  put as p,\n)',
    refers: ['web', 'web.get', 'web.put'],
  },
  { rule: 'relative imports are of the input itself', code: 'from .a import b', refers: [] },
  { rule: 'everything of a module', code: 'from web import *', refers: ['web'] },
  {
    rule: 'a module by its name, which may be missing',
    code: 'import importlib\nfrom importlib import import_module as m\nimportlib.import_module("web.http")\nm("net")\n__import__("io2")\nm(".own", "p")\nm(name)\nother.import_module("no")',
    refers: [
      ...['importlib', 'importlib', 'importlib.import_module', 'web.http ?', 'net ?', 'io2 ?'],
      // A name that is computed may be any.
      ' ?',
    ],
  },
  {
    rule: 'modules of the input whose names are computed',
    code: 'from importlib import import_module as m\nm(f".plugins.{x}", "p")\nm(".own", "p")',
    refers: ['importlib', 'importlib.import_module'],
  },
  {
    rule: 'what may be missing',
    code: 'try:\n  import web\nexcept ImportError:\n  web = None',
    refers: ['web ?'],
  },
  {
    rule: 'a module that the file itself writes',
    code: 'write("made.py")\nimport made',
    refers: ['made ?'],
  },
]

const USES = [
  { rule: 'an attribute', code: 'import web\nweb.get', refers: ['web.get'] },
  {
    rule: 'a call with its arguments',
    code: 'import web\nweb.get(u, *a, timeout=1, **k)',
    refers: ['web.get[1 timeout= * **]'],
  },
  {
    rule: 'under another name',
    code: 'import web.http as w\nw.get',
    refers: ['web.http.get'],
  },
  { rule: 'the top of a path is bound', code: 'import web.http\nweb.io', refers: ['web.io'] },
  {
    rule: 'what a call gives',
    code: 'import web\nweb.Session().get(1)',
    refers: ['web.Session[0]', 'web.Session().get[1]'],
  },
  {
    rule: 'through a variable',
    code: 'import web\ns = web.Session()\ns.get()',
    refers: ['web.Session[0]', 'web.Session().get[0]'],
  },
  {
    rule: 'through a tuple',
    code: 'import web\na, b = web.x, 2\na.y\nb.z',
    refers: ['web.x', 'web.x.y'],
  },
  {
    rule: 'through a with',
    code: 'import web\nwith web.open() as f:\n  f.read()',
    refers: ['web.open[0]', 'web.open()<with>.read[0]'],
  },
  {
    rule: 'through a loop',
    code: 'import web\nfor r in web.all():\n  r.go',
    refers: ['web.all[0]', 'web.all()<each>.go'],
  },
  {
    rule: 'an annotated parameter',
    code: 'import web\ndef f(s: web.Session):\n  s.get()',
    refers: ['web.Session', 'web.Session~.get[0]'],
  },
  {
    rule: 'an annotation in quotes that may be nothing',
    code: 'import web\ndef f(s: "web.Session | None"):\n  s.get()',
    refers: ['web.Session', 'web.Session~.get[0]'],
  },
  {
    rule: 'Optional and Annotated',
    code: 'import web\ndef f(a: Optional[web.A], b: Annotated[web.B, 1]):\n  a.x\n  b.y',
    refers: ['web.A', 'web.B', 'web.A~.x', 'web.B~.y'],
  },
  {
    rule: 'a list of something is not that something',
    code: 'import web\ndef f(a: list[web.A]):\n  a.append',
    refers: ['web.A'],
  },
  {
    rule: 'a function of the file with an annotated result',
    code: 'import web\ndef make() -> web.A: ...\nmake().x',
    refers: ['web.A', 'web.A~.x'],
  },
  {
    rule: 'an attribute of self',
    code: 'import web\nclass C:\n  def __init__(self):\n    self.s = web.Session()\n  def go(self):\n    self.s.get()',
    refers: ['web.Session[0]', 'web.Session().get[0]'],
  },
  {
    rule: 'an attribute of self that is given two things may stand for either',
    code: 'import web\nclass C:\n  def a(self):\n    self.s = web.A()\n  def b(self):\n    self.s = web.B()\n    self.s.x',
    refers: ['web.A[0]', 'web.B[0]', 'web.A().x ?', 'web.B().x ?'],
  },
  {
    rule: 'what a class of the file inherits is no finding when it is missing',
    code: 'import web\nclass C(web.Base):\n  def go(self):\n    self.run()\n    self.go()',
    refers: ['web.Base', 'web.Base~.run[0] ?'],
  },
  {
    rule: 'a parameter hides an import',
    code: 'import web\ndef f(web):\n  web.get',
    refers: [],
  },
  {
    rule: 'a name that the function binds later is its own from the start',
    code: 'import web\ndef f():\n  web.get\n  web = 1',
    refers: [],
  },
  {
    rule: 'a comprehension has names of its own',
    code: 'import web\n[web.a for web in x]\nweb.b',
    refers: ['web.b'],
  },
  { rule: 'a lambda has too', code: 'import web\nf = lambda web: web.a', refers: [] },
  {
    rule: 'what the body of a class makes, where a base or a decorator may put something in its place',
    code: [
      'import web',
      'from own import Model',
      '@deco\nclass A:\n  s = web.S()\n  def f(self):\n    self.s.a',
      'class B(Model):\n  s = web.S()\n  def f(self):\n    self.s.b',
      'class C(B):\n  s = web.S()\n  def f(self):\n    self.s.c',
      'class D(metaclass=web.M):\n  s = web.S()\n  def f(self):\n    self.s.d',
    ].join('\n'),
    refers: ['web.S[0]', 'web.S[0]', 'web.S[0]', 'web.M', 'web.S[0]'],
  },
  {
    rule: 'the same where it is declared, and names that stand for no object',
    code: 'import web\nclass A(web.Model):\n  s: web.T = web.field()\n  t = web.Kind\n  def f(self):\n    self.s.a\n    self.t.b',
    refers: ['web.Model', 'web.field[0]', 'web.T', 'web.Kind', 'web.T~.a', 'web.Kind.b'],
  },
  {
    rule: 'what is declared as something that wraps it, where a base may make something of it',
    code: 'import web\nclass A(web.Model):\n  s: web.Mapped[int] = web.field()\n  t: web.Mapped[int]\n  u: list[web.T] = web.field()\n  def f(self):\n    self.s.a\n    self.t.b',
    refers: ['web.Model', 'web.field[0]', 'web.Mapped', 'web.Mapped', 'web.field[0]', 'web.T'],
  },
  {
    rule: 'the same of a class without bases, which may be one of several of another',
    code: 'import web\nclass A:\n  s: web.Mapped[int] = web.field()\n  t = web.S()\n  def f(self):\n    self.s.a\n    self.t.b\nclass AMixin:\n  u = web.field()\n  def f(self):\n    self.u.a',
    refers: ['web.field[0]', 'web.Mapped', 'web.S[0]', 'web.field[0]', 'web.S().b'],
  },
  {
    rule: 'what a class makes that only the language stands above',
    code: 'import web, unittest\nclass A(unittest.TestCase):\n  s = web.S()\n  def f(self):\n    self.s.a',
    refers: ['unittest.TestCase', 'web.S[0]', 'web.S().a'],
  },
  {
    rule: 'names of a class are not seen by its methods',
    code: 'import web\nclass C:\n  web = 1\n  def f(self):\n    web.get()',
    refers: ['web.get[0]'],
  },
  {
    rule: 'a name that changes is followed in order',
    code: 'import web\na = web.A()\na.x\na = web.B()\na.y',
    refers: ['web.A[0]', 'web.A().x', 'web.B[0]', 'web.B().y'],
  },
  {
    rule: 'and may be any of it to a function that may run at any time',
    code: 'import web\na = web.A()\na = web.B()\ndef f():\n  a.z',
    refers: ['web.A[0]', 'web.B[0]', 'web.A().z ?', 'web.B().z ?'],
  },
  {
    rule: 'of two ways that disagree a miss proves nothing',
    code: 'import web\nif x:\n  a = web.A\nelse:\n  a = web.B\na.z(1).y',
    refers: ['web.A', 'web.B', 'web.A.z[1] ?', 'web.B.z[1] ?', 'web.A.z().y ?', 'web.B.z().y ?'],
  },
  {
    rule: 'so with imports that depend on something, in functions too',
    code: 'try:\n  import fast as web\nexcept ImportError:\n  import web\nweb.a\ndef f():\n  web.b',
    refers: ['fast.a ?', 'web.a ?', 'fast.b ?', 'web.b ?'],
  },
  {
    rule: 'a name of which one way is of the file is looked at, and a miss proves nothing',
    code: 'import web\nif x:\n  a = web.A\nelse:\n  a = own()\na.z',
    refers: ['web.A', 'web.A.z ?'],
  },
  {
    rule: 'an import that the file may give its own meaning is looked at, and a miss proves nothing',
    code: 'try:\n  from web import get\nexcept ImportError:\n  def get(): pass\nget(1)',
    refers: ['web.get[1] ?'],
  },
  {
    rule: 'a module of which the code asks what it has is looked at, and a miss proves nothing',
    code: 'import web\nif hasattr(web, "a"): web.b\nweb.c',
    refers: ['web.b ?', 'web.c ?'],
  },
  {
    rule: 'what a call gives beside something of the file leads nowhere',
    code: 'import web\nif x:\n  a = web.A()\nelse:\n  a = own()\na.z',
    refers: ['web.A[0]'],
  },
  {
    rule: 'a way that ends does not count',
    code: 'import web\na = web.A\nif x:\n  a = 1\n  raise E\na.z',
    refers: ['web.A', 'web.A.z'],
  },
  {
    rule: 'in a loop a name may have the value of the round before',
    code: 'import web\na = web.A\nwhile x:\n  a.z\n  a = 1',
    refers: ['web.A'],
  },
  {
    rule: 'isinstance knows more than we do: a miss proves nothing',
    code: 'import web\ndef f(a: web.A):\n  if isinstance(a, B):\n    a.z',
    refers: ['web.A', 'web.A~.z ?'],
  },
  {
    rule: 'so does a name that stands for such a test, and no other',
    code: 'import web\nWEB_2 = web.VERSION >= (2, 0)\nFAST = True\nif WEB_2:\n  web.a\nif FAST:\n  web.b',
    refers: ['web.VERSION', 'web.a ?', 'web.b'],
  },
  {
    rule: 'a test of the version makes a miss prove nothing',
    code: 'import web\nif sys.version_info > (3,):\n  web.new',
    refers: ['web.new ?'],
  },
  {
    rule: 'so does an error that is expected',
    code: 'import web\nwith pytest.raises(AttributeError):\n  web.gone',
    refers: ['web.gone ?'],
  },
  {
    rule: 'so does a test that is skipped elsewhere',
    code: 'import web\n@mark.skipif(old, reason="x")\ndef test_a():\n  web.new()',
    refers: ['web.new[0] ?'],
  },
  {
    rule: 'so does a mark for type checkers',
    code: 'import web\nweb.gone()  # type: ignore[attr]\nweb.there()',
    refers: ['web.gone[0] ?', 'web.there[0]'],
  },
  {
    rule: 'setting an attribute is no reference to it',
    code: 'import web\nweb.config.debug = 1',
    refers: ['web.config'],
  },
  {
    rule: 'fields of an f-string',
    code: 'import web\nf"{web.name!r:>{web.width}}"',
    refers: ['web.name', 'web.width'],
  },
  {
    rule: 'decorators, defaults, raise from, assert',
    code: 'import web\n@web.wrap(1)\ndef f(a=web.A):\n  raise web.E("x") from web.cause\nassert web.ok, web.why',
    refers: ['web.wrap[1]', 'web.A', 'web.ok', 'web.why', 'web.E[1]', 'web.cause'],
  },
  {
    rule: 'await and async with',
    code: 'import web\nasync def f():\n  r = await web.get()\n  r.text\n  async with web.C() as c:\n    c.x',
    refers: ['web.get[0]', 'web.get()<await>.text', 'web.C[0]', 'web.C()<with>.x'],
  },
  {
    rule: 'None beside a value is only the value',
    code: 'import web\nclass C:\n  s = None\n  def a(self):\n    self.s = web.S()\n  def b(self):\n    self.s.x',
    refers: ['web.S[0]', 'web.S().x'],
  },
  {
    rule: 'a call that expects an error',
    code: 'import web\nself.assertRaises(E, lambda: web.x())\nf(lambda: web.y())',
    refers: ['web.x[0] ?', 'web.y[0]'],
  },
  {
    rule: 'what reads as a print of old',
    code: 'import web\nprint >>web.file(), web.get()',
    refers: ['web.file[0]', 'web.get[0]'],
  },
  {
    rule: 'a global that a function writes may be either',
    code: 'import web\ns = web.A()\ndef f():\n  global s\n  s = web.B()\ndef g():\n  s.x',
    refers: ['web.A[0]', 'web.B[0]', 'web.B().x ?', 'web.A().x ?'],
  },
  {
    rule: 'a module that a function imports for all',
    code: 'web = None\ndef f():\n  web.a\ndef g():\n  global web\n  import web\n  web.b\nweb.c',
    refers: ['web.c', 'web.a', 'web.b'],
  },
  {
    rule: 'a global that is also something of the file is looked at, and a miss proves nothing',
    code: 'import web\ndef f():\n  global web\n  web = own()\ndef g():\n  web.x',
    refers: ['web.x ?'],
  },
  {
    rule: 'what is taken away or added to has to be there',
    code: 'import web\ndel web.a, (web.b.c, web.d[0])\nweb.e += web.f\nweb.g[0] -= 1',
    refers: ['web.a', 'web.b', 'web.b.c', 'web.d', 'web.f', 'web.e', 'web.g'],
  },
  {
    rule: 'what a star may give',
    code: 'from web import *\nfrom net import *\nx = 1\nprint(x, get(1).y, ValueError, __name__)',
    refers: ['web.get[1] ?', 'net.get[1] ?', 'web.get().y ?', 'net.get().y ?'],
  },
  { rule: 'a star of the input gives what it has', code: 'from .a import *\nget().y', refers: [] },
  {
    rule: 'what is taken by a text',
    code: 'import web\ngetattr(web, "a")\ngetattr(web.b, "c", None).d\ndelattr(web, "e")\ngetattr(web, x)\ngetattr(own, "f")',
    refers: ['web.a ?', 'web.b', 'web.b.c ?', 'web.b.c.d ?', 'web.e ?', 'web ?'],
  },
  {
    rule: 'what a getter takes',
    code: 'import web, operator as op\nfrom operator import attrgetter, methodcaller\nattrgetter("a.b", "c")(web)\ng = op.methodcaller("d", "e")\ng(web.f)\ng(own)',
    refers: [
      ...['operator.attrgetter[2]', 'web.a ?', 'web.a.b ?', 'web.c ?'],
      ...['operator.methodcaller[2]', 'web.f', 'web.f.d ?'],
    ],
  },
  {
    rule: 'what a module that is loaded by its name has',
    code: 'import importlib\nm = importlib.import_module("web.http")\nm.a\n__import__("web.http").b',
    refers: ['importlib.import_module[1]', 'web.http.a', 'web.b'],
  },
  {
    rule: 'what stands beside a type',
    code: 'import web\nfrom typing import Annotated, Literal\ndef f(a: Annotated[int, web.A(1)], b: Literal[web.B.c, "web.d"]): ...',
    refers: ['web.A[1]', 'web.B', 'web.B.c'],
  },
  {
    rule: 'types in quotes, wherever they stand',
    code: `import web\nfrom typing import List, Literal, TypeVar, cast\na: """web.A"""\nb = List['web.B']\nc = dict[str, r"web.C"]\nd = cast("web.D", x)\nT = TypeVar("T", "web.E", bound="web.F")\nLiteral["web.g"]\nown["web.h"]`,
    refers: [
      ...['web.A', 'web.B', 'web.C', 'typing.cast[2]', 'web.D'],
      ...['typing.TypeVar[2 bound=]', 'web.E', 'web.F'],
    ],
  },
]

describe('imports of Python', () => {
  test.each(IMPORTS)('$rule', ({ code, refers }) => {
    expect(importsIn('a.py', code)).toEqual(refers)
  })
})

describe('references of Python', () => {
  test.each(USES)('$rule', ({ code, refers }) => {
    const uses = usesIn('a.py', code)
    expect(uses.filter((use) => !use.startsWith('builtins.'))).toEqual(refers)
  })
})

const OF_THE_LANGUAGE = [
  {
    rule: 'literals',
    code: '"a".b()\n[1].c\n{}.d\n{1}.e\n(1, 2).f\n1.5.g\nTrue.h',
    refers: ['str().b[0]', 'list().c', 'dict().d', 'set().e', 'tuple().f', 'float().g', 'bool().h'],
  },
  {
    rule: 'a text with fields, bytes',
    code: 'f"{x}".a\nb"".b\nt"{x}".c',
    refers: ['str().a', 'bytes().b'],
  },
  {
    rule: 'comprehensions',
    code: '[x for x in y].a\n{x: x for x in y}.b\n(x for x in y).c',
    refers: ['list().a', 'dict().b'],
  },
  {
    rule: 'what functions give',
    code: 'sorted(x).a\nmax(x).b\nlist(x).c',
    refers: ['sorted[1]', 'list().a', 'max[1]', 'list[1]', 'list().c'],
  },
  { rule: 'names', code: 'x = []\nx.a\nx = other\nx.b', refers: ['list().a'] },
  { rule: 'names that the file binds', code: 'def len(x): ...\nlen(1, 2)', refers: [] },
  { rule: 'all names of another module', code: 'from web import *\nlen(1, 2)', refers: [] },
  {
    rule: 'annotations of what is seldom another',
    code: 'def f(a: str, b: list[int], c: int):\n  a.x\n  b.y\n  c.z',
    refers: ['str~.x', 'list~.y'],
  },
  {
    rule: 'what an inner function writes',
    code: 'def f():\n  x = []\n  def g():\n    nonlocal x\n    x = other\n  g()\n  x.a',
    refers: [],
  },
  {
    rule: 'what an object of the file begins with',
    code: 'class A:\n  def __init__(self):\n    self.x = []\n  def f(self):\n    self.x.a',
    refers: [],
  },
  { rule: 'a class below', code: 'class A(dict):\n  def f(self):\n    self.a', refers: [] },
]

describe('objects of the language', () => {
  test.each(OF_THE_LANGUAGE)('$rule', ({ code, refers }) => {
    const uses = usesIn('a.py', code).filter((use) => use.startsWith('builtins.'))
    expect(uses.map((use) => use.slice('builtins.'.length))).toEqual(refers)
  })
})

test('imports that share a line stand where each is', () => {
  const code = 'import b; import a; import b  # type: ignore\nfrom a import b; from b import b'
  const places = findReferences('a.py', code)?.references.map(
    ({ name, line, column }) => `${name} ${line}:${column}`,
  )
  expect(places).toEqual(['b 1:8', 'a 1:18', 'b 1:28', 'a 2:6', 'b 2:15', 'b 2:23', 'b 2:32'])
})

test.each([
  ['"mod"', true],
  ["x = 'mod'", true],
  ['"a"mod"', true],
  ['open("made/mod.py")', true],
  ['"module"', false],
  ['"other_mod.py"', false],
])('a file that writes the name of a module may make it: %s, %j', (text, isSoft) => {
  const [found] = findReferences('a.py', `import mod\n${text}`)?.references ?? []
  expect(found?.softBecause !== null).toBe(isSoft)
})

const MANY = 25_000
// Minutes for whoever goes through the whole file for each of its lines.
test.each([
  ['on lines', (index: number) => `import m${index}\n`],
  ['on one line', (index: number) => `import m${index};`],
  ['of everything', () => 'from a import *\n'],
])(
  'a file of imports, %s',
  (_, line) => {
    const code = Array.from({ length: MANY }, (_each, index) => line(index)).join('')
    expect(findReferences('a.py', code)?.references).toHaveLength(MANY)
  },
  30_000,
)

test('of names that many modules may give, none is followed, and it takes no time', () => {
  const stars = Array.from({ length: 5_000 }, (_, index) => `from m${index} import *\n`).join('')
  const report = findReferences('a.py', `${stars}${'get()\n'.repeat(5_000)}`)
  expect(report?.references).toHaveLength(10_000)
  expect(report?.references.at(-1)).toMatchObject({ name: 'get', isCut: true })
})

test('each stands at the first letter of its name', () => {
  const code = 'from web import (get,  # put\n    put)\nx = [put(\n  1, timeout=2).json ]'
  const places = findReferences('a.py', code)?.references.map(
    ({ name, line, column }) => `${name} ${line}:${column}`,
  )
  expect(places).toEqual(['web 1:6', 'get 1:18', 'put 2:5', 'put 3:6', 'json 4:17'])
  const [keyword] = findReferences('a.py', code)?.references[3]?.call?.keywords ?? []
  expect(keyword).toEqual({ name: 'timeout', line: 4, column: 6 })
})

test('names that the code gives to objects are told', () => {
  const code = 'import web\nweb.a = 1\nsetattr(web, "b", 2)\nhasattr(web, "c")'
  const added = [...(findReferences('a.py', code)?.added ?? [])].sort()
  expect(added).toEqual(['a', 'b', 'c', 'web.b', 'web.c'])
})

test('a type in quotes that is written in parts is not all read', () => {
  const report = findReferences('a.py', 'import web\na: "web." "A"\n')
  expect(report?.problem).toMatchObject({ line: 2 })
  expect(
    findReferences('a.py', 'import web\ndef f(a: "how many of them"): ...\n')?.problem,
  ).toBeNull()
})

test('a file that makes no sense says where', () => {
  expect(findReferences('a.py', 'import web\nx = (')?.problem).toEqual({
    line: 2,
    column: 1,
    message: 'a bracket is never closed',
  })
})

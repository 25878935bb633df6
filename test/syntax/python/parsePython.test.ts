import { describe, expect, test } from 'vitest'
import { parseBlock, parsePython } from '../../../src/syntax/python/parsePython.ts'
import { outline, outlineOf } from './outline.ts'

type Case = readonly [rule: string, source: string, expected: readonly string[]]

const STATEMENTS: readonly Case[] = [
  ['imports name modules and aliases', 'import a.b as c, d', ['1 import a.b as c,d']],
  [
    'a from import counts its dots',
    'from .. .a.b import c as d, e',
    ['1 from ...a.b import c as d,e'],
  ],
  ['dots may touch the word import', 'from.import x', ['1 from . import x']],
  ['a star stands for all names', 'from a import *', ['1 from a import *']],
  [
    'names in parentheses may have comments and a last comma',
    'from a import (  # why\n  b,\n  c as d,\n)',
    ['1 from a import b,c as d'],
  ],
  ['a backslash continues an import', 'import \\\n  a', ['1 import a']],
  ['semicolons divide', 'import a; b = 1; c', ['1 import a', '1 b = 1', '1 do c']],
  ['a semicolon may stand last', 'a = 1;\nb = 2', ['1 a = 1', '2 b = 2']],
  ['a chain has several targets', 'a = b.c = d[0] = 1', ['1 a = b.c = d[0] = 1']],
  ['a tuple is one target', 'a, (b, *c) = d', ['1 (a, (b, *c)) = d']],
  [
    'comparisons assign nothing',
    'a == b; c <= d; e >= f; g != h',
    ['1 do a == b', '1 do c <= d', '1 do e >= f', '1 do g != h'],
  ],
  [
    'an annotation may lack a value',
    'a: int\nb: dict[str, int] = {}',
    ['1 a: int', '2 b: dict[str, int] = {}'],
  ],
  [
    'operators assign in place',
    'a += 1\nb //= 2\nc <<= 3\nd @= e',
    ['1 a [+] = 1', '2 b [//] = 2', '3 c [<<] = 3', '4 d [@] = e'],
  ],
  [
    'the equals sign of a lambda is no target',
    'f = lambda x=1, *a: x',
    ['1 f = lambda x=1, *a: x'],
  ],
  ['the colon of a lambda is no annotation', 'lambda: 0', ['1 do lambda: 0']],
  ['equals signs in brackets are no targets', 'f(a=1)[b] = c(d=2)', ['1 f(a=1)[b] = c(d=2)']],
  ['type declares an alias', 'type A[T: int = str] = list[T]', ['1 type A = list[T]']],
  [
    'type is a name otherwise',
    'type = 1\ntype(x)\ntype in y',
    ['1 type = 1', '2 do type(x)', '3 do type in y'],
  ],
  [
    'del, global, assert, raise',
    'del a, b.c\nglobal d, e\nassert f, g\nraise',
    ['1 del a & b.c', '2 global d,e', '3 assert (f, g)', '4 raise'],
  ],
  [
    'strings hide what is in them',
    "a = \"; b = 1 # \\\" (\" + '''\n(\n'''\nc = 2",
    ["1 a = '; b = 1 # \" (' + '\\n(\\n'", '4 c = 2'],
  ],
  ['brackets join lines', 'a = [\n  1,  # one (\n  2,\n]\nb = 3', ['1 a = [1, 2]', '5 b = 3']],
  [
    'f-strings nest quotes since 3.12',
    "a = f'{b['c']!r:>{d}}'\ne = 1",
    ["1 a = f'{b['c']!r:>{d}}'", '2 e = 1'],
  ],
  ['a field may span lines', 'a = f"{\n  b  # why }\n}"\nc = 1', ["1 a = f'{b}'", '4 c = 1']],
  ['doubled braces are text', 'a = f"{{" \nb = 1', ["1 a = f'{{'", '2 b = 1']],
  [
    'a byte order mark and line breaks of all kinds are read over',
    '\ufeffa = 1\r\nb = 2\rc = 3\n',
    ['1 a = 1', '2 b = 2', '3 c = 3'],
  ],
  ['a form feed starts the column anew', '\fa = 1\n\f\nb = 2', ['1 a = 1', '3 b = 2']],
  ['names are compared in NFKC', 'ﬁ = 1', ['1 fi = 1']],
]

const COMPOUNDS: readonly Case[] = [
  [
    'a class has bases and keywords',
    'class A(B, *c, metaclass=M, **k): pass',
    ['1 class A(B, *c, metaclass=M, **k)', '  1 pass'],
  ],
  [
    'a class has type parameters',
    'class B[T = int, *Ts = *tuple[int]](A[T]):\n  x: T',
    ['1 class B(A[T])', '  2 x: T'],
  ],
  [
    'a class in one line',
    'class A: x = 1; y = 2\nz = 3',
    ['1 class A()', '  1 x = 1', '  1 y = 2', '2 z = 3'],
  ],
  [
    'if, elif, else',
    'if a:\n  b = 1\nelif c: d = 2\nelse:\n  e = 3\nf = 4',
    ['1 if a', '  2 b = 1', 'if c', '  3 d = 2', 'else', '  5 e = 3', '6 f = 4'],
  ],
  ['a walrus in a test is not its colon', 'if a := b: c = 1', ['1 if (a := b)', '  1 c = 1']],
  [
    'a lambda in a header keeps its colon',
    'for f in lambda: 0, 1: x = f',
    ['1 loop f in (lambda: 0, 1)', '  1 x = f'],
  ],
  [
    'try has all its clauses',
    'try:\n  a\nexcept (B, C) as d:\n  e\nexcept:\n  f\nelse:\n  g\nfinally:\n  h',
    [
      '1 try',
      '  2 do a',
      'except (B, C) as d',
      '  4 do e',
      'except',
      '  6 do f',
      'else',
      '  8 do g',
      'finally',
      '  10 do h',
    ],
  ],
  [
    'except with a star',
    'try: a\nexcept* B as c: d',
    ['1 try', '  1 do a', 'except B as c', '  2 do d'],
  ],
  [
    'loops have an else',
    'for a, b in c:\n  d\nelse:\n  e\nwhile f: g',
    ['1 loop (a, b) in c', '  2 do d', 'else', '  4 do e', '5 loop f', '  5 do g'],
  ],
  [
    'async for and async with',
    'async for a in b: c\nasync with d as e: f',
    ['1 loop a in b', '  1 do c', '2 with d as e', '  2 do f'],
  ],
  [
    'with in parentheses',
    'with (a as b, c() as (d, e),): f',
    ['1 with a as b, c() as (d, e)', '  1 do f'],
  ],
  [
    'a parenthesis may be the start of an item',
    'with (a).b as c, (d): e',
    ['1 with a.b as c, d', '  1 do e'],
  ],
  [
    'match has cases, guards left aside',
    'match a, b:\n  case [c, *_] if c: d = 1\n  case _:\n    e = 2\nf = 3',
    ['1 match (a, b)', 'case [c, *_]', '  2 d = 1', 'case _', '  4 e = 2', '5 f = 3'],
  ],
  [
    'match and case are names otherwise',
    'match = 1\nmatch(a)\nmatch: int = 2\ncase = match[0]\nmatch.b = 1',
    ['1 match = 1', '2 do match(a)', '3 match: int = 2', '4 case = match[0]', '5 match.b = 1'],
  ],
  [
    'blocks may be indented by tabs',
    'class A:\n\tx = 1\n        y = 2\nz = 3',
    ['1 class A()', '  2 x = 1', '  3 y = 2', '4 z = 3'],
  ],
  [
    'comments and blank lines end no block',
    'class A:\n  x = 1\n# why\n\n  y = 2',
    ['1 class A()', '  2 x = 1', '  5 y = 2'],
  ],
]

const FUNCTIONS: readonly Case[] = [
  [
    'parameters of every kind',
    'def f(a, b: int = 1, /, c=2, *, d, e: str = "x", **g): pass',
    ["1 def f(/a, /b: int = 1, c = 2, =d, =e: str = 'x', **g)"],
  ],
  [
    'varargs make the rest keywords',
    'def f(*a: int, b, **k: str) -> None: ...',
    ['1 def f(*a: int, =b, **k: str) -> None'],
  ],
  [
    'a lambda as a default keeps its commas and colons',
    'def f(a=lambda x, y: x, b: int = 1): ...',
    ['1 def f(a = lambda x, y: x, b: int = 1)'],
  ],
  ['type parameters', 'def f[T: (int, str) = int, **P](x: T) -> T: ...', ['1 def f(x: T) -> T']],
  [
    'parameters over lines with comments',
    'def f(\n  a,  # first, (\n  b=[1,\n     2],\n): ...\nx = 1',
    ['1 def f(a, b = [1, 2])', '6 x = 1'],
  ],
  [
    'decorators are any expression; the line is that of def',
    '@a\n@b.c(d)[0]\n# why\nasync def f(): ...',
    ['4 @a @b.c(d)[0] async def f()'],
  ],
  [
    'a body is skipped to its end',
    'def f():\n  """doc\n  """\n  if x:\n    y = (\n1)\n  # last\nz = 1',
    ['1 def f()', '8 z = 1'],
  ],
  [
    'methods',
    'class A:\n  @property\n  def b(self): return 1\n  c = 2',
    ['1 class A()', '  3 @property def b(self)', '  4 c = 2'],
  ],
]

const PYTHON_2: readonly Case[] = [
  [
    'print and exec are statements',
    'print "a" % b, c\nprint >>f, a\nexec code in d\nprint\nx = 1',
    ["1 print ('a' % b, c)", '2 print >>f, a', '3 exec code in d', '4 do print', '5 x = 1'],
  ],
  [
    'an exception is caught with a comma',
    'try: a\nexcept E, e: b',
    ['1 try', '  1 do a', 'except E as e', '  2 do b'],
  ],
  ['an exception is raised with a comma', 'raise E, "x"\na = 1', ["1 raise (E, 'x')", '2 a = 1']],
  ['a parameter may be a tuple', 'def f(a, (b, c), d=1): pass', ['1 def f(a, (b, c), d = 1)']],
  [
    'backticks, octal numbers, long numbers, ur-strings',
    'a = `b`\nc = 0777\nd = 1L\ne = ur"f"',
    ['1 a = `b`', '2 c = 0777', '3 d = 1L', "4 e = u'f'"],
  ],
  ['async was a name', 'async = a(b)\nx = 1', ['1 async = a(b)', '2 x = 1']],
  ['not equal was spelled otherwise', 'if a <> b: c = 1', ['1 if a != b', '  1 c = 1']],
]

for (const [name, table] of Object.entries({ STATEMENTS, COMPOUNDS, FUNCTIONS, PYTHON_2 })) {
  describe(name, () => {
    test.each(table)('%s', (_, source, expected) => {
      expect(outline(source)).toEqual(expected)
      expect(parsePython(source).problems).toEqual([])
    })
  })
}

describe('what makes no sense', () => {
  const BROKEN: readonly Case[] = [
    ['is passed over', 'a = 1\n$ what is this\nb = 2', ['1 a = 1', '3 b = 2']],
    ['two words are no expression', 'go home\nb = 2', ['2 b = 2']],
    [
      'an open bracket ends at the next declaration',
      'a = (1,\ndef f(): pass\nb = 2',
      ['1 a = (1,', '2 def f()', '3 b = 2'],
    ],
    ['a closing bracket alone', 'a)\nb = 2', ['1 do a)', '2 b = 2']],
    ['an open string ends with its line', 'a = "x\nb = 2', ['1 a = "x', '2 b = 2']],
    ['open triple quotes end with their line', 'a = """x\nb = 2', ['1 a = """x', '2 b = 2']],
    ['an import that stops early', 'from a import\nimport\nb = 2', ['3 b = 2']],
    ['a decorator of nothing', '@a\nb = 2', ['2 b = 2']],
    ['a class without a block', 'class A:\nb = 2', ['1 class A()', '2 b = 2']],
    ['a function without a body', 'def f():\nb = 2', ['1 def f()', '2 b = 2']],
    [
      'a header without a colon',
      'class A\n  b = 2\nc = 3',
      ['1 class A()', '  2 b = 2', '3 c = 3'],
    ],
    ['indentation out of nowhere', 'a = 1\n  b = 2\nc = 3', ['1 a = 1', '2 b = 2', '3 c = 3']],
    ['else without if', 'else:\n  a = 1\nb = 2', ['2 a = 1', '3 b = 2']],
    ['a def inside a line', 'a = 1; def f(): pass\nb = 2', ['1 a = 1', '2 b = 2']],
  ]
  test.each(BROKEN)('%s', (_, source, expected) => {
    expect(outline(source)).toEqual(expected)
    expect(parsePython(source).problems).not.toEqual([])
  })
})

describe('documentation', () => {
  test.each([
    ['of a module', '# c\n"""a\n\n   b\n     c\n"""\nx = 1', 'a\n\nb\n  c'],
    ['escapes are decoded', '"a\\tb\\u00e9\\x41\\101\\\nc"', 'a       béAAc'],
    ['raw strings are not', 'r"a\\d"', 'a\\d'],
    ['adjacent strings are joined', '"a" \'b\'', 'ab'],
    ['parentheses change nothing', '("a"\n"b")', 'ab'],
    ['bytes are none', 'b"a"', null],
    ['f-strings are none', 'f"a"', null],
    ['an expression is none', '"a" + b', null],
    ['a string further down is none', 'x = 1\n"a"', null],
  ])('%s', (_, source, expected) => {
    expect(parsePython(source).doc).toBe(expected)
  })

  test('of classes, functions and variables', () => {
    const source =
      'class A:\n  "a"\n  b = 1\n  """of\n  b"""\n  def c(self):\n    u"c"\n    return 1\n'
    const [a] = parsePython(source).body
    if (a?.kind !== 'class') throw new Error('no class')
    expect(a.doc).toBe('a')
    expect(a.body.flatMap((s) => (s.kind === 'assign' || s.kind === 'def' ? [s.doc] : []))).toEqual(
      ['of\nb', 'c'],
    )
  })
})

function bodyOf(source: string) {
  const [first] = parsePython(source).body
  if (first?.kind !== 'def') throw new Error('no function')
  return first.body
}

describe('what the skim of a body finds', () => {
  test.each([
    ['attributes of self', '  self.a = 1\n  self.b: int = 2\n  self.c: str', ['a@2', 'b@3', 'c@4']],
    ['in tuples and chains', '  self.a, (x, *self.b) = c = self.d = e', ['a@2', 'b@2', 'd@2']],
    [
      'at any depth',
      '  if x:\n    for y in z: self.a = y\n    else: self.b = 1; self.c = 2',
      ['a@3', 'b@4', 'c@4'],
    ],
    ['in inner functions', '  def g(x):\n    self.a = x', ['a@3']],
    [
      'not where self is another',
      '  def g(self):\n    self.a = 1\n  class B:\n    def h(x): self.b = 1\n  self.c = 1',
      ['c@6'],
    ],
    [
      'not parts of attributes',
      '  self.a.b = 1\n  self.c[0] = 1\n  d[self.e] = 1\n  f(self.g).h = 1\n  self.i += 1\n  selfish.j = 1',
      [],
    ],
    [
      'not comparisons, not strings',
      '  self.a == 1\n  """\n  self.b = 1\n  """\n  # self.c = 1',
      [],
    ],
    ['with a lambda as the value', '  self.a = lambda x=self.b: x', ['a@2']],
  ])('%s', (_, body, expected) => {
    const found = bodyOf(`def f(self):\n${body}\n`).selfAttributes
    expect(found.map(({ name, line }) => `${name}@${line}`)).toEqual(expected)
  })

  test.each([
    ['a yield', '  x = [(yield)]', true],
    ['not that of an inner function', '  def g():\n    yield 1', false],
    ['not that of a lambda', '  x = lambda: (yield)', false],
    ['not in text', '  "no"\n  x = "yield"  # yield\n  yields = 1', false],
    ['behind an inner function', '  def g():\n    pass\n  yield', true],
  ])('a generator: %s', (_, body, expected) => {
    expect(bodyOf(`def f():\n${body}\n`).isGenerator).toBe(expected)
  })

  test.each([
    ['a docstring', '  "doc"', true],
    ['dots', '  ...', true],
    ['a docstring and a raise', '  "doc"\n  raise TypeError(\n    "x")', true],
    ['two raises', '  raise A\n  raise B', false],
    ['a return', '  return 1', false],
    ['an assignment', '  pass\n  x = 1', false],
  ])('trivial: %s', (_, body, expected) => {
    expect(bodyOf(`def f():\n${body}\n`).isTrivial).toBe(expected)
  })

  test('globals, wherever they are', () => {
    expect(bodyOf('def f():\n  global a, b\n  if x: global c\n').globals).toEqual(['a', 'b', 'c'])
  })

  test('warnings that always come', () => {
    const source = [
      'def f():',
      '  warnings.warn("a",',
      '    DeprecationWarning)',
      '  if x:',
      '    warnings.warn("b")',
      '  y = warn("c")',
      '  _deprecate("d", FutureWarning)',
      '  learn("e")',
    ].join('\n')
    const spans = bodyOf(source).warnings
    expect(spans.map(({ start, end }) => source.slice(start, end).slice(0, 14))).toEqual([
      'warnings.warn(',
      '_deprecate("d"',
    ])
  })

  test('the first parameter may be called like a keyword', () => {
    const body = bodyOf('def f(case):\n  case.a = 1\n  case.b: int = 2\n')
    expect(body.selfAttributes.map(({ name }) => name)).toEqual(['a', 'b'])
  })

  test('an inline body is one, too', () => {
    const body = bodyOf('def f(self): self.a = 1; self.b = 2\n')
    expect(body.selfAttributes.map(({ name }) => name)).toEqual(['a', 'b'])
  })
})

describe('parseBlock', () => {
  test('gives the statements of a body with their lines', () => {
    const file = parsePython(
      'class A:\n  def f(self):\n    # why\n    a = 1\n    if b:\n      import c\n\n  d = 1\n',
    )
    const [a] = file.body
    const f = a?.kind === 'class' ? a.body[0] : undefined
    if (f?.kind !== 'def') throw new Error('no function')
    const body = parseBlock(file, f.body.span, f.body.line)
    expect(outlineOf(file.text, body, '')).toEqual(['4 a = 1', '5 if b', '  6 import c'])
  })

  test('of an inline body', () => {
    const file = parsePython('def f(): a = 1; return a\n')
    const { span, line } = bodyOf(file.text)
    expect(outlineOf(file.text, parseBlock(file, span, line), '')).toEqual([
      '1 a = 1',
      '1 return a',
    ])
  })
})

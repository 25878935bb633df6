import { describe, expect, test } from 'vitest'
import { expressionText } from '../../../src/syntax/python/expressionText.ts'
import { parseExpression } from '../../../src/syntax/python/parseExpression.ts'

function textOf(source: string): string {
  return expressionText(source, { start: 0, end: source.length })
}

function parse(source: string) {
  return parseExpression(source, { start: 0, end: source.length })
}

describe('the normal form is that of ast.unparse', () => {
  test.each([
    ['Dict [ str,int ]', 'Dict[str, int]'],
    ['f(a = 1,*b , **c)', 'f(*b, a=1, **c)'],
    ['(a)', 'a'],
    ['(a,)', '(a,)'],
    ['a,b', '(a, b)'],
    ['()', '()'],
    ['x[a,]', 'x[a,]'],
    ['tuple[*Ts]', 'tuple[*Ts,]'],
    ['x[1 :2,::3]', 'x[1:2, ::3]'],
    ['[ 1,\n  # why\n 2]', '[1, 2]'],
    ['{"a":1,**b}', "{'a': 1, **b}"],
    ['{}', '{}'],
    ['{1}', '{1}'],
    ['-  1', '-1'],
    ['not  a', 'not a'],
    ['a+b*c', 'a + b * c'],
    ['(a+b)*c', '(a + b) * c'],
    ['a-(b-c)', 'a - (b - c)'],
    ['2**-1', '2 ** (-1)'],
    ['(-2)**2', '(-2) ** 2'],
    ['a**b**c', 'a ** b ** c'],
    ['a or b and not c', 'a or (b and (not c))'],
    ['a<b<=c', 'a < b <= c'],
    ['a not  in b is not c', 'a not in b is not c'],
    ['a if b else c if d else e', 'a if b else c if d else e'],
    ['lambda x,*y,z=1,**k:x', 'lambda x, *y, z=1, **k: x'],
    ['lambda:0', 'lambda: 0'],
    ['lambda a,/,b,*,c:0', 'lambda a, /, b, *, c: 0'],
    ['(x for x in y if z)', '(x for x in y if z)'],
    ['f(x for x in y)', 'f((x for x in y))'],
    ['{k:v for k,v in x}', '{k: v for k, v in x}'],
    ['[a async for b in c for d in e]', '[a async for b in c for d in e]'],
    ['(a:=1)', '(a := 1)'],
    ['await  x', 'await x'],
    ['"a" "b"', "'ab'"],
    ['"it\'s"', '"it\'s"'],
    ['u"a"', "u'a'"],
    ['r"\\d"', "'\\\\d'"],
    ['b"\\xff\'"', 'b"\\xff\'"'],
    ['"\\n\\té\\u200b"', "'\\n\\té\\u200b'"],
    ['f"a{b!r:>{c}}{{"', "f'a{b!r:>{c}}{{'"],
    ['f"{a=}"', "f'a={a!r}'"],
    ['f"{x[\'a\'] }"', "f'{x['a']}'"],
    ['0xFF', '255'],
    ['1_000', '1000'],
    ['1e3', '1000.0'],
    ['1e16', '1e+16'],
    ['.5', '0.5'],
    ['1E-5', '1e-05'],
    ['1e999', '1e309'],
    ['2J', '2j'],
    ['1 .real', '1 .real'],
    ['...', '...'],
    ['a . b', 'a.b'],
    ['int|None', 'int | None'],
  ])('%s', (source, expected) => {
    expect(textOf(source)).toBe(expected)
  })

  test('what is no expression stays as it is', () => {
    expect(textOf('a  b')).toBe('a b')
    expect(textOf('`a`')).toBe('`a`')
  })
})

describe('parseExpression', () => {
  const a = { kind: 'name', name: 'a' }
  const b = { kind: 'name', name: 'b' }
  test.each([
    ['a.b', { kind: 'attribute', value: a, name: 'b' }],
    ['a[b]', { kind: 'subscript', value: a, index: b }],
    [
      'a(b, *a, b=a, **b)',
      {
        kind: 'call',
        function: a,
        arguments: [
          { name: null, stars: 0, value: b },
          { name: null, stars: 1, value: a },
          { name: 'b', stars: 0, value: a },
          { name: null, stars: 2, value: b },
        ],
      },
    ],
    ['"a\\n" r"\\n"', { kind: 'string', value: 'a\n\\n', isBytes: false }],
    ['b"a"', { kind: 'string', value: 'a', isBytes: true }],
    ['f"a{{"', { kind: 'string', value: 'a{', isBytes: false }],
    ['f"{a}"', { kind: 'string', value: null, isBytes: false, parts: [a] }],
    ['"a\\N{DASH}"', { kind: 'string', value: null, isBytes: false }],
    ['f"x{a!r}"', { kind: 'string', value: null, isBytes: false }],
    ['0x1F', { kind: 'number', text: '0x1F' }],
    ['None', { kind: 'constant', name: 'None' }],
    ['...', { kind: 'constant', name: '...' }],
    ['a, *b', { kind: 'tuple', items: [a, { kind: 'starred', value: b }] }],
    ['[a]', { kind: 'list', items: [a] }],
    ['{a}', { kind: 'set', items: [a] }],
    [
      '{a: b, **a}',
      {
        kind: 'dict',
        items: [
          { key: a, value: b },
          { key: null, value: a },
        ],
      },
    ],
    ['a and b', { kind: 'binary', operator: 'and', left: a, right: b }],
    ['a not in b', { kind: 'binary', operator: 'not in', left: a, right: b }],
    ['a >= b', { kind: 'binary', operator: '>=', left: a, right: b }],
    ['not a', { kind: 'unary', operator: 'not', value: a }],
    [
      '[a for b in a if b]',
      {
        kind: 'comprehension',
        of: 'list',
        element: a,
        value: null,
        target: b,
        over: a,
        conditions: [b],
      },
    ],
    ['(a := b)', { kind: 'walrus', name: 'a', value: b }],
    ['lambda: a', { kind: 'lambda', parameters: [], body: { start: 8, end: 9 } }],
    ['a < b < a', { kind: 'opaque', span: { start: 0, end: 9 } }],
    [
      'a[b:]',
      { kind: 'subscript', value: a, index: { kind: 'opaque', span: { start: 2, end: 4 } } },
    ],
    ['a b', { kind: 'opaque', span: { start: 0, end: 3 } }],
    ['', { kind: 'opaque', span: { start: 0, end: 0 } }],
  ])('%s', (source, expected) => {
    expect(parse(source)).toEqual(expected)
  })

  test('a conditional', () => {
    expect(parse('a if b else a')).toMatchObject({ kind: 'conditional', test: b, otherwise: a })
  })
})

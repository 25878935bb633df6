// Python that nests as deep as CPython takes it, around one name: each row is found in it, or it says
// that it was not all read. scripts/truth/check/deepPython.py compares with CPython itself.

import { describe, expect, test } from 'vitest'
import { findReferences } from '../../src/references/findReferences.ts'
import { CUT } from '../../src/references/reference.ts'
import { usesIn } from './shown.ts'

const x = (text: string, count: number) => text.repeat(count)
const blocks = (header: string, count: number) =>
  `${Array.from({ length: count }, (_, level) => `${x(' ', level)}${header}:\n`).join('')}${x(' ', count)}`

const LEGAL = [
  ['signs', `y = ${x('-', 2_600)}web.nope`],
  ['nots', `y = ${x('not ', 2_600)}web.nope`],
  ['conditions', `y = ${x('1 if a else ', 2_600)}web.nope`],
  ['conditions of conditions', `y = web.nope${x(' if a else b', 2_600)}`],
  ['lambdas', `y = ${x('lambda: ', 2_600)}web.nope`],
  ['conditions and lambdas in turns', `y = ${x('1 if a else lambda: ', 1_300)}web.nope`],
  ['lambdas in defaults', `y = ${x('lambda a=', 280)}web.nope${x(': 1', 280)}`],
  ['powers', `y = ${x('2 ** -', 1_300)}web.nope`],
  ['operators', `y = web.nope${x(' + "b"', 2_600)}`],
  ['and', `y = a${x(' and b', 9_000)} and web.nope`],
  ['or within and', `y = a${x(' and b or c', 9_000)} or web.nope`],
  ['comparisons', `y = a${x(' < b', 9_000)} < web.nope`],
  ['brackets', `y = ${x('(', 200)}web.nope${x(')', 200)}`],
  ['calls in calls', `y = ${x('f(1, *b, c=', 200)}web.nope${x(')', 200)}`],
  ['lists', `y = ${x('[1, *', 200)}web.nope${x(']', 200)}`],
  ['dicts', `y = ${x('{1: ', 200)}web.nope${x('}', 200)}`],
  ['subscripts', `y = ${x('b[1:', 200)}web.nope${x(']', 200)}`],
  ['comprehensions', `y = ${x('[', 200)}web.nope${x(' for c in d if e]', 200)}`],
  ['clauses of one', `y = [web.nope${x(' for c in d if e', 5_000)}]`],
  [
    'every operator in each bracket',
    `y = ${x('(1 or 1 and not 1 < 1 | 1 ^ 1 & 1 << 1 + 1 * -1 ** ', 170)}web.nope${x(')', 170)}`,
  ],
  ['walrus', `y = ${x('(a := ', 200)}web.nope${x(')', 200)}`],
  ['await', `async def f():\n  y = ${x('await (', 200)}web.nope${x(')', 200)}`],
  ['yield', `def f():\n  y = ${x('(yield ', 200)}web.nope${x(')', 200)}`],
  ['fields of f-strings', `y = f"{${x('-', 2_500)}web.nope:{${x('-', 2_500)}1}}"`],
  ['blocks', `${blocks('if a', 99)}web.nope\n`],
  ['functions', `${blocks('def f()', 99)}web.nope\n`],
  ['classes', `${blocks('class f', 99)}web.nope\n`],
  ['elifs', `if a: pass\n${x('elif a: pass\n', 2_600)}else: web.nope\n`],
  ['decorators', `${x('@a\n', 9_000)}@a(web.nope)\ndef f(): pass\n`],
  ['strings side by side', `y = ${x('"a" ', 9_000)} + web.nope`],
  ['targets', `${x('y = ', 9_000)}web.nope`],
  ['arguments', `f(${x('a, ', 9_000)}web.nope)`],
  ['keywords', `f(${Array.from({ length: 9_000 }, (_, i) => `a${i}=1, `).join('')}z=web.nope)`],
  ['conditions side by side', `y = [${x('a if b else c, ', 9_000)}web.nope]`],
  ['stars side by side', `f(${x('*a, ', 9_000)}*web.nope)`],
  ['slices side by side', `y = a[${x('1:2, ', 9_000)}web.nope:]`],
  ['statements in a line', `${x('a; ', 9_000)}web.nope`],
  ['patterns', `match a:\n  case ${x('1 | ', 9_000)}web.nope: pass\n`],
  ['a guard', 'match a:\n  case 1 if web.nope: pass\n'],
  ['a value that is compared with', 'match a:\n  case [1, {"b": web.nope}]: pass\n'],
  ['a class that is matched', 'match a:\n  case [web.nope(b=1) as c, *_]: pass\n'],
  ['a bound of a type parameter', 'def f[T: web.nope](a): pass\n'],
  ['a default of one', 'class A[T = web.nope]: pass\n'],
  ['a bound in an alias', 'type A[T: web.nope] = list[T]\n'],
  ['types side by side', `a: ${x('A | ', 2_500)}web.nope = b\n`],
  ['what is awaited', 'async def f():\n  await [web.nope]\n'],
  ['a type that is computed', 'a: 1 + web.nope = b\n'],
] as const

describe('is read', () => {
  test.each(LEGAL)('%s', (_, code) => {
    const report = findReferences('a.py', `import web\n${code}`)
    expect(report?.problem).toBeNull()
    expect(usesIn('a.py', `import web\n${code}`)).toContain('web.nope')
  })
})

const REFUSED = [
  ['brackets', `y = ${x('(', 201)}web.nope${x(')', 201)}`],
  ['signs', `y = ${x('-', 20_000)}web.nope`],
  ['signs in many brackets', `y = ${x('(', 190)}${x('-', 1_500)}web.nope${x(')', 190)}`],
  ['calls', `y = web.nope${x('()', 20_000)}`],
  ['lambdas in defaults', `y = ${x('lambda a=', 800)}web.nope${x(': 1', 800)}`],
  ['indentation', `${blocks('if a', 100)}web.nope\n`],
  ['indentation of functions', `${blocks('def f()', 100)}web.nope\n`],
  ['elifs', `if a: pass\n${x('elif a: pass\n', 9_000)}`],
  ['brackets that stay open', 'web.get()\n[[[['],
  ['brackets in a function', 'def f():\n  web.get()\n  return [[[['],
  ['brackets that were never opened', 'web.get()\nx = 1)\n'],
  ['a string that stays open', 'web.get()\nx = "abc\n'],
  ['a text that stays open', 'web.get()\nx = """abc\n'],
  ['a line that is indented less', 'def f():\n    web.get()\n  x = 1\n'],
  ['a line that is indented more', 'web.get()\n  x = 1\n'],
  ['a block that is missing', 'web.get()\nif a:\nx = 1\n'],
  ['a null', 'web.get()\nx = "\0"\n'],
  ['words without sense', 'web.get()\nand so on and on\n'],
  ['words in a function', 'def f():\n  web.get()\n  and so on and on\n'],
  ['Python 2', 'web.get()\nprint "x"\n'],
  ['what cannot be given a value', 'web.get() = 1\n'],
  ['a keyword as a name', 'class = web.get()\n'],
  ['a field that is none', 'web.get(f"{a b}")\n'],
  ['the same behind a character by its name', 'web.get("\\N{BULLET}")\n[[[\n'],
  ['a comma too many', 'web.get(a,,b)\n'],
  ['a conflict of versions', '<<<<<<< a\nweb.get()\n=======\nweb.put()\n>>>>>>> b\n'],
  ['a fence around it', '```python\nweb.get()\n```\n'],
] as const

describe('is said to be not all read', () => {
  test.each(REFUSED)('%s', (_, code) => {
    expect(findReferences('a.py', `import web\n${code}`)?.problem).not.toBeNull()
  })
})

test.each([
  ['calls', `web.nope()${x('.a()', 600)}`],
  ['calls of what calls give', `web.nope${x('()', 50)}.a()`],
  ['a name that holds it', `y = web.nope()${x('.a()', 30)}\ny.b\ny.c`],
])('a path that is too long to be followed is said wherever it goes on: %s', (_, code) => {
  const report = findReferences('a.py', `import web\n${code}`)
  const last = report?.references.at(-1)
  expect(last).toMatchObject({ isCut: true, module: 'web' })
  expect(CUT).toContain('too long')
})

test('a name that none has is said as well', () => {
  const report = findReferences('a.py', `import web\nweb.${x('a', 600)}`)
  expect(report?.references.at(-1)).toMatchObject({ module: 'web', isCut: true })
})

test('classes below each other without end lead to their base', () => {
  const classes = Array.from({ length: 60 }, (_, i) => `class C${i + 1}(C${i}): pass\n`).join('')
  const code = `import web\nclass C0(web.Base): pass\n${classes}C60().nope()\n`
  expect(usesIn('a.py', code)).toContain('web.Base~.nope[0] ?')
})

test('classes that are each other’s base end', () => {
  const code = 'class A: pass\nclass B(A): pass\nclass A(B): pass\nA().nope\n'
  expect(findReferences('a.py', code)?.references).toEqual([])
})

test('more references than are looked at are said', () => {
  const report = findReferences('a.py', `import web\n${x('web.get\n', 50_001)}`)
  expect(report?.references).toHaveLength(50_000)
  expect(report?.problem?.message).toContain('more than is looked at')
})

// Whatever is handed in, a check ends and says something: no throw, no endless work.

import { expect, test } from 'vitest'
import { FINDING_CODES } from '../../src/check/report/finding.ts'
import { seededRandom } from '../fake/seededRandom.ts'
import { check } from './smallWorld.ts'

const PYTHON = `import web, os
from web import (Session as S, get)
try:
    import yaml
except ImportError:
    yaml = None
class A(S):
    x: "web.Response | None" = None
    def __init__(self, s: S, *args, key=lambda a: web.get(a), **kw) -> None:
        self.s = web.Session()
        with self.s as t, open("f") as f:
            t.get(f"{web.get('u').json()!r:>{args[0]}}", timeout=1, *args, **kw)
    async def go(self):
        for a, (b, *c) in [web.get(u) for u in self.s.all() if u]:
            match a:
                case web.Response(headers=h) | {"k": h, **rest}:
                    yield await h
@web.convert
def f(a: S = web.Session(), /, *, b=1):
    global x; x = a; del a
    if isinstance(x, S) and (n := x.get("u")): return n
    raise web.E from None
`
const TYPESCRIPT = `import paint, { Client, type Reply as R } from 'paint'
import * as all from 'paint/fp'
const { red, hex: h = 1, ...rest } = require('paint')
export class A<T extends R> extends Client {
  private c: Client | null = new Client('u', 1)
  constructor(readonly r: R, ...x: any[]) { super('u'); this.d = x?.[0]?.y ?? paint.red }
  async *go(this: A<T>) { for await (const a of this.c!.send(\`\${all.pipe(1)}\`)) yield (a as R).body }
}
declare module 'paint' { interface Reply { more: string } }
label: for (const k in rest) { if (typeof paint.x === 'function') continue label; else break }
const f = ({ a, b: [c] }: { a: R; b: number[] }) => (a.body, c), g = <T,>(x: T) => x satisfies T
export default import('paint').then((m) => m.default.red\`x\`)
`
const OTHER: Readonly<Record<string, string>> = {
  'requirements.txt': 'web==1.0 ; python_version > "3" # x\\\n-r a.txt\nweb-kit[x]~=2',
  'pyproject.toml':
    '[project]\ndependencies = ["web>=1"]\n[tool.poetry.dependencies]\nweb = "^1.2"',
  'package.json': '{"name":"x","dependencies":{"paint":"^1.0.0"}}',
  'tsconfig.json': '{"compilerOptions":{"paths":{"@a/*":["b"]}}} // x',
}

const ROUNDS = Number(process.env['ASSAY_ANY_INPUT'] ?? 100)
const PIECES = [
  '(',
  ')',
  '[',
  '{',
  '}',
  '"',
  "'",
  '`',
  '\n',
  '\\',
  ':',
  ',',
  '.',
  '*',
  '=',
  '#',
  '/*',
]
const WORDS = [
  'import ',
  'from ',
  'class ',
  'def ',
  'async ',
  'await ',
  ' as ',
  'lambda ',
  '\u0000',
  '\ud800',
  'ß',
  '  ',
]

/** A few random cuts, repeats and insertions. */
function mutated(text: string, random: () => number): string {
  let result = text
  const pick = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)]
  for (let count = 1 + Math.floor(random() * 6); count > 0; count -= 1) {
    const at = Math.floor(random() * result.length)
    const length = Math.floor(random() * 30)
    const way = random()
    if (way < 0.35) result = result.slice(0, at) + result.slice(at + length)
    else if (way < 0.6) {
      result = result.slice(0, at) + result.slice(at, at + length).repeat(3) + result.slice(at)
    } else result = result.slice(0, at) + pick([...PIECES, ...WORDS]) + result.slice(at)
  }
  return result
}

test('mutated files of every kind', async () => {
  const random = seededRandom(17).next
  const files = { 'a.py': PYTHON, 'a.tsx': TYPESCRIPT, 'a.js': TYPESCRIPT, ...OTHER }
  for (let round = 0; round < ROUNDS; round += 1) {
    const given = Object.entries(files).map(([path, text]) => [path, mutated(text, random)])
    const { findings, counts } = await check(Object.fromEntries(given))
    expect(counts.determined + counts.undetermined).toBe(counts.references)
    for (const { code, line, column } of findings) {
      expect(FINDING_CODES).toContain(code)
      expect(line).toBeGreaterThan(0)
      expect(column).toBeGreaterThan(0)
    }
  }
})

test('noise', async () => {
  const random = seededRandom(18).next
  for (let round = 0; round < 100; round += 1) {
    const noise = Array.from({ length: 300 }, () => {
      const list = random() < 0.5 ? PIECES : WORDS
      return list[Math.floor(random() * list.length)]
    }).join('')
    const report = await check({ 'a.py': noise, 'a.ts': noise, 'package.json': noise })
    expect(report.counts.files).toBe(3)
  }
})

test.each([
  ['attributes without end', `import web\nweb${'.a'.repeat(20_000)}`],
  ['calls without end', `import web\nweb${'()'.repeat(20_000)}`],
  ['brackets without end', `import web\n${'['.repeat(20_000)}`],
  ['operators without end', `import web\nx = ${'web.a + '.repeat(20_000)}1`],
  [
    'blocks without end',
    Array.from({ length: 300 }, (_, i) => `${' '.repeat(i)}if web:`).join('\n'),
  ],
  [
    'functions in functions',
    Array.from({ length: 90 }, (_, i) => `${' '.repeat(i)}def f():`).join('\n'),
  ],
  ['branches without end', `import web\n${'if a:\n  web = web.b\n'.repeat(5_000)}`],
  [
    'names without end',
    `import web\n${Array.from({ length: 20_000 }, (_, i) => `a${i} = web.a`).join('\n')}`,
  ],
  ['a long name', `import web\nweb.${'a'.repeat(100_000)}`],
])('Python: %s', async (_, text) => {
  expect((await check({ 'a.py': text })).counts.files).toBe(1)
})

test.each([
  ['members without end', `import * as w from 'paint'; w${'.a'.repeat(5_000)}`],
  ['sums without end', `import * as w from 'paint'; x = ${'w.a + '.repeat(7_000)}1`],
  [
    'names that stand for each other',
    `let a0; ${Array.from({ length: 3_000 }, (_, i) => `let a${i + 1} = a${i};`).join('')} a3000.x`,
  ],
  ['classes in classes', `${'class A { x = '.repeat(200)}1${'}'.repeat(200)}`],
  ['a long name', `import * as w from 'paint'; w.${'a'.repeat(100_000)}`],
])('JavaScript: %s', async (_, text) => {
  expect((await check({ 'a.js': text })).counts.files).toBe(1)
})

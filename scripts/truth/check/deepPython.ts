// Is nothing of Python passed over? Makes deep and wide Python around one wrong name, by a seed, breaks
// some of it, and asks CPython whether it takes it. What it takes must hold the name, or say that it was
// not all read; what it does not take must say so.
//
//   npx tsx scripts/truth/check/deepPython.ts --seed 1 --count 2000 [--python python3.11]

import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { findReferences } from '../../../src/references/findReferences.ts'

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    count: { type: 'string', default: '2000' },
    python: { type: 'string', default: 'python3.11' },
    show: { type: 'string', default: '10' },
  },
})

/** Mulberry32: the same numbers for the same seed everywhere. */
function randomFrom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), state | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
}

const random = randomFrom(Number(values.seed))
const below = (count: number) => Math.floor(random() * count)
const pick = <T>(from: readonly T[]): T => from[below(from.length)] as T
/** Mostly few, at times very many. */
const often = () => pick([1, 2, 3, below(20), below(120), below(400), below(1_500), below(3_500)])

type Wrap = (inner: string) => string

/** Around an expression, once; an expression again. Repeated as they stand. */
const WRAPS: readonly Wrap[] = [
  (e) => `-${e}`,
  (e) => `not ${e}`,
  (e) => `~ +${e}`,
  (e) => `(${e})`,
  (e) => `[${e}]`,
  (e) => `{${e}}`,
  (e) => `{1: ${e}, **b}`,
  (e) => `(${e},)`,
  (e) => `f(${e})`,
  (e) => `f(1, *a, k=${e}, **b)`,
  (e) => `a[${e}]`,
  (e) => `a[1:${e}:2, ...]`,
  (e) => `1 if a else ${e}`,
  (e) => `(${e}) if a else b`,
  (e) => `lambda: ${e}`,
  (e) => `(lambda q=${e}: 1)`,
  (e) => `2 ** ${e}`,
  (e) => `(${e}).b`,
  (e) => `(${e})()`,
  (e) => `(${e})[0]`,
  (e) => `[c for c in (${e}) if c]`,
  (e) => `{c: ${e} for c in d}`,
  (e) => `(z := ${e})`,
  (e) => `(yield ${e})`,
  (e) => `(await ${e.startsWith('(') ? e : `(${e})`})`,
  (e) => `f"{(${e.includes('"') || e.includes('\\') ? 'a' : e})!r:>{b}}"`,
]

/** Beside an expression, as often as they are asked for. */
const TAILS = [
  ' + "b"',
  ' * c',
  ' and d',
  ' or e',
  ' < g',
  ' in h',
  ' is not i',
  ' | j',
  '.k',
  '()',
  '[0]',
  '.m()',
  ' if n else o',
  ', p',
  ' @ q',
  ' // r',
]
const HEADS = [
  's + ',
  't and ',
  '- ',
  'not ',
  'u ** ',
  '1 if v else ',
  'lambda: ',
  'w == ',
  'x, ',
  '"y" ',
]

function expression(): string {
  let made = 'web.nope'
  for (let round = 1 + below(4); round > 0; round -= 1) {
    const way = below(3)
    const count = often()
    if (way === 0) {
      const wrap = pick(WRAPS)
      for (let i = Math.min(count, 220); i > 0 && made.length < 40_000; i -= 1) made = wrap(made)
    } else if (way === 1) made = `${made}${pick(TAILS).repeat(count)}`
    else made = `${pick(HEADS).repeat(count)}${made}`
  }
  return made
}

const indented = (text: string) => text.replaceAll(/^(?=.)/gm, ' ')

const STATEMENTS: readonly ((e: string) => string)[] = [
  (e) => `y = ${e}\n`,
  (e) => `y: int = ${e}\n`,
  (e) => `y += ${e}\n`,
  (e) => `${'y = '.repeat(often())}${e}\n`,
  (e) => `${e}\n`,
  (e) => `${'a; '.repeat(often())}${e}\n`,
  (e) => `if ${e}: pass\n`,
  (e) => `if a: pass\n${'elif a: pass\n'.repeat(often())}elif ${e}: pass\n`,
  (e) => `while ${e}: break\nelse: pass\n`,
  (e) => `for y in ${e}: pass\n`,
  (e) => `with ${e} as y: pass\n`,
  (e) => `assert a, (${e})\n`,
  (e) => `try: pass\nexcept A: ${e}\nfinally: pass\n`,
  (e) => `def g(y=${e}): pass\n`,
  (e) => `@(${e})\nclass C(B, k=1): pass\n`,
  (e) => `class C(B):\n y = ${e}\n`,
  (e) => `async def g():\n return ${e}\n`,
  (e) => `match a:\n case 1 if ${e}: pass\n`,
  (e) => `match a:\n case ${'2 | '.repeat(often())}web.nope: ${e}\n`,
  (e) => `del a[${e}]\n`,
  (e) => `raise A from (${e})\n`,
]

function file(): string {
  let body = pick(STATEMENTS)(expression())
  for (let level = pick([0, 0, 0, 1, 2, below(60), below(110)]); level > 0; level -= 1) {
    body = `${pick(['if a:', 'def g():', 'class C:', 'for b in c:', 'async def g():'])}\n${indented(body)}`
  }
  return `import web\n${body}`
}

const JUNK = [
  '[[[[',
  '(',
  ')',
  '"',
  "'''",
  ' x y',
  '\n  z',
  '\\',
  '\0',
  '$',
  ': :',
  '=',
  ',,',
  '\n]',
  ' lambda',
  'print "x"',
  '\n<<<<<<<',
]

/** The same with something that seldom belongs there. */
function broken(code: string): string {
  switch (below(4)) {
    case 0:
      return `${code}${pick(JUNK)}\n`
    case 1: {
      const at = below(code.length)
      return `${code.slice(0, at)}${pick(JUNK)}${code.slice(at)}`
    }
    case 2:
      return code.slice(0, 12 + below(code.length - 12))
    default: {
      const at = 11 + below(code.length - 11)
      return `${code.slice(0, at)}${code.slice(at + 1 + below(3))}`
    }
  }
}

async function* takenBy(codes: readonly string[]): AsyncGenerator<boolean> {
  const program = fileURLToPath(new URL('./deepPython.py', import.meta.url))
  const python = spawn(values.python, [program], { stdio: ['pipe', 'pipe', 'inherit'] })
  python.stdin.end(codes.map((code) => `${JSON.stringify({ code })}\n`).join(''))
  for await (const line of createInterface({ input: python.stdout })) {
    yield JSON.parse(line).parses === true
  }
}

const codes = Array.from({ length: Number(values.count) }, (_, index) => {
  const code = file()
  return index % 3 === 2 ? broken(code) : code
})
const tally = {
  taken: 0,
  found: 0,
  saidUnread: 0,
  passedOver: 0,
  refused: 0,
  saidRefused: 0,
  called: 0,
}
const wrong: string[] = []
let index = 0
for await (const isTaken of takenBy(codes)) {
  const code = codes[index] ?? ''
  index += 1
  const report = findReferences('a.py', code)
  const isRead = report?.problem === null
  if (isTaken) {
    const isThere = code.includes('web.nope')
    const isFound =
      report?.references.some(({ name, module }) => name === 'nope' && module === 'web') === true
    tally.taken += 1
    if (isFound || !isThere) tally.found += 1
    else if (!isRead) tally.saidUnread += 1
    else {
      tally.passedOver += 1
      wrong.push(`passed over: ${JSON.stringify(code.slice(0, 300))}`)
    }
  } else {
    tally.refused += 1
    if (!isRead) tally.saidRefused += 1
    else {
      tally.called += 1
      wrong.push(`called read: ${JSON.stringify(code.slice(0, 300))}`)
    }
  }
}
process.stdout.write(`${JSON.stringify({ seed: values.seed, ...tally })}\n`)
for (const one of wrong.slice(0, Number(values.show))) process.stdout.write(`${one}\n`)
process.exitCode = wrong.length === 0 && index === codes.length ? 0 : 1

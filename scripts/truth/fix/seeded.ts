// How many seeded mistakes are fixed, and how many edits are right. Into programs that run to their end a
// slip is put at a name of a package or at a keyword of a call, one at a time, drawn by a seed;
// `assay check --fix` mends them; what it changed runs against the same releases. An edit is right when the
// program prints again what it printed before the slip.
//
//   npx tsx scripts/truth/fix/seeded.ts <data folder> [--seed 7] [--count 300] [--show] [--program <file>]
//
// The program has to be built. The programs are those of ../check/programs without a line marked wrong that
// need no more than the packages below.

import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs, promisify } from 'node:util'
import { findReferences } from '../../../src/references/findReferences.ts'
import { seededRandom } from '../../../test/fake/seededRandom.ts'
import { python } from '../venv.ts'

const run = promisify(execFile)
const here = dirname(fileURLToPath(import.meta.url))
const root = join(here, '../../..')
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: 'string', default: '7' },
    count: { type: 'string', default: '300' },
    show: { type: 'boolean', default: false },
    program: { type: 'string', default: 'dist/cli/main.cjs' },
  },
})
const [dataDir] = positionals
if (dataDir === undefined) {
  console.error('usage: seeded.ts <data folder> [--seed 7] [--count 300]')
  process.exit(2)
}
const random = seededRandom(Number(values.seed))

/** Small ones, so that the environments are made in a few minutes. */
const PINS: Readonly<Record<string, string>> = {
  numpy: 'numpy==2.1.3',
  networkx: 'networkx==3.4.2',
  flask: 'flask==3.0.3',
  werkzeug: 'werkzeug==3.1.2',
  jinja2: 'jinja2==3.1.4',
  click: 'click==8.1.7',
  attrs: 'attrs==24.2.0',
  attr: 'attrs==24.2.0',
  rich: 'rich==13.9.4',
  bs4: 'beautifulsoup4==4.12.3',
  marshmallow: 'marshmallow==3.23.1',
  jwt: 'pyjwt==2.9.0',
  peewee: 'peewee==3.17.7',
  tenacity: 'tenacity==9.0.0',
  yaml: 'pyyaml==6.0.2',
  requests: 'requests==2.32.3',
  httpx: 'httpx==0.27.2',
}
const pins = [...new Set(Object.values(PINS))]

type Spot = Readonly<{
  text: string
  start: number
  name: string
  kind: 'name' | 'keyword'
  output: string
}>
type Seed = Spot & Readonly<{ slip: string; slipped: string }>

function programs(): readonly string[] {
  const folder = join(here, '../check/programs')
  return readdirSync(folder)
    .filter((file) => file.endsWith('.py'))
    .flatMap((file) =>
      readFileSync(join(folder, file), 'utf8')
        .split(/^#: .*\n/m)
        .slice(1),
    )
    .filter((text) => !text.includes('# wrong'))
    .filter((text) => {
      const tops = findReferences('a.py', text)?.references.map(
        ({ module }) => module.split('.')[0] ?? '',
      )
      return tops?.some((top) => top in PINS) && !/^#!/m.test(text)
    })
}

const interpreter = await python(pins)
const runText = (path: string) =>
  run(interpreter, ['-W', 'ignore', path], { timeout: 60_000, cwd: dirname(path) }).then(
    ({ stdout }) => stdout,
    () => null,
  )

const at = mkdtempSync(join(tmpdir(), 'seeded-'))
const spots: Spot[] = []
for (const text of programs()) {
  const path = join(at, 'whole.py')
  writeFileSync(path, text)
  const output = await runText(path)
  // Some programs ask a service, or print what is another at each run.
  if (output === null || output !== (await runText(path))) continue
  const starts = text
    .split('\n')
    .map((_, index, lines) => lines.slice(0, index).join('\n').length + (index > 0 ? 1 : 0))
  const offset = (line: number, column: number) => (starts[line - 1] ?? 0) + column - 1
  for (const { line, column, name, module, steps, call } of findReferences('a.py', text)
    ?.references ?? []) {
    if (!((module.split('.')[0] ?? '') in PINS) || steps.length === 0) continue
    const start = offset(line, column)
    if (text.startsWith(name, start)) spots.push({ text, start, name, kind: 'name', output })
    for (const one of call?.keywords ?? []) {
      const begins = offset(one.line, one.column)
      if (text.startsWith(one.name, begins))
        spots.push({ text, start: begins, name: one.name, kind: 'keyword', output })
    }
  }
}
rmSync(join(at, 'whole.py'), { force: true })
console.log(`${spots.length} names in programs that run`)

const LETTERS = 'abcdefghijklmnopqrstuvwxyz'

/** A key too few, twice, another one, two in the wrong order, or words written together. */
function slipOf(name: string): string {
  const index = 1 + Math.floor(random.next() * Math.max(1, name.length - 1))
  switch (Math.floor(random.next() * 5)) {
    case 0:
      return name.slice(0, index) + name.slice(index + 1)
    case 1:
      return name.slice(0, index) + name.charAt(index) + name.slice(index)
    case 2:
      return (
        name.slice(0, index) +
        LETTERS.charAt(Math.floor(random.next() * 26)) +
        name.slice(index + 1)
      )
    case 3:
      return (
        name.slice(0, index) + name.charAt(index + 1) + name.charAt(index) + name.slice(index + 2)
      )
    default:
      return name.includes('_')
        ? name.replace('_', '')
        : name.charAt(0) + name.slice(1).toUpperCase()
  }
}

const seeds: Seed[] = []
for (let tries = 0; seeds.length < Number(values.count) && tries < 20_000; tries += 1) {
  const spot = spots[Math.floor(random.next() * spots.length)]
  if (spot === undefined || spot.name.length < 3) continue
  const slip = slipOf(spot.name)
  if (slip === spot.name || !/^[A-Za-z_]\w*$/.test(slip)) continue
  const slipped =
    spot.text.slice(0, spot.start) + slip + spot.text.slice(spot.start + spot.name.length)
  if (!seeds.some((one) => one.slipped === slipped)) seeds.push({ ...spot, slip, slipped })
}
const env = { ...process.env, ASSAY_DATA_DIR: dataDir, ASSAY_RESIDENT: 'off' }
const asked = [resolve(root, values.program), 'check', '--fix', '--json']

/** In a project of its own: what other programs set or import is not known there. */
async function fixed(seed: Seed) {
  const folder = mkdtempSync(join(at, 'seed-'))
  const path = join(folder, 'program.py')
  writeFileSync(path, seed.slipped)
  writeFileSync(join(folder, 'requirements.txt'), `${pins.join('\n')}\n`)
  const options = { env, cwd: folder, maxBuffer: 64_000_000 }
  const { stdout, stderr } = await run(process.execPath, asked, options).catch(
    (error: { stdout: string; stderr: string }) => error,
  )
  if (stdout === '') throw new Error(stderr)
  const told = JSON.parse(stdout) as { fixes: { refused: { reason: string }[] } }
  return { path, after: readFileSync(path, 'utf8'), refused: told.fixes.refused }
}

const sum = { edited: 0, right: 0, same: 0, other: 0 }
const reasons = new Map<string, number>()
for (const seed of seeds) {
  const { path, after, refused } = await fixed(seed)
  if (after === seed.slipped) {
    const why = refused[0]?.reason ?? 'no finding'
    if (values.show) {
      const line = seed.slipped.slice(0, seed.start).split('\n').length
      console.log(
        `left ${seed.kind} ${seed.name}: ${seed.slipped.split('\n')[line - 1]?.trim()}  ${why}`,
      )
    }
    const kind = why.replace(/\S*[\w.]+ (?=is |and |may )|\b(?:to|of) [\w.]+/g, '… ').slice(0, 60)
    reasons.set(kind, (reasons.get(kind) ?? 0) + 1)
    continue
  }
  sum.edited += 1
  if (after === seed.text) sum.same += 1
  const isRight = after === seed.text || (await runText(path)) === seed.output
  if (isRight) sum.right += 1
  else
    console.log(
      `WRONG ${seed.kind} ${seed.name} as ${seed.slip}: ${after.split('\n').find((line, at) => line !== seed.slipped.split('\n')[at])}`,
    )
}
console.log(
  `${sum.edited} of ${seeds.length} seeded mistakes were edited; ${sum.right} of the edits are right, ${sum.same} of them give the very text back`,
)
for (const [why, count] of [...reasons].sort(([, a], [, b]) => b - a))
  console.log(`  left ${count} × ${why}`)
rmSync(at, { recursive: true, force: true })

// Parameters that change between two releases of Python packages: pairs are drawn by a seed, an interpreter
// says what each release takes (parameters.py), a caller is written for the older one, both releases are
// called, and an upgrade is asked. How many calls that are refused are named, and what is called safe.
//
//   npx tsx scripts/truth/check/parameterChanges.ts <data folder> <folder> [--seed 1] [--pairs 60] [--each 5]
//     [--top 1500] [--program <file>] [--minutes <n>]
//
// The program has to be built. The folder keeps what was installed, the callers and `rows.jsonl`: a pair that
// stands there is not judged again, so that a run can be ended and gone on with, and `--again` asks the
// program once more about all of its rows.

import { execFile } from 'node:child_process'
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs, promisify } from 'node:util'
import { type PackageName, parsePackageName } from '../../../src/domain/names/packageName.ts'
import { loadBundledNames } from '../../../src/names/set/bundledNames.ts'
import { type SeededRandom, seededRandom } from '../../../test/fake/seededRandom.ts'
import { measuringRegistries } from './measuringRegistries.ts'
import { finalReleases, installed } from './pypiReleases.ts'
import {
  type Callable,
  callerOf,
  callsOf,
  isChanged,
  isLeftToBody,
  isMoved,
  mayRefuse,
} from './writtenCalls.ts'

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: 'string', default: '1' },
    pairs: { type: 'string', default: '60' },
    each: { type: 'string', default: '5' },
    top: { type: 'string', default: '1500' },
    program: { type: 'string', default: 'dist/cli/main.cjs' },
    minutes: { type: 'string', default: '600' },
    again: { type: 'boolean', default: false },
  },
})
const [dataDir, folder = ''] = positionals
if (dataDir === undefined || folder === '') {
  console.error(
    'usage: parameterChanges.ts <data folder> <folder> [--seed 1] [--pairs 60] [--each 5]',
  )
  process.exit(2)
}
/** How far back of the newest release the older one may lie. */
const BACK = 30
const NEWEST = 5
const here = dirname(fileURLToPath(import.meta.url))
const program = resolve(here, '../../..', values.program)
const end = Date.now() + Number(values.minutes) * 60_000

type Row = Readonly<{
  name: string
  versions: readonly [string, string]
  path: string
  code: string
  /** What the newer release makes of the call: moved, where an argument reaches another parameter. */
  outcome: string
  verdict: string
}>

const exec = promisify(execFile)
const registries = measuringRegistries()

async function ask(at: string, parts: readonly string[]): Promise<string> {
  const env = { ...process.env, PYTHONPATH: at, PYTHONDONTWRITEBYTECODE: '1' }
  const { stdout } = await exec('python3', [join(here, 'parameters.py'), ...parts], {
    env,
    cwd: folder,
    timeout: 120_000,
    maxBuffer: 256_000_000,
  })
  return stdout.trim()
}

async function taken(at: string, name: string): Promise<ReadonlyMap<string, Callable>> {
  const printed = await ask(at, ['list', name])
  // What is printed as modules are imported stands between the rows.
  const rows = printed.split('\n').filter((line) => line.startsWith('{"module"'))
  const found = rows.map((line) => JSON.parse(line) as Callable)
  return new Map(found.map((one) => [`${one.module}:${one.path}`, one]))
}

type Answer = Readonly<{ verdict: string }>

async function upgraded(name: string, versions: readonly string[], code: string): Promise<Answer> {
  const at = join(folder, 'caller')
  rmSync(at, { recursive: true, force: true })
  mkdirSync(at, { recursive: true })
  writeFileSync(join(at, 'caller.py'), code)
  const env = { ...process.env, ASSAY_DATA_DIR: dataDir, ASSAY_RESIDENT: 'off' }
  const asked = [program, 'upgrade', 'pypi', name, ...versions, at, '--json']
  const { stdout } = await exec(process.execPath, asked, { env, maxBuffer: 64_000_000 }).catch(
    (error: { stdout: string }) => error,
  )
  const printed = JSON.parse(stdout) as Answer & { answer?: Answer }
  return printed.answer ?? printed
}

type Pair = Readonly<{ name: string; older: string; newer: string }>

async function drawnPair(name: PackageName, random: SeededRandom): Promise<Pair | null> {
  const releases = await finalReleases(registries, name)
  const last = releases.length - 1 - random.below(Math.min(NEWEST, Math.max(1, releases.length)))
  const older = releases[Math.max(last - 1 - random.below(BACK), 0)]
  const newer = releases[last]
  return older === undefined || newer === undefined || older === newer
    ? null
    : { name, older, newer }
}

/** Calls of what changed, with what both releases make of them. */
async function judged({ name, older, newer }: Pair, random: SeededRandom) {
  const places = [
    await installed(folder, name, older),
    await installed(folder, name, newer),
  ] as const
  const [before, after] = [await taken(places[0], name), await taken(places[1], name)]
  const changed = [...before].flatMap(([id, one]) => {
    const now = after.get(id)
    return now?.kind === one.kind && isChanged(one, now) ? [{ id, one, now }] : []
  })
  // Most changes only add something: of two calls one is of a change that may refuse some.
  const hard = changed.filter(({ one, now }) => mayRefuse(one, now))
  const soft = changed.filter(({ one, now }) => !mayRefuse(one, now))
  const found: Omit<Row, 'verdict'>[] = []
  while (found.length < Number(values.each) && hard.length + soft.length > 0) {
    const isHard = soft.length === 0 || (hard.length > 0 && random.next() < 0.5)
    const from = isHard ? hard : soft
    const [drawn] = from.splice(random.below(from.length), 1)
    if (drawn === undefined) break
    const { id, one, now } = drawn
    const call = random.pick(callsOf(one, now))
    if (isLeftToBody(call, now)) continue
    const code = callerOf(one, call)
    const file = join(folder, 'caller.py')
    writeFileSync(file, code)
    const told = async (at: string) =>
      (await ask(at, ['call', file, one.module, one.path])).split('\n').at(-1) ?? ''
    if ((await told(places[0])) !== 'reached') continue
    const taken = await told(places[1])
    const outcome = taken === 'reached' && isMoved(call, one, now) ? 'moved' : taken
    if (outcome.startsWith('other')) continue
    found.push({ name, versions: [older, newer], path: id, code, outcome })
  }
  return found
}

function tell(rows: readonly Row[]): void {
  const refused = rows.filter(({ outcome }) => outcome !== 'reached')
  const holds = rows.filter(({ outcome }) => outcome === 'reached')
  const of = (some: readonly Row[], verdict: string) =>
    some.filter((one) => one.verdict === verdict)
  const named = of(refused, 'affected').length
  const spurious = of(holds, 'affected').length
  const share = (part: number, whole: number) =>
    `${((100 * part) / Math.max(whole, 1)).toFixed(1)} %`
  const pairs = new Set(rows.map(({ name }) => name)).size
  console.log(
    `${pairs} pairs, ${rows.length} calls. Of ${refused.length} that the newer release refuses or takes otherwise ${named} are named, ` +
      `${of(refused, 'undetermined').length} are undetermined, ${of(refused, 'safe').length} are called safe; ` +
      `of ${holds.length} that it takes ${of(holds, 'safe').length} are called safe, ` +
      `${of(holds, 'undetermined').length} are undetermined, ${spurious} are named. ` +
      `Precision ${share(named, named + spurious)}, recall ${share(named, refused.length)}, ` +
      `F1 ${share(2 * named, named + spurious + refused.length)}`,
  )
}

const rowsFile = join(folder, 'rows.jsonl')
mkdirSync(folder, { recursive: true })
/** Names that were tried in an earlier run, so that the draw goes on where it ended. */
const triedFile = join(folder, 'tried.txt')
const tried = new Set(existsSync(triedFile) ? readFileSync(triedFile, 'utf8').split('\n') : [])
const kept = existsSync(rowsFile)
  ? readFileSync(rowsFile, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Row)
  : []

function show({ name, versions, path, code, outcome, verdict }: Row): void {
  const isRight = verdict === (outcome === 'reached' ? 'safe' : 'affected')
  if (isRight) return
  const call = code.trim().split('\n').at(-1)?.trim()
  console.log(`${verdict} ${name} ${versions.join(' to ')} ${path}: ${call}: ${outcome}`)
}

async function asked(row: Omit<Row, 'verdict'>): Promise<Row> {
  const { verdict } = await upgraded(row.name, row.versions, row.code)
  const whole = { ...row, verdict }
  show(whole)
  return whole
}

if (values.again) {
  const rows: Row[] = []
  for (const row of kept) rows.push(await asked(row))
  tell(rows)
  process.exit(0)
}

const rows = [...kept]
const names = loadBundledNames().pypi.names.slice(0, Number(values.top))
const draw = seededRandom(Number(values.seed))
const pairs = new Set(kept.map(({ name }) => name))
while (pairs.size < Number(values.pairs) && names.length > 0 && Date.now() < end) {
  const [written = ''] = names.splice(draw.below(names.length), 1)
  // Of each package its own, so that a run that goes on draws what the whole one would have.
  const random = seededRandom(Number(values.seed) * 100_003 + names.length)
  const name = parsePackageName('pypi', written)
  if (name === null || tried.has(name)) continue
  const pair = await drawnPair(name, random).catch(() => null)
  if (pair === null) continue
  const found = await judged(pair, random).catch(
    (error: unknown) => String(error).split('\n')[0] ?? '',
  )
  appendFileSync(triedFile, `${pair.name}\n`)
  if (typeof found === 'string' || found.length === 0) {
    console.log(`left out ${pair.name}: ${typeof found === 'string' ? found : 'nothing to call'}`)
    continue
  }
  pairs.add(pair.name)
  for (const one of found) {
    const row = await asked(one)
    rows.push(row)
    appendFileSync(rowsFile, `${JSON.stringify(row)}\n`)
  }
}
tell(rows)

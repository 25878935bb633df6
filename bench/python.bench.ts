// What tables of Python packages cost, against griffe on the same files: processor time (user and
// system, all threads) and peak memory. Each side reads the whole list in one process, as a child of
// the service does, several times over in turns; of each file the best run counts. Both begin with
// unpacked files, griffe's on disk; what opening and checking the archives costs us is printed apart.
// Two ratios: until the table is made (griffe: loaded and its aliases resolved), and until it is written out as well
// (ours encoded and compressed, griffe's as its JSON). Quick: ours alone, on a wheel made here,
// because it has to run without Python and without a network.

import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { python } from '../scripts/truth/venv.ts'
import { ENGINE_FLAGS } from '../src/extract/childFlags.ts'
import { buildWheel, WHEEL_NAME } from '../test/fake/archives/wheelBuilder.ts'
import { download, GRIFFE, griffeScript, unpack } from './wheels.ts'

const WHEELS = [
  'requests==2.34.2',
  'click==8.5.1',
  'flask==3.1.3',
  'fastapi==0.162.4',
  'rich==15.0.0',
  'pydantic==2.14.3',
  'networkx==3.6.1',
  'botocore==1.44.0',
  'sqlalchemy==2.1.8',
  'django==5.2.19',
  'pandas==3.1.1',
  'sympy==1.14.0',
]
const RUNS = 3
const QUICK_MODULES = 40

type FileCost = Readonly<{ openMs?: number; madeMs: number; writtenMs: number; names: number }>
type Run = Readonly<{ startMs: number; files: readonly FileCost[]; peakBytes: number }>

export async function benchPython(quick: boolean): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'assay-bench-'))
  try {
    if (quick) measureFixture(folder)
    else await measureWheels(folder)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function measureFixture(folder: string): void {
  const file = join(folder, WHEEL_NAME)
  writeFileSync(file, buildWheel(fixture()))
  const run = ours([file])
  const [cost] = run.files
  if (cost === undefined) throw new Error('nothing was measured')
  console.log(`Python tables, ours alone, ${QUICK_MODULES} modules made here: ${spell(cost)}`)
}

/** A package whose root takes everything that its modules define. */
function fixture(): string {
  const numbers = Array.from({ length: QUICK_MODULES }, (_, number) => number)
  const stars = numbers.map((number) => `from demo.part${number} import *\n`)
  const parts = numbers.map(
    (number) =>
      `-- demo/part${number}.py --\nclass Part${number}:\n    def run(self, a, b=1): ...\n\ndef make${number}(*args): ...\n`,
  )
  return `-- demo/__init__.py --\n${stars.join('')}${parts.join('')}`
}

async function measureWheels(folder: string): Promise<void> {
  const interpreter = await python([GRIFFE])
  const files = WHEELS.map((pinned) => download(interpreter, pinned))
  const folders = files.map((file, i) => unpack(interpreter, file, join(folder, `${i}`)))
  const runs = { ours: [] as Run[], griffe: [] as Run[] }
  for (let run = 0; run < RUNS; run++) {
    runs.ours.push(ours(files))
    runs.griffe.push(griffe(interpreter, folders))
  }
  console.log(`Python tables against ${GRIFFE}, best of ${RUNS} runs each, in turns`)
  const best = { ours: bestOf(runs.ours), griffe: bestOf(runs.griffe) }
  for (const [i, pinned] of WHEELS.entries()) {
    const [one, other] = [best.ours[i], best.griffe[i]]
    if (one === undefined || other === undefined) throw new Error(`${pinned}: not measured`)
    console.log(`${pinned}: griffe / ours: CPU ${ratios(other, one)}`)
    console.log(`  ours   ${spell(one)}\n  griffe ${spell(other)}`)
  }
  console.log(`in all: griffe / ours: CPU ${ratios(sum(best.griffe), sum(best.ours))}`)
  console.log(`  ours   ${spellAll(best.ours, runs.ours)}`)
  console.log(`  griffe ${spellAll(best.griffe, runs.griffe)}`)
}

/** Neighbours on a shared machine slow a run down and never speed one up. */
function bestOf(runs: readonly Run[]): readonly FileCost[] {
  const [first, ...others] = runs
  return (first?.files ?? []).map((cost, i) => ({
    ...cost,
    madeMs: Math.min(cost.madeMs, ...others.map(({ files }) => files[i]?.madeMs ?? Infinity)),
    writtenMs: Math.min(
      cost.writtenMs,
      ...others.map(({ files }) => files[i]?.writtenMs ?? Infinity),
    ),
  }))
}

function sum(costs: readonly FileCost[]): FileCost {
  const total = (pick: (cost: FileCost) => number) => costs.reduce((all, one) => all + pick(one), 0)
  return {
    openMs: total(({ openMs = 0 }) => openMs),
    madeMs: total(({ madeMs }) => madeMs),
    writtenMs: total(({ writtenMs }) => writtenMs),
    names: total(({ names }) => names),
  }
}

function ratios(one: FileCost, other: FileCost): string {
  const made = (one.madeMs / other.madeMs).toFixed(1)
  return `${made}, written out ${(one.writtenMs / other.writtenMs).toFixed(1)}`
}

function ours(files: readonly string[]): Run {
  const child = fileURLToPath(new URL('pythonChild.mjs', import.meta.url))
  const argv = [...ENGINE_FLAGS, child, ...files]
  return JSON.parse(execFileSync(process.execPath, argv, { encoding: 'utf8' }))
}

function griffe(interpreter: string, folders: readonly string[]): Run {
  return JSON.parse(
    execFileSync(interpreter, [griffeScript('bench_griffe.py'), ...folders], { encoding: 'utf8' }),
  )
}

function spell({ madeMs, writtenMs, names }: FileCost): string {
  return `${Math.round(madeMs)} ms of CPU, ${Math.round(writtenMs)} written out, ${names} names`
}

function spellAll(costs: readonly FileCost[], runs: readonly Run[]): string {
  const { startMs, peakBytes } = runs.reduce((best, run) => ({
    ...run,
    startMs: Math.min(best.startMs, run.startMs),
    peakBytes: Math.min(best.peakBytes, run.peakBytes),
  }))
  const all = sum(costs)
  const opening = all.openMs ? `, ${Math.round(all.openMs)} to open the archives` : ''
  const start = `${Math.round(startMs)} ms of CPU to start${opening}`
  return `${spell(all)}; ${start}, ${Math.round(peakBytes / 1e6)} MB at the peak`
}

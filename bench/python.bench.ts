// What a table of a Python package costs, against griffe on the same files: processor time (user and
// system) and peak memory, each run in a process of its own, nothing subtracted; what of it is the
// start of the process is printed apart. Quick: ours alone, on a wheel made here, because it has to
// run without Python and without a network.

import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { python } from '../scripts/truth/venv.ts'
import { buildWheel, WHEEL_NAME } from '../test/fake/archives/wheelBuilder.ts'

const GRIFFE = 'griffe==2.4.1'
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

type Cost = Readonly<{ startMs: number; cpuMs: number; peakBytes: number; names: number }>

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
  console.log(`Python tables, ours alone, ${QUICK_MODULES} modules made here: ${spell(ours(file))}`)
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
  console.log(`Python tables against ${GRIFFE}, best of ${RUNS} runs each, interleaved`)
  const sums = { ours: 0, griffe: 0 }
  for (const pinned of WHEELS) {
    const file = download(interpreter, pinned)
    const searchPath = unpack(interpreter, file, join(folder, pinned))
    let best = { ours: ours(file), griffe: griffe(interpreter, searchPath) }
    for (let run = 1; run < RUNS; run++) {
      best = {
        ours: better(best.ours, ours(file)),
        griffe: better(best.griffe, griffe(interpreter, searchPath)),
      }
    }
    rmSync(join(folder, pinned), { recursive: true })
    sums.ours += best.ours.cpuMs
    sums.griffe += best.griffe.cpuMs
    const memory = (best.griffe.peakBytes / best.ours.peakBytes).toFixed(2)
    const cpu = (best.griffe.cpuMs / best.ours.cpuMs).toFixed(2)
    console.log(`${pinned}: griffe / ours: CPU ${cpu}, memory ${memory}`)
    console.log(`  ours   ${spell(best.ours)}\n  griffe ${spell(best.griffe)}`)
  }
  const seconds = (ms: number) => (ms / 1e3).toFixed(1)
  const ratio = (sums.griffe / sums.ours).toFixed(2)
  console.log(
    `in all: griffe ${seconds(sums.griffe)} s, ours ${seconds(sums.ours)} s, griffe / ours ${ratio}`,
  )
}

function ours(file: string): Cost {
  const child = fileURLToPath(new URL('pythonChild.mjs', import.meta.url))
  return JSON.parse(execFileSync(process.execPath, [child, file], { encoding: 'utf8' }))
}

function griffe(interpreter: string, searchPath: string): Cost {
  return JSON.parse(execFileSync(interpreter, [script(), searchPath], { encoding: 'utf8' }))
}

function unpack(interpreter: string, file: string, folder: string): string {
  const argv = [script(), '--unpack', file, folder]
  return JSON.parse(execFileSync(interpreter, argv, { encoding: 'utf8' }))
}

function script(): string {
  return fileURLToPath(new URL('../scripts/truth/python/bench_griffe.py', import.meta.url))
}

/** Once; kept between runs, because the files of a release never change. */
function download(interpreter: string, pinned: string): string {
  const folder = join(tmpdir(), 'assay-bench-wheels', pinned)
  if (!existsSync(folder) || readdirSync(folder).length === 0) {
    mkdirSync(folder, { recursive: true })
    const argv = ['-m', 'pip', 'download', '--quiet', '--no-deps', '-d', folder, pinned]
    execFileSync(interpreter, argv, { stdio: ['ignore', 'ignore', 'inherit'] })
  }
  const file = readdirSync(folder)[0]
  if (file === undefined) throw new Error(`${pinned}: nothing was downloaded`)
  return join(folder, file)
}

/** Neighbours on a shared machine slow a run down and never speed one up. */
function better(one: Cost, other: Cost): Cost {
  return other.cpuMs < one.cpuMs ? other : one
}

function spell({ startMs, cpuMs, peakBytes, names }: Cost): string {
  const rest = `${Math.round(startMs)} ms of it start-up, ${Math.round(peakBytes / 1e6)} MB`
  return `${Math.round(cpuMs)} ms of CPU, ${rest}, ${names} names`
}

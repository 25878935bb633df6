// What a diff costs: two tables of about 25,000 definitions, opened before, against griffe on the two
// releases that they were made of. griffe keeps nothing between runs, so that its `check` loads both
// releases each time; its comparison alone is printed beside. Quick: ours alone, on a made-up pair.

import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
// As it is shipped: what runs the sources adds to each function.
import { diffTables } from '../dist/diff/diffTables.js'
import { openTable } from '../dist/table/openTable.js'
import { python } from '../scripts/truth/venv.ts'
import { tableOfFile } from '../src/app/tableOfFile.ts'
import { writePath } from '../src/domain/names/symbolPath.ts'
import { encodeTable } from '../src/table/format/encodeTable.ts'
import type { OpenTable } from '../src/table/tableView.ts'
import { madeUpTable } from './madeUpTable.ts'
import { download, GRIFFE, griffeScript, unpack } from './wheels.ts'

const PAIR = ['sympy==1.13.3', 'sympy==1.14.0'] as const
const QUICK_MODULES = 60
const RUNS = 60

type Tables = Readonly<{ from: OpenTable; to: OpenTable }>

export async function benchDiff(quick: boolean): Promise<void> {
  if (quick) {
    const tables = {
      from: openTable(encodeTable(madeUpTable(QUICK_MODULES))),
      to: openTable(encodeTable(madeUpTable(QUICK_MODULES - 1))),
    }
    print('made-up pair', tables, measure(tables, 3))
    return
  }
  const interpreter = await python([GRIFFE])
  const files = PAIR.map((pinned) => download(interpreter, pinned))
  const [from, to] = await Promise.all(files.map(opened))
  if (from === undefined || to === undefined) throw new Error('a pair has two releases')
  const tables = { from: from.table, to: to.table }
  const ours = measure(tables, RUNS)
  print(PAIR.join(' to '), tables, ours)
  const folder = mkdtempSync(join(tmpdir(), 'assay-bench-'))
  try {
    const folders = files.map((file, i) => unpack(interpreter, file, join(folder, `${i}`)))
    const griffe: { loadMs: number; compareMs: number; breaks: number } = JSON.parse(
      execFileSync(interpreter, [griffeScript('bench_griffe_check.py'), ...folders], {
        encoding: 'utf8',
      }),
    )
    const { loadMs, compareMs, breaks } = griffe
    const whole = loadMs + compareMs
    console.log(
      `  ${GRIFFE}: ${Math.round(whole)} ms of CPU (${Math.round(compareMs)} of them comparing), ` +
        `${breaks} breaking changes`,
    )
    console.log(
      `  griffe / ours: ${(whole / ours.warmMs).toFixed(0)} with our tables open, ` +
        `${(whole / (ours.firstMs + from.openMs + to.openMs)).toFixed(0)} from our stored tables, ` +
        `comparing alone ${(compareMs / ours.warmMs).toFixed(0)}`,
    )
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function opened(file: string) {
  const reading = await tableOfFile(file, new AbortController().signal)
  if (reading.state !== 'read') throw new Error(`${file}: ${reading.reason}`)
  const { bytes } = reading
  const before = process.cpuUsage()
  const table = openTable(bytes)
  return { table, openMs: spent(before) }
}

function measure(tables: Tables, runs: number) {
  const costs: number[] = []
  for (let run = 0; run < runs; run += 1) {
    const before = process.cpuUsage()
    diffTables(tables, {
      language: 'python',
      versions: { from: '1', to: '2' },
      write: (path) => writePath('pypi', 'sympy', path),
    })
    costs.push(spent(before))
  }
  return { firstMs: costs[0] ?? Number.NaN, warmMs: Math.min(...costs) }
}

function print(
  what: string,
  { from, to }: Tables,
  cost: { firstMs: number; warmMs: number },
): void {
  const sizes = [from, to].map(({ counts }) => counts.definitions.toLocaleString('en-US'))
  console.log(
    `diff of ${what}: ${sizes.join(' and ')} definitions: ` +
      `${cost.warmMs.toFixed(1)} ms of CPU warm, ${cost.firstMs.toFixed(1)} the first time`,
  )
}

function spent(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000
}

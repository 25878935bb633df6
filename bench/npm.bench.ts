// What tables of npm packages cost, against the TypeScript checker that is asked for the same (the
// exports of every entry point, their kinds and members) and api-extractor (the main entry point):
// processor time and peak memory, each side over the whole list in one process, in turns; of each
// package the best run counts. Ours and the checker twice: declarations alone, and with the JavaScript
// of the same entry points.
// Packages are installed once, with their dependencies. Quick: against the checker on a package made
// here, because it has to run without a network.

import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ENGINE_FLAGS } from '../src/extract/childFlags.ts'

/** The package, and what has its types where it has none itself. */
const PACKAGES = [
  ['vue@3.5.22'],
  ['date-fns@4.1.0'],
  ['rxjs@7.8.2'],
  ['zod@4.1.12'],
  ['lodash@4.17.21', '@types/lodash@4.17.20'],
  ['express@5.1.0', '@types/express@5.0.3'],
  ['axios@1.12.2'],
  ['react@19.2.0', '@types/react@19.2.2'],
  ['discord.js@14.23.2'],
  ['commander@14.0.1'],
  ['fastify@5.6.1'],
  ['@tanstack/react-query@5.90.5', '@types/react@19.2.2'],
] as const
const SIDES = [
  'ours',
  'declarations',
  'checker',
  'checker with JavaScript',
  'api-extractor',
] as const
const RUNS = 3
const QUICK_FILES = 40

type Side = (typeof SIDES)[number]
type Cost = Readonly<{ cpuMs: number; names: number | null }>
type Run = Readonly<{ packages: readonly Cost[]; peakBytes: number }>
type Installed = Readonly<{ folder: string; name: string }>

export async function benchNpm(quick: boolean): Promise<void> {
  if (!quick) {
    const list = PACKAGES.map(([pinned, ...types]) => install(pinned, types))
    report(list, SIDES, RUNS)
    return
  }
  const folder = mkdtempSync(join(tmpdir(), 'assay-bench-'))
  try {
    report([fixture(folder)], ['ours', 'declarations', 'checker', 'checker with JavaScript'], 1)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function report(list: readonly Installed[], sides: readonly Side[], runs: number): void {
  const measured = new Map<Side, Run[]>(sides.map((side) => [side, []]))
  for (let run = 0; run < runs; run += 1) {
    for (const side of sides) measured.get(side)?.push(measure(side, list))
  }
  console.log(`npm tables, best of ${runs} runs each, in turns; ms of CPU (names)`)
  const best = new Map([...measured].map(([side, all]) => [side, bestOf(all)]))
  for (const [i, { name }] of list.entries()) {
    const cells = sides.map((side) => `${side} ${spell(best.get(side)?.[i])}`)
    console.log(`${name}: ${cells.join(', ')}`)
  }
  const total = (side: Side) => (best.get(side) ?? []).reduce((sum, { cpuMs }) => sum + cpuMs, 0)
  for (const side of sides) {
    const peak = Math.min(...(measured.get(side) ?? []).map(({ peakBytes }) => peakBytes))
    const ratio = (total(side) / total('ours')).toFixed(1)
    const alone = (total(side) / total('declarations')).toFixed(1)
    console.log(
      `in all: ${side} ${Math.round(total(side))} ms, ${side} / ours ${ratio}, ` +
        `${side} / our declarations ${alone}, ` +
        `${Math.round(peak / 1e6)} MB at the peak`,
    )
  }
}

/** Neighbours on a shared machine slow a run down and never speed one up. */
function bestOf(runs: readonly Run[]): readonly Cost[] {
  const [first] = runs
  return (first?.packages ?? []).map(({ names }, i) => ({
    names,
    cpuMs: Math.min(...runs.map(({ packages }) => packages[i]?.cpuMs ?? Infinity)),
  }))
}

function spell(cost: Cost | undefined): string {
  if (cost === undefined) return '-'
  return `${Math.round(cost.cpuMs)} (${cost.names ?? 'gave up'})`
}

function measure(side: Side, list: readonly Installed[]): Run {
  const child = fileURLToPath(new URL('npmChild.ts', import.meta.url))
  const words = list.flatMap(({ folder, name }) => [folder, name])
  const argv = [...ENGINE_FLAGS, '--import', 'tsx', child, side, ...words]
  const stdio: ['ignore', 'pipe', 'ignore'] = ['ignore', 'pipe', 'ignore']
  const text = execFileSync(process.execPath, argv, { encoding: 'utf8', stdio })
  return JSON.parse(text.slice(text.lastIndexOf('{"packages"')))
}

/** Once; kept between runs, because a release never changes. Nothing of it is run. */
function install(pinned: string, types: readonly string[]): Installed {
  const name = pinned.slice(0, pinned.lastIndexOf('@'))
  const folder = join(tmpdir(), 'assay-bench-npm', pinned.replace('/', '+'))
  if (!existsSync(join(folder, 'done'))) {
    rmSync(folder, { recursive: true, force: true })
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'package.json'), '{"private":true}')
    const quiet = ['--ignore-scripts', '--no-audit', '--no-fund', '--silent', '--no-package-lock']
    execFileSync('npm', ['install', ...quiet, pinned, ...types, '@types/node@24'], { cwd: folder })
    writeFileSync(join(folder, 'done'), '')
  }
  return { folder, name }
}

/** A package whose root exports all of its files, with classes that inherit. */
function fixture(folder: string): Installed {
  const root = join(folder, 'node_modules/demo')
  mkdirSync(root, { recursive: true })
  const numbers = Array.from({ length: QUICK_FILES }, (_, number) => number)
  const manifest = { name: 'demo', version: '1.0.0', types: 'index.d.ts', main: 'index.js' }
  writeFileSync(join(root, 'package.json'), JSON.stringify(manifest))
  writeFileSync(
    join(root, 'index.js'),
    numbers.map((n) => `exports.make${n} = () => {}\n`).join(''),
  )
  writeFileSync(
    join(root, 'index.d.ts'),
    numbers.map((n) => `export * from './part${n}'\n`).join(''),
  )
  for (const n of numbers) {
    const base = n === 0 ? '' : ` extends Part${n - 1}`
    const from = n === 0 ? '' : `import { Part${n - 1} } from './part${n - 1}'\n`
    const text = `${from}export declare class Part${n}${base} { run${n}(a: string): void }\nexport declare function make${n}(a?: Part${n}): Part${n}\n`
    writeFileSync(join(root, `part${n}.d.ts`), text)
  }
  return { folder, name: 'demo' }
}

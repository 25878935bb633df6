// What an installation takes: bytes and packages of `npm install --omit=dev --ignore-scripts <tarball>`
// in an empty folder, and how long `assay --version` takes beside an empty Node process. `--file` names
// another tarball than that of the sources. `npm run build` first.

import { execFileSync } from 'node:child_process'
import { lstatSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { packInto } from '../scripts/pack.ts'

const ROUNDS = { full: 31, quick: 1 } as const

export async function benchInstall(quick: boolean, file: string | null): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'assay-bench-install-'))
  try {
    const tarball = file ?? packInto(folder)
    const project = join(folder, 'project')
    mkdirSync(project)
    const startedMs = performance.now()
    const words = ['install', '--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund', tarball]
    execFileSync('npm', words, { cwd: project, stdio: 'ignore' })
    const tookS = (performance.now() - startedMs) / 1_000
    const modules = join(project, 'node_modules')
    console.log(`install: the tarball has ${megabytes(statSync(tarball).size)}`)
    console.log(`install: ${megabytes(bytesBelow(modules))} installed, in ${tookS.toFixed(0)} s`)
    console.log(`install: ${packagesBelow(modules)} packages`)
    const program = join(modules, '.bin', 'assay')
    const rounds = quick ? ROUNDS.quick : ROUNDS.full
    const { empty, told } = inTurns(rounds, {
      empty: ['-e', '0'],
      told: [program, '--version'],
    })
    console.log(`install: node -e 0        ${spentText(empty)}`)
    console.log(`install: assay --version  ${spentText(told)}, ${ratio(told, empty)} of it`)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

type Spent = Readonly<{ least: number; middle: number }>

const spentText = ({ least, middle }: Spent) =>
  `${middle.toFixed(0)} ms (at least ${least.toFixed(0)})`
const ratio = (one: Spent, other: Spent) => `${(one.middle / other.middle).toFixed(2)} times`
const megabytes = (bytes: number) => `${(bytes / 1_000_000).toFixed(1)} MB`

/** Each in turn, so that what else the machine does is shared by all. */
function inTurns(
  rounds: number,
  words: Readonly<Record<'empty' | 'told', readonly string[]>>,
): Readonly<Record<'empty' | 'told', Spent>> {
  const spent: Record<'empty' | 'told', number[]> = { empty: [], told: [] }
  for (let round = 0; round <= rounds; round += 1) {
    for (const which of ['empty', 'told'] as const) {
      const startedMs = performance.now()
      execFileSync(process.execPath, [...words[which]], { stdio: 'ignore' })
      // The first round finds nothing in the cache of the disk.
      if (round > 0) spent[which].push(performance.now() - startedMs)
    }
  }
  return { empty: spentOf(spent.empty), told: spentOf(spent.told) }
}

function spentOf(all: readonly number[]): Spent {
  const sorted = [...all].sort((a, b) => a - b)
  return { least: sorted[0] ?? NaN, middle: sorted[sorted.length >> 1] ?? NaN }
}

function bytesBelow(folder: string): number {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((path) => lstatSync(join(folder, path)))
    .reduce((sum, entry) => sum + (entry.isFile() ? entry.size : 0), 0)
}

function packagesBelow(folder: string): number {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) =>
    /(?:^|node_modules\/)(?:@[^/]+\/)?[^/@.][^/]*\/package\.json$/.test(path),
  ).length
}

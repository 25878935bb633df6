// What the small set of names that ships says of published squats, of placeholders and of the most
// popular names, asked of the program itself in an empty data folder, over the registries.
//
//   npx tsx scripts/truth/names/small.ts [<program>]
//
// A squat or placeholder counts where what it is meant for is in the small set. It is flagged where the
// answer is no, or warns; whether it names what was meant is counted apart. A row that is not flagged, or
// without that name, is printed.

import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import {
  ECOSYSTEMS,
  type Ecosystem,
  parsePackageName,
} from '../../../src/domain/names/packageName.ts'
import { loadBundledNames } from '../../../src/names/set/bundledNames.ts'
import { popularNames } from '../../../src/names/set/popularNames.ts'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
const TOP = 2_000
const [program = join(ROOT, 'dist', 'cli', 'main.cjs')] = process.argv.slice(2)
const HOOK = join(ROOT, 'examples', 'hooks', 'assay-hook.mjs')
const lists = loadBundledNames()

type Row = Readonly<{ ecosystem: Ecosystem; written: string; meant: string }>
type Fact = Readonly<Record<'ecosystem' | 'squat' | 'target' | 'name' | 'meant', string>>

function rowsOf(file: string): readonly Row[] {
  const lines = readFileSync(join(ROOT, 'test', 'facts', `${file}.jsonl`), 'utf8')
    .trim()
    .split('\n')
  return lines.map((line) => {
    const { ecosystem, squat, target, name, meant }: Fact = JSON.parse(line)
    // The lists have these two.
    return { ecosystem: ecosystem as Ecosystem, written: squat ?? name, meant: target ?? meant }
  })
}

const rows = [
  ...rowsOf('typosquats_ecosystems'),
  ...rowsOf('npm_placeholders_and_redirects'),
].filter(({ ecosystem, meant }) => {
  const name = parsePackageName(ecosystem, meant)
  return name !== null && lists[ecosystem].names.includes(name)
})

const counts = { told: 0, toldBoth: 0, stopped: 0, stoppedBoth: 0 }
for (const row of rows) {
  const told = await inEmptyFolder((env) => asked(row, env))
  const stopped = await inEmptyFolder((env) => hooked(row, env))
  if (told.isFlagged) counts.told += 1
  if (told.isFlagged && told.isNamed) counts.toldBoth += 1
  if (stopped.isFlagged) counts.stopped += 1
  if (stopped.isFlagged && stopped.isNamed) counts.stoppedBoth += 1
  for (const { isFlagged, isNamed, said } of [told, stopped]) {
    if (!isFlagged || !isNamed) console.log(`${JSON.stringify(row)}\n${said}`)
  }
}
console.log(
  `of ${rows.length} the command flags ${counts.told}, with what was meant ${counts.toldBoth}`,
)
console.log(`the hook flags ${counts.stopped}, with what was meant ${counts.stoppedBoth}`)

const index = popularNames(lists)
for (const ecosystem of ECOSYSTEMS) {
  const top = lists[ecosystem].names.slice(0, TOP)
  const flagged = top.flatMap((name) => {
    const meant = index.lookalike(ecosystem, parsePackageName(ecosystem, name) as never, false)
    return meant === null ? [] : [`${name} for ${meant}`]
  })
  console.log(`${ecosystem}: of the first ${TOP}, flagged ${flagged.length}: ${flagged.join(', ')}`)
}

type Environment = Readonly<Record<string, string>>
type Heard = Readonly<{ isFlagged: boolean; isNamed: boolean; said: string }>

async function inEmptyFolder(ask: (env: Environment) => Promise<Heard>): Promise<Heard> {
  const folder = mkdtempSync(join(tmpdir(), 'assay-small-'))
  try {
    // The hook asks for `assay` by its name.
    symlinkSync(program, join(folder, 'assay'))
    return await ask({
      ...(process.env as Environment),
      PATH: `${folder}:${process.env['PATH']}`,
      PWD: folder,
      ASSAY_DATA_DIR: join(folder, 'data'),
      ASSAY_RESIDENT: 'off',
    })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function asked({ ecosystem, written, meant }: Row, env: Environment): Promise<Heard> {
  const { stdout, stderr } = await run([program, 'package', ecosystem, written], env)
  const isFlagged = /^(?:absent|caution) /m.test(stdout)
  return { isFlagged, isNamed: stdout.includes(meant), said: stdout + stderr }
}

async function hooked({ ecosystem, written, meant }: Row, env: Environment): Promise<Heard> {
  const command = `${ecosystem === 'npm' ? 'npm install' : 'pip install'} ${written}`
  const call = { tool_name: 'Bash', tool_input: { command }, cwd: env['PWD'] }
  const { stdout, stderr } = await run([HOOK], env, JSON.stringify(call))
  const said = stdout + stderr
  const isFlagged = /^(?:Stopped by assay: this does not exist|Said by assay)/m.test(said)
  return { isFlagged, isNamed: said.includes(meant), said }
}

function run(
  words: readonly string[],
  env: Environment,
  input = '',
): Promise<Readonly<{ stdout: string; stderr: string }>> {
  return new Promise((settle) => {
    const options = { env: { ...env }, cwd: env['PWD'] }
    const child = execFile(process.execPath, [...words], options, (_, stdout, stderr) =>
      settle({ stdout, stderr }),
    )
    child.stdin?.end(input)
  })
}

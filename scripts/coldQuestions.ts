// What a first question costs: popular packages drawn by a seed, each asked about in an empty folder, by
// the programs of several checkouts in turns, and its bytes fetched by curl.
//
//   npx tsx scripts/coldQuestions.ts <pypi|npm> <checkout>… [--seed 1] [--count 60] [--top 3000]
//
// Each checkout is built. Asks the public registries. Prints a line for each package and the sums:
// processor time of all processes that had a part, and the time that passed. A checkout that leaves a
// process behind for the next question is measured with it, `(alone)` without.

import { execFile, execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { isEcosystem } from '../src/domain/names/packageName.ts'
import { loadBundledNames } from '../src/names/set/bundledNames.ts'
import { seededRandom } from '../test/fake/seededRandom.ts'

const { values, positionals } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    count: { type: 'string', default: '60' },
    top: { type: 'string', default: '3000' },
  },
  allowPositionals: true,
})
const [ecosystem = '', ...checkouts] = positionals
if (!isEcosystem(ecosystem) || checkouts.length === 0) {
  throw new Error('usage: coldQuestions.ts <pypi|npm> <checkout>…')
}

type Spent = Readonly<{ cpuMs: number; wallMs: number }>
type Program = Readonly<{ name: string; main: string; home: string; stays: boolean }>

const CLOCK_TICKS = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }))
const folder = mkdtempSync(join(tmpdir(), 'assay-cold-'))
/** Writes down what is fetched, so that curl can fetch the same. */
const listener = join(folder, 'listener.mjs')
writeFileSync(
  listener,
  `import { subscribe } from 'node:diagnostics_channel'
import { appendFileSync } from 'node:fs'
subscribe('undici:request:create', ({ request }) => {
  if (request.method === 'GET') appendFileSync(process.env.FETCHED, \`\${request.origin}\${request.path}\\n\`)
})
subscribe('http.client.request.start', ({ request }) => {
  appendFileSync(process.env.FETCHED, \`\${request.protocol}//\${request.host}\${request.path}\\n\`)
})
`,
)

const programs = checkouts.flatMap((checkout): Program[] => {
  const bundle = join(resolve(checkout), 'dist/cli/main.cjs')
  const main = existsSync(bundle) ? bundle : join(resolve(checkout), 'dist/cli/main.js')
  const canStay = existsSync(join(resolve(checkout), 'dist/cli/whole.cjs'))
  return (canStay ? [true, false] : [false]).map((stays) => ({
    name: `${checkout}${stays || !canStay ? '' : ' (alone)'}`,
    main,
    home: mkdtempSync(join(folder, 'home-')),
    stays,
  }))
})

/** Processor time of the processes that stay behind for a program, and of those that they started. */
function stayingMs({ home }: Program): number {
  const run = join(home, '.cache/assay/run')
  if (!existsSync(run)) return 0
  const roots = readdirSync(run).flatMap((entry) => /\.sock\.(\d+)$/.exec(entry)?.[1] ?? [])
  const all = new Map<string, { parent: string; ticks: number }>()
  for (const pid of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
      // User, system, and both of children that have ended.
      const ticks = fields.slice(11, 15).reduce((sum, one) => sum + Number(one), 0)
      all.set(pid, { parent: fields[1] ?? '', ticks })
    } catch {
      // It has ended.
    }
  }
  let ticks = 0
  const family = new Set(roots)
  for (const pid of family) {
    ticks += all.get(pid)?.ticks ?? 0
    for (const [child, { parent }] of all) if (parent === pid) family.add(child)
  }
  return (1_000 * ticks) / CLOCK_TICKS
}

async function ask(program: Program, name: string, env: Record<string, string> = {}) {
  const data = mkdtempSync(join(folder, 'data-'))
  const before = stayingMs(program)
  const fromMs = performance.now()
  const words = [program.main, 'symbol', ecosystem, name, 'get', '--json']
  const own = await spent([process.execPath, ...words], {
    HOME: program.home,
    ASSAY_DATA_DIR: data,
    ...(program.stays ? {} : env),
    ...(program.name.endsWith('(alone)') ? { ASSAY_RESIDENT: 'off' } : {}),
  })
  const wallMs = performance.now() - fromMs
  // What is told before the answer is written down costs a little more.
  if (program.stays) await new Promise((done) => setTimeout(done, 300))
  rmSync(data, { recursive: true, force: true })
  return { cpuMs: own + stayingMs(program) - before, wallMs }
}

/** Processor time of a command and all that it waited for. */
function spent(words: readonly string[], env: Record<string, string>): Promise<number> {
  const script = '"$@" > /dev/null 2> answer < /dev/null || test $? -lt 2 || cat answer >&2; times'
  return new Promise((done) => {
    execFile(
      'bash',
      ['-c', script, 'bash', ...words],
      { env: { ...process.env, ...env }, cwd: folder },
      (_, stdout, stderr) => {
        if (stderr !== '') console.log(stderr.trim())
        const line = stdout.trim().split('\n').at(-1) ?? ''
        const parts = [...line.matchAll(/(\d+)m([\d.]+)s/g)]
        done(parts.reduce((ms, [, m, s]) => ms + 60_000 * Number(m) + 1_000 * Number(s), 0))
      },
    )
  })
}

/** The same addresses, one connection for each host, compressed as the program asks for them. */
async function curl(name: string): Promise<Spent> {
  const fetched = join(folder, 'fetched')
  rmSync(fetched, { force: true })
  const alone = programs.findLast(({ stays }) => !stays)
  if (alone === undefined) return { cpuMs: 0, wallMs: 0 }
  await ask(alone, name, { FETCHED: fetched, NODE_OPTIONS: `--import ${listener}` })
  const urls = existsSync(fetched) ? readFileSync(fetched, 'utf8').trim().split('\n') : []
  const fromMs = performance.now()
  const cpuMs = await spent(
    ['curl', '-sL', '--compressed', ...urls.flatMap((url) => ['-o', '/dev/null', url])],
    {},
  )
  return { cpuMs, wallMs: performance.now() - fromMs }
}

const random = seededRandom(Number(values.seed))
const names = loadBundledNames()[ecosystem].names.slice(0, Number(values.top))
const drawn = new Set<string>()
while (drawn.size < Number(values.count)) drawn.add(random.pick(names))

const all = new Map<string, Spent[]>(programs.map(({ name }) => [name, []]))
const fetches: Spent[] = []
const text = ({ cpuMs, wallMs }: Spent) => `${cpuMs.toFixed(0)}/${wallMs.toFixed(0)}`
// What is warm when somebody asks for the second time is so from the second question on.
for (const program of programs) await ask(program, 'left-pad')
for (const name of drawn) {
  const line: string[] = []
  for (const program of programs) {
    const one = await ask(program, name)
    all.get(program.name)?.push(one)
    line.push(text(one))
  }
  const fetch = await curl(name)
  fetches.push(fetch)
  console.log(`${name}: ${line.join(', ')}, curl ${text(fetch)} ms of CPU/ms`)
}
const sum = (list: readonly Spent[]) => list.reduce((total, { cpuMs }) => total + cpuMs, 0)
const quantile = (list: readonly number[], part: number) =>
  list.toSorted((one, other) => one - other)[Math.floor((list.length - 1) * part)] ?? Number.NaN
const [first] = programs
const base = first === undefined ? 0 : sum(all.get(first.name) ?? [])
for (const { name } of programs) {
  const list = all.get(name) ?? []
  const toCurl = list.map(({ wallMs }, at) => wallMs / (fetches[at]?.wallMs ?? Number.NaN))
  console.log(
    `${name}: ${(sum(list) / 1_000).toFixed(1)} s of CPU, ${(sum(list) / base).toFixed(2)} of the first;` +
      ` time against curl p50 ${quantile(toCurl, 0.5).toFixed(1)}, p95 ${quantile(toCurl, 0.95).toFixed(1)}`,
  )
}
for (const program of programs) {
  const run = join(program.home, '.cache/assay/run')
  for (const entry of existsSync(run) ? readdirSync(run) : []) {
    const [, pid] = /\.sock\.(\d+)$/.exec(entry) ?? []
    if (pid !== undefined) process.kill(Number(pid), 'SIGTERM')
  }
}
rmSync(folder, { recursive: true, force: true })

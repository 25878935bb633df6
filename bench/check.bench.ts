// What `assay check` costs on a repository of 1,000 files with everything that it uses indexed: CPU of
// the command and all its children, the first time and again. Packages and code are made up and seeded;
// one call in a hundred is wrong, and each of these must be found.

import { execFile } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { renderReport } from '../src/answer/renderReport.ts'
import { openCheckApp } from '../src/app/checkApp.ts'
import { CheckMemory } from '../src/check/plan/memory/checkMemory.ts'
import { KeptFiles } from '../src/check/read/keptFiles.ts'
import { joined } from '../src/check/read/readInput.ts'
import { type CheckScope, readScope } from '../src/cli/check/checkFiles.ts'
import { inputOf, saidOf } from '../src/cli/check/scopeReport.ts'
import { loadConfig } from '../src/config.ts'
import { seededRandom } from '../test/fake/seededRandom.ts'
import { changedText, type Size } from './madeUpRepository.ts'
import { withRepository } from './withRepository.ts'

const MAIN = fileURLToPath(new URL('../dist/cli/main.cjs', import.meta.url))
const FIRST_MAX_S = 10
const AGAIN_MAX_S = 1.5
const CHANGES = 200
const CHANGE_SHARE_MAX = 0.15
const WHOLE = { findings: Infinity, undetermined: Infinity }

export function benchCheck(quick: boolean): Promise<void> {
  return withRepository(quick, async ({ size, root, wrong, env, signal }) => {
    // Reads every package into the index.
    await check(root, env)
    rmSync(join(env['ASSAY_DATA_DIR'] ?? '', 'checks'), { recursive: true })
    const first = await check(root, env)
    const again = await check(root, env)
    for (const run of [first, again]) {
      if (run.errors !== wrong) throw new Error(`${run.errors} errors, and ${wrong} are there`)
    }
    console.log(
      `check: ${size.files} files, ${first.references} references, ${wrong} mistakes, all found`,
    )
    print('first', first.cpuS, size, FIRST_MAX_S)
    print('again', again.cpuS, size, AGAIN_MAX_S)
    await benchChanges({ root, env, signal, first, count: quick ? 3 : CHANGES })
  })
}

/** One file is changed, and each run must say what is said by whoever judges everything. */
async function benchChanges({
  root,
  env,
  signal,
  first,
  count,
}: Readonly<{
  root: string
  env: Readonly<Record<string, string>>
  signal: AbortSignal
  first: Run
  count: number
}>): Promise<void> {
  const app = await openCheckApp(loadConfig(env), { onProblem: () => {} })
  const kept = new KeptFiles()
  const { below } = seededRandom(3)
  const spent: number[] = []
  try {
    for (let change = 0; change < count; change += 1) {
      const before = scopeOf(root).files.filter(({ path }) => path.startsWith('src/'))
      const file = before[below(before.length)]
      if (file === undefined) throw new Error('there is no code')
      writeFileSync(join(root, file.path), changedText(file.content, below))
      const run = await check(root, env)
      spent.push(run.cpuS)
      const scope = scopeOf(root)
      const input = inputOf(scope, joined(scope.files.map((one) => kept.read(one))), app)
      const memory = new CheckMemory()
      const { report } = await app.checkInput(input, {}, { signal }, () => {}, { memory })
      const said = JSON.stringify(renderReport(saidOf(report, scope), WHOLE))
      if (said !== run.text) throw new Error(`not the same after change ${change} of ${file.path}`)
    }
  } finally {
    await app.close()
  }
  const sorted = [...spent].sort((a, b) => a - b)
  const mean = spent.reduce((sum, one) => sum + one, 0) / spent.length
  const [median = 0, p95 = 0] = [
    sorted[sorted.length >> 1],
    sorted[Math.ceil(0.95 * sorted.length) - 1],
  ]
  const share = (cpuS: number) => (cpuS / first.cpuS).toFixed(3)
  console.log(
    `  after each of ${count} changes of one file, all with the findings of a fresh check: ${mean.toFixed(2)} s of CPU, ${share(mean)} of the first run (at most ${CHANGE_SHARE_MAX}), median ${share(median)}, p95 ${share(p95)}`,
  )
}

function scopeOf(root: string): CheckScope {
  const scope = readScope(root, [])
  if (typeof scope === 'string') throw new Error(scope)
  return scope
}

function print(title: string, cpuS: number, { files }: Size, mostS: number): void {
  const each = ((1_000 * cpuS) / files).toFixed(1)
  console.log(`  ${title}: ${cpuS.toFixed(2)} s of CPU (at most ${mostS}), ${each} ms a file`)
}

type Run = Readonly<{ cpuS: number; errors: number; references: number; text: string }>

/** `times` knows the children of the shell and theirs, once they have ended. */
function check(cwd: string, env: Readonly<Record<string, string>>): Promise<Run> {
  const script = `"${process.execPath}" "${MAIN}" check --json --fail-on never && times >&2`
  return new Promise((resolve, reject) => {
    const options = { cwd, env: { ...env }, maxBuffer: 512 * 1024 ** 2 }
    execFile('bash', ['-c', script], options, (error, stdout, stderr) => {
      if (error !== null) return reject(new Error(`${error.message}\n${stderr}`))
      const { findings, counts } = JSON.parse(stdout)
      const parts = [...stderr.matchAll(/(\d+)m([\d.]+)s/g)].map(
        ([, m, s]) => 60 * Number(m) + Number(s),
      )
      const errors = findings.filter(
        ({ severity }: { severity: string }) => severity === 'error',
      ).length
      resolve({
        cpuS: parts.reduce((sum, one) => sum + one, 0),
        errors,
        references: counts.references,
        text: stdout.trim(),
      })
    })
  })
}

// What `assay check` costs on a repository of 1,000 files with everything that it uses indexed: CPU of
// the command and all its children, the first time and again. Packages and code are made up and seeded;
// one call in a hundred is wrong, and each of these must be found.

import { execFile } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Size } from './madeUpRepository.ts'
import { withRepository } from './withRepository.ts'

const MAIN = fileURLToPath(new URL('../dist/cli/main.cjs', import.meta.url))
const FIRST_MAX_S = 10
const AGAIN_MAX_S = 1.5

export function benchCheck(quick: boolean): Promise<void> {
  return withRepository(quick, async ({ size, root, wrong, env }) => {
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
  })
}

function print(title: string, cpuS: number, { files }: Size, mostS: number): void {
  const each = ((1_000 * cpuS) / files).toFixed(1)
  console.log(`  ${title}: ${cpuS.toFixed(2)} s of CPU (at most ${mostS}), ${each} ms a file`)
}

type Run = Readonly<{ cpuS: number; errors: number; references: number }>

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
      })
    })
  })
}

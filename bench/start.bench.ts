// What commands cost before they do anything: CPU of the compiled program, best of several runs, and
// how many modules it loads. Everything that they ask for is indexed; an empty Node process stands
// beside them. `npm run build` first.

import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { pythonWheel } from '../test/fake/archives/pythonWheel.ts'
import { fakeRegistry } from '../test/fake/registry.ts'

const MAIN = fileURLToPath(new URL('../dist/cli/main.cjs', import.meta.url))
const LISTER = new URL('../test/support/listModules.mjs', import.meta.url).href
const ROUNDS = { full: 15, quick: 1 } as const

const COMMANDS = [
  ['--version'],
  ['help', 'check'],
  ['package', 'pypi', 'lamp'],
  ['check', '--fail-on', 'never'],
  ['mcp'],
] as const

export async function benchStart(quick: boolean): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'assay-bench-start-'))
  const registry = await fakeRegistry()
  try {
    const files = '-- lamp/__init__.py --\ndef glow(strength: int): ...\n'
    const wheel = pythonWheel({ name: 'lamp', version: '1.0', files })
    registry.pypi.publish({ name: 'lamp', version: '1.0', files: [wheel] })
    const cwd = join(folder, 'repository')
    mkdirSync(cwd)
    writeFileSync(join(cwd, 'requirements.txt'), 'lamp==1.0\n')
    writeFileSync(join(cwd, 'light.py'), 'import lamp\n\nlamp.glow(1)\n')
    const env = {
      PATH: process.env['PATH'] ?? '',
      HOME: folder,
      MODULES_FILE: join(folder, 'modules'),
      ASSAY_DATA_DIR: join(folder, 'data'),
      ASSAY_NPM_REGISTRY: registry.npmUrl,
      ASSAY_PYPI_INDEX: registry.pypiIndexUrl,
      ASSAY_LOG_LEVEL: 'warn',
      ASSAY_NAMES: 'off',
      ASSAY_RESIDENT: 'off',
    }
    const rounds = quick ? ROUNDS.quick : ROUNDS.full
    const run = (args: readonly string[]) => cpuMs(args, { cwd, env })
    print('node -e 0', await best(rounds, () => run(['-e', '0'])), 0)
    for (const args of COMMANDS) {
      // What it reads into the index, and what it keeps, is there for the runs that count.
      await run([MAIN, ...args])
      const ms = await best(rounds, () => run([MAIN, ...args]))
      rmSync(env.MODULES_FILE, { force: true })
      await run(['--import', LISTER, MAIN, ...args])
      const modules = new Set(readFileSync(env.MODULES_FILE, 'utf8').trim().split('\n'))
      const files = [...modules].filter((url) => url.startsWith('file:'))
      print(`assay ${args.join(' ')}`, ms, files.length)
    }
  } finally {
    await registry.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

function print(title: string, ms: number, modules: number): void {
  console.log(`start: ${title.padEnd(32)} ${ms.toFixed(0)} ms of CPU, ${modules} modules`)
}

async function best(rounds: number, run: () => Promise<number>): Promise<number> {
  let least = Infinity
  for (let round = 0; round < rounds; round += 1) least = Math.min(least, await run())
  return least
}

type Place = Readonly<{ cwd: string; env: Readonly<Record<string, string>> }>

/** `times` knows the children of the shell and theirs, once they have ended; its last line is theirs. */
function cpuMs(args: readonly string[], { cwd, env }: Place): Promise<number> {
  const script = '"$@" > /dev/null < /dev/null && times >&2'
  return new Promise((resolve, reject) => {
    const words = ['-c', script, 'bash', process.execPath, ...args]
    execFile('bash', words, { cwd, env: { ...env } }, (error, _, stderr) => {
      if (error !== null) return reject(new Error(`${error.message}\n${stderr}`))
      const spent = [...(stderr.trim().split('\n').at(-1) ?? '').matchAll(/(\d+)m([\d.]+)s/g)]
      resolve(spent.reduce((ms, [, m, s]) => ms + 60_000 * Number(m) + 1_000 * Number(s), 0))
    })
  })
}

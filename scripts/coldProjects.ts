// What a first check of a project costs, beside installing it and running the checker of its language, in
// the same run.
//
//   npx tsx scripts/coldProjects.ts <checkout> <project>[=<requirements>]…
//
// The checkout is built. A project with a `package.json` beside a `tsconfig.json` is installed by npm and
// read by its own tsc, any other is installed by pip and read by ty. Asks the public registries; every
// cache starts empty. Prints seconds of the processor, and seconds that passed: of the first check, of the
// second, of the first one after the project's tables were pulled from an index, and of the other side.

import { execFile } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { python } from './truth/venv.ts'

const [checkout = '', ...projects] = process.argv.slice(2)
if (projects.length === 0) {
  throw new Error('usage: coldProjects.ts <checkout> <project>[=<requirements>]…')
}

type Spent = Readonly<{ cpuS: number; wallS: number; out: string }>

const main = join(resolve(checkout), 'dist/cli/main.cjs')
const ty = await python(['ty==0.0.61'])
const LOCKS = ['package-lock.json', 'yarn.lock', 'pnpm-lock.yaml', 'uv.lock', 'poetry.lock']

/** A command's processor time with all that it waited for, and the time that passed. */
function spend(words: readonly string[], cwd: string, env: Record<string, string>): Promise<Spent> {
  const fromMs = performance.now()
  const script = '"$@" 2>&1 < /dev/null; echo "status $?"; times'
  return new Promise((done) => {
    execFile(
      'bash',
      ['-c', script, 'bash', ...words],
      { env: { ...process.env, ...env }, cwd, maxBuffer: 2 ** 28 },
      (_, stdout) => {
        const wallS = (performance.now() - fromMs) / 1_000
        const lines = stdout.trim().split('\n')
        const parts = [...(lines.at(-1) ?? '').matchAll(/(\d+)m([\d.]+)s/g)]
        const cpuS = parts.reduce((sum, [, m, s]) => sum + 60 * Number(m) + Number(s), 0)
        done({ cpuS, wallS, out: lines.slice(0, -2).join('\n') })
      },
    )
  })
}

const told = (label: string, { cpuS, wallS }: Spent) =>
  console.log(`  ${label}: ${cpuS.toFixed(1)} s of CPU, ${wallS.toFixed(1)} s`)
const lastLine = ({ out }: Spent) => out.trim().split('\n').slice(-2).join('; ')

async function ours(project: string, folder: string): Promise<void> {
  const assay = (data: string, words: readonly string[]) =>
    spend([process.execPath, main, ...words], project, {
      HOME: join(folder, 'home'),
      ASSAY_DATA_DIR: join(folder, data),
      ASSAY_RESIDENT: 'off',
    })
  const first = await assay('data', ['check', '.', '--timings'])
  told('assay check, cold', first)
  console.log(
    first.out
      .trim()
      .split('\n')
      .slice(-14)
      .map((line) => `    ${line}`)
      .join('\n'),
  )
  told('assay check, again', await assay('data', ['check', '.']))
  const index = join(folder, 'index')
  const published = await assay('data', ['publish', index])
  const [maker = ''] = /0x[0-9a-f]{40}/i.exec(published.out) ?? []
  const manifests = ['requirements.txt', 'pyproject.toml', 'package.json', ...LOCKS].filter(
    (file) => existsSync(join(project, file)),
  )
  const wanted = manifests.flatMap((file) => ['--for', file])
  const pulled = await assay('pulled', ['pull', index, '--maker', maker, ...wanted])
  told('assay pull --for', pulled)
  console.log(`    ${lastLine(pulled)}`)
  const after = await assay('pulled', ['check', '.'])
  told('assay check, after the pull', after)
  console.log(`    ${lastLine(after)}`)
  rmSync(join(folder, 'pulled'), { recursive: true, force: true })
  told('assay pull, all', await assay('pulled', ['pull', index, '--maker', maker]))
  told('assay check, after it', await assay('pulled', ['check', '.']))
}

async function theirs(project: string, requirements: string | undefined, folder: string) {
  const home = { HOME: join(folder, 'home') }
  const total = { cpuS: 0, wallS: 0, out: '' }
  const step = async (label: string, words: readonly string[]) => {
    const one = await spend(words, project, home)
    told(label, one)
    console.log(`    ${lastLine(one)}`)
    total.cpuS += one.cpuS
    total.wallS += one.wallS
  }
  if (existsSync(join(project, 'tsconfig.json'))) {
    const words = existsSync(join(project, 'package-lock.json'))
      ? ['npm', 'ci']
      : ['npm', 'install', '--legacy-peer-deps']
    const quiet = ['--ignore-scripts', '--no-audit', '--no-fund']
    await step(words.join(' '), [...words, ...quiet, '--cache', join(folder, 'npm')])
    await step('tsc', [process.execPath, 'node_modules/typescript/bin/tsc', '--noEmit'])
  } else {
    const venv = join(folder, 'venv')
    const own = join(venv, 'bin/python')
    const what = requirements === undefined ? ['.', '--group', 'dev'] : ['-r', requirements]
    await step('venv', ['python3', '-m', 'venv', venv])
    // Groups of a pyproject.toml are read by newer ones only.
    await spend([own, '-m', 'pip', 'install', '-q', '--upgrade', 'pip'], project, home)
    await step('pip install', [own, '-m', 'pip', 'install', '-q', '--no-cache-dir', ...what])
    await step('ty', [ty, '-m', 'ty', 'check', '--python', venv, '.'])
  }
  told('in all', total)
}

for (const one of projects) {
  const [path = '', requirements] = one.split('=')
  const folder = mkdtempSync(join(tmpdir(), 'assay-projects-'))
  const project = join(folder, basename(path))
  cpSync(resolve(path), project, { recursive: true })
  console.log(basename(path))
  await ours(project, folder)
  await theirs(project, requirements, folder)
  rmSync(folder, { recursive: true, force: true })
}

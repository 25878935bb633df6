// From nothing to the first finding, by one command, once with Node alone and once with Python alone:
//
//   npx tsx scripts/firstFinding/run.ts <tarball> <wheel>
//
// Our packages are on registries on loopback, which hand on what they do not have from the public ones:
// these must be reachable. Every folder and every cache is empty. Prints the findings, the bytes that
// were fetched and the seconds that passed, of the first time and of the second.

import { execFile, execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { npmAddress, pypiAddress } from '../../src/registry/addresses.ts'
import { python } from '../truth/venv.ts'
import { type CountingRegistry, npmWith, pypiWith } from './registries.ts'

const UV = 'uv==0.13.8'

/** What the first lines of scripts need that installers write. */
const BASICS = ['sh', 'env', 'realpath', 'dirname', 'uname'] as const

type Project = Readonly<Record<string, string>>

const PYTHON_PROJECT: Project = {
  'requirements.txt': 'requests==2.31.0\n',
  'app.py': `import reqeusts
import requests


def load(url):
    try:
        reply = requests.get(url, time_out=5)
    except requests.exceptions.TimeoutError:
        return None
    return reply.json()
`,
}

const NODE_PROJECT: Project = {
  'package.json': '{ "dependencies": { "commander": "11.1.0" } }\n',
  'app.ts': `import chalk from 'chlak'
import { Command } from 'commander'

const program = new Command()
program.optoin('-p, --port <number>', 'where to listen')
program.name()
program.exitOverride(1, 2, 3)
console.log(chalk.red(program.args))
`,
}

const [tarball, wheel] = process.argv.slice(2)
if (tarball === undefined || wheel === undefined) {
  throw new Error('usage: run.ts <tarball> <wheel>')
}
const work = mkdtempSync(join(tmpdir(), 'assay-first-'))
const registries = await startRegistries(resolve(tarball), resolve(wheel))
try {
  await withNode()
  await withPython()
} finally {
  await Promise.all([registries.npm.close(), registries.pypi.close()])
  rmSync(work, { recursive: true, force: true })
}

async function startRegistries(
  packed: string,
  made: string,
): Promise<Readonly<{ npm: CountingRegistry; pypi: CountingRegistry }>> {
  const { env, execPath, platform } = process
  const machine = { env, homeDir: homedir(), projectDir: work, execPath, platform }
  const manifest = execFileSync('tar', ['-xzOf', packed, 'package/package.json']).toString()
  return {
    npm: await npmWith(packed, JSON.parse(manifest), npmAddress(machine, null).endpoint.baseUrl),
    pypi: await pypiWith('assay', [made], pypiAddress(machine, null).index.baseUrl),
  }
}

async function withNode(): Promise<void> {
  const bin = binWith({ node: process.execPath, npx: which('npx'), npm: which('npm') })
  await twice('Node alone', ['npx', '--yes', 'assay', 'check'], bin, NODE_PROJECT, {
    NPM_CONFIG_REGISTRY: registries.npm.url,
    NPM_CONFIG_UPDATE_NOTIFIER: 'false',
  })
}

async function withPython(): Promise<void> {
  const interpreter = await python([UV])
  const uv = (name: string) => join(dirname(interpreter), name)
  const real = execFileSync(interpreter, ['-c', 'import sys; print(sys._base_executable)'])
  const bin = binWith({ uv: uv('uv'), uvx: uv('uvx'), python3: real.toString().trim() })
  await twice('Python alone', ['uvx', 'assay', 'check'], bin, PYTHON_PROJECT, {
    UV_DEFAULT_INDEX: `${registries.pypi.url}/simple/`,
    UV_PYTHON_DOWNLOADS: 'never',
  })
}

/** A folder with these programs and the basic ones, and no others. */
function binWith(programs: Readonly<Record<string, string>>): string {
  const bin = mkdtempSync(join(work, 'bin-'))
  for (const name of BASICS) symlinkSync(which(name), join(bin, name))
  for (const [name, path] of Object.entries(programs)) symlinkSync(path, join(bin, name))
  return bin
}

async function twice(
  label: string,
  command: readonly string[],
  bin: string,
  project: Project,
  settings: Readonly<Record<string, string>>,
): Promise<void> {
  const home = mkdtempSync(join(work, 'home-'))
  const folder = join(home, 'project')
  mkdirSync(folder)
  for (const [name, text] of Object.entries(project)) writeFileSync(join(folder, name), text)
  const env = {
    PATH: bin,
    HOME: home,
    NO_COLOR: '1',
    // Nothing stays behind, so that the second time is a start of its own as well.
    ASSAY_RESIDENT: 'off',
    ASSAY_NPM_REGISTRY: registries.npm.url,
    ASSAY_PYPI_INDEX: `${registries.pypi.url}/simple/`,
    ...settings,
  }
  const [program = '', ...words] = command
  console.log(`\n${label}: ${command.join(' ')}`)
  for (const time of ['first', 'second']) {
    const before = registries.npm.sent() + registries.pypi.sent()
    const startedMs = performance.now()
    const { status, out, errors } = await ended(join(bin, program), words, folder, env)
    const seconds = ((performance.now() - startedMs) / 1_000).toFixed(1)
    const megabytes = (registries.npm.sent() + registries.pypi.sent() - before) / 1_000_000
    const found = [...out.matchAll(/^\S+:\d+:\d+ {2}(?:error|warning) {2}(\w+)$/gm)].map(
      ([, code]) => code,
    )
    console.log(
      `${time} time: 1 command, ${seconds} s, ${megabytes.toFixed(1)} MB, status ${status}, ${found.length} findings (${found.join(', ')})`,
    )
    if (found.length !== 3) throw new Error(`three findings were to be told:\n${out}${errors}`)
  }
}

type Ended = Readonly<{ status: unknown; out: string; errors: string }>

function ended(
  program: string,
  words: readonly string[],
  cwd: string,
  env: Readonly<Record<string, string>>,
): Promise<Ended> {
  return new Promise((settle) => {
    execFile(program, words, { cwd, env }, (error, out, errors) =>
      settle({ status: error === null ? 0 : error.code, out, errors }),
    )
  })
}

function which(name: string): string {
  return execFileSync('sh', ['-c', `command -v ${name}`])
    .toString()
    .trim()
}

// Makes the packages for PyPI from the tarball for npm: the sdist, and a wheel for each machine.
//
//   npx tsx scripts/wheel.ts <tarball> <where to> [--all]
//
// Without --all only the wheel of this machine is made, from what is installed here. With it, the native
// code of the other machines is fetched from npm, as package-lock.json has it.

import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const PYTHON = join(ROOT, 'python')

/** Where the native code of a machine lies below `dist/native`; build_assay.py has the tags of wheels. */
const MACHINES = [
  { machine: 'linux-x64-gnu', prebuilds: 'linux-x64', libc: 'glibc' },
  { machine: 'linux-arm64-gnu', prebuilds: 'linux-arm64', libc: 'glibc' },
  { machine: 'linux-x64-musl', prebuilds: 'linux-x64', libc: 'musl' },
  { machine: 'linux-arm64-musl', prebuilds: 'linux-arm64', libc: 'musl' },
  { machine: 'darwin-x64', prebuilds: 'darwin-x64', libc: null },
  { machine: 'darwin-arm64', prebuilds: 'darwin-arm64', libc: null },
  { machine: 'win32-x64-msvc', prebuilds: 'win32-x64', libc: null },
  { machine: 'win32-arm64-msvc', prebuilds: 'win32-arm64', libc: null },
] as const
type Machine = (typeof MACHINES)[number]

const LIBRARIES = ['sqlite', 'secp256k1'] as const
/** Of the parser: types, and a build for other hosts than Node. */
const NOT_RUN = /\.d\.m?ts$|\.wasm$|\.workerd\.mjs$/

/** The paths of the sdist and the wheels. */
export function wheelsInto(
  where: string,
  tarball: string,
  { all = false, python = 'python3' }: Readonly<{ all?: boolean; python?: string }> = {},
): readonly string[] {
  const work = mkdtempSync(join(tmpdir(), 'assay-wheel-'))
  try {
    const staged = stagedIn(work, tarball, all)
    const words = [join(PYTHON, 'build_assay.py'), staged, where]
    return run(python, ...words)
      .trim()
      .split(/\r?\n/)
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}

/** What an sdist holds. */
function stagedIn(work: string, tarball: string, all: boolean): string {
  run('tar', '-xzf', tarball, '-C', work)
  const unpacked = join(work, 'package')
  const staged = join(work, 'staged')
  mkdirSync(staged)
  for (const name of ['README.md', 'build_assay.py', 'pyproject.toml']) {
    cpSync(join(PYTHON, name), join(staged, name))
  }
  cpSync(join(PYTHON, 'assay'), join(staged, 'assay'), {
    recursive: true,
    filter: (path) => basename(path) !== '__pycache__' && !path.endsWith('.pyc'),
  })
  cpSync(join(unpacked, 'LICENSE'), join(staged, 'LICENSE'))
  const licences = 'THIRD-PARTY-LICENSES.txt'
  renameSync(join(unpacked, 'dist', licences), join(staged, licences))
  // For programs in JavaScript, and they install the package of npm.
  rmSync(join(unpacked, 'dist', 'lib'), { recursive: true })
  // Of the examples, only the hook is a part of the program.
  for (const name of readdirSync(join(unpacked, 'examples'))) {
    if (name !== 'hooks') rmSync(join(unpacked, 'examples', name), { recursive: true })
  }
  for (const one of MACHINES) {
    const binding = bindingOf(one, work, all)
    if (binding === null) continue
    const native = join(staged, 'native', one.machine)
    const [scope = '', name = ''] = packageOf(one).split('/')
    cpSync(binding, join(native, 'node_modules', scope, name), { recursive: true })
    for (const library of LIBRARIES) copyPrebuilds(unpacked, native, library, one)
  }
  for (const library of LIBRARIES) {
    rmSync(join(unpacked, 'dist', 'native', library, 'prebuilds'), { recursive: true })
  }
  const parser = join(ROOT, 'node_modules', 'oxc-parser')
  cpSync(parser, join(unpacked, 'node_modules', 'oxc-parser'), {
    recursive: true,
    filter: (path) => !NOT_RUN.test(path),
  })
  renameSync(unpacked, join(staged, 'program'))
  return staged
}

function packageOf({ machine }: Machine): string {
  return `@oxc-parser/binding-${machine}`
}

/** The folder of the parser's native code, or null where it is not installed and not to be fetched. */
function bindingOf(one: Machine, work: string, all: boolean): string | null {
  const name = packageOf(one)
  const installed = join(ROOT, 'node_modules', name)
  const isInstalled = readdirSync(join(installed, '..')).includes(basename(installed))
  if (isInstalled) return installed
  if (!all) return null
  const lock = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'))
  const { version, integrity } = lock.packages[`node_modules/${name}`]
  const words = ['pack', `${name}@${version}`, '--json', '--pack-destination', work]
  const [{ filename }] = JSON.parse(run('npm', ...words))
  const file = join(work, filename)
  const digest = createHash('sha512').update(readFileSync(file)).digest('base64')
  if (`sha512-${digest}` !== integrity) throw new Error(`${name} is not what the lock file names`)
  const folder = join(work, one.machine)
  mkdirSync(folder)
  run('tar', '-xzf', file, '-C', folder)
  return join(folder, 'package')
}

/** Not every library has a build for every machine; the program does without. */
function copyPrebuilds(unpacked: string, native: string, library: string, one: Machine): void {
  const below = join('dist', 'native', library, 'prebuilds', one.prebuilds)
  let names: readonly string[] = []
  try {
    names = readdirSync(join(unpacked, below))
  } catch {
    return
  }
  for (const name of names) {
    const isOther = one.libc !== null && !name.endsWith(`.${one.libc}.node`)
    if (!isOther) cpSync(join(unpacked, below, name), join(native, below, name))
  }
}

function run(program: string, ...words: readonly string[]): string {
  return execFileSync(program, words, { stdio: ['ignore', 'pipe', 'inherit'] }).toString()
}

if (process.argv[1]?.endsWith('wheel.ts')) {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { all: { type: 'boolean', default: false } },
  })
  const [tarball, where] = positionals
  if (tarball === undefined || where === undefined) {
    throw new Error('usage: wheel.ts <tarball> <where to> [--all]')
  }
  for (const file of wheelsInto(where, tarball, { all: values.all })) console.log(file)
}

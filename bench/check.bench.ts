// What `assay check` costs on a repository of 1,000 files with everything that it uses indexed: CPU of
// the command and all its children, the first time and again. Packages and code are made up and seeded;
// one call in a hundred is wrong, and each of these must be found.

import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { pythonWheel } from '../test/fake/archives/pythonWheel.ts'
import { type FakeRegistry, fakeRegistry } from '../test/fake/registry.ts'
import { seededRandom } from '../test/fake/seededRandom.ts'

const MAIN = fileURLToPath(new URL('../dist/cli/main.cjs', import.meta.url))
const SIZES = {
  full: { files: 1_000, packages: 30, modules: 30, calls: 10 },
  quick: { files: 40, packages: 3, modules: 4, calls: 10 },
} as const
const FIRST_MAX_S = 10
const AGAIN_MAX_S = 1.5
const WRONG_EVERY = 100

type Size = (typeof SIZES)[keyof typeof SIZES]

export async function benchCheck(quick: boolean): Promise<void> {
  const size = quick ? SIZES.quick : SIZES.full
  const folder = mkdtempSync(join(tmpdir(), 'assay-bench-check-'))
  const registry = await fakeRegistry()
  try {
    publish(registry, size)
    const wrong = writeRepository(join(folder, 'repository'), size)
    writeFiles(join(folder, 'empty'), manifests(size))
    const env = {
      PATH: process.env['PATH'] ?? '',
      ASSAY_RESIDENT: 'off',
      HOME: folder,
      ASSAY_DATA_DIR: join(folder, 'data'),
      ASSAY_NPM_REGISTRY: registry.npmUrl,
      ASSAY_PYPI_INDEX: registry.pypiIndexUrl,
      ASSAY_LOG_LEVEL: 'warn',
      ASSAY_NAMES: 'off',
    }
    // Reads every package into the index.
    await check(join(folder, 'empty'), env)
    const first = await check(join(folder, 'repository'), env)
    const again = await check(join(folder, 'repository'), env)
    for (const run of [first, again]) {
      if (run.errors !== wrong) throw new Error(`${run.errors} errors, and ${wrong} are there`)
    }
    console.log(
      `check: ${size.files} files, ${first.references} references, ${wrong} mistakes, all found`,
    )
    print('first', first.cpuS, size, FIRST_MAX_S)
    print('again', again.cpuS, size, AGAIN_MAX_S)
  } finally {
    await registry.close()
    rmSync(folder, { recursive: true, force: true })
  }
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

const pythonName = (index: number) => `lamp${index}`
const npmName = (index: number) => `knob${index}`
const FUNCTIONS = 20
const CLASSES = 4
const METHODS = 8

function publish(registry: FakeRegistry, { packages, modules }: Size): void {
  const indexes = (count: number) => Array.from({ length: count }, (_, index) => index)
  for (const index of indexes(packages)) {
    const name = pythonName(index)
    const module = (number: number) =>
      [
        `-- ${name}/part${number}.py --`,
        ...indexes(FUNCTIONS).map((f) => `def glow${f}(strength: int, colour: str = "red"): ...`),
        ...indexes(CLASSES).flatMap((c) => [
          `class Bulb${c}:`,
          '    def __init__(self, watts=1): ...',
          ...indexes(METHODS).map((m) => `    def burn${m}(self, hours=1): ...`),
        ]),
      ].join('\n')
    const files = [`-- ${name}/__init__.py --`, ...indexes(modules).map(module), ''].join('\n')
    const wheel = pythonWheel({ name, version: '1.0', files })
    registry.pypi.publish({ name, version: '1.0', files: [wheel] })
    const lines = indexes(FUNCTIONS * 4).map((f) => `export function turn${f}(by: number): number`)
    const methods = indexes(METHODS).map((m) => `  press${m}(times: number): void`)
    const classes = indexes(CLASSES).map((c) => `export class Dial${c} {\n${methods.join('\n')}\n}`)
    const declared = [...lines, ...classes, ''].join('\n')
    registry.npm.publish({
      name: npmName(index),
      version: '1.0.0',
      files: {
        'package.json': JSON.stringify({ name: npmName(index), version: '1.0.0', types: 'i.d.ts' }),
        'i.d.ts': declared,
      },
    })
  }
}

function manifests({ packages }: Size): Readonly<Record<string, string>> {
  const names = Array.from({ length: packages }, (_, index) => index)
  const dependencies = Object.fromEntries(names.map((index) => [npmName(index), '1.0.0']))
  return {
    'requirements.txt': names.map((index) => `${pythonName(index)}==1.0\n`).join(''),
    'package.json': JSON.stringify({ name: 'made-up', dependencies }),
  }
}

/** How many mistakes it has. */
function writeRepository(folder: string, size: Size): number {
  const { below: upTo } = seededRandom(1)
  let calls = 0
  let wrong = 0
  const isWrong = () => {
    calls += 1
    if (calls % WRONG_EVERY !== 0) return false
    wrong += 1
    return true
  }
  const files: Record<string, string> = { ...manifests(size) }
  for (let index = 0; index < size.files; index += 1) {
    const write = index % 5 < 3 ? pythonFile : typescriptFile
    const ending = index % 5 < 3 ? 'py' : 'ts'
    files[`src/group${index % 20}/file${index}.${ending}`] = write(size, upTo, isWrong)
  }
  writeFiles(folder, files)
  return wrong
}

type UpTo = (count: number) => number

function pythonFile(
  { packages, modules, calls }: Size,
  upTo: UpTo,
  isWrong: () => boolean,
): string {
  const name = pythonName(upTo(packages))
  const module = `${name}.part${upTo(modules)}`
  const lines = ['import os', `from ${module} import glow1, Bulb1`, `import ${module} as part`, '']
  for (let call = 0; call < calls; call += 1) {
    lines.push(
      `def work${call}(things: list, bulb: Bulb1):`,
      '    """Does what its name says, for every one of the things."""',
      '    total = 0',
      '    for thing in things:',
      `        total += glow1(len(thing), colour="blue") + part.glow${upTo(FUNCTIONS)}(total)`,
      `        bulb.burn${upTo(METHODS)}(hours=total)`,
      isWrong() ? '        part.glwo1(1)' : `        part.Bulb${upTo(CLASSES)}(watts=2).burn1()`,
      '    return os.path.join(str(total), "x")',
      '',
    )
  }
  return lines.join('\n')
}

function typescriptFile({ packages, calls }: Size, upTo: UpTo, isWrong: () => boolean): string {
  const name = npmName(upTo(packages))
  const lines = [`import { Dial1, turn1 } from '${name}'`, `import * as knob from '${name}'`, '']
  for (let call = 0; call < calls; call += 1) {
    lines.push(
      '/** Does what its name says, for every one of the things. */',
      `export function work${call}(things: readonly string[], dial: Dial1): number {`,
      '  let total = 0',
      '  for (const thing of things) {',
      `    total += turn1(thing.length) + knob.turn${upTo(FUNCTIONS)}(total)`,
      `    dial.press${upTo(METHODS)}(total)`,
      isWrong() ? '    knob.tunr1(1)' : `    new knob.Dial${upTo(CLASSES)}().press1(2)`,
      '  }',
      '  return total',
      '}',
      '',
    )
  }
  return lines.join('\n')
}

function writeFiles(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
}

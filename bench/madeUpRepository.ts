// A repository that is made up and seeded, the packages that it uses, and where they are published: for
// what is measured of a check. One call in a hundred is wrong.

import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pythonWheel } from '../test/fake/archives/pythonWheel.ts'
import type { FakeRegistry } from '../test/fake/registry.ts'
import { seededRandom } from '../test/fake/seededRandom.ts'

export const SIZES = {
  full: { files: 1_000, packages: 30, modules: 30, calls: 10 },
  quick: { files: 40, packages: 3, modules: 4, calls: 10 },
} as const
const WRONG_EVERY = 100

export type Size = (typeof SIZES)[keyof typeof SIZES]

const pythonName = (index: number) => `lamp${index}`
const npmName = (index: number) => `knob${index}`
const FUNCTIONS = 20
const CLASSES = 4
const METHODS = 8

export function publish(registry: FakeRegistry, { packages, modules }: Size): void {
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

export function manifests({ packages }: Size): Readonly<Record<string, string>> {
  const names = Array.from({ length: packages }, (_, index) => index)
  const dependencies = Object.fromEntries(names.map((index) => [npmName(index), '1.0.0']))
  return {
    'requirements.txt': names.map((index) => `${pythonName(index)}==1.0\n`).join(''),
    'package.json': JSON.stringify({ name: 'made-up', dependencies }),
  }
}

/** How many mistakes it has. */
export function writeRepository(folder: string, size: Size): number {
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

/** The same with one line changed: as long as it was, or cut off. */
export function changedText(text: string, below: UpTo): string {
  const lines = text.split('\n')
  const at = below(lines.length)
  const line = lines[at] ?? ''
  const cut = below(line.length + 1)
  lines[at] = below(3) === 0 ? `${line.slice(0, cut)}x${line.slice(cut)}` : line.slice(0, cut)
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

export function writeFiles(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
}

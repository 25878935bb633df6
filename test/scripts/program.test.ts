// What a bundled program is started from. The engine itself would run damaged code, or that of another
// bundle of the same length.

import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Script } from 'node:vm'
import { afterEach, beforeEach, expect, test } from 'vitest'

type Opened = Readonly<{ script: Script; keep: (leastPart?: number) => void }>
const { open } = createRequire(import.meta.url)('../../scripts/program.cjs') as {
  open: (program: string) => Opened
}

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'assay-program-'))
  writeBundle('one')
  open(program()).keep()
})
afterEach(() => rmSync(folder, { recursive: true }))

const program = () => join(folder, 'made.cjs')
const compiled = () => join(folder, 'made.compiled')
const writeBundle = (word: string) =>
  writeFileSync(join(folder, 'made.bundle.cjs'), `(function () { return '${word}' })`)

/** What it says, and whether the engine took what was compiled; undefined: it was given nothing. */
function started(): readonly unknown[] {
  const { script } = open(program())
  return [script.runInThisContext()(), script.cachedDataRejected]
}

test('what was compiled is used', () => {
  expect(started()).toEqual(['one', false])
})

test('what was compiled of another bundle is not used, however alike they are', () => {
  writeBundle('two')
  expect(started()).toEqual(['two', undefined])
})

test('what was damaged is not used, wherever it was', () => {
  const whole = readFileSync(compiled())
  for (let at = 0; at < whole.length; at += 7) {
    const damaged = Buffer.from(whole)
    damaged.writeUInt8(damaged.readUInt8(at) ^ 0xff, at)
    writeFileSync(compiled(), damaged)
    expect(started()).toEqual(['one', undefined])
  }
})

test('nothing is used where there is nothing, too little, or a folder', () => {
  for (const bytes of ['', 'x', 'x'.repeat(1024)]) {
    writeFileSync(compiled(), bytes)
    expect(started()).toEqual(['one', undefined])
  }
  rmSync(compiled())
  expect(started()).toEqual(['one', undefined])
  mkdirSync(compiled())
  expect(started()).toEqual(['one', undefined])
})

test('what too little was compiled of is not kept, and nothing but a whole file is', () => {
  const before = readFileSync(compiled())
  open(program()).keep(1_000)
  expect(readFileSync(compiled())).toEqual(before)
  rmSync(compiled())
  open(program()).keep(0.1)
  expect(started()).toEqual(['one', false])
  expect(readdirSync(folder).sort()).toEqual(['made.bundle.cjs', 'made.compiled'])
})

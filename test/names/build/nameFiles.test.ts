// Files of names that are not as they should be: told, and never in the way of what is sound.

import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  type Ecosystem,
  type PackageName,
  parsePackageName,
} from '../../../src/domain/names/packageName.ts'
import { nameFiles } from '../../../src/names/build/nameFiles.ts'
import { nameLibrary } from '../../../src/names/nameLibrary.ts'
import { loadBundledNames } from '../../../src/names/set/bundledNames.ts'
import { encodeNameDelta, type NameDelta } from '../../../src/names/set/nameDelta.ts'
import { popularNames } from '../../../src/names/set/popularNames.ts'
import { decodeNameFile, encodeNameFile } from '../../../src/names/stored/nameFile.ts'
import type { NameIndex } from '../../../src/ports/nameIndex.ts'
import { madeSet, setFile } from '../madeSet.ts'

const MADE = { names: ['express', 'left-pad'], ecosystem: 'npm' } as const
const popular: NameIndex = popularNames(loadBundledNames())

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-names-'))
  await writeFile(join(folder, 'npm.names'), setFile(MADE))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

async function library() {
  const told: string[] = []
  const opened = nameLibrary({
    files: nameFiles(folder),
    popular,
    onProblem: (_, problem) => told.push(problem),
  })
  await opened.refresh()
  return { opened, told, source: opened.answering('npm').source }
}

test('the lists that answer are made ready before anybody asks, and no others', async () => {
  const asked: string[] = []
  const watched = {
    ...popular,
    near: (ecosystem: Ecosystem, name: PackageName) => {
      asked.push(ecosystem)
      return popular.near(ecosystem, name)
    },
  }
  const opened = nameLibrary({ files: nameFiles(folder), popular: watched })
  await opened.refresh()
  opened.prepare()
  expect(asked).toEqual(['pypi'])
})

function delta(more: Partial<NameDelta> = {}): NameDelta {
  const base = madeSet(MADE).facts.sha256
  const sha256 = 'a'.repeat(64)
  const empty = { snapshot: '2026-11-02', sha256, base, removed: [], source: null }
  return { ...empty, added: ['expresss'], ...more }
}

const writeChanges = (text: string) => writeFile(join(folder, 'npm.changes'), text)

describe('changes', () => {
  test('that are whole are laid over the set', async () => {
    await writeChanges(encodeNameDelta(delta()))
    const { opened, told } = await library()
    expect(opened.has('npm', 'expresss')).toBe(true)
    expect(told).toEqual([])
  })

  test.each([
    ['cut short', encodeNameDelta(delta()).slice(0, -40)],
    ['bent', encodeNameDelta(delta()).replace('expresss', 'expressz')],
    ['without their digest', `${JSON.stringify({ format: 2, ...delta() })}\n`],
    ['of no date', encodeNameDelta(delta({ snapshot: '9999-99 <b>' }))],
    ['of no digest', encodeNameDelta(delta({ sha256: 'lies' }))],
    [
      'too many',
      encodeNameDelta(delta({ added: Array.from({ length: 20_001 }, (_, i) => `n${i}`) })),
    ],
  ])('that are %s leave the set as it was built, and are told', async (_, text) => {
    await writeChanges(text)
    const { opened, told, source } = await library()
    expect(source).toBe('registry')
    expect(opened.has('npm', 'expresss')).toBe(false)
    expect(opened.has('npm', 'express')).toBe(true)
    expect(told).toHaveLength(1)
    expect(opened.problem('npm')).toContain('npm.changes: ')
  })

  test('that cannot be read are told too', async () => {
    await mkdir(join(folder, 'npm.changes'))
    const { told, source } = await library()
    expect(source).toBe('registry')
    expect(told).toEqual(['npm.changes: cannot be read (EISDIR)'])
  })
})

test('a set that cannot be read is told, and popular names answer', async () => {
  await rm(join(folder, 'npm.names'))
  await mkdir(join(folder, 'npm.names'))
  const { opened, told, source } = await library()
  expect(source).toBe('popular')
  expect(told).toEqual(['npm.names: cannot be read (EISDIR)'])
  const name = parsePackageName('npm', 'expresss')
  expect(name === null ? [] : opened.near('npm', name).names.map((one) => one.name)).toContain(
    'express',
  )
})

test('downloads that fill their table are refused: looking one up would never end', () => {
  const file = decodeNameFile(setFile({ ...MADE, downloads: { express: 1_000 } }))
  for (const table of ['slots', 'short'] as const) {
    const sections = {
      ...file.sections,
      [table]: new Uint8Array(file.sections[table].length).fill(1),
    }
    const bytes = Buffer.concat(encodeNameFile({ facts: file.facts, sections }))
    expect(() => decodeNameFile(bytes)).toThrow(`${table} without a free place`)
  }
})

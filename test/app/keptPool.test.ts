import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { keptPool } from '../../src/app/keptPool.ts'
import type { PackageName } from '../../src/domain/names/packageName.ts'
import type { ExtractionPool } from '../../src/extract/pool.ts'
import type { DependencyFile, ExtractionJob, JobDependencies } from '../../src/ports/extraction.ts'

let folder: string
let staged: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'assay-kept-'))
  staged = join(folder, 'staged')
  mkdirSync(staged)
  for (const name of ['own', 'other']) writeFileSync(join(folder, name), `bytes of ${name}`)
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const source = (name: string) => ({ blobPath: join(folder, name) })
const dependency = (name: string): DependencyFile => ({
  file: {
    ecosystem: 'npm',
    name: name as PackageName,
    version: '1.0.0',
    filename: `${name}.tgz`,
    sha256: '',
  },
  kind: 'tarball',
  source: source(name),
})
const job = (more: Partial<ExtractionJob> = {}): ExtractionJob => ({
  kind: 'tarball',
  filename: 'own.tgz',
  sha256: '',
  extractor: 'npm/1',
  source: source('own'),
  ...more,
})

/** A pool that reads what it is given, and counts how often one was opened and closed. */
function readingPools() {
  const read: string[] = []
  const counts = { opened: 0, closed: 0 }
  const readAt = (from: ExtractionJob['source']) => {
    if (!('blobPath' in from) || !from.blobPath.startsWith(staged)) throw new Error('not allowed')
    read.push(readFileSync(from.blobPath, 'utf8'))
  }
  const open = (): ExtractionPool => {
    counts.opened += 1
    return {
      async run({ source: own, dependencies }, signal) {
        readAt(own)
        if (dependencies !== undefined && 'files' in dependencies) {
          for (const one of dependencies.files) readAt(one.source)
        } else if (dependencies !== undefined) {
          const found = await dependencies.find({ name: 'other', ranges: [] }, signal)
          if ('source' in found) readAt(found.source)
        }
        return { state: 'undetermined', reason: 'lost', detail: '' }
      },
      load: () => ({ busy: 0, queued: 0, children: [] }),
      close: async () => {
        counts.closed += 1
      },
    }
  }
  return { open, read, counts }
}

const { signal } = new AbortController()

const CASES: readonly (readonly [string, () => JobDependencies | undefined, readonly string[]])[] =
  [
    ['a file alone', () => undefined, ['bytes of own']],
    [
      'files beside it',
      () => ({ files: [dependency('other')] }),
      ['bytes of own', 'bytes of other'],
    ],
    [
      'files that are found on the way',
      () => ({ find: async () => dependency('other') }),
      ['bytes of own', 'bytes of other'],
    ],
  ]

test.each(CASES)(
  '%s is read in the folder of the process, and nothing is left there',
  async (_, given, bytes) => {
    const dependencies = given()
    const { open, read } = readingPools()
    const pool = keptPool(staged, open).open({ readable: [folder] })
    await pool.run(job(dependencies === undefined ? {} : { dependencies }), signal)
    expect(read).toEqual(bytes)
    expect(readdirSync(staged)).toEqual([])
  },
)

test('the next command finds the processes of the one before, whatever its folder', async () => {
  const { open, counts } = readingPools()
  const kept = keptPool(staged, open)
  await kept.open({ readable: ['/one'] }).close()
  await kept.open({ readable: ['/two'] }).close()
  expect(counts).toEqual({ opened: 1, closed: 0 })
  await kept.open({ readable: ['/two'], stepsBack: false }).close()
  expect(counts).toEqual({ opened: 2, closed: 1 })
  await kept.close()
  expect(counts).toEqual({ opened: 2, closed: 2 })
})

test('a file that is gone is a failure of its own job', async () => {
  const { open } = readingPools()
  const pool = keptPool(staged, open).open({ readable: [folder] })
  await expect(pool.run(job({ source: source('gone') }), signal)).rejects.toThrow('ENOENT')
  expect(readdirSync(staged)).toEqual([])
})

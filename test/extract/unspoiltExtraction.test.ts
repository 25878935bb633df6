// What a dependency does to the extractor is not held against the file that led to it.

import { expect, test } from 'vitest'
import { parsePackageName } from '../../src/domain/names/packageName.ts'
import { unspoiltExtraction } from '../../src/extract/unspoiltExtraction.ts'
import type {
  DependencyFile,
  ExtractionJob,
  ExtractionOutcome,
  JobDependencies,
} from '../../src/ports/extraction.ts'

const NEVER = new AbortController().signal
const COUNTS = { files: 1, directories: 0, links: 0, keptFiles: 1, keptBytes: 1, unpackedBytes: 1 }
const EXTRACTED: ExtractionOutcome = {
  state: 'extracted',
  output: new Uint8Array(1),
  counts: COUNTS,
}
const CRASHED: ExtractionOutcome = { state: 'undetermined', reason: 'crashed', detail: '' }
const JOB: ExtractionJob = {
  kind: 'wheel',
  filename: 'demo-1.0-py3-none-any.whl',
  sha256: 'ab'.repeat(32),
  extractor: 'python/1',
  source: { blobPath: 'demo' },
}

function dependency(): DependencyFile {
  const name = parsePackageName('pypi', 'killer')
  if (name === null) throw new Error('no name')
  const filename = 'killer-1.0-py3-none-any.whl'
  const file = {
    ecosystem: 'pypi',
    name,
    version: '1.0',
    filename,
    sha256: 'cd'.repeat(32),
  } as const
  return { file, kind: 'wheel', source: { blobPath: 'killer' } }
}

/** `wants`: whether the extractor asks for the dependency; `alone`: what it gives without. */
async function run(wants: boolean, alone: ExtractionOutcome) {
  const ran: (JobDependencies | undefined)[] = []
  const extraction = unspoiltExtraction({
    async run({ dependencies }) {
      ran.push(dependencies)
      if (dependencies === undefined || !('find' in dependencies)) return alone
      if (wants) await dependencies.find({ name: 'killer', ranges: [''] }, NEVER)
      return CRASHED
    },
  })
  const find = async () => dependency()
  return { outcome: await extraction.run({ ...JOB, dependencies: { find } }, NEVER), ran }
}

test('a death with dependencies is followed by a try without', async () => {
  const { outcome, ran } = await run(true, EXTRACTED)
  expect(ran).toHaveLength(2)
  expect(ran[1]).toEqual({ files: [] })
  expect(outcome).toMatchObject({
    state: 'extracted',
    following: { files: [], unfollowed: [{ name: 'killer', isTemporary: true }] },
  })
})

test('a file that dies alone as well is to blame itself', async () => {
  expect((await run(true, CRASHED)).outcome).toEqual(CRASHED)
})

test('a death before any dependency was handed over is not tried again', async () => {
  const { outcome, ran } = await run(false, EXTRACTED)
  expect(outcome).toEqual(CRASHED)
  expect(ran).toHaveLength(1)
})

test('what ran out is tried again, and what the file takes is not', async () => {
  for (const [reason, isTemporary] of [
    ['timed_out', true],
    ['out_of_memory', false],
    ['output_too_large', false],
  ] as const) {
    const down = { name: 'down', reason: 'registry_unavailable', isTemporary: true }
    const none = { name: 'none', reason: 'no such package', isTemporary: false, isAbsent: true }
    const extraction = unspoiltExtraction({
      async run({ dependencies }) {
        if (dependencies === undefined || !('find' in dependencies)) return EXTRACTED
        for (const name of ['killer', 'down', 'none']) {
          await dependencies.find({ name, ranges: [''] }, NEVER)
        }
        return { state: 'undetermined', reason, detail: '' }
      },
    })
    const find = async ({ name }: { name: string }) =>
      name === 'killer'
        ? dependency()
        : name === 'down'
          ? down
          : { ...none, isAbsent: true as const }
    const outcome = await extraction.run({ ...JOB, dependencies: { find } }, NEVER)
    const following = outcome.state === 'extracted' ? outcome.following : undefined
    // What could not be had is a gap of the table that was made without all of them as well.
    expect(following?.unfollowed).toMatchObject([{ name: 'killer', isTemporary }, down])
  }
})

// How the end of a child is read: as a word about the bytes, or as somebody else's doing.

import { describe, expect, test } from 'vitest'
import type { ChildExit } from '../../src/extract/childProcess.ts'
import { EXTRACT_LIMITS } from '../../src/extract/extractLimits.ts'
import { jobRun, LostJobError } from '../../src/extract/jobRun.ts'
import { isRequestToEnd } from '../../src/extract/outsideEnd.ts'
import type { ExtractionJob } from '../../src/ports/extraction.ts'

const JOB: ExtractionJob = {
  kind: 'wheel',
  filename: 'demo-1.0-py3-none-any.whl',
  sha256: 'ab'.repeat(32),
  extractor: 'inventory/1',
  source: { blobPath: 'nowhere' },
}

/** A job that its child has accepted, and then the child ended. */
function ended(exit: Partial<ChildExit>) {
  const child = { pid: process.pid, send: () => {}, kill: () => {} }
  const run = jobRun(
    { job: JOB, number: 1, process: child, limits: EXTRACT_LIMITS },
    new AbortController().signal,
  )
  run.take({ type: 'accepted', job: 1 })
  const signal = exit.signal ?? null
  run.exited({
    code: null,
    lastWords: '',
    isFromOutside: isRequestToEnd(signal),
    ...exit,
    signal,
  })
  return run.outcome
}

describe('a child that ends while it works', () => {
  test.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
    'by %s was told to by somebody: the job is lost, and its bytes are not to blame',
    async (signal) => {
      await expect(ended({ signal })).rejects.toBeInstanceOf(LostJobError)
    },
  )

  test('together with the nursery: the same', async () => {
    await expect(ended({ isFromOutside: true })).rejects.toBeInstanceOf(LostJobError)
  })

  test('by SIGKILL: the kernel may have taken its memory back, on whosever account', async () => {
    await expect(ended({ signal: 'SIGKILL' })).rejects.toMatchObject({
      name: 'LostJobError',
      isSuspect: true,
    })
  })

  test.each(['SIGSEGV', 'SIGABRT', 'SIGILL'] as const)(
    'by %s may have died of the bytes',
    async (signal) => {
      expect(await ended({ signal })).toMatchObject({ state: 'undetermined', reason: 'crashed' })
    },
  )

  test('with words about memory ran out of it', async () => {
    const exit = { signal: 'SIGABRT', lastWords: 'FATAL ERROR: heap out of memory' } as const
    expect(await ended(exit)).toMatchObject({ state: 'undetermined', reason: 'out_of_memory' })
  })
})

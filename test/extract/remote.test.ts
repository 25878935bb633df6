import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { ServiceError } from '../../src/errors.ts'
import { MESSAGES_PER_JOB_MAX } from '../../src/extract/extractLimits.ts'
import type { ExtractionPool } from '../../src/extract/pool.ts'
import type { ExtractionJob, RemoteSource, SourceRange } from '../../src/ports/extraction.ts'
import { buildWheel } from '../fake/archives/wheelBuilder.ts'
import {
  type ExtractorName,
  NEVER,
  outputOf,
  type PoolBench,
  poolBench,
  until,
} from './poolBench.ts'

let bench: PoolBench
const open: ExtractionPool[] = []

beforeAll(() => {
  bench = poolBench()
})
afterEach(async () => {
  await Promise.all(open.splice(0).map((pool) => pool.close()))
})
afterAll(() => bench.remove())

const wheel = buildWheel()

function poolWith(limits = {}): ExtractionPool {
  const pool = bench.pool({ childrenMax: 1, ...limits })
  open.push(pool)
  return pool
}

function remoteJob(
  remote: Partial<RemoteSource>,
  extractor: ExtractorName = 'inventory/2',
): ExtractionJob {
  const whole: RemoteSource = {
    sizeBytes: wheel.length,
    read: async ({ offset, lengthBytes }) => wheel.subarray(offset, offset + lengthBytes),
  }
  return bench.job(extractor, wheel, { source: { remote: { ...whole, ...remote } } })
}

describe('a far file', () => {
  test('gives what the near one gives, and is told beforehand what will be read', async () => {
    const pool = poolWith()
    const told: SourceRange[][] = []
    const far = remoteJob({ prefetch: async (ranges) => void told.push([...ranges]) })
    const near = bench.job('inventory/2', wheel)
    expect(outputOf(await pool.run(far, NEVER))).toBe(outputOf(await pool.run(near, NEVER)))
    expect(told).toHaveLength(1)
    expect(told[0]?.length).toBeGreaterThan(3)
    const starts = told[0]?.map(({ offset }) => offset) ?? []
    expect(starts).toEqual(starts.toSorted((one, other) => one - other))
  })

  test('is refused for what is in it', async () => {
    const rubbish = Buffer.alloc(wheel.length, 'rubbish')
    const read: RemoteSource['read'] = async ({ offset, lengthBytes }) =>
      rubbish.subarray(offset, offset + lengthBytes)
    const outcome = await poolWith().run(remoteJob({ read }), NEVER)
    expect(outcome).toMatchObject({ state: 'refused', reason: 'zip_end_invalid' })
  })

  const failures: readonly (readonly [string, Partial<RemoteSource>])[] = [
    ['read', { read: () => Promise.reject(new ServiceError('registry_unavailable', 'gone')) }],
    [
      'prefetch',
      { prefetch: () => Promise.reject(new ServiceError('registry_unavailable', 'gone')) },
    ],
  ]
  test.each(failures)('that fails at %s fails the job with its own error', async (_, remote) => {
    const pool = poolWith()
    const failing = pool.run(remoteJob(remote), NEVER)
    await expect(failing).rejects.toMatchObject({ code: 'registry_unavailable', message: 'gone' })
    expect(pool.load().children).toHaveLength(1)
    expect(outputOf(await pool.run(remoteJob({}), NEVER))).toContain('demo/core.py')
  })

  test('that gives too little is a failure, not a short file', async () => {
    const read = async () => wheel.subarray(0, 1)
    await expect(poolWith().run(remoteJob({ read }), NEVER)).rejects.toThrow('gave 1 of')
  })

  test('may take longer than the child may: waiting is not working', async () => {
    const read: RemoteSource['read'] = async ({ offset, lengthBytes }) => {
      await sleep(3_300)
      return wheel.subarray(offset, offset + lengthBytes)
    }
    const outcome = await poolWith({ wallMaxMs: 3_000 }).run(remoteJob({ read }), NEVER)
    expect(outputOf(outcome)).toContain('demo/core.py')
  })

  test('that never answers can be left, and is told so', async () => {
    const pool = poolWith()
    const leaving = new AbortController()
    let stopped = false
    const read: RemoteSource['read'] = (_, signal) => {
      signal.addEventListener('abort', () => {
        stopped = true
      })
      leaving.abort(new Error('gone'))
      return new Promise(() => {})
    }
    await expect(pool.run(remoteJob({ read }), leaving.signal)).rejects.toThrow('gone')
    await until(() => stopped)
  })

  test('cannot be asked for without end', async () => {
    let reads = 0
    const read: RemoteSource['read'] = async ({ offset, lengthBytes }) => {
      reads += 1
      return wheel.subarray(offset, offset + lengthBytes)
    }
    const outcome = await poolWith().run(remoteJob({ read }, 'send reads without end'), NEVER)
    expect(outcome).toMatchObject({ state: 'undetermined', reason: 'crashed' })
    expect(outcome).toHaveProperty('detail', expect.stringMatching(/too many (reads|messages)/))
    expect(reads).toBeLessThan(MESSAGES_PER_JOB_MAX)
  })

  test('is a wheel', async () => {
    const job = { ...remoteJob({}), kind: 'tarball' } as const
    await expect(poolWith().run(job, NEVER)).rejects.toThrow('only wheels')
  })
})

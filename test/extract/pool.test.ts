import { existsSync } from 'node:fs'
import { getPriority } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { ExtractLimits } from '../../src/extract/extractLimits.ts'
import { type ExtractionPool, extractionPool } from '../../src/extract/pool.ts'
import { HOSTILE_ARCHIVES } from '../fake/archives/hostileArchives.ts'
import { buildWheel } from '../fake/archives/wheelBuilder.ts'
import type { HostileName } from './hostileNames.ts'
import { isRunning, NEVER, outputOf, type PoolBench, poolBench, until } from './poolBench.ts'

let bench: PoolBench
const open: ExtractionPool[] = []

beforeAll(() => {
  bench = poolBench()
})
afterEach(async () => {
  await Promise.all(open.splice(0).map((pool) => pool.close()))
})
afterAll(() => bench.remove())

function poolWith(limits: Partial<ExtractLimits> = {}, nursery?: null): ExtractionPool {
  const pool = bench.pool(limits, nursery)
  open.push(pool)
  return pool
}

describe('what a child does to itself ends its own job and nothing else', () => {
  type Row = readonly [HostileName, string, RegExp, Partial<ExtractLimits>]
  const rows: readonly Row[] = [
    ['segfault', 'crashed', /SIGSEGV/, {}],
    ['abort', 'crashed', /SIGABRT/, {}],
    ['spin', 'timed_out', /over 300 ms of processor time/, { cpuMaxMs: 300 }],
    ['fill the heap', 'out_of_memory', /heap out of memory/, {}],
    ['fill memory outside the heap', 'out_of_memory', /bytes of memory/, {}],
    ['ask for too large a buffer', 'out_of_memory', /allocation failed/, {}],
    ['print to stderr', 'output_too_large', /printed over/, {}],
    ['send rubbish', 'crashed', /said a frame of/, {}],
    ['send a header that is no JSON', 'crashed', /not JSON/, {}],
    ['announce four gigabytes', 'crashed', /4294967295 bytes/, {}],
    ['send frames without end', 'crashed', /ready more than once/, {}],
    ['send reads without end', 'crashed', /without a remote file/, {}],
    ['want without end', 'crashed', /wants what is not there/, {}],
    ['want too much at once', 'crashed', /too much wanted/, {}],
    ['follow what it was not given', 'crashed', /was not given/, {}],
    ['send output in crumbs', 'crashed', /output after its end/, {}],
    ['send output without end', 'output_too_large', /over 8388608 bytes/, {}],
    ['give too long an output', 'output_too_large', /over 8388608 bytes/, {}],
    ['answer for another job', 'crashed', /another job/, {}],
    ['claim an unknown refusal', 'crashed', /unknown reason/, {}],
    ['exit without an answer', 'crashed', /code 0/, {}],
    ['throw an error', 'crashed', /^TypeError: cannot read \[31mproperties \[0m of undefined$/, {}],
    ['throw nothing', 'crashed', /threw/, {}],
    ['throw where nobody catches', 'crashed', /far from the job/, {}],
    ['overflow the stack', 'crashed', /RangeError: Maximum call stack/, {}],
  ]
  test.each<Row>(rows)('%s → %s', async (name, reason, detail, limits) => {
    const pool = poolWith({ childrenMax: 1, ...limits })
    const outcome = await pool.run(bench.job(name), NEVER)
    expect(outcome).toMatchObject({ state: 'undetermined', reason })
    expect(outcome).toHaveProperty('detail', expect.stringMatching(detail))
    const next = await pool.run(bench.job('inventory/2'), NEVER)
    expect(outputOf(next)).toContain('demo/core.py')
  })

  test('a job that does nothing goes to other children, and is lost with the third', async () => {
    const pool = poolWith({ childrenMax: 1, stalledMaxMs: 500 })
    const outcome = await pool.run(bench.job('wait without end'), NEVER)
    const detail = 'did nothing for 500 ms'
    expect(outcome).toEqual({ state: 'undetermined', reason: 'lost', detail })
  })

  test('a child that answers twice is not believed a third time', async () => {
    const pool = poolWith({ childrenMax: 1 })
    const first = await pool.run(bench.job('answer twice'), NEVER)
    expect(first).toMatchObject({ state: 'extracted' })
    await until(() => pool.load().children.length === 0)
    const next = await pool.run(bench.job('inventory/2'), NEVER)
    expect(outputOf(next)).toContain('demo/core.py')
  })

  test('megabytes on stdout go nowhere', async () => {
    const outcome = await poolWith().run(bench.job('print to stdout'), NEVER)
    expect(outputOf(outcome)).toBe('"printed"')
  })

  test('unrelated jobs are answered throughout', async () => {
    const pool = poolWith({ childrenMax: 2, cpuMaxMs: 1_000 })
    const bad = (['spin', 'segfault', 'send rubbish', 'exit without an answer'] as const).map(
      (name) => pool.run(bench.job(name), NEVER),
    )
    const good = Array.from({ length: 20 }, () => pool.run(bench.job('inventory/2'), NEVER))
    const outcomes = await Promise.all([...bad, ...good])
    expect(outcomes.map(({ state }) => state)).toEqual([
      ...bad.map(() => 'undetermined'),
      ...good.map(() => 'extracted'),
    ])
  })
})

describe('without a nursery, as on Windows', () => {
  test.each([
    ['segfault', 'crashed', /SIGSEGV/],
    ['print to stderr', 'output_too_large', /printed over/],
    ['announce four gigabytes', 'crashed', /4294967295 bytes/],
    ['exit without an answer', 'crashed', /code 0/],
  ] as const)('a child may %s → %s, and the next job is done', async (name, reason, detail) => {
    const pool = poolWith({ childrenMax: 1 }, null)
    const outcome = await pool.run(bench.job(name), NEVER)
    expect(outcome).toMatchObject({ state: 'undetermined', reason })
    expect(outcome).toHaveProperty('detail', expect.stringMatching(detail))
    const next = await pool.run(bench.job('inventory/2'), NEVER)
    expect(outputOf(next)).toContain('demo/core.py')
  })

  test('children are kept warm, and gone after close', async () => {
    const pool = poolWith({ childrenMax: 1 }, null)
    const pids = new Set<number>()
    for (let i = 0; i < 3; i++) {
      pids.add(Number(outputOf(await pool.run(bench.job('say its number'), NEVER))))
    }
    expect(pids.size).toBe(1)
    await pool.close()
    expect([...pids].filter(isRunning)).toEqual([])
  })
})

describe('the archive is judged in the child', () => {
  const rows = Object.values(HOSTILE_ARCHIVES).flatMap(([first]) => (first ? [first] : []))
  test.each(rows.filter(({ limits }) => Object.keys(limits ?? {}).length === 0))(
    '$kind: $lie → $reason',
    async ({ kind, filename, reason, build }) => {
      const job = bench.job('inventory/2', build(), { kind, filename })
      expect(await poolWith().run(job, NEVER)).toMatchObject({ state: 'refused', reason })
    },
  )

  test('a file with another digest is neither extracted nor refused', async () => {
    const pool = poolWith()
    for (const bytes of [buildWheel(), Buffer.from('no archive at all')]) {
      const job = bench.job('inventory/2', bytes, { sha256: 'ab'.repeat(32) })
      await expect(pool.run(job, NEVER)).rejects.toMatchObject({ code: 'artifact_mismatch' })
    }
  })

  test('a file that is gone is no word about its bytes', async () => {
    const source = { blobPath: join(bench.dir, 'gone') }
    const job = bench.job('inventory/2', undefined, { source })
    await expect(poolWith().run(job, NEVER)).rejects.toMatchObject({ code: 'store_unavailable' })
  })
})

describe('a child has as little as it needs', () => {
  test('no secret is in its environment', async () => {
    process.env['ASSAY_VERIFIER_KEY'] = 'a secret of the server'
    const outcome = await poolWith().run(bench.job('show its environment'), NEVER)
    delete process.env['ASSAY_VERIFIER_KEY']
    expect(JSON.parse(outputOf(outcome))).toEqual({ TZ: 'UTC', LC_ALL: 'C.UTF-8' })
  })

  test('it reads only what it was given, writes nothing, starts nothing, makes no code', async () => {
    const outcome = await poolWith().run(bench.job('try what it must not'), NEVER)
    expect(JSON.parse(outputOf(outcome))).toEqual({
      'read a file': 'ERR_ACCESS_DENIED',
      'write a file': 'ERR_ACCESS_DENIED',
      'start a process': 'ERR_ACCESS_DENIED',
      'make code of text': expect.stringContaining('EvalError'),
      'change a prototype': 'ERR_PROTO_ACCESS',
    })
  })
})

describe('the queue', () => {
  test('is bounded, and what does not fit is told so at once', async () => {
    const pool = poolWith({ childrenMax: 1, queueMax: 2 })
    const jobs = Array.from({ length: 3 }, () => pool.run(bench.job('wait a little'), NEVER))
    const tooMany = pool.run(bench.job('wait a little'), NEVER)
    await expect(tooMany).rejects.toMatchObject({ code: 'overloaded' })
    expect((await Promise.all(jobs)).map(outputOf)).toEqual(jobs.map(() => '"waited"'))
  })

  test('a job that waits can be cancelled, and the others go on', async () => {
    const pool = poolWith({ childrenMax: 1 })
    const leaving = new AbortController()
    const first = pool.run(bench.job('wait a little'), NEVER)
    const second = pool.run(bench.job('spin'), leaving.signal)
    const third = pool.run(bench.job('wait a little'), NEVER)
    leaving.abort(new Error('gone'))
    await expect(second).rejects.toThrow('gone')
    expect([outputOf(await first), outputOf(await third)]).toEqual(['"waited"', '"waited"'])
  })

  test('a job that runs can be cancelled even when it would never end', async () => {
    const pool = poolWith({ childrenMax: 1 })
    const leaving = new AbortController()
    const pid = Number(outputOf(await pool.run(bench.job('say its number'), NEVER)))
    const spinning = pool.run(bench.job('spin'), leaving.signal)
    await until(() => pool.load().children[0]?.jobs === 2)
    leaving.abort(new Error('gone'))
    await expect(spinning).rejects.toThrow('gone')
    await until(() => !isRunning(pid))
    expect(outputOf(await pool.run(bench.job('wait a little'), NEVER))).toBe('"waited"')
  })

  test('a small file does not wait for large ones, and a large one takes no place of small ones', async () => {
    const pool = poolWith({ childrenMax: 1, smallChildrenMax: 1, smallMaxBytes: 1_000 })
    const leaving = new AbortController()
    const large = [1_001, 5_000].map((sizeBytes) =>
      pool.run(bench.job('spin', undefined, { sizeBytes }), leaving.signal),
    )
    const unknown = pool.run(bench.job('spin'), leaving.signal)
    const small = bench.job('wait a little', undefined, { sizeBytes: 1_000 })
    expect(outputOf(await pool.run(small, NEVER))).toBe('"waited"')
    expect(pool.load()).toMatchObject({ busy: 1, queued: 2 })
    leaving.abort(new Error('gone'))
    await Promise.all([...large, unknown].map((job) => expect(job).rejects.toThrow('gone')))
  })

  test('large files have their turn, however many small ones come', async () => {
    const pool = poolWith({ childrenMax: 1, smallChildrenMax: 0 })
    const order: string[] = []
    const sizes = [1, 5_000_000, 1, 1]
    await Promise.all(
      sizes.map(async (sizeBytes, i) => {
        await pool.run(bench.job('wait a little', undefined, { sizeBytes }), NEVER)
        order.push(`${i}`)
      }),
    )
    expect(order).toEqual(['0', '1', '2', '3'])
  })

  test('a signal that was given before is honoured', async () => {
    const gone = AbortSignal.abort(new Error('gone'))
    await expect(poolWith().run(bench.job('spin'), gone)).rejects.toThrow('gone')
  })

  test('an extractor that does not exist is a bug of the caller', async () => {
    const job = { ...bench.job('spin'), extractor: 'cobol/1' }
    await expect(poolWith().run(job, NEVER)).rejects.toThrow('there is no extractor cobol/1')
  })
})

describe('children', () => {
  async function pidsOf(
    pool: ExtractionPool,
    name: 'say its number' | 'keep memory',
    jobs: number,
  ) {
    const pids: string[] = []
    for (let i = 0; i < jobs; i++) pids.push(outputOf(await pool.run(bench.job(name), NEVER)))
    return new Set(pids).size
  }

  test('are kept warm: one caller at a time needs one', async () => {
    expect(await pidsOf(poolWith({ childrenMax: 2 }), 'say its number', 6)).toBe(1)
  })

  test('are replaced after so many jobs', async () => {
    expect(await pidsOf(poolWith({ jobsPerChildMax: 2 }), 'say its number', 6)).toBe(3)
  })

  test('are replaced when they do not give memory back', async () => {
    const pool = poolWith({ rssKeptMaxBytes: 140 * 1024 * 1024 })
    expect(await pidsOf(pool, 'say its number', 3)).toBe(1)
    expect(await pidsOf(pool, 'keep memory', 3)).toBeGreaterThan(1)
  })

  test('that cannot start fail the job, not the pool', async () => {
    const pool = extractionPool({
      readable: [],
      child: { entry: new URL('./gone.js', import.meta.url), extractors: ['spin'] },
    })
    open.push(pool)
    const job = bench.job('spin')
    await expect(pool.run(job, NEVER)).rejects.toMatchObject({ code: 'overloaded' })
    await expect(pool.run(job, NEVER)).rejects.toMatchObject({ code: 'overloaded' })
  })

  test('are gone after close, and so are those who waited', async () => {
    const pool = poolWith({ childrenMax: 2 })
    const jobs = Array.from({ length: 4 }, () => pool.run(bench.job('spin'), NEVER))
    await until(() => pool.load().children.length === 2)
    const pids = pool.load().children.map(({ pid }) => pid)
    const settled = Promise.allSettled(jobs)
    await pool.close()
    expect(pids.filter(isRunning)).toEqual([])
    for (const outcome of await settled) {
      expect(outcome).toMatchObject({ status: 'rejected', reason: { code: 'shutting_down' } })
    }
    const late = pool.run(bench.job('spin'), NEVER)
    await expect(late).rejects.toMatchObject({ code: 'shutting_down' })
  })

  test.each([
    ['let everybody else go first', true, Math.max(10, getPriority())],
    ['weigh as much as the one who waits for them, where they are told', false, getPriority()],
  ])('%s', async (_, stepsBack, priority) => {
    const pool = extractionPool({ readable: [bench.dir], stepsBack })
    open.push(pool)
    await pool.run(bench.job('inventory/2'), NEVER)
    expect(pool.load().children.map(({ pid }) => getPriority(pid))).toEqual([priority])
  })

  test('run from sources too', async () => {
    const pool = extractionPool({ readable: [bench.dir] })
    open.push(pool)
    const outcome = await pool.run(bench.job('inventory/2'), NEVER)
    expect(outputOf(outcome)).toContain('demo/core.py')
  })
})

test('nothing that an extractor tried to write is there', () => {
  expect(existsSync(join(bench.dir, 'test', 'extract', 'demo-1.0-py3-none-any.whl.left'))).toBe(
    false,
  )
})

// What every queue promises, run against each of them.

import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type PackageKey, parsePackageName } from '../../src/domain/names/packageName.ts'
import { invariant } from '../../src/errors.ts'
import type {
  IngestJob,
  JobBatch,
  JobEnd,
  JobOutcome,
  JobQueue,
  JobVerdict,
} from '../../src/ports/jobs.ts'

export const INGESTED: JobOutcome = {
  state: 'ingested',
  version: '1.0.0',
  reason: null,
  message: null,
  bytes: 7,
}
export const DONE: JobVerdict = { outcome: INGESTED, again: false }
export const AWAY: JobVerdict = {
  outcome: { ...INGESTED, state: 'failed', version: null, reason: 'registry_unavailable' },
  again: true,
}

export function keyOf(written: string): PackageKey {
  const name = parsePackageName('npm', written)
  invariant(name !== null, `no name: ${written}`)
  return { ecosystem: 'npm', name }
}

export const keysOf = (...names: string[]) => names.map(keyOf)

/** A promise that the test settles itself. */
export function gate<T = void>(): { promise: Promise<T>; open: (value: T) => void } {
  let open: (value: T) => void = () => {}
  const promise = new Promise<T>((resolve) => {
    open = resolve
  })
  return { promise, open }
}

/** Looks until everything has ended. */
export async function awaitBatch(batch: JobBatch): Promise<{ ended: JobEnd[]; retried: number }> {
  const ended: JobEnd[] = []
  let retried = 0
  for (;;) {
    const seen = await batch.takeNews()
    ended.push(...seen.ended)
    retried += seen.retried
    if (seen.open === 0) return { ended, retried }
    await sleep(20)
  }
}

export const namesOf = (ended: readonly JobEnd[]) => ended.map(({ key }) => key.name).sort()

export function queueContract(open: () => Promise<JobQueue>): void {
  const options = { maxAgeMs: 60_000 }
  let queue: JobQueue
  let stop: AbortController
  let working: Promise<unknown>[]
  const troubles: unknown[] = []

  function work(lanes: number, handle: (job: IngestJob) => Promise<JobVerdict>): void {
    const onTrouble = (error: unknown) => void troubles.push(error)
    working.push(queue.work(handle, { lanes, onTrouble }, stop.signal))
  }

  beforeEach(async () => {
    queue = await open()
    stop = new AbortController()
    working = []
  })
  afterEach(async () => {
    stop.abort()
    await Promise.all(working)
    await queue.close()
    expect(troubles).toEqual([])
  })

  describe('a queue', () => {
    test('does each job once, the most important first, and tells how it ended', async () => {
      const done: string[] = []
      const batch = await queue.submit(keysOf('c', '@s/b', 'a'), options)
      work(1, async ({ key, tries, maxAgeMs }) => {
        done.push(key.name)
        expect({ tries, maxAgeMs }).toEqual({ tries: 1, maxAgeMs: 60_000 })
        return DONE
      })
      const { ended, retried } = await awaitBatch(batch)
      expect(done).toEqual(['c', '@s/b', 'a'])
      expect(namesOf(ended)).toEqual(['@s/b', 'a', 'c'])
      expect(ended.map(({ outcome }) => outcome)).toEqual([INGESTED, INGESTED, INGESTED])
      expect(retried).toBe(0)
    })

    test('tries what may pass again, after everything else', async () => {
      const done: string[] = []
      const batch = await queue.submit(keysOf('first', 'x', 'y', 'z'), options)
      work(1, async ({ key, tries }) => {
        done.push(`${key.name} ${tries}`)
        return key.name === 'first' && tries < 3 ? AWAY : DONE
      })
      const { ended, retried } = await awaitBatch(batch)
      expect(done).toEqual(['first 1', 'x 1', 'y 1', 'z 1', 'first 2', 'first 3'])
      expect(ended).toHaveLength(4)
      expect(retried).toBe(2)
    })

    test('two runs over the same package share its job', async () => {
      const done: string[] = []
      const one = await queue.submit(keysOf('a', 'b'), options)
      const two = await queue.submit(keysOf('b', 'c'), options)
      work(2, async ({ key }) => {
        done.push(key.name)
        return DONE
      })
      const results = await Promise.all([awaitBatch(one), awaitBatch(two)])
      expect(results.map(({ ended }) => namesOf(ended))).toEqual([
        ['a', 'b'],
        ['b', 'c'],
      ])
      expect(done.sort()).toEqual(['a', 'b', 'c'])
    })

    test('a stop finishes what is under way and begins nothing', async () => {
      const done: string[] = []
      const batch = await queue.submit(keysOf('a', 'b', 'c', 'd'), options)
      const begun = gate()
      const rest = gate()
      work(1, async ({ key }) => {
        begun.open()
        await rest.promise
        done.push(key.name)
        return DONE
      })
      await begun.promise
      stop.abort()
      rest.open()
      await Promise.all(working)
      expect(done).toEqual(['a'])
      const { ended, open } = await batch.takeNews()
      expect({ ended: namesOf(ended), open }).toEqual({ ended: ['a'], open: 3 })
    })

    test('what is withdrawn is not begun, and can be asked for again', async () => {
      const done: string[] = []
      const batch = await queue.submit(keysOf('a', 'b'), options)
      await batch.withdraw()
      expect(await batch.takeNews()).toEqual({ ended: [], retried: 0, open: 2 })
      work(1, async ({ key }) => {
        done.push(key.name)
        return DONE
      })
      const other = await queue.submit(keysOf('other'), options)
      await awaitBatch(other)
      expect(done).toEqual(['other'])
      const again = await queue.submit(keysOf('b'), options)
      expect(namesOf((await awaitBatch(again)).ended)).toEqual(['b'])
    })

    test('what ended before is done again when it is asked for again', async () => {
      let count = 0
      work(1, async () => {
        count += 1
        return DONE
      })
      await awaitBatch(await queue.submit(keysOf('a'), options))
      await awaitBatch(await queue.submit(keysOf('a'), options))
      expect(count).toBe(2)
    })
  })
}

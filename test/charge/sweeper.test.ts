import { expect, test, vi } from 'vitest'
import { sweeper } from '../../src/charge/sweeper.ts'

test('a job that hangs or fails keeps no other from its turn, and is not run twice at once', async () => {
  const runs = { hanging: 0, failing: 0, quick: 0 }
  const failures: unknown[] = []
  let letGo = () => {}
  const hang = new Promise<void>((resolve) => {
    letGo = resolve
  })
  const jobs = [
    async () => {
      runs.hanging += 1
      await hang
    },
    async () => {
      runs.failing += 1
      throw new Error('no database')
    },
    async () => {
      runs.quick += 1
    },
  ]
  const sweeping = sweeper({
    everyMs: 1,
    againMs: 60_000,
    jobs,
    onFailure: (error) => failures.push(error),
  })
  sweeping.start()
  await expect.poll(() => Math.min(runs.failing, runs.quick)).toBeGreaterThan(2)
  expect(runs.hanging).toBe(1)
  let isStopped = false
  const stopped = sweeping.stop().then(() => {
    isStopped = true
  })
  await new Promise((resolve) => setImmediate(resolve))
  expect(isStopped).toBe(false)
  letGo()
  await stopped
  expect(failures.length).toBe(runs.failing)
  const before = { ...runs }
  await sweeping.sweep()
  expect(runs).toEqual({
    hanging: before.hanging + 1,
    failing: before.failing + 1,
    quick: before.quick + 1,
  })
})

test('a job that failed is tried again before its next turn, until it is stopped', async () => {
  let runs = 0
  const job = async () => {
    runs += 1
    if (runs < 4) throw new Error('no database')
  }
  const sweeping = sweeper({ everyMs: 3_600_000, againMs: 1, jobs: [job], onFailure: () => {} })
  await sweeping.sweep()
  expect(runs).toBe(1)
  sweeping.start()
  await expect.poll(() => runs).toBe(4)
  await sweeping.stop()
})

test('a job that goes on failing is tried no more often for it', async () => {
  vi.useFakeTimers()
  try {
    let runs = 0
    const job = async () => {
      runs += 1
      throw new Error('no database')
    }
    const sweeping = sweeper({ everyMs: 1_000, againMs: 5_000, jobs: [job], onFailure: () => {} })
    sweeping.start()
    await vi.advanceTimersByTimeAsync(60_500)
    // At the start, at each turn, and once in five seconds or less besides.
    expect(runs).toBeLessThanOrEqual(1 + 60 + 12)
    await sweeping.stop()
    const before = runs
    await vi.advanceTimersByTimeAsync(60_000)
    expect(runs).toBe(before)
  } finally {
    vi.useRealTimers()
  }
})

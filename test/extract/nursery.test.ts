// Who starts the children, and who may end them.

import { readFileSync } from 'node:fs'
import { getPriority } from 'node:os'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { ExtractionPool } from '../../src/extract/pool.ts'
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

/** A pool of one child that is up, and the processes of both. */
async function onePool() {
  const pool = bench.pool({ childrenMax: 1 })
  open.push(pool)
  const child = Number(outputOf(await pool.run(bench.job('say its number'), NEVER)))
  return { pool, child, nursery: parentOf(child) }
}

function parentOf(pid: number): number {
  return Number(/^PPid:\s+(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1])
}

describe('the nursery', () => {
  test('starts the children, so that the server does not stand still for it', async () => {
    const { child, nursery } = await onePool()
    expect(nursery).not.toBe(process.pid)
    expect(parentOf(nursery)).toBe(process.pid)
    expect(child).not.toBe(nursery)
  })

  test('and its children let the server go first', async () => {
    const { child, nursery } = await onePool()
    // Whoever runs the tests behind others has stepped back as far already.
    const behind = Math.max(10, getPriority())
    expect(getPriority(nursery)).toBe(behind)
    expect(getPriority(child)).toBe(behind)
  })

  test('is one for all children of the pool, and gone when it is closed', async () => {
    const pool = bench.pool({ childrenMax: 2 })
    await Promise.all([1, 2, 3].map(() => pool.run(bench.job('wait a little'), NEVER)))
    const children = pool.load().children.map(({ pid }) => pid)
    expect(children).toHaveLength(2)
    const nurseries = new Set(children.map(parentOf))
    expect(nurseries.size).toBe(1)
    await pool.close()
    expect([...nurseries, ...children].filter(isRunning)).toEqual([])
  })

  test('when it is killed its children die, and their jobs are done by others', async () => {
    const { pool, child, nursery } = await onePool()
    const running = pool.run(bench.job('wait a little'), NEVER)
    process.kill(nursery, 'SIGKILL')
    expect(outputOf(await running)).toBe('"waited"')
    await until(() => !isRunning(child))
    const next = Number(outputOf(await pool.run(bench.job('say its number'), NEVER)))
    expect(parentOf(next)).not.toBe(nursery)
  })

  test('that cannot be started fails the job, and closing does not wait for it', async () => {
    const pool = bench.pool({ childrenMax: 1 }, new URL('./gone.js', import.meta.url))
    open.push(pool)
    const run = pool.run(bench.job('spin'), NEVER)
    await expect(run).rejects.toMatchObject({ code: 'overloaded' })
  })
})

describe('a request to end from outside', () => {
  test.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
    '%s is for the server: neither a child nor the nursery heeds it',
    async (signal) => {
      const { pool, child, nursery } = await onePool()
      const running = pool.run(bench.job('wait a little'), NEVER)
      await until(() => pool.load().children[0]?.jobs === 2)
      process.kill(child, signal)
      process.kill(nursery, signal)
      expect(outputOf(await running)).toBe('"waited"')
      expect(outputOf(await pool.run(bench.job('say its number'), NEVER))).toBe(String(child))
    },
  )
})

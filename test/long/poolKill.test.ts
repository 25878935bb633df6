// Children are killed at random while they work. Every job has to end in an outcome, the pool has
// to go on, and nothing may be left behind.

import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isRunning, NEVER, outputOf, type PoolBench, poolBench } from '../extract/poolBench.ts'
import { seededRandom } from '../fake/seededRandom.ts'

const KILLS = Number(process.env['EXTRACT_KILLS'] ?? 200)
const SEED = Number(process.env['EXTRACT_SEED'] ?? Date.now() % 2 ** 32)

let bench: PoolBench

/** False when it is gone already: the pool is told a moment later. */
function kill(pid: number): boolean {
  try {
    return process.kill(pid, 'SIGKILL')
  } catch {
    return false
  }
}

beforeAll(() => {
  bench = poolBench()
})
afterAll(() => bench.remove())

test(`${KILLS} kills at random, seed ${SEED}`, async () => {
  console.log(`EXTRACT_SEED=${SEED}`)
  const random = seededRandom(SEED)
  const pool = bench.pool({ childrenMax: 2 })
  const seen = new Set<number>()
  const outcomes: string[] = []
  let isOver = false

  async function askWithoutEnd(): Promise<void> {
    while (!isOver) {
      const name = random.pick(['wait a little', 'inventory/2'] as const)
      const outcome = await pool.run(bench.job(name), NEVER)
      outcomes.push(outcome.state === 'undetermined' ? outcome.reason : outcome.state)
    }
  }

  const asking = Promise.all(Array.from({ length: 5 }, askWithoutEnd)).finally(() => {
    isOver = true
  })
  asking.catch(() => {})
  for (let kills = 0; kills < KILLS && !isOver; ) {
    await sleep(random.below(100))
    const { children } = pool.load()
    for (const { pid } of children) seen.add(pid)
    if (children.length === 0) continue
    if (kill(random.pick(children).pid)) kills += 1
  }
  isOver = true
  await asking

  // Who is killed again and again is lost; nobody says that the bytes crash their reader.
  expect(outcomes).toContain('extracted')
  expect(outcomes.filter((one) => one !== 'extracted' && one !== 'lost')).toEqual([])
  expect(outputOf(await pool.run(bench.job('inventory/2'), NEVER))).toContain('demo/core.py')
  for (const { pid } of pool.load().children) seen.add(pid)
  await pool.close()
  expect(pool.load()).toEqual({ busy: 0, queued: 0, children: [] })
  expect([...seen].filter(isRunning)).toEqual([])
})

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isRunning, type PoolBench, poolBench, until } from './poolBench.ts'

let bench: PoolBench

beforeAll(() => {
  bench = poolBench()
})
afterAll(() => bench.remove())

const ENDINGS = [
  ['SIGKILL', null],
  ['SIGTERM', null],
  ['SIGINT', null],
  ['exit', 0],
  ['throw', 1],
  ['close', 0],
] as const

test.each(ENDINGS)(
  'children die with a parent that ends by %s, a spinning one too',
  async (ending, code) => {
    const job = JSON.stringify(bench.job('spin'))
    const parent = spawn(process.execPath, [bench.program('poolParent'), bench.dir, job, ending], {
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const exited = once(parent, 'exit')
    const [line] = await Promise.race([once(parent.stdout, 'data'), once(parent.stderr, 'data')])
    const pids: readonly number[] = JSON.parse(String(line))
    expect(pids).toHaveLength(2)
    if (ending.startsWith('SIG')) parent.kill(ending as NodeJS.Signals)
    expect((await exited)[0]).toBe(code)
    await until(() => !pids.some(isRunning))
  },
)

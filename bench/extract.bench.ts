// What a job costs when nothing goes wrong: a small wheel through a warm child, the start of a
// child, and the memory that it holds. Run from compiled code, as it is installed.

import { EXTRACT_LIMITS } from '../src/extract/extractLimits.ts'
import { parseInventory } from '../src/extract/inventory.ts'
import type { ExtractionPool } from '../src/extract/pool.ts'
import type { ExtractionJob } from '../src/ports/extraction.ts'
import { NEVER, type PoolBench, poolBench } from '../test/extract/poolBench.ts'
import { buildWheel } from '../test/fake/archives/wheelBuilder.ts'

// The demo wheel has seven files; one of them nobody reads, but it is listed.
const FILES_LISTED = 7

export async function benchExtract(quick: boolean): Promise<void> {
  const bench = poolBench()
  try {
    const starts = await timed(quick ? 3 : 20, () => firstJob(bench))
    report('first job of a child, start-up included', starts)
    const pool = bench.pool({ ...EXTRACT_LIMITS, childrenMax: 1 })
    const wheel = buildWheel()
    const near = bench.job('inventory/2', wheel)
    const remote = {
      sizeBytes: wheel.length,
      read: async ({ offset, lengthBytes }: { offset: number; lengthBytes: number }) =>
        wheel.subarray(offset, offset + lengthBytes),
    }
    await warmJobs(pool, 'warm job, file on disk', near, quick)
    await warmJobs(
      pool,
      'warm job, ranges through the parent',
      { ...near, source: { remote } },
      quick,
    )
    const rss = pool
      .load()
      .children.map(({ rssBytes }) => `${Math.round((rssBytes ?? 0) / 1e6)} MB`)
    console.log(`memory of a warm child: ${rss.join(', ')}`)
    await pool.close()
  } finally {
    bench.remove()
  }
}

async function firstJob(bench: PoolBench): Promise<void> {
  const pool = bench.pool({ ...EXTRACT_LIMITS, childrenMax: 1 })
  await runChecked(pool, bench.job('inventory/2'))
  await pool.close()
}

async function warmJobs(pool: ExtractionPool, what: string, job: ExtractionJob, quick: boolean) {
  for (let i = 0; i < 50; i++) await runChecked(pool, job)
  const before = process.cpuUsage()
  const runs = quick ? 100 : 400
  const times = await timed(runs, () => runChecked(pool, job))
  const { user, system } = process.cpuUsage(before)
  report(what, times)
  console.log(`  of that in the server: ${Math.round((user + system) / runs)} µs of processor time`)
}

async function runChecked(pool: ExtractionPool, job: ExtractionJob): Promise<void> {
  const outcome = await pool.run(job, NEVER)
  const files = outcome.state === 'extracted' ? parseInventory(outcome.output).length : 0
  if (files !== FILES_LISTED) throw new Error(`${files} files listed, ${outcome.state}`)
}

async function timed(runs: number, work: () => Promise<void>): Promise<readonly number[]> {
  const times: number[] = []
  for (let i = 0; i < runs; i++) {
    const started = performance.now()
    await work()
    times.push(performance.now() - started)
  }
  return times.toSorted((one, other) => one - other)
}

function report(what: string, sorted: readonly number[]): void {
  const at = (part: number) => (sorted[Math.floor((sorted.length - 1) * part)] ?? 0).toFixed(2)
  console.log(`${what}: best ${at(0)}, median ${at(0.5)}, p99 ${at(0.99)} ms (${sorted.length})`)
}

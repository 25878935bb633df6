// Many packages at once: what the index has fresh is left out without a request, the rest becomes
// jobs, and this process works on them beside whoever else does.

import { setTimeout as sleep } from 'node:timers/promises'
import type { PackageKey } from '../domain/names/packageName.ts'
import { keyText } from '../domain/release.ts'
import { ServiceError } from '../errors.ts'
import type { JobBatch, JobEnd, JobHandler, JobQueue } from '../ports/jobs.ts'
import { type BulkTally, tallyBook } from './bulkSummary.ts'
import type { WholeReleases } from './wholeReleases.ts'

const LOADS_AT_ONCE = 8
/** Looks at the queue that may fail in a row before the run gives up. */
const LOOK_FAILURES_MAX = 20

type BulkRequest = Readonly<{
  /** Most important first. */
  keys: readonly PackageKey[]
  lanes: number
  maxAgeMs: number
}>

type BulkHooks = Readonly<{
  /** Called at least as often as the queue is looked at; `ended` is what is new. */
  onProgress(tally: BulkTally, ended: readonly JobEnd[]): void
  onTrouble(error: unknown): void
}>

type BulkSummary = BulkTally & Readonly<{ interrupted: boolean; seconds: number }>

export type BulkRun = ReturnType<typeof bulkRun>

export function bulkRun(parts: {
  fresh: WholeReleases['fresh']
  queue: JobQueue
  handle: JobHandler
  monotonicMs: () => number
}) {
  const { fresh, queue, monotonicMs } = parts

  async function wanted({ keys, maxAgeMs }: BulkRequest, stop: AbortSignal): Promise<PackageKey[]> {
    const found: PackageKey[] = []
    for (let i = 0; i < keys.length && !stop.aborted; i += LOADS_AT_ONCE) {
      const some = keys.slice(i, i + LOADS_AT_ONCE)
      const known = await Promise.all(some.map((key) => fresh(key, maxAgeMs)))
      found.push(...some.filter((_, n) => known[n] === null))
    }
    return found
  }

  /** `stop` finishes what this process has under way, and takes back what nobody has begun. */
  return async (request: BulkRequest, hooks: BulkHooks, stop: AbortSignal) => {
    const startedMs = monotonicMs()
    const keys = [...new Map(request.keys.map((key) => [keyText(key), key])).values()]
    const book = tallyBook(keys.length)
    const todo = await wanted({ ...request, keys }, stop)
    const finish = (interrupted: boolean): BulkSummary => ({
      ...book.read(),
      interrupted,
      seconds: (monotonicMs() - startedMs) / 1_000,
    })
    if (stop.aborted) return finish(true)
    book.addFresh(keys.length - todo.length)
    hooks.onProgress(book.read(), [])
    if (todo.length === 0) return finish(false)

    const batch = await queue.submit(todo, { maxAgeMs: request.maxAgeMs })
    const takeNews = newsOf(batch, hooks)
    const note = async () => {
      const { ended, retried, open } = await takeNews()
      for (const end of ended) book.add(end)
      book.addRetried(retried)
      hooks.onProgress(book.read(), ended)
      return open
    }
    const ending = new AbortController()
    const { lanes } = request
    const working = queue.work(parts.handle, { lanes, onTrouble: hooks.onTrouble }, ending.signal)
    // The wait below is where its failure is thrown; until then it must not count as unhandled.
    working.catch(() => {})
    let open = todo.length
    try {
      while (open > 0 && !stop.aborted) {
        await sleep(batch.pollMs, undefined, { signal: stop }).catch(() => {})
        open = await note()
      }
      if (open > 0) await batch.withdraw()
    } finally {
      ending.abort()
      await working
    }
    if (open > 0) open = await note()
    return finish(open > 0)
  }
}

/** Goes on where the database is away for a while. */
function newsOf(batch: JobBatch, { onTrouble }: BulkHooks): JobBatch['takeNews'] {
  let failures = 0
  let open = Number.POSITIVE_INFINITY
  return async () => {
    try {
      const seen = await batch.takeNews()
      failures = 0
      open = seen.open
      return seen
    } catch (error) {
      failures += 1
      const mayPass = error instanceof ServiceError && error.code === 'store_unavailable'
      if (!mayPass || failures > LOOK_FAILURES_MAX) throw error
      onTrouble(error)
      return { ended: [], retried: 0, open }
    }
  }
}

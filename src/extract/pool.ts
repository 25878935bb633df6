// A few warm children and a bounded queue in front of them. Whatever happens in a child, its job
// ends in an outcome and the next job finds a child.

import { invariant, ServiceError } from '../errors.ts'
import type { Extraction, ExtractionJob, ExtractionOutcome } from '../ports/extraction.ts'
import { defaultEntry } from './childFlags.ts'
import { type ExtractionChild, StartError, startExtractionChild } from './extractionChild.ts'
import { EXTRACT_LIMITS, type ExtractLimits } from './extractLimits.ts'
import { EXTRACTORS } from './extractors.ts'

// A child that was killed while it started says nothing about the next one; three do.
const STARTS_MAX = 3

export type ExtractionPoolOptions = Readonly<{
  limits?: Partial<ExtractLimits>
  /** Folders in which the files of jobs lie: a compiled child can read nothing else. */
  readable: readonly string[]
  /** Another program than our own child, and the extractors it has. */
  child?: Readonly<{ entry: URL; extractors: readonly string[] }>
}>

export type PoolLoad = Readonly<{
  busy: number
  queued: number
  children: readonly Readonly<{ pid: number; jobs: number; rssBytes: number | null }>[]
}>

export interface ExtractionPool extends Extraction {
  /** For the metrics. */
  load(): PoolLoad
  /** Fails what is running or waiting with `shutting_down`; settles when no child is left. */
  close(): Promise<void>
}

type Entry = Readonly<{
  job: ExtractionJob
  stop: AbortController
  resolve: (outcome: ExtractionOutcome) => void
  reject: (error: unknown) => void
}>

type Lane = { child: ExtractionChild | null; active: Promise<void> | null }

export function extractionPool(options: ExtractionPoolOptions): ExtractionPool {
  const limits = { ...EXTRACT_LIMITS, ...options.limits }
  const entry = options.child?.entry ?? defaultEntry()
  const known = new Set(options.child?.extractors ?? Object.keys(EXTRACTORS))
  const lanes: Lane[] = Array.from({ length: limits.childrenMax }, () => ({
    child: null,
    active: null,
  }))
  const queue: Entry[] = []
  const live = new Set<Entry>()
  let closing: Promise<void> | null = null

  async function readyChild(lane: Lane): Promise<ExtractionChild> {
    for (let start = 1; ; start++) {
      if (closing !== null) throw new ServiceError('shutting_down', 'the service is stopping')
      if (lane.child?.isUsable()) return lane.child
      // One process at most in each lane: the old one has to be gone.
      await lane.child?.exited
      lane.child = null
      try {
        lane.child = await startExtractionChild({ entry, readable: options.readable, limits })
      } catch (error) {
        if (!(error instanceof StartError) || start >= STARTS_MAX) throw error
      }
    }
  }

  /** Runs the job; what it returns tells the caller. */
  async function serve(lane: Lane, { job, stop, resolve, reject }: Entry): Promise<() => void> {
    try {
      const child = await readyChild(lane)
      const outcome = await child.run(job, stop.signal)
      return () => resolve(outcome)
    } catch (error) {
      const isStart = error instanceof StartError
      const cause = isStart ? new ServiceError('internal', error.message, { cause: error }) : error
      return () => reject(cause)
    }
  }

  function retireIfWorn(lane: Lane): void {
    const { child } = lane
    if (child === null || !child.isUsable()) return
    const isWorn = child.jobs() >= limits.jobsPerChildMax
    if (isWorn || (child.use()?.rssBytes ?? 0) > limits.rssKeptMaxBytes) child.kill()
  }

  async function drain(lane: Lane): Promise<void> {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      const tell = await serve(lane, next)
      retireIfWorn(lane)
      // Free before the caller knows, so that its next job finds this warm child and starts no other.
      if (queue.length === 0) lane.active = null
      tell()
    }
  }

  function wake(): void {
    const idle = lanes.filter((lane) => lane.active === null)
    const lane = idle.find(({ child }) => child?.isUsable()) ?? idle[0]
    if (lane !== undefined) lane.active = drain(lane)
  }

  function refusal(): ServiceError | null {
    if (closing !== null) return new ServiceError('shutting_down', 'the service is stopping')
    if (queue.length < limits.queueMax) return null
    return new ServiceError('overloaded', `${queue.length} extractions are waiting already`)
  }

  function run(job: ExtractionJob, signal: AbortSignal): Promise<ExtractionOutcome> {
    return new Promise((resolve, reject) => {
      invariant(known.has(job.extractor), `there is no extractor ${job.extractor}`)
      signal.throwIfAborted()
      const refused = refusal()
      if (refused !== null) throw refused
      const stop = new AbortController()
      const queued: Entry = { job, stop, resolve: settle(resolve), reject: settle(reject) }
      const onAbort = () => stop.abort(signal.reason)
      function settle<T>(then: (value: T) => void): (value: T) => void {
        return (value) => {
          live.delete(queued)
          signal.removeEventListener('abort', onAbort)
          then(value)
        }
      }
      signal.addEventListener('abort', onAbort, { once: true })
      // Whoever waits is told at once, also while a child is still starting for the job.
      stop.signal.addEventListener('abort', () => {
        const place = queue.indexOf(queued)
        if (place >= 0) queue.splice(place, 1)
        queued.reject(stop.signal.reason)
      })
      live.add(queued)
      queue.push(queued)
      wake()
    })
  }

  async function shutDown(): Promise<void> {
    const reason = new ServiceError('shutting_down', 'the service is stopping')
    for (const entry of live) entry.stop.abort(reason)
    await Promise.all(lanes.map(({ active }) => active))
    for (const { child } of lanes) child?.kill()
    await Promise.all(lanes.map(({ child }) => child?.exited))
  }

  return {
    run,
    load: () => ({
      busy: lanes.filter(({ active }) => active !== null).length,
      queued: queue.length,
      children: lanes.flatMap(({ child }) =>
        child?.isUsable()
          ? [{ pid: child.pid, jobs: child.jobs(), rssBytes: child.use()?.rssBytes ?? null }]
          : [],
      ),
    }),
    close() {
      closing ??= shutDown()
      return closing
    },
  }
}

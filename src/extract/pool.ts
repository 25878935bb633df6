// A few warm children and a bounded queue in front of them. Whatever happens in a child, its job
// ends in an outcome and the next job finds a child.

import { invariant, ServiceError } from '../errors.ts'
import type { Extraction, ExtractionJob, ExtractionOutcome } from '../ports/extraction.ts'
import { inStage } from '../stages.ts'
import { ownProgram } from './childFlags.ts'
import { type ExtractionChild, StartError, startExtractionChild } from './extractionChild.ts'
import { EXTRACT_LIMITS, type ExtractLimits } from './extractLimits.ts'
import { EXTRACTORS } from './extractors.ts'
import { LostJobError } from './jobRun.ts'
import { nurseryHere } from './nurseryHere.ts'
import { openNursery } from './nurseryProcess.ts'

// A child that does not come up says little about the next one; three mean that none will. One
// that is lost without a fault of its job was killed by somebody, who may well do it again.
const STARTS_MAX = 3
const LOSSES_MAX = 20
// One that was lost while it worked may have been lost to the job.
const SUSPECT_LOSSES_MAX = 3

type ExtractionPoolOptions = Readonly<{
  limits?: Partial<ExtractLimits>
  /** Folders in which the files of jobs lie: a compiled child can read nothing else. */
  readable: readonly string[]
  /** Whether children let everybody else go first, as those of a service must; they do unless told. */
  stepsBack?: boolean
  /** Another program than our own child, and the extractors it has. */
  child?: Readonly<{ entry: URL; extractors: readonly string[] }>
  /** Another program that starts the children. */
  nursery?: URL
  /** Whether this process starts them itself; on Windows it does unless told. */
  isNurseryHere?: boolean
}>

type PoolLoad = Readonly<{
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
  isSmall: boolean
  stop: AbortController
  resolve: (outcome: ExtractionOutcome) => void
  reject: (error: unknown) => void
}>

/** `forSmall`: large files are read elsewhere. */
type Lane = {
  readonly forSmall: boolean
  child: ExtractionChild | null
  active: Promise<void> | null
}

export function extractionPool(options: ExtractionPoolOptions): ExtractionPool {
  const limits = { ...EXTRACT_LIMITS, ...options.limits }
  const entry = options.child?.entry ?? ownProgram('child')
  const { isNurseryHere = process.platform === 'win32', stepsBack } = options
  const nursery = isNurseryHere
    ? nurseryHere(stepsBack)
    : openNursery(options.nursery ?? ownProgram('nursery'), stepsBack)
  const known = new Set(options.child?.extractors ?? Object.keys(EXTRACTORS))
  const smallLanes = stepsBack === false ? 0 : limits.smallChildrenMax
  const lanes: Lane[] = Array.from({ length: limits.childrenMax + smallLanes }, (_, i) => ({
    forSmall: i >= limits.childrenMax,
    child: null,
    active: null,
  }))
  const queue: Entry[] = []
  const live = new Set<Entry>()
  let closing: Promise<void> | null = null

  async function readyChild(lane: Lane): Promise<ExtractionChild> {
    if (lane.child?.isUsable()) return lane.child
    // One process at most in each lane: the old one has to be gone.
    await lane.child?.exited
    lane.child = null
    lane.child = await startExtractionChild({ entry, readable: options.readable, limits, nursery })
    return lane.child
  }

  async function runIn(lane: Lane, { job, stop }: Entry): Promise<ExtractionOutcome> {
    let lastLoss: Error | null = null
    let starts = 0
    let losses = 0
    let suspectLosses = 0
    while (starts < STARTS_MAX && losses < LOSSES_MAX) {
      try {
        const child = await inStage('child', () => readyChild(lane))
        starts = 0
        return await child.run(job, stop.signal)
      } catch (error) {
        if (stop.signal.aborted) throw error
        if (error instanceof StartError && !error.wasKilled) starts += 1
        else if (error instanceof LostJobError && error.isSuspect) {
          suspectLosses += 1
          if (suspectLosses === SUSPECT_LOSSES_MAX) {
            return { state: 'undetermined', reason: 'lost', detail: error.message }
          }
        } else if (error instanceof StartError || error instanceof LostJobError) losses += 1
        else throw error
        lastLoss = error
      }
    }
    // Whoever ended the children, it was not the question's fault: it may be asked again.
    throw new ServiceError('overloaded', `extract: ${lastLoss?.message}`, { cause: lastLoss })
  }

  /** Runs the job; what it returns tells the caller. */
  async function serve(lane: Lane, served: Entry): Promise<() => void> {
    try {
      const outcome = await runIn(lane, served)
      return () => served.resolve(outcome)
    } catch (error) {
      return () => served.reject(error)
    }
  }

  function retireIfWorn(lane: Lane): void {
    const { child } = lane
    if (child === null || !child.isUsable()) return
    const isWorn = child.jobs() >= limits.jobsPerChildMax
    if (isWorn || (child.use()?.rssBytes ?? 0) > limits.rssKeptMaxBytes) child.kill()
  }

  /** The first that waits, and that may run there: in lanes for all files every job has its turn. */
  function nextFor({ forSmall }: Lane): number {
    return queue.findIndex(({ isSmall }) => isSmall || !forSmall)
  }

  async function drain(lane: Lane): Promise<void> {
    for (let place = nextFor(lane); place >= 0; place = nextFor(lane)) {
      const [next] = queue.splice(place, 1)
      invariant(next !== undefined, 'the queue has what was found in it')
      const tell = await serve(lane, next)
      retireIfWorn(lane)
      // Free before the caller knows, so that its next job finds this warm child and starts no other.
      if (nextFor(lane) < 0) lane.active = null
      tell()
    }
  }

  function wake(isSmall: boolean): void {
    const idle = lanes.filter((lane) => lane.active === null && (isSmall || !lane.forSmall))
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
      invariant('blobPath' in job.source || job.kind === 'wheel', 'only wheels are read in parts')
      signal.throwIfAborted()
      const refused = refusal()
      if (refused !== null) throw refused
      const stop = new AbortController()
      const isSmall = (sizeOf(job) ?? Infinity) <= limits.smallMaxBytes
      const queued: Entry = { job, isSmall, stop, resolve: settle(resolve), reject: settle(reject) }
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
      wake(isSmall)
    })
  }

  async function shutDown(): Promise<void> {
    const reason = new ServiceError('shutting_down', 'the service is stopping')
    for (const entry of live) entry.stop.abort(reason)
    // Those as well that died by themselves: whoever kills one keeps this process alive until the
    // exit is known, and a lane may be waiting for it.
    for (const { child } of lanes) child?.kill()
    await Promise.all(lanes.map(({ active }) => active))
    for (const { child } of lanes) child?.kill()
    await Promise.all(lanes.map(({ child }) => child?.exited))
    await nursery.close()
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

/** Of the file as it is packed; null where nobody said. */
function sizeOf({ source, sizeBytes }: ExtractionJob): number | null {
  return 'remote' in source ? source.remote.sizeBytes : (sizeBytes ?? null)
}

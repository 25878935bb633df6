// What the commands that fill the index need.

import { pino } from 'pino'
import { reviewAnswer } from '../answer/reviewAnswer.ts'
import { reviewAnswers } from '../answer/reviewAnswers.ts'
import type { Config } from '../config.ts'
import { type Ecosystem, type PackageKey, parsePackageName } from '../domain/names/packageName.ts'
import { keyText } from '../domain/release.ts'
import { ServiceError } from '../errors.ts'
import { parseInventory } from '../extract/inventory.ts'
import { listFiles } from '../ingest/bulkFiles.ts'
import { bulkJob } from '../ingest/bulkJob.ts'
import { type BulkRun, bulkRun } from '../ingest/bulkRun.ts'
import { deriveFrom } from '../ingest/deriveFrom.ts'
import { wholeReleases } from '../ingest/wholeReleases.ts'
import type { NameFiles } from '../names/build/nameFiles.ts'
import { loadBundledNames } from '../names/set/bundledNames.ts'
import { NameFileInvalid } from '../names/stored/nameFile.ts'
import type { WorkOptions } from '../ports/jobs.ts'
import { openQueue } from '../queue/openQueue.ts'
import { QUEUE_TIMES, type QueueTimes } from '../queue/queueTimes.ts'
import type { AppOptions } from './core.ts'
import { openIngestion, type Shared } from './ingestion.ts'
import { once } from './later.ts'
import { logLines } from './logLines.ts'

export type IngestApp = Awaited<ReturnType<typeof createIngestApp>>

/**
 * The service without its edge and without its key: a worker must not make its own key the one that
 * verifiers are told of.
 */
export async function createIngestApp(
  config: Config,
  options: Pick<AppOptions, 'now' | 'random' | 'logger' | keyof Shared> & {
    times?: QueueTimes
  } = {},
) {
  const { now = () => new Date(), random = Math.random, times = QUEUE_TIMES } = options
  const monotonicMs = () => performance.now()
  const logger = options.logger ?? pino({ level: config.logLevel, base: null }, logLines(2))
  const ingestion = await openIngestion(config, { ...options, now, random })
  const { store, one, tables } = ingestion
  const whole = wholeReleases({
    one,
    readTable: tables.readIndexed,
    packages: store.packages,
    tables: store.tables,
    extractions: store.extractions,
    now,
  })
  const stopping = new AbortController()
  const handle = bulkJob({
    whole,
    onBug: (key, error) => logger.error({ package: keyText(key), err: error }, 'ingest'),
    signal: stopping.signal,
  })
  // Opened when it is needed: a single release needs no queue, nor the right to make its tables.
  const queue = once(() => openQueue({ databaseUrl: config.databaseUrl(), times, monotonicMs }))
  const bulk: BulkRun = async (request, hooks, stop) => {
    const parts = { fresh: whole.fresh, queue: await queue.get(), handle, monotonicMs }
    return bulkRun(parts)(request, hooks, stop)
  }
  async function work(lanes: number, onTrouble: WorkOptions['onTrouble'], stop: AbortSignal) {
    await (await queue.get()).work(handle, { lanes, onTrouble }, stop)
  }
  const reviewer = reviewAnswer({ derive: deriveFrom({ one, openAgain: ingestion.again, tables }) })
  return {
    store,
    one,
    whole,
    files: listFiles({ one, openAgain: ingestion.again, parseInventory }),
    tables,
    services: ingestion.services,
    /** The days that a table of these releases rests on, where no registry was asked. */
    dated: ingestion.dated,
    /** Every version that the registry lists. */
    versions: (key: PackageKey, signal: AbortSignal) =>
      ingestion.registryOf(key).versions(key.name, signal),
    /** Goes over signed answers; what it yields has been looked at. */
    reviewAnswers: reviewAnswers({
      answers: store.answers,
      retractions: store.retractions,
      tables: store.tables,
      reviewer,
      now,
    }),
    /** Derives one signed answer again, from whomever it is. */
    review: reviewer.review,
    /** Popular names that ship with the service, the most popular first. */
    popularNames: (ecosystem: Ecosystem) =>
      loadBundledNames()[ecosystem].names.flatMap(
        (name) => parsePackageName(ecosystem, name) ?? [],
      ),
    /** Every name of a registry; `status` is null while there is no set. */
    names: {
      update: ingestion.updateNames,
      status: (ecosystem: Ecosystem) => namesStatus(ingestion.nameFiles, ecosystem),
    },
    bulk,
    /** Jobs that other processes queued, until `stop`; null on a store that no other process shares. */
    work: config.databaseUrl() === null ? null : work,
    async close(): Promise<void> {
      stopping.abort(new ServiceError('shutting_down', 'the command is stopping'))
      // One that could not be opened has been reported to whoever asked for it.
      await (await queue.made())?.close().catch(() => {})
      await ingestion.close()
    },
  }
}

/** What set of an ecosystem's names is in the data folder, and what it was made of. */
async function namesStatus(files: NameFiles, ecosystem: Ecosystem) {
  try {
    const loaded = await files.load(ecosystem)
    if (loaded === null) return { set: null, problem: null }
    const { set, problem } = loaded
    const { sources } = set.facts
    return { set: { ...set.snapshot, bytes: set.bytes.length, sources }, problem }
  } catch (error) {
    if (!(error instanceof NameFileInvalid)) throw error
    return { set: null, problem: `${ecosystem}.names: ${error.message}` }
  }
}

// What the commands that fill the index need.

import { pino } from 'pino'
import { reviewAnswer } from '../answer/reviewAnswer.ts'
import { type ReviewedAnswer, reviewAnswers } from '../answer/reviewAnswers.ts'
import type { AppOptions } from '../app.ts'
import type { Config } from '../config.ts'
import {
  type Ecosystem,
  type PackageKey,
  type PackageName,
  parsePackageName,
} from '../domain/names/packageName.ts'
import { keyText } from '../domain/release.ts'
import { ServiceError } from '../errors.ts'
import { parseInventory } from '../extract/inventory.ts'
import { type ListFiles, listFiles } from '../ingest/bulkFiles.ts'
import { bulkJob } from '../ingest/bulkJob.ts'
import type { IngestOne } from '../ingest/bulkOne.ts'
import { type BulkRun, bulkRun } from '../ingest/bulkRun.ts'
import { deriveFrom } from '../ingest/deriveFrom.ts'
import type { ReleaseTables } from '../ingest/releaseTables.ts'
import { type WholeReleases, wholeReleases } from '../ingest/wholeReleases.ts'
import type { NameFiles } from '../names/build/nameFiles.ts'
import type { UpdateNames } from '../names/build/updateNames.ts'
import { loadBundledNames } from '../names/set/bundledNames.ts'
import { NameFileInvalid } from '../names/stored/nameFile.ts'
import type { JobQueue } from '../ports/jobs.ts'
import type { VersionsLookup } from '../ports/registry.ts'
import type { Store } from '../ports/store.ts'
import { openQueue } from '../queue/openQueue.ts'
import { QUEUE_TIMES, type QueueTimes } from '../queue/queueTimes.ts'
import { openIngestion } from './ingestion.ts'

export type IngestApp = Readonly<{
  store: Store
  one: IngestOne
  whole: WholeReleases
  files: ListFiles
  tables: ReleaseTables
  /** Every version that the registry lists. */
  versions(key: PackageKey, signal: AbortSignal): Promise<VersionsLookup>
  /** Goes over signed answers; what it yields has been looked at. */
  reviewAnswers(
    options: Readonly<{ all: boolean; retract: boolean }>,
    signal: AbortSignal,
  ): AsyncIterable<ReviewedAnswer>
  /** Popular names that ship with the service, the most popular first. */
  popularNames(ecosystem: Ecosystem): readonly PackageName[]
  /** Every name of a registry; `status` is null while there is no set. */
  names: Readonly<{
    update: UpdateNames
    status(ecosystem: Ecosystem): ReturnType<typeof namesStatus>
  }>
  bulk: BulkRun
  /** Jobs that other processes queued, until `stop`; null on a store that no other process shares. */
  work:
    | ((lanes: number, onTrouble: (error: unknown) => void, stop: AbortSignal) => Promise<void>)
    | null
  close(): Promise<void>
}>

/**
 * The service without its edge and without its key: a worker must not make its own key the one that
 * verifiers are told of.
 */
export async function createIngestApp(
  config: Config,
  options: Pick<AppOptions, 'now' | 'random' | 'logger'> & { times?: QueueTimes } = {},
): Promise<IngestApp> {
  const { now = () => new Date(), random = Math.random, times = QUEUE_TIMES } = options
  const monotonicMs = () => performance.now()
  const logger = options.logger ?? pino({ level: config.logLevel, base: null }, pino.destination(2))
  const ingestion = await openIngestion(config, { now, random })
  const { store, one } = ingestion
  const whole = wholeReleases({
    one,
    readTable: ingestion.tables.readIndexed,
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
  let opened: Promise<JobQueue> | null = null
  const openedQueue = () => {
    opened ??= openQueue({ databaseUrl: config.databaseUrl(), times, monotonicMs })
    return opened
  }
  return {
    store,
    one,
    whole,
    files: listFiles({ one, openAgain: ingestion.again, parseInventory }),
    tables: ingestion.tables,
    versions: (key, signal) => ingestion.registryOf(key).versions(key.name, signal),
    reviewAnswers: reviewAnswers({
      answers: store.answers,
      retractions: store.retractions,
      tables: store.tables,
      reviewer: reviewAnswer({
        derive: deriveFrom({ one, openAgain: ingestion.again, tables: ingestion.tables }),
      }),
      now,
    }),
    popularNames: (ecosystem) =>
      loadBundledNames()[ecosystem].names.flatMap(
        (name) => parsePackageName(ecosystem, name) ?? [],
      ),
    names: {
      update: ingestion.updateNames,
      status: (ecosystem) => namesStatus(ingestion.nameFiles, ecosystem),
    },
    async bulk(request, hooks, stop) {
      const queue = await openedQueue()
      return bulkRun({ fresh: whole.fresh, queue, handle, monotonicMs })(request, hooks, stop)
    },
    work:
      config.databaseUrl() === null
        ? null
        : async (lanes, onTrouble, stop) =>
            (await openedQueue()).work(handle, { lanes, onTrouble }, stop),
    async close() {
      stopping.abort(new ServiceError('shutting_down', 'the command is stopping'))
      // One that could not be opened has been reported to whoever asked for it.
      await opened?.then((queue) => queue.close()).catch(() => {})
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

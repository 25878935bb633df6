// What a worker does with a job, and which failures are worth another try.

import type { PackageKey } from '../domain/packageName.ts'
import { EXTRACTOR_VERSIONS } from '../domain/release.ts'
import { type ErrorCode, ServiceError } from '../errors.ts'
import type { IngestJob, JobHandler, JobOutcome, JobVerdict } from '../ports/jobs.ts'
import type { IndexedPackage, PackageStore } from '../ports/store.ts'
import type { IngestOne, OneReport } from './bulkOne.ts'

export const JOB_TRIES_MAX = 3

/** A bound on what one failure can put into a queue or onto a terminal. */
export const MESSAGE_LENGTH_MAX = 300

const TRANSIENT: ReadonlySet<ErrorCode> = new Set([
  'registry_unavailable',
  'artifact_mismatch',
  'overloaded',
  'deadline_exceeded',
  'store_unavailable',
])

/** Whether the index has it, read by the extractor of today, and confirmed within `maxAgeMs`. */
export function isFreshEnough(
  indexed: IndexedPackage | null,
  { maxAgeMs, nowMs }: Readonly<{ maxAgeMs: number; nowMs: number }>,
): indexed is IndexedPackage {
  if (indexed === null) return false
  const { release } = indexed.head
  if (release.extractor !== EXTRACTOR_VERSIONS[release.ecosystem]) return false
  const ageMs = nowMs - Date.parse(indexed.checkedAt)
  // A check that lies ahead was made by a clock that was wrong.
  return ageMs >= 0 && ageMs < maxAgeMs
}

export function bulkJob(parts: {
  packages: PackageStore
  one: IngestOne
  now: () => Date
  /** Told of what is no expected failure, because a job's outcome has no room for a stack. */
  onBug: (key: PackageKey, error: unknown) => void
  /** Ends the jobs under way. */
  signal: AbortSignal
}): JobHandler {
  const { packages, one, now, onBug, signal } = parts

  async function outcomeOf({ key, maxAgeMs }: IngestJob): Promise<JobOutcome> {
    const indexed = await packages.load(key)
    if (isFreshEnough(indexed, { maxAgeMs, nowMs: now().getTime() })) {
      const { version } = indexed.head.release
      return { state: 'fresh', version, reason: null, message: null, bytes: 0 }
    }
    return reported(await one.latest(key, signal))
  }

  return async (job) => {
    try {
      return { outcome: await outcomeOf(job), again: false }
    } catch (error) {
      if (!(error instanceof ServiceError)) onBug(job.key, error)
      return failed(error, job.tries)
    }
  }
}

function reported(report: OneReport): JobOutcome {
  if ('artifact' in report) {
    const state = report.state === 'ingested' ? 'ingested' : 'unchanged'
    const { version, unopened, bytes } = report
    return { state, version, reason: unopened, message: null, bytes }
  }
  return { state: 'absent', version: null, reason: report.status, message: null, bytes: 0 }
}

function failed(error: unknown, tries: number): JobVerdict {
  const code = error instanceof ServiceError ? error.code : 'internal'
  // The text of a bug may hold anything; the log has it.
  const message = error instanceof ServiceError ? error.message.slice(0, MESSAGE_LENGTH_MAX) : null
  return {
    outcome: { state: 'failed', version: null, reason: code, message, bytes: 0 },
    again: TRANSIENT.has(code) && tries < JOB_TRIES_MAX,
  }
}

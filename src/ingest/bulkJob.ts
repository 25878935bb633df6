// What a worker does with a job, and which failures are worth another try.

import type { PackageKey } from '../domain/names/packageName.ts'
import { type ErrorCode, ServiceError } from '../errors.ts'
import type { IngestJob, JobHandler, JobOutcome, JobVerdict } from '../ports/jobs.ts'
import type { OneReport } from './bulkOne.ts'
import type { WholeReleases } from './wholeReleases.ts'

const JOB_TRIES_MAX = 3

/** A bound on what one failure can put into a queue or onto a terminal. */
const MESSAGE_LENGTH_MAX = 300

const TRANSIENT: ReadonlySet<ErrorCode> = new Set([
  'registry_unavailable',
  'artifact_mismatch',
  'not_read_yet',
  'overloaded',
  'deadline_exceeded',
  'store_unavailable',
])

export function bulkJob(parts: {
  whole: WholeReleases
  /** Told of what is no expected failure, because a job's outcome has no room for a stack. */
  onBug: (key: PackageKey, error: unknown) => void
  /** Ends the jobs under way. */
  signal: AbortSignal
}): JobHandler {
  const { whole, onBug, signal } = parts

  async function outcomeOf({ key, maxAgeMs }: IngestJob): Promise<JobOutcome> {
    const fresh = await whole.fresh(key, maxAgeMs)
    if (fresh === null) return reported(await whole.read(key, null, signal))
    return { state: 'fresh', version: fresh.version, reason: null, message: null, bytes: 0 }
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

// Jobs and outcomes as the database holds them. Other versions of this code, or people, may have
// written them, so they are read as input from outside.

import { isEcosystem, type PackageKey, parsePackageName } from '../domain/names/packageName.ts'
import { keyText } from '../domain/release.ts'
import { isMembers } from '../domain/texts/jsonValue.ts'
import { type IngestJob, JOB_STATES, type JobOutcome, type JobVerdict } from '../ports/jobs.ts'
import { QUEUE_NAME } from './bossConnection.ts'
import type { QueueTimes } from './queueTimes.ts'

const MAX_AGE_MAX_MS = 10 * 365 * 86_400_000
const TRIES_MAX = 100

/** Workers that may die over one job before it is given up: it may be what kills them. */
const WORKERS_LOST_MAX = 5

/** What is put into a job; `batch` names the run that added it. */
export function jobData({ key, maxAgeMs, tries }: IngestJob, batch: string) {
  return { ecosystem: key.ecosystem, name: key.name, maxAgeMs, tries, batch }
}

/** A job as pg-boss takes it in. */
export function insertedJob(job: IngestJob, batch: string, { expireS }: QueueTimes) {
  return {
    name: QUEUE_NAME,
    data: jobData(job, batch),
    singletonKey: keyText(job.key),
    expireInSeconds: expireS,
    retryLimit: WORKERS_LOST_MAX,
    retryDelay: 0,
  }
}

/** The outcome of a job that no worker tells of. */
export function lost(reason: string, message: string): JobOutcome {
  return { state: 'failed', version: null, reason, message, bytes: 0 }
}

/** Null when it is no job that this code can do. */
export function parseJobData(data: unknown): Readonly<{ job: IngestJob; batch: string }> | null {
  const { ecosystem, name, maxAgeMs, tries, batch } = fields(data)
  const key = parseKey(ecosystem, name)
  if (key === null || typeof batch !== 'string') return null
  if (!isCount(maxAgeMs, MAX_AGE_MAX_MS) || !isCount(tries, TRIES_MAX)) return null
  return { job: { key, maxAgeMs, tries }, batch }
}

function parseKey(ecosystem: unknown, written: unknown): PackageKey | null {
  if (!isEcosystem(ecosystem) || typeof written !== 'string') return null
  const name = parsePackageName(ecosystem, written)
  return name === null ? null : { ecosystem, name }
}

/** What a job leaves behind. */
export function parseJobOutput(output: unknown): JobVerdict | null {
  const { outcome, again } = fields(output)
  const { state, version, reason, message, bytes } = fields(outcome)
  const known = JOB_STATES.find((candidate) => candidate === state)
  if (known === undefined || typeof again !== 'boolean') return null
  return {
    again,
    outcome: {
      state: known,
      version: textOrNull(version),
      reason: textOrNull(reason),
      message: textOrNull(message),
      bytes: isCount(bytes, Number.MAX_SAFE_INTEGER) ? bytes : 0,
    },
  }
}

/** Each field is checked where it is used. */
function fields(value: unknown): Readonly<Record<string, unknown>> {
  return isMembers(value) ? value : {}
}

function isCount(value: unknown, max: number): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 && value <= max
}

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}

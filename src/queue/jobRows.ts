// Jobs and outcomes as the database holds them. Other versions of this code, or people, may have
// written them, so they are read as input from outside.

import { isEcosystem, type PackageKey, parsePackageName } from '../domain/names/packageName.ts'
import { type IngestJob, JOB_STATES, type JobOutcome } from '../ports/jobs.ts'

const MAX_AGE_MAX_MS = 10 * 365 * 86_400_000
const TRIES_MAX = 100

/** What is put into a job; `batch` names the run that added it. */
export function jobData({ key, maxAgeMs, tries }: IngestJob, batch: string) {
  return { ecosystem: key.ecosystem, name: key.name, maxAgeMs, tries, batch }
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

/** What a job leaves behind; `again` when another job follows it. */
type JobOutput = Readonly<{ outcome: JobOutcome; again: boolean }>

export function parseJobOutput(output: unknown): JobOutput | null {
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

function fields(value: unknown): Readonly<Record<string, unknown>> {
  // Each field is checked where it is used.
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}

function isCount(value: unknown, max: number): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 && value <= max
}

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}

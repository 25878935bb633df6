// Work that can wait and that any number of processes may share: packages to be brought into the
// index. A job is done at least once; doing it twice is harmless, because what is in the index and
// fresh is not asked for again.

import type { PackageKey } from '../domain/names/packageName.ts'

export type IngestJob = Readonly<{
  key: PackageKey
  /** A package that was confirmed this recently needs no request. */
  maxAgeMs: number
  /** From 1; one more each time that it was put back. */
  tries: number
}>

export const JOB_STATES = ['ingested', 'unchanged', 'fresh', 'absent', 'failed'] as const

/**
 * `ingested`: a release was read and indexed. `unchanged`: the registry confirmed what was indexed.
 * `fresh`: confirmed lately, so nobody was asked. `absent`: the registry has no such package.
 */
export type JobState = (typeof JOB_STATES)[number]

export type JobOutcome = Readonly<{
  state: JobState
  version: string | null
  /** Why the file of an indexed release could not be opened, or why the job failed. */
  reason: string | null
  message: string | null
  /** Bytes of files that were fetched for it. */
  bytes: number
}>

/** `again`: the failure may pass, so the job goes to the end of the queue. */
export type JobVerdict = Readonly<{ outcome: JobOutcome; again: boolean }>

/** Never throws: whatever happens to a job is its outcome. */
export type JobHandler = (job: IngestJob) => Promise<JobVerdict>

export type JobEnd = Readonly<{ key: PackageKey; outcome: JobOutcome }>

/** The jobs that one caller waits for, whoever does them. */
export interface JobBatch {
  /** How often it is worth looking. */
  readonly pollMs: number
  /** What ended since it was last asked, and how many have not. Throws `store_unavailable`. */
  takeNews(): Promise<Readonly<{ ended: readonly JobEnd[]; retried: number; open: number }>>
  /** Takes back what this batch added and nobody has begun. */
  withdraw(): Promise<void>
}

export type WorkOptions = Readonly<{
  /** Jobs at once. */
  lanes: number
  /** The queue could not be reached; work goes on when it can. */
  onTrouble: (error: unknown) => void
}>

export interface JobQueue {
  /** Most important first. A package that is waiting already is not added again. */
  submit(keys: readonly PackageKey[], options: Readonly<{ maxAgeMs: number }>): Promise<JobBatch>
  /** Takes jobs until `stop`, then finishes those under way. */
  work(handle: JobHandler, options: WorkOptions, stop: AbortSignal): Promise<void>
  close(): Promise<void>
}

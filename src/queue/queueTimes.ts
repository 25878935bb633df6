// The times of the queue, in one place because they only make sense together.

export type QueueTimes = Readonly<{
  /** How often a worker says that it still works on a job. */
  heartbeatMs: number
  /**
   * A job whose worker was silent this long is given to another. Several heartbeats, so that a slow
   * worker is not doubled; not shorter than the lease on a release (INGEST_LEASE_MS), so that the
   * next worker does not wait for a dead one.
   */
  expireS: number
  /** How often somebody looks for such jobs. */
  maintenanceS: number
  /** How long an idle worker waits before it looks for jobs again. */
  idleMs: number
  /** Pause before a second try; each further one is three times as long. */
  retryPauseMs: number
}>

export const QUEUE_TIMES: QueueTimes = {
  heartbeatMs: 4_000,
  expireS: 20,
  maintenanceS: 5,
  idleMs: 1_000,
  retryPauseMs: 10_000,
}

/** Pause before the try after this one. */
export function retryPauseMs(times: Pick<QueueTimes, 'retryPauseMs'>, tries: number): number {
  return times.retryPauseMs * 3 ** (tries - 1)
}

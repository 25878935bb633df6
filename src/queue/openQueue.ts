// The queue that goes with the store: shared over PostgreSQL, else inside this process.

import type { JobQueue } from '../ports/jobs.ts'
import { memoryQueue } from './memoryQueue.ts'
import type { QueueTimes } from './queueTimes.ts'

export async function openQueue(parts: {
  databaseUrl: string | null
  times: QueueTimes
  monotonicMs: () => number
}): Promise<JobQueue> {
  const { databaseUrl, times, monotonicMs } = parts
  if (databaseUrl === null) return memoryQueue({ times, monotonicMs })
  // Loaded when it is needed: most commands never open a queue.
  const { openBossQueue } = await import('./bossQueue.ts')
  return openBossQueue({ databaseUrl, times })
}

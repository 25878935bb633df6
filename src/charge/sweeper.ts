// Looks after money that nobody is working on any more: holds of nodes that died are given back,
// replies whose time is over are dropped, payments whose outcome is open are looked up on the chain.
// Every node does it; what two do at once is done once. The jobs do not wait for each other: a chain
// that is slow to answer must not keep anybody's credit held.

import { keptIn } from '../domain/maps.ts'

type Job = () => Promise<void>

export function sweeper(parts: {
  everyMs: number
  /** After a failure: a store that is away more often than not is caught when it is there. */
  againMs: number
  jobs: readonly Job[]
  onFailure: (error: unknown) => void
}) {
  let timer: NodeJS.Timeout | null = null
  const underWay = new Map<Job, Promise<void>>()
  /** Jobs that failed, each with the one timer that tries it again. */
  const failed = new Map<Job, NodeJS.Timeout>()

  function run(job: Job): Promise<void> {
    return keptIn(underWay, job, () =>
      job()
        .catch((error: unknown) => {
          parts.onFailure(error)
          if (timer !== null)
            keptIn(failed, job, () => setTimeout(again, parts.againMs, job).unref())
        })
        .finally(() => underWay.delete(job)),
    )
  }

  function again(job: Job): void {
    failed.delete(job)
    if (timer !== null) void run(job)
  }

  /** Now, as the timer would. */
  async function sweep(): Promise<void> {
    await Promise.all(parts.jobs.map(run))
  }

  return {
    sweep,
    start(): void {
      void sweep()
      timer = setInterval(sweep, parts.everyMs)
      timer.unref()
    },
    async stop(): Promise<void> {
      if (timer !== null) clearInterval(timer)
      timer = null
      for (const again of failed.values()) clearTimeout(again)
      failed.clear()
      await Promise.all(underWay.values())
    },
  }
}

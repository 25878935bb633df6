// Jobs in this process, for the embedded store. Nothing of the queue outlives the process, and
// nothing has to: what was done is in the index, and the next run skips what is indexed.

import { setTimeout as sleep } from 'node:timers/promises'
import type { PackageKey } from '../domain/names/packageName.ts'
import { keyText } from '../domain/release.ts'
import type {
  IngestJob,
  JobBatch,
  JobEnd,
  JobHandler,
  JobQueue,
  JobVerdict,
} from '../ports/jobs.ts'
import { type QueueTimes, retryPauseMs } from './queueTimes.ts'

const POLL_MS = 100

type Listener = (job: IngestJob, verdict: JobVerdict) => void
type Waiting = Readonly<{ job: IngestJob; notBeforeMs: number; addedBy: Listener }>

export function memoryQueue(parts: {
  times: Pick<QueueTimes, 'retryPauseMs'>
  monotonicMs: () => number
}): JobQueue {
  const { times, monotonicMs } = parts
  let waiting: Waiting[] = []
  const unfinished = new Set<string>()
  const listeners = new Set<Listener>()

  function take(): Waiting | null {
    const nowMs = monotonicMs()
    const place = waiting.findIndex(({ notBeforeMs }) => notBeforeMs <= nowMs)
    return place < 0 ? null : (waiting.splice(place, 1)[0] ?? null)
  }

  async function workLane(handle: JobHandler, stop: AbortSignal): Promise<void> {
    while (!stop.aborted) {
      const next = take()
      if (next === null) {
        await sleep(POLL_MS, undefined, { signal: stop }).catch(() => {})
        continue
      }
      const { job, addedBy } = next
      const verdict = await handle(job)
      if (verdict.again) {
        const notBeforeMs = monotonicMs() + retryPauseMs(times, job.tries)
        waiting.push({ job: { ...job, tries: job.tries + 1 }, notBeforeMs, addedBy })
      } else {
        unfinished.delete(keyText(job.key))
      }
      for (const listener of listeners) listener(job, verdict)
    }
  }

  function submit(keys: readonly PackageKey[], maxAgeMs: number): JobBatch {
    const open = new Set(keys.map(keyText))
    let ended: JobEnd[] = []
    let retried = 0
    const listener: Listener = ({ key }, { outcome, again }) => {
      if (!open.has(keyText(key))) return
      if (again) {
        retried += 1
        return
      }
      open.delete(keyText(key))
      ended.push({ key, outcome })
      if (open.size === 0) listeners.delete(listener)
    }
    listeners.add(listener)
    for (const key of keys) {
      if (unfinished.has(keyText(key))) continue
      unfinished.add(keyText(key))
      waiting.push({ job: { key, maxAgeMs, tries: 1 }, notBeforeMs: 0, addedBy: listener })
    }
    return {
      pollMs: POLL_MS,
      async takeNews() {
        const seen = { ended, retried, open: open.size }
        ended = []
        retried = 0
        return seen
      },
      async withdraw() {
        for (const { job, addedBy } of waiting) {
          if (addedBy === listener) unfinished.delete(keyText(job.key))
        }
        waiting = waiting.filter(({ addedBy }) => addedBy !== listener)
      },
    }
  }

  return {
    submit: async (keys, { maxAgeMs }) => submit(keys, maxAgeMs),
    async work(handle, { lanes }, stop) {
      await Promise.all(Array.from({ length: lanes }, () => workLane(handle, stop)))
    },
    async close() {
      waiting = []
    },
  }
}

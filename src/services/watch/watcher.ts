// Makes the probes that are due, on as many nodes as there are: what is due follows from the time of
// the store, and who makes it from a claim there. A node that was started again finds the claims of
// before and goes on.

import { WATCH_CLAIM_SLACK_MS, WATCH_LOOK_MS } from '../../limits.ts'
import type { WatchStore } from '../../ports/watch.ts'
import { dueMs, slotAt } from './schedule.ts'
import type { SendProbe } from './sendProbe.ts'
import type { Target } from './target.ts'

export function watcher(parts: {
  targets: () => Promise<readonly Target[]>
  watch: Pick<WatchStore, 'claim' | 'save'>
  /** The time of the store. */
  time: () => Promise<string>
  send: SendProbe
  /** After the probes of a look; closes windows and the like. */
  upkeep: (at: string) => Promise<void>
  owner: string
  monotonicMs: () => number
  onFailure: (error: unknown) => void
}) {
  const { watch, time, send, owner, monotonicMs } = parts
  const stopping = new AbortController()
  const underWay = new Set<Promise<void>>()
  /** What was last tried here, and when to try it once more: its node may have died over it. */
  const tried = new Map<string, Readonly<{ slot: number; againMs: number }>>()
  let timer: NodeJS.Timeout | null = null

  async function probe(target: Target, slot: number, clock: () => string): Promise<void> {
    const leaseMs = target.timeoutMs + WATCH_CLAIM_SLACK_MS
    const dueAt = new Date(dueMs(target, slot)).toISOString()
    const isOurs = await watch.claim({ target: target.id, dueAt, owner, leaseMs })
    const at = clock()
    const againMs = isOurs ? Number.POSITIVE_INFINITY : Date.parse(at) + leaseMs
    tried.set(target.id, { slot, againMs })
    if (!isOurs) return
    const result = await send(target, stopping.signal)
    await watch.save({ target: target.id, dueAt, at, ...result })
  }

  async function lookOnce(): Promise<Readonly<{ made: Promise<void>; nextMs: number }>> {
    const targets = await parts.targets()
    const at = await time()
    const readMs = monotonicMs()
    const nowMs = Date.parse(at)
    const clock = () => new Date(nowMs + Math.round(monotonicMs() - readMs)).toISOString()
    let nextMs = WATCH_LOOK_MS
    const made: Promise<void>[] = []
    for (const target of targets) {
      const slot = slotAt(target, nowMs)
      nextMs = Math.min(nextMs, dueMs(target, slot + 1) - nowMs)
      const before = tried.get(target.id)
      if (before?.slot === slot && nowMs < before.againMs) continue
      // Until the claim is answered, another look must not ask as well.
      tried.set(target.id, { slot, againMs: Number.POSITIVE_INFINITY })
      made.push(guarded(() => probe(target, slot, clock).catch(forget(target.id))))
    }
    const ended = Promise.all(made).then(async () => {
      if (!stopping.signal.aborted) await guarded(() => parts.upkeep(at))
    })
    return { made: ended, nextMs }
  }

  /** What could not be claimed or saved is tried again at the next look. */
  const forget = (id: string) => (error: unknown) => {
    tried.delete(id)
    throw error
  }

  /** Never rejects; a failure of one target is not another's. */
  function guarded(work: () => Promise<void>): Promise<void> {
    const running = work().catch((error: unknown) => {
      if (!stopping.signal.aborted) parts.onFailure(error)
    })
    underWay.add(running)
    return running.finally(() => underWay.delete(running))
  }

  function schedule(afterMs: number): void {
    if (stopping.signal.aborted) return
    timer = setTimeout(() => {
      const looking = lookOnce().then(({ nextMs }) => nextMs)
      void guarded(async () => {
        const nextMs = await looking.catch((error: unknown) => {
          parts.onFailure(error)
          return WATCH_LOOK_MS
        })
        schedule(Math.max(1, nextMs))
      })
    }, afterMs)
    timer.unref()
  }

  return {
    start: () => schedule(0),
    /** Makes every probe that is due now and not made; returns when they are saved. */
    async look(): Promise<void> {
      const { made } = await lookOnce()
      await made
    },
    /** Gives up probes under way. */
    async stop(): Promise<void> {
      if (timer !== null) clearTimeout(timer)
      stopping.abort()
      await Promise.all(underWay)
    },
  }
}

// One node at a time for one piece of work, over every process that shares the store. The lease is
// renewed while the work goes on, so that a node that dies is followed within seconds.

import { setTimeout as sleep } from 'node:timers/promises'
import type { LeaseStore } from '../ports/store.ts'

export type SharedWork = <T>(
  key: string,
  /** Whether somebody else has done it meanwhile; asked while waiting. */
  isDone: () => Promise<T | null>,
  work: (signal: AbortSignal) => Promise<T>,
  signal: AbortSignal,
) => Promise<T>

export function sharedWork(parts: {
  leases: LeaseStore
  /** Names this process among all that share the store. */
  owner: string
  leaseMs: number
  pollMs: number
}): SharedWork {
  const { leases, owner, leaseMs, pollMs } = parts
  const take = (key: string) => leases.take({ key, owner, leaseMs })

  /** Renews until it is told to stop, which waits for the renewal under way. */
  function keepRenewing(key: string): () => Promise<void> {
    let underWay: Promise<unknown> | null = null
    const timer = setInterval(() => {
      // A renewal that fails is tried again; at worst another node does the same work, which is
      // harmless because what is written in the end is written once.
      underWay ??= take(key)
        .catch(() => {})
        .finally(() => {
          underWay = null
        })
    }, leaseMs / 3)
    return async () => {
      clearInterval(timer)
      await underWay
    }
  }

  return async (key, isDone, work, signal) => {
    while (!(await take(key))) {
      await sleep(pollMs, undefined, { signal }).catch(() => {})
      signal.throwIfAborted()
      const done = await isDone()
      if (done !== null) return done
    }
    const stopRenewing = keepRenewing(key)
    try {
      // Between the last look and the lease, the holder before us may have finished.
      return (await isDone()) ?? (await work(signal))
    } finally {
      // One that came after the end of the lease would begin it again, for nobody.
      await stopRenewing()
      await leases.giveUp({ key, owner }).catch(() => {})
    }
  }
}

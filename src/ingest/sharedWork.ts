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
  now: () => Date
  leaseMs: number
  pollMs: number
}): SharedWork {
  const { leases, owner, now, leaseMs, pollMs } = parts

  function take(key: string): Promise<boolean> {
    const at = now()
    const expiresAt = new Date(at.getTime() + leaseMs).toISOString()
    return leases.take({ key, owner, now: at.toISOString(), expiresAt })
  }

  return async (key, isDone, work, signal) => {
    while (!(await take(key))) {
      await sleep(pollMs, undefined, { signal }).catch(() => {})
      signal.throwIfAborted()
      const done = await isDone()
      if (done !== null) return done
    }
    // A renewal that fails is tried again; at worst another node does the same work, which is
    // harmless because what is written in the end is written once.
    const renewal = setInterval(() => take(key).catch(() => {}), leaseMs / 3)
    try {
      // Between the last look and the lease, the holder before us may have finished.
      return (await isDone()) ?? (await work(signal))
    } finally {
      clearInterval(renewal)
      await leases.giveUp({ key, owner }).catch(() => {})
    }
  }
}

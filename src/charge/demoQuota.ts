// Free demo calls: so many a day for each client, counted in the store so that every node shares
// the count. A unit is taken before the work and given back unless it ended in an answer.

import ipaddr from 'ipaddr.js'
import type { QuotaStore } from '../ports/store.ts'

const DAY_MS = 86_400_000

export type QuotaState = Readonly<{
  granted: boolean
  limit: number
  remaining: number
  /** The next 00:00 UTC. */
  resetAt: Date
  resetInS: number
}>

export type DemoQuota = Readonly<ReturnType<typeof demoQuota>>

/** `limit`: 0 where there is none. */
export function demoQuota(parts: { quota: QuotaStore; limit: number; now: () => Date }) {
  const { quota, limit, now } = parts
  let purgedDay = ''

  return {
    limit,
    async take(client: string): Promise<QuotaState> {
      const at = now()
      const day = dayOf(at)
      if (day !== purgedDay) {
        purgedDay = day
        await quota.purge(dayOf(new Date(at.getTime() - DAY_MS)))
      }
      const { granted, used } = await quota.take({ client, day, limit })
      const resetAt = new Date(Date.parse(day) + DAY_MS)
      const resetInS = Math.max(1, Math.ceil((resetAt.getTime() - at.getTime()) / 1_000))
      return { granted, limit, remaining: Math.max(0, limit - used), resetAt, resetInS }
    },
    // The day on which it was taken: a call over midnight must not give back tomorrow's unit.
    giveBack: (client: string, taken: QuotaState) =>
      quota.giveBack({ client, day: dayOf(new Date(taken.resetAt.getTime() - DAY_MS)) }),
  }
}

function dayOf(at: Date): string {
  return at.toISOString().slice(0, 10)
}

/**
 * Who is counted as one client: an IPv4 address, or the /64 of an IPv6 address, because every
 * subscriber has 2^64 of those to choose from. IPv4 written as IPv6 is IPv4.
 */
export function clientOf(ip: string): string {
  if (!ipaddr.isValid(ip)) return 'unknown'
  const address = ipaddr.process(ip)
  if (address.kind() === 'ipv4') return address.toString()
  const prefix = address.toByteArray().slice(0, 8)
  return `${Buffer.from(prefix).toString('hex')}/64`
}

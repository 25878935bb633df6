// One flight for one key however many ask, and a bound on how many are in the air or waiting.
// A flight belongs to nobody: a caller that goes away stops waiting, and the work goes on for the
// others and for the next question. Only closing the service ends it.

import { orAborted } from '../domain/orAborted.ts'
import { ServiceError } from '../errors.ts'
import type { Caller } from '../ports/caller.ts'

export type Flights<T> = ReturnType<typeof flights<T>>

type Start<T> = (signal: AbortSignal) => Promise<T>

export type FlightLimits = Readonly<{
  atOnceMax: number
  queueMax: number
  /** Flights, in the air or waiting, that one free caller may have started. */
  clientMax: number
  flightTimeoutMs: number
}>

export function flights<T>(limits: FlightLimits) {
  const byKey = new Map<string, Promise<T>>()
  const waiting: (() => void)[] = []
  const startedBy = new Map<string, number>()
  const closing = new AbortController()
  // Told one by one when the service closes. A listener of each on one signal would do the same, and
  // Node takes more than ten of those for a leak.
  const inTheAir = new Set<AbortController>()
  let active = 0

  function count(client: string | null, change: 1 | -1): void {
    if (client === null) return
    const started = (startedBy.get(client) ?? 0) + change
    if (started > 0) startedBy.set(client, started)
    else startedBy.delete(client)
  }

  /** Why no flight may start for this caller now, or null. */
  function refusal(client: string | null): ServiceError | null {
    if (waiting.length >= limits.queueMax) {
      return new ServiceError('overloaded', `${waiting.length} releases wait to be read already`)
    }
    if (client !== null && (startedBy.get(client) ?? 0) >= limits.clientMax) {
      const message = `${limits.clientMax} releases that you asked for are being read already`
      return new ServiceError('overloaded', message)
    }
    return null
  }

  async function takeOff(start: Start<T>): Promise<T> {
    if (active >= limits.atOnceMax) {
      // The one that lands hands its place over, so `active` does not change here.
      await new Promise<void>((ready) => waiting.push(ready))
    } else {
      active += 1
    }
    const ending = new AbortController()
    const timer = setTimeout(
      () =>
        ending.abort(new ServiceError('deadline_exceeded', 'the release took too long to read')),
      limits.flightTimeoutMs,
    )
    inTheAir.add(ending)
    try {
      if (closing.signal.aborted) throw closing.signal.reason
      return await start(ending.signal)
    } finally {
      clearTimeout(timer)
      inTheAir.delete(ending)
      const next = waiting.shift()
      if (next) next()
      else active -= 1
    }
  }

  return {
    /** Joins the flight for `key`, or starts it. `caller.signal` ends the waiting, never the flight. */
    join(key: string, start: Start<T>, { signal, client = null }: Caller): Promise<T> {
      let flight = byKey.get(key)
      if (flight === undefined) {
        if (closing.signal.aborted) return Promise.reject(closing.signal.reason)
        const refused = refusal(client)
        if (refused !== null) return Promise.reject(refused)
        count(client, 1)
        flight = takeOff(start).finally(() => {
          byKey.delete(key)
          count(client, -1)
        })
        // Everyone who waits may have gone by the time it fails.
        flight.catch(() => {})
        byKey.set(key, flight)
      }
      return orAborted(flight, signal)
    },
    /** In the air and waiting, for the metrics. */
    load: () => ({ active, queued: waiting.length }),
    /** Aborts every flight and waits until each has ended. */
    async close(): Promise<void> {
      closing.abort(new ServiceError('shutting_down', 'the service is stopping'))
      for (const flight of inTheAir) flight.abort(closing.signal.reason)
      await Promise.allSettled([...byKey.values()])
    },
  }
}

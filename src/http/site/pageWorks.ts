// Pages that take a while: a release has to be fetched and read first, or two are compared. The work goes
// on without whoever asked for it, and the page that asks again gets what became of it.

import { ServiceError } from '../../errors.ts'
import * as limits from '../../limits.ts'

type Work = {
  readonly client: string
  readonly startedMs: number
  readonly ended: Promise<void>
  outcome: Readonly<{ value: unknown }> | Readonly<{ error: unknown }> | null
  endedMs: number
}

export type Worked<T> =
  | Readonly<{ state: 'done'; value: T }>
  | Readonly<{ state: 'working'; elapsedMs: number }>

export type PageWorks = ReturnType<typeof pageWorks>

/** `meter`: whoever begins a work pays for all of it, until what it returns is called. */
export function pageWorks(parts: {
  monotonicMs: () => number
  meter: (client: string) => () => void
  waitMs?: number
}) {
  const { monotonicMs, meter, waitMs = limits.PAGE_WAIT_MS } = parts
  const works = new Map<string, Work>()
  const ending = new AbortController()

  function begin<T>(client: string, make: (signal: AbortSignal) => Promise<T>): Work {
    const late = new AbortController()
    const timer = setTimeout(() => {
      late.abort(new ServiceError('deadline_exceeded', 'The page took too long to make'))
    }, limits.PAGE_WORK_MAX_MS)
    timer.unref()
    const startedMs = monotonicMs()
    const stopMeter = meter(client)
    const made = make(AbortSignal.any([ending.signal, late.signal]))
    const end = (outcome: Work['outcome']) => {
      clearTimeout(timer)
      stopMeter()
      work.outcome = outcome
      work.endedMs = monotonicMs()
    }
    const ended = made.then(
      (value) => end({ value }),
      (error: unknown) => end({ error }),
    )
    const work: Work = { client, startedMs, ended, outcome: null, endedMs: 0 }
    return work
  }

  /** Outcomes that nobody has come for. */
  function dropOld(): void {
    const before = monotonicMs() - limits.PAGE_OUTCOME_KEPT_MS
    for (const [id, { outcome, endedMs }] of works) {
      if (outcome !== null && endedMs < before) works.delete(id)
    }
  }

  function admit(client: string): void {
    dropOld()
    const open = [...works.values()].filter(({ outcome }) => outcome === null)
    if (open.length >= limits.PAGES_AT_ONCE_MAX) {
      throw new ServiceError('overloaded', 'Too many pages are being made')
    }
    if (open.filter((work) => work.client === client).length >= limits.PAGES_FOR_CLIENT_MAX) {
      const message = 'Too many pages are being made for you'
      throw new ServiceError('rate_limited', message, { retryAfterS: limits.PAGE_REFRESH_S })
    }
  }

  return {
    /** What `make` gives, once for everybody who asks for it at a time. Throws what it throws. */
    async run<T>(
      id: string,
      client: string,
      make: (signal: AbortSignal) => Promise<T>,
    ): Promise<Worked<T>> {
      let work = works.get(id)
      if (work === undefined) {
        admit(client)
        work = begin(client, make)
        works.set(id, work)
      }
      await endedWithin(work, waitMs)
      const { outcome } = work
      if (outcome === null) return { state: 'working', elapsedMs: monotonicMs() - work.startedMs }
      if (works.get(id) === work) works.delete(id)
      if ('error' in outcome) throw outcome.error
      // Whoever asks under an id makes the same thing.
      return { state: 'done', value: outcome.value as T }
    },

    isUnderWay: (id: string) => works.has(id),
    load: () => [...works.values()].filter(({ outcome }) => outcome === null).length,

    close(): void {
      ending.abort(new ServiceError('shutting_down', 'the service is stopping'))
    },
  }
}

function endedWithin({ ended, outcome }: Work, waitMs: number): Promise<void> {
  if (outcome !== null) return Promise.resolve()
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, waitMs)
    ended.then(() => {
      clearTimeout(timer)
      resolve()
    })
  })
}

// Tables for whoever checks as somebody types: what is known is told at once, and what is not is asked
// for once it has stood still. What is being typed is asked of nobody.

import type { PackageOutcome, PackageTables } from '../../check/plan/packageTables.ts'

/** How long a name stands before it is asked for. */
export const REST_MS = 1_500
/** How long what is known is told without asking again. */
const FRESH_MS = 10 * 60_000
/** The same of what could not be had in passing. */
const RETRY_MS = 30_000

/** It stands for what is not known yet, and is no word about the package. */
export const LOOKING_UP: PackageOutcome = {
  state: 'undetermined',
  reason: 'it is being looked up',
  isPassing: true,
}

type Known = Readonly<{ outcome: PackageOutcome; untilMs: number }>
type Wanted = {
  sinceMs: number
  /** When the check began that wanted it first. */
  readonly wantedMs: number
  ask: () => Promise<PackageOutcome>
  isAsked: boolean
}

export type RestingTables = ReturnType<typeof restingTables>

export function restingTables(parts: {
  tables: PackageTables
  now: () => number
  /** There is something to be told that was not known before. */
  onNews: () => void
  /**
   * Whether what is in the folder was looked at since a time: who has not done so does, and checks again.
   * A file may have come since that has the name.
   */
  isLookedAt?: (sinceMs: number) => boolean
  restMs?: number
}) {
  const { tables: asked, now, onNews, isLookedAt = () => true, restMs = REST_MS } = parts
  const known = new Map<string, Known>()
  const wanted = new Map<string, Wanted>()
  let inCheck = new Set<string>()
  let isTyped = false
  let timer: NodeJS.Timeout | null = null
  let isClosed = false
  let isHeld = false
  let begunMs = 0

  const tables: PackageTables = async (key, needs, use = 'table') => {
    const text = JSON.stringify([key.ecosystem, key.name, needs.pin, needs.range, use])
    inCheck.add(text)
    const before = known.get(text)
    const isStale = before === undefined || before.untilMs < now()
    if (isStale && !wanted.has(text)) {
      const sinceMs = isTyped && before === undefined ? now() : 0
      wanted.set(text, {
        sinceMs,
        wantedMs: begunMs,
        ask: () => asked(key, needs, use),
        isAsked: false,
      })
    }
    return before?.outcome ?? LOOKING_UP
  }

  function askRested(): void {
    timer = null
    if (isClosed || isHeld) return
    let soonestMs = Number.POSITIVE_INFINITY
    const due: [string, Wanted][] = []
    for (const [text, one] of wanted) {
      if (one.isAsked) continue
      const leftMs = one.sinceMs + restMs - now()
      if (leftMs > 0) soonestMs = Math.min(soonestMs, leftMs)
      else due.push([text, one])
    }
    // The check after that comes here again.
    if (!isLookedAt(Math.max(0, ...due.map(([, { wantedMs }]) => wantedMs)))) return
    for (const [text, one] of due) void lookUp(text, one)
    if (soonestMs < Number.POSITIVE_INFINITY) wake(soonestMs)
  }

  async function lookUp(text: string, one: Wanted): Promise<void> {
    one.isAsked = true
    try {
      const outcome = await one.ask()
      if (isClosed) return
      const isShort = 'isPassing' in outcome && outcome.isPassing === true
      known.set(text, { outcome, untilMs: now() + (isShort ? RETRY_MS : FRESH_MS) })
      if (isShort) wake(RETRY_MS + 1, onNews)
      onNews()
    } catch {
      // The server is shutting down; whoever asks again will be told.
    } finally {
      wanted.delete(text)
    }
  }

  function wake(afterMs: number, then: () => void = askRested): void {
    if (then === askRested) {
      if (timer !== null) clearTimeout(timer)
      timer = setTimeout(then, afterMs)
      timer.unref()
    } else setTimeout(() => isClosed || then(), afterMs).unref()
  }

  return {
    tables,
    /** What is wanted may stand in the text no more: nothing is asked before a check has seen it. */
    hold(): void {
      isHeld = true
    },
    /** `isTyped`: what is new in this check may be half of a name. */
    begin(typed: boolean): void {
      inCheck = new Set()
      begunMs = now()
      isTyped = typed
    },
    /** What the check did not ask for any more is nobody's wish. */
    end(): void {
      isHeld = false
      for (const [text, { isAsked }] of wanted) {
        if (!isAsked && !inCheck.has(text)) wanted.delete(text)
      }
      askRested()
    },
    /** Whoever saves a file has written what is meant. */
    rest(): void {
      for (const one of wanted.values()) one.sinceMs = 0
      askRested()
    },
    close(): void {
      isClosed = true
      if (timer !== null) clearTimeout(timer)
    },
  }
}

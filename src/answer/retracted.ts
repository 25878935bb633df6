// Answers that were found wrong after they were signed. The audit that finds them runs beside the
// service, so the list is followed: before anything new is signed, and every few seconds for the sake
// of what is kept in memory.

import { RETRACTIONS_PAGE_MAX } from '../limits.ts'
import type { RetractionStore } from '../ports/retractions.ts'

export type Retracted = Readonly<ReturnType<typeof retracted>>

export function retracted(parts: {
  retractions: Pick<RetractionStore, 'list'>
  /** Something is new: what else was read as the wrong answer was may be wrong as well. */
  onNew: () => void
}) {
  const hashes = new Set<string>()
  let lastSeq: number | null = null

  async function readRest(): Promise<number> {
    let seq = lastSeq ?? 0
    for (;;) {
      const page = await parts.retractions.list({ afterSeq: seq, limit: RETRACTIONS_PAGE_MAX })
      for (const { attestationHash } of page) hashes.add(attestationHash)
      seq = page.at(-1)?.seq ?? seq
      if (page.length < RETRACTIONS_PAGE_MAX) return seq
    }
  }

  return {
    /** As far as the list was followed. */
    has: (attestationHash: string) => hashes.has(attestationHash),
    /** Reads what has come to the list since. True when that is something, and not the first reading. */
    async follow(): Promise<boolean> {
      const knownSeq = lastSeq
      const seq = await readRest()
      const isNew = knownSeq !== null && seq > knownSeq
      // Of several who read at once each has seen something new, and one tells.
      if (isNew && seq > (lastSeq ?? 0)) parts.onNew()
      lastSeq = Math.max(seq, lastSeq ?? 0)
      return isNew
    },
  }
}

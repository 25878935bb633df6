// What came of many jobs, added up.

import { keptIn } from '../domain/maps.ts'
import type { PackageKey } from '../domain/names/packageName.ts'
import type { JobEnd, JobState } from '../ports/jobs.ts'

const EXAMPLES_MAX = 5

/** Why, how often, and some of the packages. */
type Reason = Readonly<{ reason: string; count: number; examples: readonly Example[] }>
type Example = Readonly<{ name: string; message: string | null }>

export type BulkTally = Readonly<{
  total: number
  /** Those that ended, by how. `fresh` ones were skipped. */
  states: Readonly<Record<JobState, number>>
  /** Indexed, but their file could not be opened. */
  unopened: readonly Reason[]
  failed: readonly Reason[]
  /** Tries that failed and went back to the queue. */
  retried: number
  bytes: number
}>

export function tallyBook(total: number) {
  const states = { ingested: 0, unchanged: 0, fresh: 0, absent: 0, failed: 0 }
  const unopened = reasonBook()
  const failures = reasonBook()
  let retried = 0
  let bytes = 0
  return {
    add({ key, outcome }: JobEnd) {
      states[outcome.state] += 1
      bytes += outcome.bytes
      if (outcome.state === 'failed') failures.add(key, outcome.reason, outcome.message)
      else if (outcome.state !== 'absent' && outcome.reason !== null) {
        unopened.add(key, outcome.reason, outcome.message)
      }
    },
    addRetried(count: number) {
      retried += count
    },
    addFresh(count: number) {
      states.fresh += count
    },
    read: (): BulkTally => ({
      total,
      states: { ...states },
      unopened: unopened.read(),
      failed: failures.read(),
      retried,
      bytes,
    }),
  }
}

function reasonBook() {
  const reasons = new Map<string, { count: number; examples: Example[] }>()
  return {
    add({ name }: PackageKey, reason: string | null, message: string | null): void {
      const known = keptIn(reasons, reason ?? 'unknown', () => ({ count: 0, examples: [] }))
      known.count += 1
      if (known.examples.length < EXAMPLES_MAX) known.examples.push({ name, message })
    },
    /** The most frequent first. */
    read: (): readonly Reason[] =>
      [...reasons]
        .map(([reason, { count, examples }]) => ({ reason, count, examples: [...examples] }))
        .sort((a, b) => b.count - a.count || (a.reason < b.reason ? -1 : 1)),
  }
}

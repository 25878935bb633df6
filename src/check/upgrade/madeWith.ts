// Types of other packages that a release leads to: at the releases that its table was made with.

import { inTurns } from '../../turns.ts'
import { Others, wantedBy } from '../follow/otherPackages.ts'
import type { OpenedPackage } from '../plan/packageTables.ts'
import type { NeededPackage, PlannedReference } from '../plan/plan.ts'

/** The table of another package at that release; null where the release was made without it. */
export type OpenOther = (name: string) => Promise<Readonly<{
  needed: NeededPackage
  outcome: OpenedPackage
}> | null>

/** A type of another package may name a third. */
const ROUNDS_MAX = 4

export async function othersOf(
  planned: readonly PlannedReference[],
  opened: OpenedPackage,
  open: OpenOther,
  signal?: AbortSignal,
): Promise<Others> {
  const others = new Others(new Map())
  const outcomes = new Map(planned.map(({ needed }) => [needed, opened]))
  const asked = new Set<string>()
  let leading = planned.filter(({ needed }) => needed.key.ecosystem === 'npm')
  for (let round = 0; round < ROUNDS_MAX && leading.length > 0; round += 1) {
    const wanted = new Set<string>()
    const further: PlannedReference[] = []
    const look = (one: PlannedReference) => {
      const names = wantedBy(one, outcomes, others)
      for (const name of names) wanted.add(name)
      if (names.length > 0) further.push(one)
    }
    await inTurns(leading, look, signal)
    leading = further
    const names = [...wanted].filter((name) => !asked.has(name)).sort()
    if (names.length === 0) break
    for (const name of names) {
      asked.add(name)
      const known = await open(name)
      if (known !== null) others.add(name, known)
    }
  }
  return others
}

// What is below a definition, for a table that is still objects.

import { byName } from '../../src/table/format/draft.ts'
import type { Definition, Entry } from '../../src/table/format/table.ts'

/** Sorted by name, inherited names included. */
export function allMembers({ members, inherits }: Definition): readonly Entry[] {
  if (inherits.length === 0) return members
  const found = new Map<string, Entry>()
  for (const entry of members) found.set(entry.name, entry)
  for (const ancestor of inherits) {
    for (const entry of ancestor.members) {
      if (!found.has(entry.name)) found.set(entry.name, { ...entry, origin: 'inherited' })
    }
  }
  return [...found.values()].sort(byName)
}

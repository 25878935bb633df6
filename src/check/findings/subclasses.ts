// Whether something below a class has a name that the class has not: what is declared as the class may
// be that.

import { addToList } from '../../domain/maps.ts'
import { entryRanked } from '../../table/findPath.ts'
import type { OpenTable } from '../../table/tableView.ts'

export interface Subclasses {
  haveMember(table: OpenTable, definition: number, name: string): boolean
}

/** Who is below whom is found once for each table. */
export function subclasses(): Subclasses {
  const known = new WeakMap<OpenTable, ReadonlyMap<number, readonly number[]>>()

  function below(table: OpenTable): ReadonlyMap<number, readonly number[]> {
    const before = known.get(table)
    if (before !== undefined) return before
    const found = new Map<number, number[]>()
    for (let one = 0; one < table.counts.definitions; one += 1) {
      for (const ancestor of table.ancestorsOf(one)) {
        addToList(found, ancestor, one)
      }
    }
    known.set(table, found)
    return found
  }

  return {
    haveMember(table, definition, name) {
      const { columns } = table
      const rank = columns.names.find(name)
      if (rank < 0) return false
      const all = below(table).get(definition) ?? []
      return all.some((one) => entryRanked(columns, columns.modules.count + one, rank) !== null)
    },
  }
}

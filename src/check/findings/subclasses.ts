// Whether something below a class has a name that the class has not: what is declared as the class may
// be that.

import { addToList, keptIn, keptOnce } from '../../domain/maps.ts'
import { entryRanked } from '../../table/findPath.ts'
import type { OpenTable } from '../../table/tableView.ts'
import type { Facts } from '../plan/memory/facts.ts'
import { tableText } from '../plan/memory/identity.ts'

export type Subclasses = ReturnType<typeof subclasses>

const knownBelow = new WeakMap<OpenTable, ReadonlyMap<number, readonly number[]>>()

/** Who is below whom is found once for each table. */
function below(table: OpenTable): ReadonlyMap<number, readonly number[]> {
  return keptIn(knownBelow, table, () => {
    const found = new Map<number, number[]>()
    for (let one = 0; one < table.counts.definitions; one += 1) {
      for (const ancestor of table.ancestorsOf(one)) addToList(found, ancestor, one)
    }
    return found
  })
}

/** `tables`: those of all packages that were opened. `facts`: who is told what is asked of them. */
export function subclasses(tables: readonly OpenTable[] = [], facts: Facts | null = null) {
  const haveElsewhere = (table: OpenTable | undefined, of: OfPackage, name: string) =>
    tables.some((other) => other !== table && hasBelow(other, of, name))
  // Which tables there are answers for all that was asked of them: to ask again would open each of them.
  const all = keptOnce(() => tables.map(tableText).sort().join('\0'))
  facts?.answerBy({ 'below elsewhere': all })

  return {
    haveMember(table: OpenTable, definition: number, name: string): boolean {
      const { columns } = table
      const rank = columns.names.find(name)
      if (rank < 0) return false
      const all = below(table).get(definition) ?? []
      return all.some((one) => entryRanked(columns, columns.modules.count + one, rank) !== null)
    },
    /** The same of a class of Python in other packages, whose tables name what they inherit from there. */
    haveMemberElsewhere(table: OpenTable, definition: number, name: string): boolean {
      const { name: cls, module } = table.definition(definition)
      facts?.ask('below elsewhere', '')
      return haveElsewhere(table, { top: module.split('.', 1)[0] ?? '', cls }, name)
    },
  }
}

type OfPackage = Readonly<{ top: string; cls: string }>

/**
 * Whether a class that inherits from one of another package, called so, has a member. The class may be
 * handed out by any module of its package: the first part of the path is the package.
 */
function hasBelow(table: OpenTable, { top, cls }: OfPackage, name: string): boolean {
  const { columns } = table
  const rank = columns.names.find(name)
  if (rank < 0) return false
  const isBelow = (one: number) =>
    table
      .definition(one)
      .bases.some(
        (base) => base === cls || (base.startsWith(`${top}.`) && base.endsWith(`.${cls}`)),
      )
  for (let one = 0; one < table.counts.definitions; one += 1) {
    if (entryRanked(columns, columns.modules.count + one, rank) === null) continue
    if ([one, ...table.ancestorsOf(one)].some(isBelow)) return true
  }
  return false
}

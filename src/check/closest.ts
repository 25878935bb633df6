// What was probably meant by a name that is missing.

import { slipCost } from '../domain/slipCost.ts'
import { SYMBOL_LENGTH_MAX } from '../limits.ts'
import { closestSymbols } from '../symbols/closestSymbols.ts'
import { mayHoldMore } from '../table/mayHoldMore.ts'
import type { Suggestion } from './finding.ts'
import { memberOf } from './members.ts'
import { type PackageView, pathOfNode, type TableNode, viewOf } from './nodes.ts'
import { namesOf } from './npmMembers.ts'

const NEAR_MAX = 250
/** Weighing takes as much room as two names are long. */
const NAME_MAX = 100
const SLIP_LENGTH_MIN = 4
const SLIP_MAX = 130

export interface Suggestions {
  /** Null when nothing lies near, or when enough was searched for. */
  closestTo(view: PackageView, of: TableNode, name: string): Suggestion | null
}

/** Remembers what it said: the same slip is often made all over a file. */
export function suggestions(searchesMax: number): Suggestions {
  const known = new Map<string, Suggestion | null>()
  return {
    closestTo(asked, of, name) {
      const view = viewOf(asked, of)
      if (isMadeOfMore(view, of)) return closestKeyword(name, [...new Set(namesOf(view, of))])
      const owner = pathOfNode(view, of)
      if (owner === null) return null
      const written = `${owner}.${name}`
      const key = `${view.of.ecosystem} ${view.of.packageName} ${written}`
      const before = known.get(key)
      if (before !== undefined) return before
      if (known.size >= searchesMax || written.length > SYMBOL_LENGTH_MAX) return null
      const found = closest(view, of, `${owner}.${name}`, name)
      known.set(key, found)
      return found
    },
  }
}

/** Whether names come from elsewhere than the table's own list. */
function isMadeOfMore({ table, of: { ecosystem } }: PackageView, of: TableNode): boolean {
  if (ecosystem !== 'npm') return false
  if (of.kind !== 'definition') return of.kind !== 'module'
  if (!of.isInstance) return false
  const { kind } = table.definition(of.definition)
  return kind === 'type' || mayHoldMore(table.columns, of.definition)
}

function closest(
  view: PackageView,
  of: TableNode,
  written: string,
  name: string,
): Suggestion | null {
  const meant = closestSymbols(view.table, view.of, written)
  const [first] = meant
  if (first === undefined) return null
  // To be put in its place, it must be there: what lives elsewhere is only told.
  const last = first.slice(first.lastIndexOf('.') + 1)
  const isThere = !last.startsWith('_') && memberOf(view, of, last).state === 'at'
  return { meant, replace: isThere ? { from: name, to: last } : null }
}

/** A keyword next to the one that was written. */
export function closestKeyword(name: string, known: readonly string[]): Suggestion | null {
  if (name.length > NAME_MAX) return null
  const priced = known
    .map((one) => ({ one, cost: slipCost(name, one) }))
    .filter(({ one, cost }) => cost <= NEAR_MAX || one.includes(name) || name.includes(one))
    .sort((a, b) => a.cost - b.cost)
  const meant = priced.slice(0, 3).map(({ one }) => one)
  const [to] = meant
  return to === undefined ? null : { meant, replace: { from: name, to } }
}

/** Whether one name is the other with a key or two struck wrong. */
export function isSlip(written: string, meant: string): boolean {
  if (written.length > NAME_MAX || meant.length < SLIP_LENGTH_MIN) return false
  return slipCost(written, meant) <= SLIP_MAX
}

/** `gett` for `get`: nobody calls anything so on purpose, however short it is. */
export function isDoubled(written: string, meant: string): boolean {
  if (written.length !== meant.length + 1) return false
  return [...meant].some((char, at) => meant.slice(0, at) + char + meant.slice(at) === written)
}

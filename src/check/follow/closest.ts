// What was probably meant by a name that is missing.

import { keptIn } from '../../domain/maps.ts'
import { slipCost } from '../../domain/names/slipCost.ts'
import { SYMBOL_LENGTH_MAX } from '../../limits.ts'
import { closestSymbols } from '../../symbols/closestSymbols.ts'
import { isHidden } from '../../table/hiddenDefinitions.ts'
import { mayHoldMore } from '../../table/mayHoldMore.ts'
import type { NearSymbols } from '../plan/memory/checkMemory.ts'
import type { Suggestion } from '../report/finding.ts'
import { memberOf } from './members.ts'
import { namesOf } from './npmMembers.ts'
import { isSlip, SLIP_MAX } from './slips.ts'
import { startOf } from './start.ts'
import { type PackageView, pathOfNode, type TableNode, viewOf } from './tableNode.ts'

/** Weighing takes as much room as two names are long. */
const NAME_MAX = 100
/** What each letter of the longer name may cost, for a name to be near another. */
const NEAR_FOR_LETTER = 28

export type Suggestions = ReturnType<typeof suggestions>

/** Of a table no more is kept. */
const NEAR_MAX = 10_000

function keptNear(
  near: NearSymbols,
  { table, of }: PackageView,
  written: string,
  search: () => readonly string[],
): readonly string[] {
  const known = keptIn(near, table, () => new Map<string, readonly string[]>())
  if (known.size > NEAR_MAX) known.clear()
  return keptIn(known, `${of.ecosystem} ${of.packageName} ${written}`, search)
}

/** Remembers what it said: the same slip is often made all over a file. */
export function suggestions(searchesMax: number, near?: NearSymbols) {
  const known = new Map<string, Suggestion | null>()
  return {
    /** Null when nothing lies near, or when enough was searched for. */
    closestTo(
      asked: PackageView,
      of: TableNode,
      name: string,
      isCalled = false,
    ): Suggestion | null {
      const view = viewOf(asked, of)
      if (isMadeOfMore(view, of)) return closestKeyword(name, [...new Set(namesOf(view, of))])
      const owner = pathOfNode(view, of)
      if (owner === null) return null
      const written = `${owner}.${name}`
      const key = `${view.of.ecosystem} ${view.of.packageName} ${isCalled} ${written}`
      const before = known.get(key)
      if (before !== undefined) return before
      if (known.size >= searchesMax || written.length > SYMBOL_LENGTH_MAX) return null
      const found = closest(view, of, { written, name, isCalled }, near)
      known.set(key, found)
      return found
    },
  }
}

/** Whether names come from elsewhere than the table's own list. */
function isMadeOfMore({ table, of: { ecosystem } }: PackageView, of: TableNode): boolean {
  if (ecosystem !== 'npm') return false
  if (of.kind !== 'definition') return of.kind !== 'module'
  if (isHidden(table.columns, of.definition)) return true
  if (!of.isInstance) return false
  const { kind } = table.definition(of.definition)
  return kind === 'type' || mayHoldMore(table.columns, of.definition)
}

function closest(
  view: PackageView,
  of: TableNode,
  { written, name, isCalled }: Readonly<{ written: string; name: string; isCalled: boolean }>,
  near?: NearSymbols,
): Suggestion | null {
  const search = () => closestSymbols(view.table, view.of, written)
  const all = near === undefined ? search() : keptNear(near, view, written, search)
  const meant =
    view.of.ecosystem === 'npm'
      ? all
      : homesOf(
          view,
          all.filter(
            (path) => !VENDORED.test(path) && isLikely(view, of, path, { name, isCalled }),
          ),
        )
  const [first] = meant
  if (first === undefined) return null
  // To be put in its place, it must be there: what lives elsewhere is only told.
  const last = lastOf(first)
  const isThere = !last.startsWith('_') && memberOf(view, of, last).state === 'at'
  return { meant, replace: isThere ? { from: name, to: last } : null }
}

/** Code of others that a package of Python carries along, of which nobody means a name. */
const VENDORED = /\.(?:third_party|typeshed|_?vendor(?:ed)?)\./

/** Where the names of Python are defined, rather than a module that happens to import them. */
function homesOf(view: PackageView, paths: readonly string[]): readonly string[] {
  const homes = paths.map((path) => {
    const found = startOf(view, path)
    if (found.state !== 'at' || found.node.kind !== 'definition') return path
    if (viewOf(view, found.node) !== view) return path
    const { module, name } = view.table.definition(found.node.definition)
    const number = view.table.findModule(module)
    const isShown = number >= 0 && view.table.module(number).isPublic
    const home = `${module}.${name}`
    // What a package offers further up is meant so.
    const isAsNear = home.split('.').length <= path.split('.').length
    return isShown && isAsNear && lastOf(name) === lastOf(path) ? home : path
  })
  return [...new Set(homes)]
}

function lastOf(path: string): string {
  return path.slice(path.lastIndexOf('.') + 1)
}

/**
 * Whether a name of Python may have been meant: one that lies near where it was looked for, or the
 * very name elsewhere; and what is called can be called.
 */
function isLikely(
  view: PackageView,
  of: TableNode,
  path: string,
  { name, isCalled }: Readonly<{ name: string; isCalled: boolean }>,
): boolean {
  const last = lastOf(path)
  const isSame = folded(last) === folded(name)
  const there = memberOf(view, of, last)
  if (there.state !== 'at' && view.isMade === true) return false
  if (!isSame && (there.state !== 'at' || !isNear(name, last))) return false
  const meant = there.state === 'at' ? there : startOf(view, path)
  if (meant.state !== 'at') return isSame
  if (meant.node.kind === 'module') return !isCalled
  if (meant.node.kind !== 'definition') return isSame
  const { kind, name: defined } = view.table.definition(meant.node.definition)
  // Below a class that was not spoken of it is another thing of that name.
  if (there.state !== 'at' && of.kind === 'module' && defined.includes('.')) return false
  if (!isCalled) return true
  const isClass = kind === 'class'
  return (isClass && (isSame || /^[A-Z]/.test(name))) || kind === 'function' || kind === 'method'
}

/** A keyword next to the one that was written. */
export function closestKeyword(name: string, known: readonly string[]): Suggestion | null {
  if (name.length > NAME_MAX) return null
  const priced = known
    .map((one) => ({ one, cost: slipCost(name, one) }))
    .filter(({ one }) => isNear(name, one) || isPartOf(name, one) || isPartOf(one, name))
    .sort((a, b) => a.cost - b.cost)
  const meant = priced.slice(0, 3).map(({ one }) => one)
  const [to] = meant
  return to === undefined ? null : { meant, replace: { from: name, to } }
}

/** Not further than a slip for every four letters, or the same words in another order. */
function isNear(written: string, meant: string): boolean {
  if (written.length > NAME_MAX || meant.length > NAME_MAX) return false
  const most = Math.max(SLIP_MAX, NEAR_FOR_LETTER * Math.max(written.length, meant.length))
  if (slipCost(written, meant) <= most || folded(written) === folded(meant)) return true
  return wordsOf(written).sort().join(' ') === wordsOf(meant).sort().join(' ')
}

/** `workers` is part of `max_workers`. */
function isPartOf(part: string, whole: string): boolean {
  const words = new Set(wordsOf(whole))
  const parts = wordsOf(part)
  return parts.length > 0 && parts.every((word) => words.has(word))
}

function wordsOf(name: string): string[] {
  const parted = name.replace(/([a-z\d])([A-Z])/g, '$1_$2')
  return parted
    .toLowerCase()
    .split(/_+/)
    .filter((word) => word !== '')
}

function folded(name: string): string {
  return name.toLowerCase().replaceAll('_', '')
}

/** Whether what is there looks like what was meant: then the name is a slip, whoever may add others. */
export function isSlipOf(
  suggest: Suggestions,
  view: PackageView,
  of: TableNode,
  name: string,
): boolean {
  const to = suggest.closestTo(view, of, name)?.replace?.to
  return to !== undefined && isSlip(name, to)
}

/** The same, where a letter that is written twice is a slip as well. */
export function isMeantBy(
  suggest: Suggestions,
  view: PackageView,
  { of, name }: Readonly<{ of: TableNode; name: string }>,
): boolean {
  const to = suggest.closestTo(view, of, name)?.replace?.to
  return to !== undefined && (isSlip(name, to) || isDoubled(name, to))
}

/** `gett` for `get`: nobody calls anything so on purpose, however short it is. */
export function isDoubled(written: string, meant: string): boolean {
  if (written.length !== meant.length + 1) return false
  return [...meant].some((char, at) => meant.slice(0, at) + char + meant.slice(at) === written)
}

// What an upgrade may change that no reference leads to: names that code asks of something which could
// not be followed, and what a class does for the language itself (loops, `with`, operators).

import type { TableDiff } from '../../diff/diffTables.ts'
import { keptIn } from '../../domain/maps.ts'
import type { PassedOver, Reference } from '../../references/reference.ts'
import { mayHoldMore } from '../../table/mayHoldMore.ts'
import type { OpenTable } from '../../table/tableView.ts'
import { follow } from '../follow/follow.ts'
import { startOf } from '../follow/start.ts'
import { type PackageView, type TableNode, viewOf } from '../follow/tableNode.ts'
import type { ReadSource } from '../read/readInput.ts'
import { isTypesOnly } from './typesOnlyChange.ts'

export type Unfollowed = Readonly<{ source: ReadSource; reference: PassedOver }>

/** Whose it is could not be told: it may be of what the newer release took away or changed. */
export function unfollowedNames(
  sources: readonly ReadSource[],
  { removed, changed }: TableDiff,
  views: BothViews,
  isCompiled: (path: string) => boolean,
): readonly Unfollowed[] {
  const breaking = changed.filter(({ severity }) => severity === 'breaking')
  const gone = new Set(removed.map(lastName))
  const forAll = new Set(breaking.filter((row) => !isTypesOnly(row, null)).map(lastName))
  const forCompilers = new Set(breaking.map(lastName))
  return sources.flatMap((source) => {
    const others = isCompiled(source.path) ? forCompilers : forAll
    const isMeant = ({ name }: PassedOver) =>
      gone.has(name) || others.has(name) || isNowhere(views, name)
    const { passedOver, handedTexts = [] } = source.report
    const texts = handedTexts.filter(({ name }) => gone.has(name))
    return [...passedOver.filter(isMeant), ...texts].map((reference) => ({ source, reference }))
  })
}

/** Code has the name, whether anything declares it or not, and the newer release has it nowhere. */
export function isNowhere({ from, to }: BothViews, name: string): boolean {
  const has = ({ table }: PackageView) => table.columns.names.find(name) >= 0
  return has(from) && !has(to)
}

function lastName({ symbol }: Readonly<{ symbol: string }>): string {
  return symbol.slice(symbol.lastIndexOf('.') + 1)
}

export type BothViews = Readonly<{ from: PackageView; to: PackageView }>

/**
 * Why an object of the newer release may not do what one of the older did without being asked by a
 * name; null where nothing of that kind is lost. Python's special methods are in no diff.
 */
export function lostSpecials(views: BothViews): (reference: Reference) => string | null {
  // Many references lead to one class, which may be a large one.
  const known = new Map<string, string | null>()
  function compared(one: number, other: number, isCalled: boolean): string | null {
    const key = `${one} ${other} ${isCalled}`
    return keptIn(
      known,
      key,
      () => lostOf(views, one, other) ?? leftToOthers(views, one, other, isCalled),
    )
  }
  return (reference) => {
    if (views.from.of.ecosystem !== 'pypi' || reference.isImport) return null
    const [before, after] = [nodesOf(views.from, reference), nodesOf(views.to, reference)]
    for (const [index, one] of before.entries()) {
      const other = after[index] ?? null
      if (one === null || other === null) continue
      const doubt = compared(one, other, reference.call !== null)
      if (doubt !== null) return doubt
    }
    return null
  }
}

function lostOf({ from, to }: BothViews, one: number, other: number): string | null {
  const there = specialsOf(to.table, other)
  const lost = [...specialsOf(from.table, one)].filter((name) => !there.has(name))
  if (lost.length === 0) return null
  const names = lost.slice(0, 3).join(', ')
  const mayHave = mayHoldMore(to.table.columns, other) ? 'may have' : 'has'
  return `its class ${mayHave} no ${names} any more`
}

/** Who makes objects of an abstract class, or a class below it, has to give what it leaves open. */
function leftToOthers({ from, to }: BothViews, one: number, other: number, isCalled: boolean) {
  const { isAbstract, kind } = to.table.definition(other)
  const missing = (table: OpenTable, of: number, there: ReadonlySet<string>) =>
    [...table.membersOf(of)].some(({ name, isPublic }) => isPublic && !there.has(name))
  const names = (table: OpenTable, of: number) =>
    new Set(Array.from(table.membersOf(of), ({ name }) => name))
  const [before, after] = [names(from.table, one), names(to.table, other)]
  const { bases } = from.table.definition(one)
  const isEnum = kind === 'enum' || bases.some((base) => ENUM.test(base))
  // `Colour(2)`, `Colour["RED"]`: no path names the member.
  if (isEnum && missing(from.table, one, after)) return 'it has fewer members'
  if (isAbstract !== true) return null
  if (from.table.definition(one).isAbstract !== true)
    return 'it leaves methods to classes below now'
  const isMore = !isCalled && missing(to.table, other, before)
  return isMore ? 'it may leave more methods to classes below' : null
}

const ENUM = /(?:^|\.)(?:Int|Str)?(?:Enum|Flag)$/

/** The class that a reference names or has an object of, and the one of what a call of it gives. */
function nodesOf(view: PackageView, reference: Reference): readonly (number | null)[] {
  const start = startOf(view, reference.module)
  if (start.state !== 'at') return []
  const found = follow(view, start.node, reference)
  const steps = [...reference.steps, { kind: 'call' } as const]
  const given = reference.call === null ? null : follow(view, start.node, { ...reference, steps })
  return [found, given].map((one) => (one?.state === 'found' ? classOf(view, one.node) : null))
}

function classOf(view: PackageView, node: TableNode): number | null {
  if (node.kind !== 'definition' || viewOf(view, node).table !== view.table) return null
  return view.table.definition(node.definition).kind === 'class' ? node.definition : null
}

/** Those that are listed. */
function specialsOf(table: OpenTable, definition: number): ReadonlySet<string> {
  const names = new Set<string>()
  for (const { name } of table.membersOf(definition)) if (SPECIAL.test(name)) names.add(name)
  return names
}

/** Attributes that only describe, and constructors, which calls are judged by, are left out. */
const SPECIAL =
  /^__(?!(?:init|new|doc|module|all|version|author|slots|dict|weakref|annotations|qualname|name|repr|str|init_subclass|class_getitem|post_init|getstate|setstate|reduce|reduce_ex|sizeof|del|dir|ne)__$)\w+__$/

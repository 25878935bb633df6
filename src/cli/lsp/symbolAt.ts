// What a place in the code stands for, by the tables that the last check opened.

import type { Seen } from '../../check/checkCode.ts'
import { follow } from '../../check/follow/follow.ts'
import { startOf } from '../../check/follow/start.ts'
import { type PackageView, type TableNode, viewOf } from '../../check/follow/tableNode.ts'
import type { PackageOutcome } from '../../check/plan/packageTables.ts'
import { type NeededPackage, type PlannedReference, referencesOf } from '../../check/plan/plan.ts'
import type { Chain } from '../../references/reference.ts'

type Place = Readonly<{ line: number; character: number }>

export type Pointed = Readonly<{
  planned: PlannedReference
  outcome: PackageOutcome
  /** Null where the path leads nowhere, or the package was not opened. */
  at: Readonly<{ view: PackageView; node: TableNode }> | null
}>

/** The reference that stands at a place; of several that which leads furthest. */
export function pointedAt(seen: Seen, path: string, { line, character }: Place): Pointed | null {
  const here = referencesOf(seen.plan).filter(
    ({ source, reference }) =>
      source.path === path &&
      reference.line === line + 1 &&
      reference.column - 1 <= character &&
      character <= reference.column - 1 + reference.name.length,
  )
  const planned = here.sort((a, b) => b.reference.steps.length - a.reference.steps.length)[0]
  if (planned === undefined) return null
  const outcome = seen.outcomes.get(planned.needed)
  if (outcome === undefined) return null
  return { planned, outcome, at: leadingTo(seen, planned.needed, planned.reference) }
}

/** Where a path of a package leads in its table. */
export function leadingTo(seen: Seen, needed: NeededPackage, chain: Chain): Pointed['at'] {
  const outcome = seen.outcomes.get(needed)
  if (outcome?.state !== 'opened') return null
  const view = seen.others.view(needed, outcome)
  const start = startOf(view, chain.module)
  if (start.state !== 'at') return null
  const followed = follow(view, start.node, chain)
  return followed.state === 'found' ? { view, node: followed.node } : null
}

export type Member = Readonly<{ name: string; kind: string; signature: string | null }>

/** Public names below something, as the table lists them. */
export function membersAt({ view: asked, node }: NonNullable<Pointed['at']>): readonly Member[] {
  const view = viewOf(asked, node)
  const { table } = view
  if (node.kind !== 'module' && node.kind !== 'definition') return []
  const entries =
    node.kind === 'module' ? table.entriesOf(node.module) : table.membersOf(node.definition)
  const found: Member[] = []
  for (const { name, isPublic, definition } of entries) {
    if (!isPublic || /^__.*__$/.test(name)) continue
    const { kind, signature } = table.definition(definition)
    found.push({ name, kind, signature })
  }
  return found
}

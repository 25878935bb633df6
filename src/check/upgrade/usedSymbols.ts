// Under which public paths a diff speaks of what a reference leads to.

import { pathOf, publicSurface } from '../../diff/surface.ts'
import type { WritePath } from '../../diff/symbolName.ts'
import type { Reference } from '../../references/reference.ts'
import { signedAt } from '../../table/format/varints.ts'
import { isHidden } from '../../table/hiddenDefinitions.ts'
import { follow } from '../follow/follow.ts'
import { startOf } from '../follow/start.ts'
import { type PackageView, type TableNode, viewOf } from '../follow/tableNode.ts'

export type UsedSymbols =
  /** The path where it is at home first, then the one that the code goes. Empty for private names. */
  | Readonly<{ state: 'found'; symbols: readonly string[] }>
  | Readonly<{ state: 'missing' }>
  | Readonly<{ state: 'unknown'; reason: string }>

export function usedSymbols(
  view: PackageView,
  reference: Reference,
  write: WritePath,
): UsedSymbols {
  const start = startOf(view, reference.module)
  if (start.state !== 'at') return start.state === 'unknown' ? start : { state: 'missing' }
  const followed = follow(view, start.node, reference)
  if (followed.state !== 'found') {
    return followed.state === 'unknown' ? followed : { state: 'missing' }
  }
  const { node, before } = followed
  const last = reference.steps.at(-1)
  const home = publicPath(view, node)
  const above = before === null || last?.kind !== 'member' ? null : publicPath(view, before)
  const gone = above === null || last?.kind !== 'member' ? null : [...above, last.name]
  const paths = [home, gone].filter((path) => path !== null)
  return { state: 'found', symbols: [...new Set(paths.map(write))] }
}

function publicPath(view: PackageView, node: TableNode): readonly string[] | null {
  const { table } = view
  if (node.kind === 'type' || node.kind === 'parts') return null
  // What another package declares is no part of the difference.
  if (viewOf(view, node).table !== table) return null
  if (node.kind === 'module') return [table.module(node.module).name]
  // A type that no path leads to is compared with what leads to it.
  if (isHidden(table.columns, node.definition)) return null
  const surface = publicSurface(table.columns)
  return signedAt(surface.homeList, node.definition) < 0 ? null : pathOf(surface, node.definition)
}

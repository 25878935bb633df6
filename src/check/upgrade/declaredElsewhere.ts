// What a release leads to in the types of another package is no part of the difference between the two
// releases: where it is not declared alike for both, nothing is known of the use.

import type { Reference } from '../../references/reference.ts'
import { follow } from '../follow/follow.ts'
import { startOf } from '../follow/start.ts'
import { type PackageView, type TableNode, viewOf } from '../follow/tableNode.ts'

const CHANGED = 'another package declares it, and otherwise for the newer release'

/** Why a use that leads into another package is open; null where both releases say the same of it. */
export function declaredElsewhere(
  from: PackageView,
  to: PackageView,
  reference: Reference,
): string | null {
  const before = nodeOf(from, reference)
  if (before === null || !isElsewhere(from, before)) return null
  const after = nodeOf(to, reference)
  // What the newer release lacks is a finding, or open for its own reason.
  if (after === null) return null
  return textOf(from, before) === textOf(to, after) ? null : CHANGED
}

const OTHERWISE = 'it was wrong in the older release, and the newer one declares it otherwise'

/** What a release says of itself need not be so: what was wrong by it may have worked. */
export function writtenOtherwise(
  from: PackageView,
  to: PackageView,
  reference: Reference,
): string | null {
  const [before, after] = [nodeOf(from, reference), nodeOf(to, reference)]
  if (before === null || after === null) return null
  return textOf(from, before) === textOf(to, after) ? null : OTHERWISE
}

function nodeOf(view: PackageView, reference: Reference): TableNode | null {
  const start = startOf(view, reference.module)
  const found = start.state === 'at' ? follow(view, start.node, reference) : null
  return found?.state === 'found' ? found.node : null
}

function isElsewhere(view: PackageView, node: TableNode): boolean {
  if (node.kind === 'parts') return node.parts.some((part) => isElsewhere(view, part))
  return viewOf(view, node).table !== view.table
}

function textOf(view: PackageView, node: TableNode): string {
  switch (node.kind) {
    case 'parts':
      return node.parts.map((part) => textOf(view, part)).join(` ${node.join} `)
    case 'type':
      return node.text
    case 'module':
      return viewOf(view, node).table.module(node.module).name
    case 'definition': {
      const { name, kind, signature } = viewOf(view, node).table.definition(node.definition)
      return `${kind} ${name} ${signature}`
    }
  }
}

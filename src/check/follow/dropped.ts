// A method that is called on an object which may have any name, and that its class had in an earlier
// release: what its own code no longer writes down is gone.

import { compare, explain } from '@renovatebot/pep440'
import type { DroppedMembers } from '../../ports/droppedMembers.ts'
import type { Reference } from '../../references/reference.ts'
import { type Judgement, softened } from './judgement.ts'
import { type PackageView, pathOfNode } from './tableNode.ts'

/** The judgement itself where nothing is known of the name. `release`: the one that the table is of. */
export function withDropped(
  judged: Judgement,
  reference: Reference,
  view: PackageView,
  { release, dropped }: Readonly<{ release: string; dropped: DroppedMembers | undefined }>,
): Judgement {
  if (judged.state !== 'undetermined' || judged.open === undefined) return judged
  if (reference.call === null || dropped === undefined || explain(release) === null) return judged
  const { of, name } = judged.open
  const path = pathOfNode(view, of) ?? ''
  const classes = own(dropped, view.of.packageName)
  const [last, gone] = own(own(classes ?? {}, path) ?? {}, name) ?? []
  if (last === undefined || gone === undefined || compare(release, gone) < 0) return judged
  return softened(reference, { state: 'missing', of, name, last }, view.of.ecosystem)
}

function own<T>(rows: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(rows, key) ? rows[key] : undefined
}

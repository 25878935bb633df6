// `get(url, **kwargs)` that only passes its keywords on: which it takes in the end is in the table
// where that could be told ([table.md](../../docs/formats/table.md)). Any other is an error in the
// function that it comes to.

import type { CallShape } from '../../references/reference.ts'
import { parseSignatures } from '../../signatures/parseSignature.ts'
import type { DefinitionInfo } from '../../table/tableView.ts'
import { isSlip } from './closest.ts'
import type { Misfit } from './fitsPython.ts'
import type { PackageView, TableNode } from './tableNode.ts'

/** `before`: what it was found in. Null where it fits, or where nothing says which it takes. */
export function passedMisfit(
  view: PackageView,
  { definition }: Extract<TableNode, { kind: 'definition' }>,
  before: TableNode | null,
  call: CallShape,
): Misfit | null {
  const info = view.table.definition(definition)
  const { furtherKeywords, signature } = info
  if (furtherKeywords === undefined || signature === null || call.keywords.length === 0) return null
  const [only, ...others] = parseSignatures(signature) ?? []
  if (only === undefined || others.length > 0) return null
  if (!only.parameters.some(({ kind }) => kind === 'varkeywords')) return null
  const reached = info.kind === 'method' ? reachedThrough(view, info, before) : 'itself'
  if (reached === 'another' && furtherKeywords.isOfClass) return null
  const named = only.parameters.filter(({ kind }) => kind === 'normal' || kind === 'keyword')
  const known = [...named.map(({ name }) => name), ...furtherKeywords.keywords]
  const wrong = call.keywords.find(({ name }) => {
    if (known.includes(name)) return false
    // What is only declared may be of a class below, which takes more.
    return reached === 'itself' || known.some((one) => isSlip(name, one))
  })
  return wrong === undefined ? null : { kind: 'keyword', ...wrong, known }
}

/**
 * Through the class that has the method or an object that was made of it, through one that is only
 * declared as such, or through another class, which inherits it.
 */
function reachedThrough(
  { table }: PackageView,
  { module, name }: DefinitionInfo,
  before: TableNode | null,
): 'itself' | 'declared' | 'another' {
  if (before?.kind !== 'definition') return 'another'
  const owner = table.definition(before.definition)
  const isOwner = owner.module === module && name.startsWith(`${owner.name}.`)
  if (!isOwner) return 'another'
  return before.isInstance && before.isExact !== true ? 'declared' : 'itself'
}

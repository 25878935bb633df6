// What a use comes to in the newer release, beyond what a check says of it.

import { type Reference, WHOLE } from '../../references/reference.ts'
import { splitTop } from '../../signatures/splitTop.ts'
import { NEVER } from '../../table/format/givenType.ts'
import { mayHoldMore } from '../../table/mayHoldMore.ts'
import { follow } from '../follow/follow.ts'
import { startOf } from '../follow/start.ts'
import { type PackageView, type TableNode, viewOf } from '../follow/tableNode.ts'

/** What another package declares of it: under which name, and whether the newer release has it no more. */
export type Elsewhere = Readonly<{ name: string; isMissing: boolean }>

export function elsewhereOf(
  from: PackageView,
  to: PackageView,
  reference: Reference,
): Elsewhere | null {
  const before = followed(from, reference)
  if (before?.state !== 'found' || before.node.kind !== 'definition') return null
  const { table } = viewOf(from, before.node)
  if (table === from.table) return null
  const { name } = table.definition(before.node.definition)
  // A type and a member of it: such a pair is hardly there twice.
  if (!name.includes('.')) return null
  return { name, isMissing: followed(to, reference)?.state === 'missing' }
}

/** Whether what is called is an object and no function: code lists all that it has. */
export function isObjectOnly(view: PackageView, reference: Reference): boolean {
  // What is handed on may be called by others.
  if (reference.call === null && reference.isHandedOn !== true) return false
  const found = followed(view, reference)
  return found?.state === 'found' && isPlain(view, found.node)
}

function isPlain(asked: PackageView, node: TableNode): boolean {
  if (node.kind !== 'definition' || node.isInstance) return false
  const { table } = viewOf(asked, node)
  const { kind, signature, file } = table.definition(node.definition)
  if ((kind !== 'namespace' && kind !== 'constant') || signature !== null) return false
  const isOfCode = /\.[cm]?jsx?$/.test(file ?? '')
  return (
    isOfCode && table.hasMembers(node.definition) && !mayHoldMore(table.columns, node.definition)
  )
}

/** Whether what a class of Python is below is a function, which nothing can be below. */
export function isFunctionBelow(view: PackageView, reference: Reference): boolean {
  if (view.of.ecosystem !== 'pypi' || reference.isBase !== true) return false
  const found = followed(view, reference)
  if (found?.state !== 'found' || found.node.kind !== 'definition') return false
  const { kind, isRewritten, isOpen } = viewOf(view, found.node).table.definition(
    found.node.definition,
  )
  return kind === 'function' && isRewritten !== true && isOpen !== true
}

/** Whether it is only there to raise an error when it is used. */
export function isErrorOnly(view: PackageView, reference: Reference): boolean {
  const found = followed(view, reference)
  if (found?.state !== 'found' || found.node.kind !== 'definition') return false
  const { table } = viewOf(view, found.node)
  return table.definition(found.node.definition).bases.includes(NEVER)
}

/** Whether a call of it never comes back, as its declaration says. */
export function neverReturns(view: PackageView, reference: Reference): boolean {
  const found = followed(view, reference)
  if (found?.state !== 'found' || found.node.kind !== 'definition') return false
  const { signature } = viewOf(view, found.node).table.definition(found.node.definition)
  return signature !== null && splitTop(signature, '; ').every((one) => /=> never$/.test(one))
}

/** Whether it is the module itself that is called. */
export function isOfWhole({ softBecause }: Reference): boolean {
  return softBecause === WHOLE
}

function followed(view: PackageView, reference: Reference) {
  const start = startOf(view, reference.module)
  return start.state === 'at' ? follow(view, start.node, reference) : null
}

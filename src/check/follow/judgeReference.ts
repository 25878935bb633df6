// What a table says about one reference: it is there, it is not, or neither can be said; and whether
// it is called as it can be.

import type { CallShape, Reference } from '../../references/reference.ts'
import { type Misfit, pythonMisfit } from './fitsPython.ts'
import { typeScriptMisfit } from './fitsTypeScript.ts'
import { follow } from './follow.ts'
import { type Judgement, softened } from './judgement.ts'
import { memberOf } from './members.ts'
import { signaturesOf } from './npmCalls.ts'
import { passedMisfit } from './passedKeywords.ts'
import { type PackageView, type TableNode, viewOf } from './tableNode.ts'
import { typeOf } from './types.ts'
import { unpackedMisfit } from './unpackedKeywords.ts'

/** `isTyped`: whoever wrote the code has a compiler that counts the arguments. */
export function judge(
  view: PackageView,
  start: TableNode,
  reference: Reference,
  isTyped: boolean,
): Judgement {
  const followed = follow(view, start, reference)
  if (followed.state === 'unknown') return { state: 'undetermined', reason: followed.reason }
  if (followed.state === 'missing') {
    return softened(reference, followed, view.of.ecosystem)
  }
  const { node, before } = followed
  const misfit =
    reference.call === null
      ? null
      : (misfitOf(view, reference, { node, before, isTyped }) ??
        misfitOfTable(view, node, before, reference.call))
  if (misfit !== null && misfit !== 'unknown')
    return softened(reference, { state: 'misfit', misfit, node }, view.of.ecosystem)
  const deprecation = deprecationOf(view, node)
  return { state: 'found', node, deprecation, isFitKnown: misfit === null }
}

function deprecationOf(view: PackageView, node: TableNode) {
  const { table } = viewOf(view, node)
  if (node.kind === 'definition') return table.definition(node.definition).deprecation
  return node.kind === 'module' ? table.module(node.module).deprecation : null
}

/** What a TypedDict says of a call that fits, and whoever the keywords are passed on to. */
function misfitOfTable(
  view: PackageView,
  node: TableNode,
  before: TableNode | null,
  call: CallShape,
): Misfit | null {
  if (view.of.ecosystem !== 'pypi' || node.kind !== 'definition' || node.isInstance) return null
  const { signature, isRewritten } = view.table.definition(node.definition)
  if (signature === null || isRewritten === true) return null
  return unpackedMisfit(signature, call) ?? passedMisfit(view, node, before, call)
}

/** Null where it fits. */
function misfitOf(
  asked: PackageView,
  { call, steps }: Reference,
  {
    node,
    before,
    isTyped,
  }: Readonly<{ node: TableNode; before: TableNode | null; isTyped: boolean }>,
): Misfit | 'unknown' | null {
  if (call === null) return 'unknown'
  const view = viewOf(asked, node)
  if (view.of.ecosystem === 'npm') {
    const misfit = npmMisfit(view, node, call)
    // Without a compiler, arguments may be left out.
    return !isTyped && misfit !== null && misfit !== 'unknown' && misfit.kind === 'missing'
      ? 'unknown'
      : misfit
  }
  if (node.kind !== 'definition' || node.isInstance) return 'unknown'
  const { kind, signature, file, isRewritten } = view.table.definition(node.definition)
  if (signature === null || isRewritten === true) return 'unknown'
  if (kind === 'class') return constructorMisfit(view, node, signature, call)
  if (kind === 'function') {
    const misfit = pythonMisfit(signature, call, 'plain')
    return isTakenByName(misfit, call, signature, file) ? 'unknown' : misfit
  }
  if (kind !== 'method' || steps.at(-1)?.kind !== 'member') return 'unknown'
  if (isOnInstance(view, before)) return pythonMisfit(signature, call, 'instance')
  const misfit = pythonMisfit(signature, call, 'plain')
  // A method that stands in a module belongs to some object of it.
  const isBound = before?.kind === 'module' && pythonMisfit(signature, call, 'instance') === null
  return isBound ? null : misfit
}

/**
 * Stubs of compiled functions often say "by place only" of what is taken by name as well, so that a
 * type checker can tell overloads apart: `arange(stop=3)`.
 */
function isTakenByName(
  misfit: Misfit | null,
  call: CallShape,
  signature: string,
  file: string | null,
): boolean {
  const isOfStub = file?.endsWith('.pyi') === true && signature.includes(', /')
  return isOfStub && misfit?.kind === 'missing' && call.keywords.length > 0
}

function npmMisfit(view: PackageView, node: TableNode, call: CallShape): Misfit | 'unknown' | null {
  // Another release may take other arguments, and so may what the types that are lacking describe.
  if (view.isGuessed === true || view.table.gaps?.isUndescribed === true) return 'unknown'
  if (node.kind === 'definition' && !node.isInstance) {
    const { kind, signature } = view.table.definition(node.definition)
    if (kind === 'class') return signature === null ? 'unknown' : typeScriptMisfit(signature, call)
  }
  const signatures = signaturesOf(view, node) ?? []
  if (signatures.length === 0 || signatures.some((one) => one.view.isGuessed === true)) {
    return 'unknown'
  }
  return typeScriptMisfit(signatures.map(({ text }) => text).join('; '), call)
}

/**
 * The constructor as the class gives it, and as its method does, which knows of overloads: both must
 * refuse. A class without either may get its parameters from fields that are not told.
 */
function constructorMisfit(
  view: PackageView,
  node: Extract<TableNode, { kind: 'definition' }>,
  signature: string,
  call: CallShape,
): Misfit | 'unknown' | null {
  const misfit = pythonMisfit(signature, call, 'plain')
  if (misfit === null) return null
  const init = memberOf(view, node, '__init__')
  if (init.state !== 'at' || init.node.kind !== 'definition') {
    return signature === '()' ? 'unknown' : misfit
  }
  const { signature: method, file } = view.table.definition(init.node.definition)
  if (method === null) return file === null ? 'unknown' : misfit
  return pythonMisfit(method, call, 'instance') === null ? null : misfit
}

/** Whether a method is reached through a value of its class. */
function isOnInstance(view: PackageView, before: TableNode | null): boolean {
  if (before?.kind !== 'definition') return false
  if (before.isInstance) return true
  const { kind } = view.table.definition(before.definition)
  return kind !== 'class' && kind !== 'module' && typeOf(view, before)?.kind !== 'module'
}

// What a table says about one reference: it is there, it is not, or neither can be said; and whether
// it is called as it can be.

import type { CallShape, Reference } from '../../references/reference.ts'
import { parseSignatures } from '../../signatures/parseSignature.ts'
import { splitTop } from '../../signatures/splitTop.ts'
import { NEVER } from '../../table/format/givenType.ts'
import type { DefinitionInfo } from '../../table/tableView.ts'
import { type Misfit, pythonMisfit } from './fitsPython.ts'
import { typeScriptMisfit } from './fitsTypeScript.ts'
import { follow } from './follow.ts'
import { type Judgement, softened } from './judgement.ts'
import { memberOf } from './members.ts'
import { isOfOtherHalf, signaturesOf } from './npmCalls.ts'
import { choiceOf, listedIn, takenThrough } from './services.ts'
import { isSlip } from './slips.ts'
import { type Arrival, type NodeOf, type PackageView, type TableNode, viewOf } from './tableNode.ts'
import { typeOf } from './types.ts'

/** `isTyped`: whoever wrote the code has a compiler that counts the arguments. */
export function judge(
  view: PackageView,
  start: TableNode,
  reference: Reference,
  isTyped: boolean,
): Judgement {
  const followed = follow(view, start, reference)
  if (followed.state === 'unknown') {
    const { reason, open } = followed
    return { state: 'undetermined', reason, ...(open && { open }) }
  }
  if (followed.state === 'missing') {
    if (followed.isForCallsOnly === true && reference.call === null) {
      return { state: 'undetermined', reason: 'to read it need not be an error' }
    }
    return softened(reference, followed, view.of.ecosystem)
  }
  const { node, before } = followed
  if (isTypeAsValue(node, reference, isTyped)) {
    return { state: 'undetermined', reason: 'it is a type, and nothing when the code runs' }
  }
  if (reference.isMadeBelow === true) return judgeMade(view, node, reference)
  // What a class of the code inherits, another base of it may take otherwise.
  const isJudged = reference.call !== null && reference.inherited === undefined
  const misfit =
    reference.call === null || !isJudged
      ? null
      : (misfitOf(view, reference, { node, before, isTyped }) ??
        misfitOfTable(view, node, before, reference.call) ??
        misfitThrough(view, node, reference.call))
  if (misfit !== null && misfit !== 'unknown')
    return softened(reference, { state: 'misfit', misfit, node }, view.of.ecosystem)
  const unmade = reference.call === null || !isJudged ? null : unmadeBy(view, node, reference.call)
  if (unmade !== null) return softened(reference, unmade, view.of.ecosystem)
  const deprecation = deprecationOf(view, node) ?? goneOf(view, node, reference)
  return { state: 'found', node, deprecation, isFitKnown: misfit === null }
}

/** Where a compiler looks at the code, an import of a type is left out of what runs. */
function isTypeAsValue(node: TableNode, reference: Reference, isTyped: boolean): boolean {
  if (node.kind !== 'definition' || node.isType !== true || reference.isTypeOnly) return false
  return !isTyped || reference.call !== null
}

function misfitThrough(asked: PackageView, node: TableNode, call: CallShape): Misfit | null {
  const signature = takenThrough(viewOf(asked, node), node)
  return signature === null ? null : pythonMisfit(signature, call, 'instance')
}

/** A call that makes something by a name, where there is nothing of that name; null where there is. */
function unmadeBy(view: PackageView, node: TableNode, { text }: CallShape): Judgement | null {
  const choice = text === undefined ? null : choiceOf(view, node)
  if (text === undefined || choice === null || choice === 'unread') return null
  const { view: by, node: among } = choice
  if (memberOf(by, among, text.value).state !== 'missing') return null
  const { value: name, line, column } = text
  const known = [...new Set(listedIn(by, among))]
  return { state: 'misfit', misfit: { kind: 'name', name, line, column, known }, node, by }
}

/**
 * The constructor of a class of the code, which it has from this one: a keyword that nothing takes is
 * wrong, unless the class says how those below it are made.
 */
function judgeMade(asked: PackageView, node: TableNode, reference: Reference): Judgement {
  const found: Judgement = { state: 'found', node, deprecation: null, isFitKnown: false }
  if (node.kind !== 'definition' || node.isInstance) return found
  const view = viewOf(asked, node)
  if (!isWritten(view, node, '__init__') || isWritten(view, node, '__init_subclass__')) return found
  const misfit = misfitOf(view, reference, { node, before: null, isTyped: false })
  if (misfit === null || misfit === 'unknown' || misfit.kind !== 'keyword') return found
  return softened(reference, { state: 'misfit', misfit, node }, view.of.ecosystem)
}

/** Whether the code of the package has a method of a class. */
function isWritten(view: PackageView, cls: NodeOf<'definition'>, name: string): boolean {
  const member = memberOf(view, cls, name)
  if (member.state !== 'at' || member.node.kind !== 'definition') return false
  const { file, kind } = view.table.definition(member.node.definition)
  return kind === 'method' && /\.py$/.test(file ?? '')
}

/** The same from what the path of a module leads to, which only an import of it can miss. */
export function judgeFrom(
  view: PackageView,
  start: Arrival,
  reference: Reference,
  isTyped: boolean,
): Judgement {
  if (start.state === 'at') return judge(view, start.node, reference, isTyped)
  const { isImport, steps, softBecause } = reference
  if (start.state === 'missing' && isImport && steps.length === 0 && softBecause === null) {
    const { of, name, meant } = start
    return { state: 'missing', of, name, ...(meant !== undefined && { meant }) }
  }
  return { state: 'undetermined', reason: 'what leads to it is not there' }
}

function deprecationOf(view: PackageView, node: TableNode) {
  const { table } = viewOf(view, node)
  if (node.kind === 'definition') return table.definition(node.definition).deprecation
  return node.kind === 'module' ? table.module(node.module).deprecation : null
}

/** What is kept to say that it is gone is of no use to whoever imports or calls it. */
function goneOf(view: PackageView, node: TableNode, { isImport, call }: Reference) {
  if (node.kind !== 'definition' || (!isImport && call === null)) return null
  const { bases } = viewOf(view, node).table.definition(node.definition)
  return bases.includes(NEVER)
    ? { text: 'it only raises an error when it is used', since: null }
    : null
}

/** What a TypedDict says of a call that fits, and whoever the keywords are passed on to. */
function misfitOfTable(
  asked: PackageView,
  node: TableNode,
  before: TableNode | null,
  call: CallShape,
): Misfit | null {
  const view = viewOf(asked, node)
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
    if (isTyped || misfit === null || misfit === 'unknown') return misfit
    // Without a compiler, arguments may be left out, and code takes more than others declare of it.
    const isTaken = misfit.kind === 'missing' || isDeclaredByOthers(view, node)
    return isTaken ? 'unknown' : misfit
  }
  if (node.kind !== 'definition' || node.isInstance) return 'unknown'
  const { kind, signature, file, isRewritten, isOpen } = view.table.definition(node.definition)
  if (signature === null || isRewritten === true) return 'unknown'
  if (kind === 'class') return constructorMisfit(view, node, signature, call)
  if (kind === 'function') {
    const misfit = pythonMisfit(signature, call, 'plain')
    return isTakenByName(misfit, call, signature, file) ? 'unknown' : misfit
  }
  if (kind !== 'method' || steps.at(-1)?.kind !== 'member') return 'unknown'
  // One of several things that it may be has the method; what the others take is not known.
  if (before?.kind === 'parts') return 'unknown'
  if (isOnInstance(view, before)) return pythonMisfit(signature, call, 'instance')
  const misfit = pythonMisfit(signature, call, 'plain')
  if (misfit === null || pythonMisfit(signature, call, 'instance') !== null) return misfit
  // A decorator may bind it to the class: `@combomethod`.
  if (isOpen) return 'unknown'
  // A method that stands in a module belongs to some object of it.
  return before?.kind === 'module' ? null : misfit
}

function isDeclaredByOthers({ table, of }: PackageView, node: TableNode): boolean {
  const module = node.kind === 'definition' ? table.definition(node.definition).module : ''
  return [module, of.packageName].some((name) => name.startsWith('@types/'))
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
  if (isOfOtherHalf(view, node)) return 'unknown'
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
  node: NodeOf<'definition'>,
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

// `**options: Unpack[TypedDict[{'timeout': float}]]`: the keywords that a TypedDict names (PEP 692), as
// tables spell them. Python itself takes any other as well, and the function may pass it on to
// somebody who knows it: only a slip of a keyword that is named is wrong.

const UNPACKED = /^Unpack\[TypedDict\[\{(.*)\}\]\]$/

/** Null where it fits, or where nothing says which keywords there are. */
function unpackedMisfit(signature: string, call: CallShape): Misfit | null {
  if (call.keywords.length === 0 || !signature.includes(': Unpack[TypedDict[')) return null
  const { named = [], rest } = keywordsOf(signature) ?? {}
  const [, inside] = UNPACKED.exec(rest?.annotation ?? '') ?? []
  if (inside === undefined) return null
  const keys = splitTop(inside, ', ').flatMap((key) => /^'(\w+)': /.exec(key)?.[1] ?? [])
  const known = [...named, ...keys]
  const wrong = call.keywords.find(
    ({ name }) => !known.includes(name) && known.some((one) => isSlip(name, one)),
  )
  return wrong === undefined ? null : { kind: 'keyword', ...wrong, known }
}

/** What a call may name, and the parameter that takes all others; null where there are overloads. */
function keywordsOf(signature: string) {
  const [only, ...others] = parseSignatures(signature) ?? []
  if (only === undefined || others.length > 0) return null
  const named = only.parameters.filter(({ kind }) => kind === 'normal' || kind === 'keyword')
  const rest = only.parameters.find(({ kind }) => kind === 'varkeywords')
  return { named: named.map(({ name }) => name), rest }
}

// `get(url, **kwargs)` that only passes its keywords on: which it takes in the end is in the table
// where that could be told ([table.md](../../docs/formats/table.md)). Any other is an error in the
// function that it comes to.

/** `before`: what it was found in. Null where it fits, or where nothing says which it takes. */
function passedMisfit(
  view: PackageView,
  { definition }: NodeOf<'definition'>,
  before: TableNode | null,
  call: CallShape,
): Misfit | null {
  const info = view.table.definition(definition)
  const { furtherKeywords, signature } = info
  if (furtherKeywords === undefined || signature === null || call.keywords.length === 0) return null
  const { named = [], rest } = keywordsOf(signature) ?? {}
  if (rest === undefined) return null
  const reached = info.kind === 'method' ? reachedThrough(view, info, before) : 'itself'
  if (reached === 'another' && furtherKeywords.isOfClass) return null
  const known = [...named, ...furtherKeywords.keywords]
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

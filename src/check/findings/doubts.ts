// What keeps a reference that is wrong by the tables from being a finding: the code itself, others that
// add to what was read, objects that carry more than is declared.

import type { ImportIndex } from '../../ports/importIndex.ts'
import { isModuleImport } from '../../references/kindOf.ts'
import type { Reference } from '../../references/reference.ts'
import { isMeantBy, isSlipOf, type Suggestions } from '../follow/closest.ts'
import type { Misfit } from '../follow/fitsPython.ts'
import type { Judgement, Missing } from '../follow/judgement.ts'
import { CARRIED, memberOf } from '../follow/members.ts'
import { isShared } from '../follow/namespaces.ts'
import { isSlip } from '../follow/slips.ts'
import { type NodeOf, type PackageView, type TableNode, viewOf } from '../follow/tableNode.ts'
import { isEnum } from '../follow/types.ts'
import type { Names } from '../plan/memory/facts.ts'
import type { PlannedReference } from '../plan/plan.ts'
import type { ReadSource } from '../read/readInput.ts'
import type { Around } from './around.ts'
import type { Subclasses } from './subclasses.ts'

const NO_NAMES: Names = new Set()
export const DECLARED_BY_CODE = 'the code itself declares the module'

export function isWrong(
  judged: Judgement,
): judged is Extract<Judgement, { state: 'missing' | 'misfit' }> {
  return judged.state === 'missing' || judged.state === 'misfit'
}

/**
 * Why the code itself keeps a miss or a misfit from being reported; null when it does not. `isListed`:
 * what was looked at lists private names as well.
 */
export function doubtOf(
  { path, report, language }: ReadSource,
  reference: Reference,
  judged: Judgement,
  {
    added,
    declaredModules,
    isListed = false,
  }: Readonly<{ added: Names; declaredModules?: Names; isListed?: boolean }>,
): string | null {
  if (!isWrong(judged)) return null
  if (isForReleases(path, declaredModules)) return OF_OTHER_RELEASES
  const isAdded = judged.state === 'missing' && added.has(judged.name)
  const isAugmented = judged.state === 'missing' && report.augmented.has(reference.module)
  if (isAdded || isAugmented) return 'the code itself may add it'
  if (language === 'python' && isPut(report, judged))
    return 'the code hands its name to a package, which may add it'
  if (judged.state === 'misfit' && isReplaced(reference, added)) {
    return 'the code itself may replace it'
  }
  if (judged.state === 'misfit' && isDeclaredOnly(judged.node) && added.has(reference.name)) {
    return 'a class of the code may take other arguments'
  }
  if (report.problem !== null) return 'the file could not all be read'
  return isPrivate(reference) && !isListed ? "private names are nobody's promise" : null
}

export const OF_OTHER_RELEASES = 'the code imports the file for some releases alone'

/** Whether a file of Python is a module that the input imports behind a look at the version. */
export function isForReleases(path: string, declaredModules: Names = NO_NAMES): boolean {
  const [, module] = /^(.+?)(?:\/__init__)?\.py$/.exec(path) ?? []
  if (module === undefined) return false
  const parts = module.split('/')
  return parts.some((_, at) => declaredModules.has(`.${parts.slice(at).join('.')}`))
}

/** `client.load("name", f)`: a method may give objects what it is handed the name of. */
function isPut({ handedTexts = [] }: ReadSource['report'], judged: Judgement): boolean {
  if (judged.state !== 'missing' || judged.of.kind !== 'definition' || !judged.of.isInstance) {
    return false
  }
  return handedTexts.some(({ name }) => name === judged.name)
}

/**
 * Whether an import is of a module that was read from its code: that has every name, private or not, and
 * an import of another one fails. Stubs and declarations leave private names out.
 */
export function isImportOfCode(
  view: PackageView,
  { isImport }: Reference,
  judged: Judgement,
): boolean {
  if (!isImport || judged.state !== 'missing' || judged.of.kind !== 'module') return false
  if (view.of.ecosystem !== 'pypi') return false
  return /\.py$/.test(view.table.module(judged.of.module).file ?? '')
}

/** The same for what other packages may share, add, or stand for. */
export function othersDoubtOf(
  view: PackageView,
  { reference, needed, isSure }: PlannedReference,
  judged: Judgement,
  {
    imports,
    suggest,
    declaredModules,
    extended,
    begun,
    plugged,
    scoped,
    isTyped,
  }: Around & Readonly<{ isTyped: boolean }>,
): string | null {
  if (!isWrong(judged)) return null
  const { ecosystem, name } = needed.key
  if (declaredModules.has(reference.module)) return DECLARED_BY_CODE
  const isMissing = judged.state === 'missing'
  const isExtended = ecosystem === 'npm' && extended.has(name)
  // A function of the package is not there because it is called.
  const isBegun =
    ecosystem === 'npm' && isMissing && reference.steps.length > 1 && begun.has(judged.name)
  if (isMissing && !reference.isImport && (isExtended || isBegun)) {
    return 'the code itself may add it'
  }
  if (!isSure) return 'which package is meant is not certain'
  // `./worker?worker`: what its names are is said by whatever the query is for.
  if (ecosystem === 'npm' && reference.module.includes('?') && !isModuleImport(reference)) {
    return 'a bundler makes something else of the module'
  }
  if (!isMissing) {
    const isHandedOver = /^(?:handed|parameter)$/.test(reference.steps.at(-1)?.kind ?? '')
    return ecosystem === 'npm' && isHandedOver && !isTyped
      ? 'what hands the function over may have more to it than it declares'
      : null
  }
  if (reference.isTypeOnly && isOfValue(view, judged.of)) return 'a value has no types below it'
  if (isOfOthers(view, judged, reference, imports)) return 'other distributions share the package'
  if (isMatcher(reference)) return 'what tests expect is added to by others'
  const isHeld = needed.wanted.pin !== null || needed.wanted.range !== null
  if (isDeclaredOfOwner(view, judged, declaredModules)) return DECLARED_BY_CODE
  // `axios-retry` adds to the types of `axios`, which its own lead to.
  const home = viewOf(view, judged.of).of.packageName
  const isPlugged =
    plugged.has(name) || plugged.has(home) || (reference.isKey === true && scoped.has(name))
  const facts = { isPlugged, isTold: isTyped && isHeld }
  if (!mayBeAdded(view, judged, reference, facts)) return null
  return isMeantBy(suggest, view, judged) ? null : 'others may add to what it comes from'
}

/**
 * The same for what only a stub or a subscript leads to: types of others may be wrong, and what is in
 * something may be of a class below. What is known to be gone counts, and what is evidently meant.
 */
export function stubDoubtOf(
  view: PackageView,
  { name }: Reference,
  judged: Judgement,
  { suggest }: Pick<Around, 'suggest'>,
): string | null {
  if (!isWrong(judged)) return null
  const isSaid =
    judged.state === 'missing'
      ? judged.last !== undefined || isSlipOf(suggest, view, judged.of, name)
      : isSlippedKeyword(judged.misfit)
  return isSaid ? null : 'types that others wrote lead to it'
}

/**
 * The same for a package that no manifest names where others are: the release that comes along with
 * those may be any, and only what is evidently meant is wrong in all.
 */
export function broughtDoubtOf(
  view: PackageView,
  { isBrought }: PlannedReference,
  judged: Judgement,
  { suggest }: Pick<Around, 'suggest'>,
): string | null {
  if (isBrought !== true || !isWrong(judged)) return null
  const isSaid =
    judged.state === 'missing'
      ? isSlipOf(suggest, view, judged.of, judged.name) && !isRespelled(suggest, view, judged)
      : isSlippedKeyword(judged.misfit)
  return isSaid
    ? null
    : 'no manifest names its package, and which release comes along with others is not known'
}

/** Whether what is near is the same in other letters: a release may have changed how names are written. */
function isRespelled(suggest: Suggestions, view: PackageView, { of, name }: Missing): boolean {
  const plain = (text: string) =>
    text
      .slice(text.lastIndexOf('.') + 1)
      .replaceAll('_', '')
      .toLowerCase()
  const near = suggest.closestTo(view, of, name)?.meant ?? []
  return near.some((one) => plain(one) === plain(name))
}

function isSlippedKeyword(misfit: Misfit): boolean {
  return misfit.kind === 'keyword' && misfit.known.some((one) => isSlip(misfit.name, one))
}

const OF_INHERITED = 'a class of this file inherits it, and others may add to that'

/** The same for what may stand below the declared class, or on an object of it. */
export function dataDoubtOf(
  view: PackageView,
  reference: Reference,
  judged: Judgement,
  around: Pick<Around, 'suggest' | 'subclasses'> & Readonly<{ isTyped: boolean }>,
): string | null {
  if (judged.state !== 'missing') return null
  // Stubs have names for annotations alone, which tables of code do not.
  const isForCheckers = reference.isUnevaluated === true && judged.of.kind === 'module'
  if (isForCheckers && !isSlipOf(around.suggest, view, judged.of, judged.name)) {
    return 'only type checkers look at it'
  }
  if (reference.inherited !== undefined) {
    const isSaid =
      reference.inherited === 'called' && isSlipOf(around.suggest, view, judged.of, judged.name)
    return isSaid ? null : OF_INHERITED
  }
  if (judged.isOfFunction === true && !around.isTyped) return CARRIED
  if (isDescriptor(view, judged.of)) return 'what a descriptor gives is not told'
  if (isBelow(view, judged, around.subclasses)) return 'a class below the declared one has it'
  if (isOfAnotherClass(view, judged, around.suggest)) return 'it may be of another class'
  return isData(view, judged.of, reference, around)
    ? 'what an object carries may be set from elsewhere'
    : null
}

/** `patch.object(Job, '__init__', …)`: then it takes what that takes. */
function isReplaced({ name, steps }: Reference, added: Names): boolean {
  const before = steps.at(-2)
  const owner = before?.kind === 'member' ? before.name : ''
  return added.has(`${name}.__init__`) || added.has(`${owner}.${name}`)
}

/** Whether it is a method of an object that may be of a class below the one that is told. */
function isDeclaredOnly(node: TableNode): boolean {
  const owner = node.kind === 'definition' ? node.owner : null
  const owners = owner?.kind === 'parts' ? owner.parts : [owner]
  return owners.some((one) => one?.kind === 'definition' && one.isInstance && one.isExact !== true)
}

function isOfOthers(
  view: PackageView,
  { of, name }: Missing,
  reference: Reference,
  imports: ImportIndex,
): boolean {
  if (of.kind !== 'module') return false
  return isShared(view, of.module, { name, isModule: isModuleImport(reference) }, imports)
}

const EXPECTED = /^(?:expect\w*|should|assert\w*)$/

/**
 * Setups of tests add to what `expect` gives (`expect(x).toBeInTheDocument()`, `expect.soft(x).…`), and
 * to itself (`expect.toBeWithin(1, 2)`).
 */
function isMatcher({ steps }: Reference): boolean {
  const last = steps.at(-1)
  const isOfItself = last?.kind === 'member' && /^to[A-Z]/.test(last.name)
  const call = steps.findIndex(({ kind }) => kind === 'call')
  return steps
    .slice(0, isOfItself ? -1 : Math.max(0, call))
    .some((step) => step.kind === 'member' && EXPECTED.test(step.name))
}

/** Whether the code adds to the package that declares what it is looked for in, by whatever name that came. */
function isDeclaredOfOwner(asked: PackageView, { of }: Missing, declaredModules: Names): boolean {
  if (of.kind !== 'definition' || asked.of.ecosystem !== 'npm') return false
  const view = viewOf(asked, of)
  const { module } = view.table.definition(of.definition)
  const { packageName } = view.of
  return [packageName, `${packageName}/`, module].some((one) => declaredModules.has(one))
}

/**
 * `React.MouseEvent`, where `React` is a value alone: a compiler goes on to the namespaces that others
 * declare for all files.
 */
function isOfValue(asked: PackageView, of: TableNode): boolean {
  if (of.kind !== 'definition') return of.kind !== 'module'
  const { kind } = viewOf(asked, of).table.definition(of.definition)
  return of.isInstance || VALUES.has(kind)
}

const VALUES: ReadonlySet<string> = new Set(['constant', 'attribute', 'function'])

/** Whether others may declare more of what it is looked for in: then only a slip is one. */
function mayBeAdded(
  asked: PackageView,
  { of, isLoose }: Missing,
  { steps }: Reference,
  { isPlugged, isTold }: Readonly<{ isPlugged: boolean; isTold: boolean }>,
): boolean {
  if (isLoose === true) return true
  // What frameworks hand to functions is what their plugins add to: a manifest names them, and they say so
  // to a compiler.
  if (!isPlugged && isTold) return false
  if (!isPlugged && !steps.some(({ kind }) => kind === 'handed' || kind === 'parameter'))
    return false
  if (of.kind !== 'definition') return false
  const { kind } = viewOf(asked, of).table.definition(of.definition)
  return of.isInstance && kind === 'interface'
}

/** Python: of an attribute of a class the object is not seen, but what its `__get__` gives. */
function isDescriptor(asked: PackageView, of: TableNode): boolean {
  if (asked.of.ecosystem !== 'pypi' || of.kind !== 'definition' || !of.isInstance) return false
  return memberOf(viewOf(asked, of), of, '__get__').state === 'at'
}

/** Whether it is looked for in what is only declared, and may be of a class below. */
function isBelow(
  view: PackageView,
  { of, name, beside = [] }: Missing,
  subclasses: Subclasses,
): boolean {
  return [of, ...beside].some((one) => {
    if (one.kind !== 'definition' || !one.isInstance || one.isExact === true) return false
    const { table, of: owner } = viewOf(view, one)
    if (subclasses.haveMember(table, one.definition, name)) return true
    return owner.ecosystem === 'pypi' && subclasses.haveMemberElsewhere(table, one.definition, name)
  })
}

/**
 * Objects of an abstract class are of one below it, perhaps in another package, and so may be what is
 * declared as a class that the package does not define: only slips count.
 */
function isOfAnotherClass(
  asked: PackageView,
  { of, name, beside = [] }: Missing,
  suggest: Suggestions,
): boolean {
  return [of, ...beside].some((one) => {
    if (one.kind !== 'definition' || !one.isInstance) return false
    const view = viewOf(asked, one)
    if (view.of.ecosystem === 'npm') return false
    const { isAbstract, module } = view.table.definition(one.definition)
    const isReplaced = isMadeByNew(view, one)
    const isForeign = one.isExact !== true && view.table.findModule(module) < 0
    const isOpen = isAbstract === true || isForeign || isReplaced || one.isShared === true
    return isOpen && !isSlipOf(suggest, view, one, name)
  })
}

/** Whether code of the class itself says what a call of it gives, which may be of any class. */
function isMadeByNew(view: PackageView, node: NodeOf<'definition'>): boolean {
  const made = memberOf(view, { ...node, isInstance: false }, '__new__')
  if (made.state !== 'at' || made.node.kind !== 'definition') return false
  const { file, signature } = viewOf(view, made.node).table.definition(made.node.definition)
  // Stubs say by it what is taken.
  return /\.py$/.test(file ?? '') && !givesItself(signature, view.table.definition(node.definition))
}

/** `-> Self`, or the very class: whoever wrote it says so. */
function givesItself(signature: string | null, { name }: Readonly<{ name: string }>): boolean {
  const [, given] = / -> ["']?(?:\w+\.)*(\w+)["']?$/.exec(signature ?? '') ?? []
  return given === 'Self' || given === name
}

/** Whether a part of the path is not meant for others. */
function isPrivate({ module, steps }: Reference): boolean {
  const isHidden = (name: string) => /^_(?!_)|^__(?!.*__$)/.test(name)
  if (module.split('.').some(isHidden)) return true
  return steps.some((step) => step.kind === 'member' && isHidden(step.name))
}

/**
 * Whether something of the package is called so: of these names it is not known who else is given one
 * (`self.md.toc = …`, where `toc` is a module).
 */
function isNamedElsewhere({ table }: PackageView, name: string): boolean {
  return table.columns.names.find(name) >= 0
}

/** Whether the code of a package of npm, and not its types, is where something of this name is known from. */
function isNamedInCode({ table }: PackageView, name: string): boolean {
  if (table.columns.names.find(name) < 0) return false
  for (let at = 0; at < table.counts.definitions; at += 1) {
    const { name: path, file } = table.definition(at)
    if (!/\.[cm]?jsx?$/.test(file ?? '')) continue
    if (path === name || path.endsWith(`.${name}`)) return true
  }
  return false
}

const NOWHERE = { module: '', file: null }

/**
 * Whether what is missing may be there all the same: data of an object of Python, which anybody can
 * put there, or a member that declarations leave out. What looks like a slip is one all the same.
 */
function isData(
  asked: PackageView,
  of: TableNode,
  reference: Reference,
  { suggest, isTyped }: Readonly<{ suggest: Suggestions; isTyped: boolean }>,
): boolean {
  if (of.kind === 'module') return false
  const view = viewOf(asked, of)
  const isInstance = of.kind !== 'definition' || of.isInstance
  if (view.of.ecosystem === 'pypi') {
    if (!isInstance) return false
    if (reference.isKept === true && !isNamedElsewhere(view, reference.name)) return false
    if (of.kind === 'definition' && isEnum(view, of.definition)) return false
  }
  const home = of.kind === 'definition' ? of.definition : of.kind === 'type' ? of.home : null
  const { module, file } = home === null ? NOWHERE : view.table.definition(home)
  // What code of JavaScript gives to its objects as they are made is not all known, and types that
  // others wrote may lag behind it.
  const isUndeclared = isInstance && /\.[cm]?jsx?$/.test(file ?? '')
  const isOfOthers = [module, view.of.packageName].some((one) => one.startsWith('@types/'))
  const isMade = isUndeclared || (!isTyped && isOfOthers)
  // The code of the package has such a name, of which whoever wrote its types may not have heard, or
  // which they keep to themselves: only a compiler takes declarations for all there is.
  const isOfCode = view.of.ecosystem === 'npm' && !isTyped
  if (isOfCode && [asked, view].some((one) => isNamedInCode(one, reference.name))) return true
  // To read what is not there gives nothing, and code lives with that; to call it is an error.
  if (!isMade && reference.call !== null) return false
  // Declarations may leave out what the code has; only a compiler takes them for all there is.
  if (view.of.ecosystem === 'npm' && isTyped && !isMade) return false
  return !isSlipOf(suggest, view, of, reference.name)
}

// From a judged reference to what is said about it.

import { parsePackageName } from '../domain/packageName.ts'
import type { ImportIndex } from '../ports/importIndex.ts'
import type { Reference } from '../references/reference.ts'
import { isDoubled, isSlip, isSlipOf, type Suggestions } from './closest.ts'
import type { Finding } from './finding.ts'
import { judge } from './judge.ts'
import type { Judgement } from './judgement.ts'
import { confusable, importedAs, notProvided, versionNotFound } from './messages.ts'
import { isShared } from './namespaces.ts'
import { type PackageView, type TableNode, viewOf } from './nodes.ts'
import { noPackage } from './noPackage.ts'
import type { Others } from './otherPackages.ts'
import type { Confusable, OpenedPackage, PackageOutcome } from './packageTables.ts'
import type { PlannedReference } from './plan.ts'
import type { ReadSource } from './readInput.ts'
import { found, isModuleImport, type Outcome, render, subjectOf } from './render.ts'
import { providesTop, startOf } from './start.ts'
import type { Subclasses } from './subclasses.ts'
import { typesPackageOf } from './versions.ts'

/** What all references of a check share. */
export type Around = Readonly<{
  imports: ImportIndex
  /** Packages that types of others name. */
  others: Others
  suggest: Suggestions
  /** Names that any of the files gives to objects. */
  added: ReadonlySet<string>
  /** Packages of npm that the code hands plugins to. */
  extended: ReadonlySet<string>
  /** Packages of npm that others of the input are named for. */
  plugged: ReadonlySet<string>
  subclasses: Subclasses
}>

const ROOTS_SHOWN = 3

export function settle(
  planned: PlannedReference,
  outcome: PackageOutcome,
  around: Around,
): Outcome {
  switch (outcome.state) {
    case 'undetermined':
      return (
        lookalike(planned, outcome.confusable ?? null, null) ?? {
          state: 'undetermined',
          reason: outcome.reason,
        }
      )
    case 'package_not_found':
      return noPackage(planned, outcome.near, around.imports)
    case 'version_not_found': {
      const { key, wanted } = planned.needed
      const version = wanted.pin ?? wanted.range ?? ''
      if (!isModuleImport(planned.reference)) return { state: 'undetermined', reason: 'no release' }
      const message = versionNotFound(key.name, version, outcome.latest)
      return found(subjectOf(planned), { code: 'version_not_found', message })
    }
    case 'opened':
      return settleOpened(planned, outcome, around)
  }
}

function settleOpened(planned: PlannedReference, opened: OpenedPackage, around: Around): Outcome {
  const { imports, others, suggest, extended, plugged } = around
  const { reference, source, needed, isSure } = planned
  const { ecosystem, name } = needed.key
  const view = others.view(needed, opened)
  const suspicious = lookalike(planned, opened.confusable, opened.evidence)
  if (suspicious !== null) return suspicious
  if (ecosystem === 'pypi' && !providesTop(view, reference.module)) {
    return notInDistribution(planned, view, opened, imports)
  }
  const start = startOf(view, reference.module)
  if (start.state === 'unknown') return { state: 'undetermined', reason: start.reason }
  const isTyped = /\.[cm]?tsx?$/.test(source.path)
  const judged: Judgement =
    start.state === 'at'
      ? judge(view, start.node, reference, isTyped)
      : isModuleImport(reference) && reference.softBecause === null
        ? { state: 'missing', of: start.of, name: start.name }
        : { state: 'undetermined', reason: 'what leads to it is not there' }
  const isExtended = ecosystem === 'npm' && extended.has(name) && !reference.isImport
  if (judged.state === 'missing' && isExtended) {
    return { state: 'undetermined', reason: 'the code itself may add it' }
  }
  const doubt = doubtOf(source, reference, judged, around.added)
  if (doubt !== null) return { state: 'undetermined', reason: doubt }
  if (isWrong(judged)) {
    if (!isSure) return { state: 'undetermined', reason: 'which package is meant is not certain' }
    if (judged.state === 'missing' && isOfOthers(view, judged, reference, imports)) {
      return { state: 'undetermined', reason: 'other distributions share the package' }
    }
    if (judged.state === 'missing' && isMatcher(reference)) {
      return { state: 'undetermined', reason: 'what tests expect is added to by others' }
    }
    if (judged.state === 'missing' && mayBeAdded(view, judged, reference, plugged.has(name))) {
      const to = suggest.closestTo(view, judged.of, judged.name)?.replace?.to
      if (to === undefined || !(isSlip(judged.name, to) || isDoubled(judged.name, to))) {
        return { state: 'undetermined', reason: 'others may add to what it comes from' }
      }
    }
  }
  const data = dataDoubtOf(view, reference, judged, { ...around, isTyped })
  if (data !== null) return { state: 'undetermined', reason: data }
  const { evidence } = opened
  const ground = { release: evidence.version, evidence }
  return render(subjectOf(planned), view, ground, judged, suggest)
}

function isWrong(judged: Judgement): judged is Extract<Judgement, { state: 'missing' | 'misfit' }> {
  return judged.state === 'missing' || judged.state === 'misfit'
}

/** Why the code itself keeps what is wrong from being one; null when nothing does. */
export function doubtOf(
  { report }: ReadSource,
  reference: Reference,
  judged: Judgement,
  added: ReadonlySet<string>,
): string | null {
  if (!isWrong(judged)) return null
  const isAdded = judged.state === 'missing' && added.has(judged.name)
  const isAugmented = judged.state === 'missing' && report.augmented.has(reference.module)
  if (isAdded || isAugmented) return 'the code itself may add it'
  if (judged.state === 'misfit' && isReplaced(reference, added)) {
    return 'the code itself may replace it'
  }
  if (report.problem !== null) return 'the file could not all be read'
  return isPrivate(reference) ? "private names are nobody's promise" : null
}

/** The same for what may stand below the declared class, or on an object of it. */
export function dataDoubtOf(
  view: PackageView,
  reference: Reference,
  judged: Judgement,
  around: Pick<Around, 'suggest' | 'subclasses'> & Readonly<{ isTyped: boolean }>,
): string | null {
  if (judged.state !== 'missing') return null
  if (isBelow(view, judged, around.subclasses)) return 'a class below the declared one has it'
  if (isOfAnotherClass(view, judged, around.suggest)) return 'the declared class is abstract'
  return isData(view, judged.of, reference, around)
    ? 'what an object carries may be set from elsewhere'
    : null
}

/** `patch.object(Job, '__init__', …)`: then it takes what that takes. */
function isReplaced({ name, steps }: Reference, added: ReadonlySet<string>): boolean {
  const before = steps.at(-2)
  const owner = before?.kind === 'member' ? before.name : ''
  return added.has(`${name}.__init__`) || added.has(`${owner}.${name}`)
}

/**
 * An import of what nobody declared, and whose name is likely that of another package. Null where
 * there is nothing to say.
 */
function lookalike(
  planned: PlannedReference,
  suspicion: Confusable | null,
  evidence: Finding['evidence'],
): Outcome | null {
  const { reference, needed, isSure, isDeclared } = planned
  const { ecosystem, name } = needed.key
  if (suspicion === null || isDeclared || !isModuleImport(reference)) return null
  if (reference.softBecause !== null) return null
  const { reason, meant } = suspicion
  // An import of a package that only has types is written without what goes before its name.
  if (ecosystem === 'npm' && meant === typesPackageOf(name)) return null
  if (ecosystem === 'pypi' && (isSure || !isCalled(reference.module, name))) return null
  // Of a distribution of Python the import may be called otherwise.
  const replace = ecosystem === 'npm' && meant !== null ? { from: name, to: meant } : null
  return found(subjectOf(planned), {
    code: 'package_confusable',
    message: confusable(name, reason, meant),
    suggestion: meant === null ? null : { meant: [meant], replace },
    evidence,
  })
}

/** Whether the distribution is called as the import is. */
function isCalled(module: string, name: string): boolean {
  const [top = ''] = module.split('.')
  return parsePackageName('pypi', top) === name
}

function isOfOthers(
  view: PackageView,
  { of, name }: Extract<Judgement, { state: 'missing' }>,
  reference: Reference,
  imports: ImportIndex,
): boolean {
  if (of.kind !== 'module') return false
  return isShared(view, of.module, { name, isModule: isModuleImport(reference) }, imports)
}

/** `expect(x).toBeInTheDocument()`: setups of tests add to what `expect` gives. */
function isMatcher({ steps }: Reference): boolean {
  const at = steps.findIndex(({ kind }) => kind === 'call')
  const before = at < 1 ? undefined : steps[at - 1]
  return before?.kind === 'member' && /^(?:expect\w*|should|assert\w*)$/.test(before.name)
}

/** Whether others may declare more of what it is looked for in: then only a slip is one. */
function mayBeAdded(
  asked: PackageView,
  { of, isLoose }: Extract<Judgement, { state: 'missing' }>,
  { steps }: Reference,
  isPlugged: boolean,
): boolean {
  if (isLoose === true) return true
  // What frameworks hand to functions is what their plugins add to.
  if (!isPlugged && !steps.some(({ kind }) => kind === 'handed')) return false
  if (of.kind !== 'definition') return false
  const { kind } = viewOf(asked, of).table.definition(of.definition)
  return of.isInstance && kind === 'interface'
}

/** Whether it is looked for in what is only declared, and may be of a class below. */
function isBelow(
  view: PackageView,
  { of, name }: Extract<Judgement, { state: 'missing' }>,
  subclasses: Subclasses,
): boolean {
  if (of.kind !== 'definition' || !of.isInstance || of.isExact === true) return false
  return subclasses.haveMember(viewOf(view, of).table, of.definition, name)
}

/** Objects of an abstract class are of one below it, perhaps in another package: only slips count. */
function isOfAnotherClass(
  asked: PackageView,
  { of, name }: Extract<Judgement, { state: 'missing' }>,
  suggest: Suggestions,
): boolean {
  if (of.kind !== 'definition' || !of.isInstance) return false
  const view = viewOf(asked, of)
  if (view.of.ecosystem === 'npm') return false
  if (view.table.definition(of.definition).isAbstract !== true) return false
  return !isSlipOf(suggest, view, of, name)
}

/** Whether a part of the path is not meant for others. */
function isPrivate({ module, steps }: Reference): boolean {
  const isHidden = (name: string) => /^_(?!_)|^__(?!.*__$)/.test(name)
  if (module.split('.').some(isHidden)) return true
  return steps.some((step) => step.kind === 'member' && isHidden(step.name))
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
  if (view.of.ecosystem === 'pypi' && !isInstance) return false
  const home = of.kind === 'definition' ? of.definition : of.kind === 'type' ? of.home : null
  const { module, file } = home === null ? NOWHERE : view.table.definition(home)
  // What code of JavaScript gives to its objects as they are made is not all known, and types that
  // others wrote may lag behind it.
  const isUndeclared = isInstance && /\.[cm]?jsx?$/.test(file ?? '')
  const isOfOthers = [module, view.of.packageName].some((one) => one.startsWith('@types/'))
  const isMade = isUndeclared || (!isTyped && isOfOthers)
  // To read what is not there gives nothing, and code lives with that; to call it is an error.
  if (!isMade && reference.call !== null) return false
  // Declarations may leave out what the code has; only a compiler takes them for all there is.
  if (view.of.ecosystem === 'npm' && isTyped && !isMade) return false
  return !isSlipOf(suggest, view, of, reference.name)
}

/** The distribution has no such module: it is imported under another name, or another one has it. */
function notInDistribution(
  planned: PlannedReference,
  view: PackageView,
  opened: OpenedPackage,
  imports: ImportIndex,
): Outcome {
  const { reference, needed, others } = planned
  const { name } = needed.key
  const roots = [...view.table.modules()]
    .filter(({ name: module, isPublic }) => isPublic && !module.includes('.'))
    .map(({ name: module }) => module)
  const [root] = roots
  const nothing: Outcome = { state: 'undetermined', reason: `${name} does not list it` }
  if (!isModuleImport(reference) || reference.softBecause !== null || root === undefined) {
    return nothing
  }
  const evidence = opened.evidence
  if (others.length > 0) {
    const right = others.slice(0, ROOTS_SHOWN)
    const message = notProvided(reference.module, name, right)
    const suggestion = { meant: right, replace: null }
    return found(subjectOf(planned), { code: 'import_not_provided', message, suggestion, evidence })
  }
  // Only of what many use is it sure that nobody else calls a module so.
  const isPopular = imports.find('pypi', root).providers.some((one) => one.name === name)
  if (!isPopular) return nothing
  const [top = ''] = reference.module.split('.')
  const message = importedAs(top, name, roots.slice(0, ROOTS_SHOWN))
  const suggestion = { meant: roots.slice(0, ROOTS_SHOWN), replace: { from: top, to: root } }
  return found(subjectOf(planned), { code: 'import_not_provided', message, suggestion, evidence })
}

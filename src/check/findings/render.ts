// What is said about a judged reference, of a package or of the language itself.

import type { Ecosystem } from '../../domain/names/packageName.ts'
import type { Reference } from '../../references/reference.ts'
import type { Deprecation } from '../../table/format/table.ts'
import { isHidden } from '../../table/hiddenDefinitions.ts'
import { closestKeyword, type Suggestions } from '../follow/closest.ts'
import type { Misfit } from '../follow/fitsPython.ts'
import type { Judgement, Missing } from '../follow/judgement.ts'
import { type PackageView, pathOfNode, type TableNode, viewOf } from '../follow/tableNode.ts'
import type { PlannedReference } from '../plan/plan.ts'
import type { ReadSource } from '../read/readInput.ts'
import { type Finding, newFinding, type Said } from '../report/finding.ts'
import { shownName } from '../report/shownName.ts'
import {
  callDoesNotFit,
  isOfTheWhole,
  replacementIn,
  symbolDeprecated,
  symbolNotFound,
} from './messages.ts'

export type Outcome =
  | Readonly<{
      state: 'determined'
      finding: Finding | null
      /** False where it is called and nothing tells what it takes. */
      isFitKnown: boolean
    }>
  | Readonly<{ state: 'undetermined'; reason: string }>

export function untold(reason: string): Outcome {
  return { state: 'undetermined', reason }
}

/** Where something is said, and of whom. */
export type Subject = Readonly<{
  source: ReadSource
  reference: Reference
  ecosystem: Ecosystem
  /** Null for the language itself. */
  packageName: string | null
}>

/** `release`: as a sentence names it. */
type Ground = Readonly<{ release: string; evidence: Finding['evidence'] }>

export function render(
  subject: Subject,
  view: PackageView,
  ground: Ground,
  judged: Judgement,
  suggest: Suggestions,
): Outcome {
  const { reference } = subject
  const { release, evidence } = ground
  switch (judged.state) {
    case 'undetermined':
      return { state: 'undetermined', reason: judged.reason }
    case 'found': {
      const { deprecation, node, isFitKnown } = judged
      const isSaid = deprecation !== null && isSaidOf(node, deprecation, reference)
      if (deprecation === null || !isSaid) return { state: 'determined', finding: null, isFitKnown }
      const symbol = writtenPath(reference) ?? pathOfNode(view, node) ?? reference.name
      const to = replacementIn(deprecation.text)
      return found(subject, {
        code: 'symbol_deprecated',
        symbol,
        message: symbolDeprecated(symbol, deprecation),
        suggestion: to === null ? null : { meant: [to], replace: null },
        evidence,
        isFitKnown,
      })
    }
    case 'missing': {
      const { of } = judged
      const unnamed = of.kind === 'type' && view.of.ecosystem === 'pypi' ? of.text : 'It'
      const owner =
        writtenOwner(reference) ??
        pathOfNode(view, of) ??
        hiddenName(view, of) ??
        takenBy(reference) ??
        unnamed
      // The types of another package may be what tells.
      const basis = viewOf(view, judged.of).evidence ?? null
      // A path of modules begins before the part that is missing.
      const before = reference.steps.length > 0 ? 0 : reference.module.lastIndexOf(judged.name)
      const suggestion = suggestionOf(view, judged, reference, suggest)
      const closest = suggestion?.meant ?? []
      return found(subject, {
        code: 'symbol_not_found',
        symbol: `${owner}.${judged.name}`,
        message: `${symbolNotFound(owner, judged.name, basis?.version ?? release, closest)}${
          judged.last === undefined ? '' : ` Release ${judged.last} had it.`
        }`,
        suggestion,
        evidence: basis ?? evidence,
        column: reference.column + Math.max(0, before),
      })
    }
    case 'misfit': {
      const symbol = writtenPath(reference) ?? pathOfNode(view, judged.node) ?? reference.name
      const by = judged.by ?? viewOf(view, judged.node)
      const told = view.of.ecosystem === 'pypi' ? (by.evidence ?? null) : null
      const from = told === null ? ground : { release: told.version, evidence: told }
      return misfit(subject, symbol, from, judged.misfit)
    }
  }
}

function suggestionOf(
  view: PackageView,
  { of, name, meant, last }: Missing,
  { call }: Reference,
  suggest: Suggestions,
): Finding['suggestion'] {
  // What was there once is no slip of another name.
  if (last !== undefined) return null
  if (meant === undefined) return suggest.closestTo(view, of, name, call !== null)
  return { meant: [meant], replace: { from: name, to: meant.slice(meant.lastIndexOf('/') + 1) } }
}

/** A module's mark is often that of one of its names: only a whole sentence counts. */
function isSaidOf(node: TableNode, deprecation: Deprecation, reference: Reference): boolean {
  // What is only read of a class of the code may be its own by then.
  if (reference.softBecause !== null || reference.inherited === 'read') return false
  if (!isOfTheWhole(deprecation, reference.name)) return false
  return node.kind !== 'module' || (deprecation.text ?? '').includes(' ')
}

/** The path as the code has it, where names are all that it takes. */
function writtenPath({ module, steps }: Reference): string | null {
  const names = steps.map((step) => (step.kind === 'member' ? step.name : null))
  return names.includes(null) ? null : [module, ...names].join('.')
}

/** What no path leads to is called as the package calls it. */
function hiddenName(asked: PackageView, of: TableNode): string | null {
  const view = viewOf(asked, of)
  if (of.kind !== 'definition' || !isHidden(view.table.columns, of.definition)) return null
  return `${view.of.packageName}.${view.table.definition(of.definition).name}`
}

/** Of a key whose type has no name: who takes it. */
function takenBy(reference: Reference): string | null {
  const at = reference.steps.findIndex(({ kind }) => kind === 'argument' || kind === 'props')
  return at < 0 ? null : writtenPath({ ...reference, steps: reference.steps.slice(0, at) })
}

function writtenOwner(reference: Reference): string | null {
  if (reference.steps.length === 0) return null
  return writtenPath({ ...reference, steps: reference.steps.slice(0, -1) })
}

export function misfit(
  subject: Subject,
  symbol: string,
  { release, evidence }: Ground,
  wrong: Misfit,
): Outcome {
  const more = { code: 'call_does_not_fit', symbol, evidence } as const
  if (wrong.kind !== 'keyword' && wrong.kind !== 'name') {
    return found(subject, { ...more, message: callDoesNotFit(symbol, release, wrong) })
  }
  const { line, column } = wrong
  const suggestion = closestKeyword(wrong.name, wrong.known)
  const message = callDoesNotFit(symbol, release, wrong, suggestion?.meant)
  return found(subject, { ...more, message, suggestion, line, column })
}

/** In place of where the reference stands, `more` may say another place. */
export function found(
  { source, reference, ecosystem, packageName }: Subject,
  more: Pick<Said, 'code' | 'message'> &
    Partial<Pick<Said, 'suggestion' | 'evidence' | 'line' | 'column'>> &
    Readonly<{ symbol?: string; isFitKnown?: boolean }>,
): Outcome {
  const { line, column } = reference
  const { symbol, isFitKnown = true } = more
  const finding = newFinding({
    ...{ path: source.path, line, column, ecosystem, package: packageName, ...more },
    symbol: symbol === undefined ? null : shownName(symbol),
  })
  return { state: 'determined', finding, isFitKnown }
}

export function subjectOf({ source, reference, needed }: PlannedReference): Subject {
  const { ecosystem, name } = needed.key
  return { source, reference, ecosystem, packageName: name }
}

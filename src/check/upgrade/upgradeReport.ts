// What of the difference between two releases concerns the given code: each change with the places
// that use what changed, and whether what stands there still holds.

import type { TableDiff } from '../../diff/diffTables.ts'
import type { PackageKey } from '../../domain/names/packageName.ts'
import { writePath } from '../../domain/names/symbolPath.ts'
import type { ImportIndex } from '../../ports/importIndex.ts'
import { COMPUTED, type Reference } from '../../references/reference.ts'
import { finishInTurns, inTurns } from '../../turns.ts'
import { aroundOf } from '../findings/around.ts'
import { settle } from '../findings/referenceFindings.ts'
import type { Outcome } from '../findings/render.ts'
import { newLookup } from '../follow/members.ts'
import type { Others } from '../follow/otherPackages.ts'
import type { PackageView } from '../follow/tableNode.ts'
import type { OpenedPackage } from '../plan/packageTables.ts'
import {
  type Plan,
  type PlannedReference,
  planCheck,
  referencesOf,
  type UnresolvableReference,
} from '../plan/plan.ts'
import type { ReadInput } from '../read/readInput.ts'
import type { Finding } from '../report/finding.ts'
import { shownName } from '../report/shownName.ts'
import { declaredElsewhere, writtenOtherwise } from './declaredElsewhere.ts'
import { GONE } from './goneName.ts'
import { handedDoubts, isHandedWhole, lostTexts, withHandedOn } from './handedOn.ts'
import { hidingParts } from './hidingParts.ts'
import { type OpenOther, othersOf } from './madeWith.ts'
import {
  elsewhereOf,
  isErrorOnly,
  isFunctionBelow,
  isObjectOnly,
  isOfWhole,
  neverReturns,
} from './newerNode.ts'
import { clashingMethods, overriddenChanges } from './overridden.ts'
import { quietLoss } from './quietLosses.ts'
import { type BothLoadings, losesEnding, requiredEntries, subpathOf } from './requiredEntries.ts'
import { type SetUp, setUps } from './setUp.ts'
import { lostSpecials, type Unfollowed, unfollowedNames } from './unfollowedChanges.ts'
import { doubtOf, fitDoubtOf, typeDoubtOf, undecidedSymbols } from './useDoubts.ts'
import { type Use, type UsedChange, usedChanges } from './usedChanges.ts'
import { usedSymbols } from './usedSymbols.ts'

export type UpgradeReport = Readonly<{
  /**
   * Safe: every use could be told, in files that were all read, none is affected, and the numbers of the
   * releases promise that what worked goes on working.
   */
  verdict: 'safe' | 'affected' | 'undetermined'
  /** Why it is not safe although every use holds; null of any other. */
  caveat: string | null
  /** By symbol. */
  changes: readonly UsedChange[]
  /** What is wrong in the newer release and was not known to be in the older, by place. */
  findings: readonly Finding[]
  undetermined: readonly ReturnType<typeof placeOf>[]
  counts: Readonly<{
    files: number
    unread: number
    references: number
    determined: number
    undetermined: number
    symbols: number
  }>
}>

type UpgradeParts = Readonly<{
  key: PackageKey
  from: OpenedPackage
  to: OpenedPackage
  diff: TableDiff
  /** The numbers of the releases say that what worked goes on working. */
  isPromised: boolean
  imports: ImportIndex
  /** Whether anything checks the types of a file. */
  isCompiled: (path: string) => boolean
  /** Whether a compiler may turn the imports of a file into `require`. */
  mayBeRequired: (path: string) => boolean
  /** What can be loaded by its path, where code does so; null where none does. */
  loading: BothLoadings | null
  /** Other packages that the two tables were made with. */
  openOther: Readonly<{ from: OpenOther; to: OpenOther }>
}>

const SEARCHES_MAX = 100

export async function upgradeReport(
  input: ReadInput,
  parts: UpgradeParts,
  signal?: AbortSignal,
): Promise<UpgradeReport> {
  const { diff, isCompiled } = parts
  const { planned, hidden, computed } = await plannedFor(withHandedOn(input), parts, signal)
  const { uses: all, views } = await usesOf(input, planned, parts, signal)
  const uses = all.filter(({ planned: { reference } }) => reference.isKey !== true)
  const { changes: required, doubts, closed } = requiredOf(planned, parts)
  const used = await finishInTurns(usedChanges(uses, diff, isCompiled), signal)
  const changes = [...required, ...used].sort((one, other) =>
    one.row.symbol < other.row.symbol ? -1 : 1,
  )
  const findings: Finding[] = all.flatMap(lostKey)
  const undecided = undecidedSymbols(diff)
  const handedDoubtOf = handedDoubts(diff)
  const gone: ReturnType<typeof placeOf>[] = []
  const doubted: ReturnType<typeof placeOf>[] = []
  const tell = (use: Use) => {
    // What is handed on is told where it is imported.
    if (use.planned.reference.isHandedOn !== true) findings.push(...newFinding(use))
    if (closed.has(use.planned) && use.planned.reference.softBecause === null) return
    const reason =
      doubts.get(use.planned) ??
      (isHandedWhole(use.planned.reference) ? null : doubtOf(use)) ??
      handedDoubtOf(use.planned.reference, use.used) ??
      (isReadErrorOnly(use) ? ERROR_ONLY : use.lost) ??
      fitDoubtOf(use) ??
      typeDoubtOf(use, undecided, isCompiled)
    const said = goneOf(use, parts, reason !== null)
    if (said !== null) gone.push(placeOf(use.planned, said))
    else if (reason !== null) doubted.push(placeOf(use.planned, reason))
  }
  await inTurns(uses, tell, signal)
  const unfollowed =
    uses.length === 0 ? [] : unfollowedNames(ownSources(input, parts), diff, views, isCompiled)
  const write = (path: readonly string[]) => writePath(parts.key.ecosystem, parts.key.name, path)
  const overridden = overriddenChanges(uses, diff, views.from, write)
  const clashing = clashingMethods(uses, diff, views.from, write)
  const settings = setUps(input, parts.key, parts.from.table)
  const texts = lostTexts(ownSources(input, parts), views)
  // Places beside the references that lead to the package.
  const beside = [
    { places: texts, reason: `a text names it, and it ${GONE}` },
    { places: hidden, reason: HIDDEN },
    { places: computed, reason: MADE },
    { places: unfollowed, reason: UNFOLLOWED },
    { places: overridden, reason: OVERRIDDEN },
    { places: clashing, reason: CLASHING },
    { places: settings, reason: SET_UP },
  ].flatMap(({ places, reason }) => places.map((one) => placeOf(one, reason)))
  const undetermined = [...gone, ...doubted, ...beside]
  const references = uses.length + beside.length
  const determined = references - undetermined.length
  const unread =
    input.sources.filter(({ report }) => report.problem !== null).length +
    (input.unknown ?? []).length
  const isOpen = changes.some(({ places }) => places.some(({ state }) => state === 'open'))
  const isTold = determined > 0 && undetermined.length === 0 && unread === 0 && !isOpen
  const isAffected =
    changes.some(({ affects }) => affects) || findings.some(({ severity }) => severity === 'error')
  const symbols = uses.flatMap(({ used }) =>
    used.state === 'found' ? used.symbols.slice(0, 1) : [],
  )
  const caveat = isTold && !isAffected && !parts.isPromised ? UNPROMISED : null
  return {
    verdict: isAffected ? 'affected' : isTold && caveat === null ? 'safe' : 'undetermined',
    caveat,
    changes,
    findings,
    undetermined,
    counts: {
      files: input.paths.length,
      unread,
      references,
      determined,
      undetermined: undetermined.length,
      symbols: new Set(symbols).size,
    },
  }
}

/**
 * What is said of a name that could not be followed, is nowhere in the newer release, and was in the
 * older; null of any other. What others declare may not have heard of it in either.
 */
function goneOf(
  { planned: { reference }, isUncallable }: Use,
  { key, from, to }: UpgradeParts,
  isDoubted: boolean,
): string | null {
  const { module, isImport } = reference
  if (key.ecosystem === 'npm' && isImport && losesEnding(from.table, to.table, module)) {
    return `${shownName(module)} ${GONE}`
  }
  if (isUncallable === true && reference.isHandedOn === true) return `the module itself ${GONE}`
  if (!isDoubted) return null
  const last = reference.steps.at(-1)
  if (last?.kind !== 'member') return null
  if (isOfWhole(reference)) {
    const lacking = lacksDefault(to, reference)
    return lacking === 'types' ? UNTYPED : lacking === 'code' ? `the module itself ${GONE}` : null
  }
  const has = ({ table }: OpenedPackage) => table.columns.names.find(last.name) >= 0
  return has(from) && !has(to) ? `${shownName(last.name)} ${GONE}` : null
}

/**
 * What says that a module which was called gives nothing as a whole any more, where every name of it is
 * listed; null where nothing does. Types may leave out what code gives to `require`.
 */
function lacksDefault({ table }: OpenedPackage, { module }: Reference): 'code' | 'types' | null {
  const number = table.findModule(subpathOf(module))
  if (number < 0) return null
  const { name, state, origin } = table.module(number)
  if (state !== 'complete' || table.find(name, 'default') !== null) return null
  return origin === 'js' ? 'code' : 'types'
}

const UNTYPED = 'the types of the newer release do not say that the module itself can be called'

/** Nothing of what a function does is in a signature: there only who made it can speak for it. */
const UNPROMISED =
  'by its numbers this release may break what worked, and what functions do is in no signature'

const ERROR_ONLY = 'the newer release only has it to raise an error'
const HIDDEN = 'the files bring a module of this name themselves, which hides the package'

const UNFOLLOWED =
  'what it is asked of could not be followed, and the newer release took away or changed one of that name'

const CLASHING = 'the newer release has a member of its own of that name'
const OVERRIDDEN =
  'a class of the code puts a method in its place, and it takes other arguments now or is deprecated'

const SET_UP = 'it is run or set up here, and what becomes of that is in no table'

const MADE = 'its name is made as the code runs: it may be this package'

function placeOf(
  { source, reference }: UnresolvableReference | PlannedReference | Unfollowed | SetUp,
  reason: string,
) {
  const { line, column, name } = reference
  return { path: source.path, line, column, name: shownName(name), reason }
}

/**
 * `hidden`: what would lead to the package, were it not for modules of the input. `computed`: modules
 * of any name, where the package is used at all.
 */
async function plannedFor(
  input: ReadInput,
  { key, from, imports }: UpgradeParts,
  signal: AbortSignal | undefined,
) {
  const pins = { [`${key.ecosystem}:${key.name}`]: from.evidence.version }
  const known = providing(imports, { key, from })
  const { own, bare } = hidingParts(input, key)
  const ofPackage = (plan: Plan) =>
    referencesOf(plan).filter(
      ({ needed, reference }) =>
        needed.key.ecosystem === key.ecosystem &&
        needed.key.name === key.name &&
        // What a subscript gives is among what is passed over.
        reference.isTried !== true,
    )
  const plan = await planCheck(own, pins, known, { signal })
  const planned = ofPackage(plan)
  const seen = new Set(planned.map(({ reference }) => reference))
  const hidden = ofPackage(await planCheck(bare, pins, known, { signal })).filter(
    ({ reference }) => !seen.has(reference) && reference.isKey !== true,
  )
  const isUsed = planned.length + hidden.length > 0
  const sources = new Set(ownSources(input, { key }))
  const computed = plan.files
    .flatMap(({ unresolvable }) => unresolvable)
    .filter(
      ({ source, reference }) =>
        isUsed && sources.has(source) && reference.module === COMPUTED.module,
    )
  return { planned, hidden, computed }
}

/** The files in the language of the package. */
function ownSources({ sources }: ReadInput, { key }: Pick<UpgradeParts, 'key'>) {
  const own = key.ecosystem === 'pypi' ? 'python' : 'javascript'
  return sources.filter(({ language }) => language === own)
}

async function usesOf(
  input: ReadInput,
  references: readonly PlannedReference[],
  { key, from, to, imports, openOther, diff }: UpgradeParts,
  signal: AbortSignal | undefined,
): Promise<
  Readonly<{ uses: readonly Use[]; views: Readonly<{ from: PackageView; to: PackageView }> }>
> {
  const others = {
    from: await othersOf(references, from, openOther.from, signal),
    to: await othersOf(references, to, openOther.to, signal),
  }
  const known = { imports: providing(imports, { key, from }), searchesMax: SEARCHES_MAX }
  const plan = { examples: { references }, requirements: [] }
  const aroundBy = (one: Others) => aroundOf(input, plan, { ...known, others: one })
  const around = { from: aroundBy(others.from), to: aroundBy(others.to) }
  const of = { ecosystem: key.ecosystem, packageName: key.name }
  const view = { table: from.table, of, lookup: newLookup() }
  const write = (path: readonly string[]) => writePath(key.ecosystem, key.name, path)
  const uses: Use[] = []
  const isOnTheWay = onTheWay(references)
  const views = { from: view, to: { ...view, table: to.table } }
  const lost = lostSpecials(views)
  const lostInSilence = quietLoss(views, diff)
  const opened = { from, to }
  const viewed = ({ needed }: PlannedReference, side: 'from' | 'to') =>
    others[side].view(needed, opened[side])
  const becomes = (planned: PlannedReference, is: typeof isErrorOnly) =>
    is(viewed(planned, 'to'), planned.reference) && !is(viewed(planned, 'from'), planned.reference)
  const settleOne = (planned: PlannedReference) => {
    const before = settle(planned, from, around.from)
    uses.push({
      planned,
      used: usedSymbols(viewed(planned, 'from'), planned.reference, write),
      before,
      after: settle(planned, to, around.to),
      isUncallable: becomes(planned, isObjectOnly) || becomes(planned, isFunctionBelow),
      isErrorOnly: becomes(planned, isErrorOnly),
      elsewhere: elsewhereOf(viewed(planned, 'from'), viewed(planned, 'to'), planned.reference),
      lost: isOnTheWay(planned)
        ? null
        : (endlessOf(viewed(planned, 'from'), viewed(planned, 'to'), planned.reference) ??
          lost(planned.reference) ??
          lostInSilence(planned.reference) ??
          declaredElsewhere(viewed(planned, 'from'), viewed(planned, 'to'), planned.reference) ??
          (isError(before)
            ? writtenOtherwise(viewed(planned, 'from'), viewed(planned, 'to'), planned.reference)
            : null)),
    })
  }
  await inTurns(references, settleOne, signal)
  return { uses, views }
}

/** Whether the code only goes through it to another name: `Colour` in `Colour.RED`. */
function onTheWay(references: readonly PlannedReference[]) {
  const key = (path: string, line: number, column: number) => `${line}:${column} ${path}`
  const places = new Set(
    references.map(({ source, reference: { line, column } }) => key(source.path, line, column)),
  )
  return ({ source, reference: { line, column, name, call } }: PlannedReference) =>
    call === null && places.has(key(source.path, line, column + name.length + 1))
}

function requiredOf(
  planned: readonly PlannedReference[],
  { key, from, to, mayBeRequired, loading }: UpgradeParts,
) {
  if (key.ecosystem !== 'npm') {
    const closed = new Set<PlannedReference>()
    return { changes: [], doubts: new Map<PlannedReference, string>(), closed }
  }
  const write = (path: readonly string[]) => writePath(key.ecosystem, key.name, path)
  const tables = { from: from.table, to: to.table }
  return requiredEntries(planned, tables, write, { mayBeRequired, loading })
}

/** What its own table has, the package provides, even when no list of popular ones knows it. */
function providing(
  imports: ImportIndex,
  { key, from }: Pick<UpgradeParts, 'key' | 'from'>,
): ImportIndex {
  return {
    ...imports,
    find(ecosystem, written) {
      const match = imports.find(ecosystem, written)
      if (ecosystem !== 'pypi' || key.ecosystem !== 'pypi') return match
      if (match.standardLibrary || match.providers.length > 0) return match
      const [top = ''] = written.split('.')
      if (from.table.findModule(top) < 0) return match
      return { ...match, providers: [{ name: key.name, provides: top, downloads: null }] }
    },
  }
}

function isError(outcome: Outcome): boolean {
  return outcome.state === 'determined' && outcome.finding?.severity === 'error'
}

/** A declaration that only says now that no call comes back may have been so before. */
function endlessOf(from: PackageView, to: PackageView, reference: Reference): string | null {
  const isNew = neverReturns(to, reference) && !neverReturns(from, reference)
  return isNew ? 'no call of it comes back in the newer release' : null
}

/** Whoever has it may call it. */
function isReadErrorOnly({ planned: { reference }, isErrorOnly }: Use): boolean {
  return isErrorOnly === true && reference.call === null && !reference.isImport
}

/** A key of an object that is handed over, which the older release knew: it counts where both tell. */
function lostKey({ before, after, planned: { reference } }: Use): readonly Finding[] {
  if (reference.isKey !== true || before.state !== 'determined') return []
  if (before.finding !== null || after.state !== 'determined' || after.finding === null) return []
  return after.finding.severity === 'error' ? [after.finding] : []
}

function newFinding({ before, after, planned, isErrorOnly }: Use): readonly Finding[] {
  if (after.state !== 'determined' || after.finding === null) return []
  const { call, softBecause } = planned.reference
  if (isErrorOnly === true && call !== null && softBecause === null)
    return [{ ...after.finding, severity: 'error' }]
  // What could not be told of the older release is wrong in the newer one all the same.
  if (before.state === 'undetermined')
    return after.finding.severity === 'error' ? [after.finding] : []
  return before.finding?.code === after.finding.code ? [] : [after.finding]
}

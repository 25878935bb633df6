// The rows of a diff that code uses, with the places where it does.

import type { Changed } from '../../diff/changedDefinitions.ts'
import type { TableDiff } from '../../diff/diffTables.ts'
import type { Removed } from '../../diff/lost/lostSymbols.ts'
import type { Deprecated } from '../../diff/newDeprecations.ts'
import { type Reason, severityOf } from '../../diff/reasons.ts'
import { addToList, keptIn } from '../../domain/maps.ts'
import { type CallShape, chainKey, type Reference } from '../../references/reference.ts'
import { findTop } from '../../signatures/splitTop.ts'
import type { Outcome } from '../findings/render.ts'
import { pythonMisfit } from '../follow/fitsPython.ts'
import type { PlannedReference } from '../plan/plan.ts'
import { type Elsewhere, isOfWhole } from './newerNode.ts'
import { restsOnDefault } from './otherDefaults.ts'
import {
  isOfParameters,
  isUntouched,
  losesCallback,
  losesKeyword,
  parametersOf,
} from './stillFits.ts'
import { becomesPromise, isTypesOnly, losesCall } from './typesOnlyChange.ts'
import type { UsedSymbols } from './usedSymbols.ts'

/** A reference, what it stands for in the older release, and what both releases say to it. */
export type Use = Readonly<{
  planned: PlannedReference
  used: UsedSymbols
  before: Outcome
  after: Outcome
  /** What the newer release may not do for the language any more; null where nothing is lost. */
  lost: string | null
  /** It is called, and is no function in the newer release. */
  isUncallable?: boolean
  /** The newer release only has it to raise an error. */
  isErrorOnly?: boolean
  /** Null, or absent, where the package itself declares it. */
  elsewhere?: Elsewhere | null
}>

/**
 * `breaks`: it is wrong in the newer release. `holds`: it was looked at and is not. `open`: that
 * cannot be told.
 */
type PlaceState = 'breaks' | 'holds' | 'open'

export type UsedPlace = Readonly<{
  path: string
  line: number
  column: number
  state: PlaceState
}>

type Row =
  | Readonly<{ change: 'removed'; row: Removed }>
  | Readonly<{ change: 'changed'; row: Changed }>
  | Readonly<{ change: 'deprecated'; row: Deprecated }>

/** `affects`: code that was right may be wrong now at one of the places. */
export type UsedChange = Row & Readonly<{ affects: boolean; places: readonly UsedPlace[] }>

/** `isCompiled`: whether anything checks the types of a file. Pauses wherever it can wait. */
export function* usedChanges(
  uses: readonly Use[],
  diff: TableDiff,
  isCompiled: (path: string) => boolean,
): Generator<undefined, readonly UsedChange[], undefined> {
  const rows = yield* rowsBySymbol(diff)
  const namesakes = namesakesOf(diff)
  const found = new Map<Row, { affects: boolean; places: UsedPlace[] }>()
  // Only the line that loads a module says how.
  const required = new Set(
    uses.flatMap(({ planned }) => (planned.reference.isRequired ? loadedBy(planned) : [])),
  )
  const isBelow = classesBelow(uses)
  for (const use of uses) {
    yield
    const { used, planned } = use
    if (used.state !== 'found') continue
    const { source, reference } = planned
    const { line, column } = reference
    if (isWrongBefore(use)) {
      // What is wrong already may be wrong for one reason more, and hides it.
      for (const row of used.symbols.flatMap((symbol) => rows.get(symbol) ?? [])) {
        if (!mayBreak(row)) continue
        const known = keptIn(found, row, () => ({ affects: false, places: [] }))
        known.places.push({ path: source.path, line, column, state: 'open' })
      }
      continue
    }
    const looked = stateOf(use)
    for (const row of elsewhereRows(use, namesakes)) {
      const known = keptIn(found, row, () => ({ affects: false, places: [] }))
      const state = looked === 'breaks' ? looked : 'open'
      known.places.push({ path: source.path, line, column, state })
      known.affects = true
    }
    for (const row of used.symbols.flatMap((symbol) => rows.get(symbol) ?? [])) {
      if (isOfOtherHalf(row, required.has(loadedBy(planned)))) continue
      const { call } = reference
      const isLost =
        row.change === 'changed' &&
        call !== null &&
        (isLostIn(row.row, reference, call) ||
          (source.language === 'python' && lacksAdded(row.row, call)))
      const hasCompiler = isCompiled(source.path)
      const isOpen =
        isLost ||
        isBelow(planned, row) ||
        isAwaitedNow(row, call) ||
        isInheritedOpen(row, reference) ||
        isUnseenCall(row, reference, hasCompiler) ||
        isWholeOpen(row, reference, hasCompiler)
      const fits = looked === 'holds' && isOpen ? 'open' : looked
      const isResting = row.change === 'changed' && restsOnDefault(row.row, reference)
      const state = fits === 'holds' && isResting ? 'open' : fits
      // Another path to the same thing is gone, not the one that is used.
      if (row.change === 'removed' && state === 'holds') continue
      const known = keptIn(found, row, () => ({ affects: false, places: [] }))
      known.places.push({ path: source.path, line, column, state })
      const isAffected = !isBelow(planned, row) && affects(row, use, fits, hasCompiler)
      known.affects ||= isLost || isAffected
    }
  }
  return [...found].map(([row, more]) => ({ ...row, ...more }))
}

/** What a class of the code is below is not called there, so that other parameters break nothing yet. */
function classesBelow(uses: readonly Use[]) {
  const key = ({ source, reference: { line, module, steps } }: PlannedReference) =>
    `${source.path}:${line} ${chainKey(module, steps)}`
  const bases = new Set(
    uses.flatMap(({ planned }) => (planned.reference.isBase === true ? [key(planned)] : [])),
  )
  return (planned: PlannedReference, row: Row) =>
    row.change === 'changed' &&
    row.row.severity === 'breaking' &&
    planned.reference.call === null &&
    isOfParameters(row.row) &&
    bases.has(key(planned))
}

/** What it gives has to be waited for now, and whether the code does is not followed. */
function isAwaitedNow({ change, row }: Row, call: CallShape | null): boolean {
  return change === 'changed' && call !== null && becomesPromise(row)
}

/** Whether the call names a parameter, or is of a way to call it, that is gone. */
function isLostIn(row: Changed, { inherited, isMadeBelow }: Reference, call: CallShape): boolean {
  if (losesKeyword(row, call) || losesCall(row, call)) return true
  const { previous, next, kind } = row
  if (inherited !== 'called' && isMadeBelow !== true) return false
  if (previous === null || next === null) return false
  const way = kind === 'class' ? 'plain' : 'instance'
  const fits = (signature: string) => pythonMisfit(withoutBases(signature), call, way) === null
  return fits(previous) && !fits(next)
}

/**
 * Whether the call does not give what the newer release asks for: nothing filled it in before, whatever
 * its name, because there was none.
 */
function lacksAdded({ kind, reasons, previous, next }: Changed, call: CallShape): boolean {
  if (!reasons.includes('required_parameter_added')) return false
  if (previous === null || next === null) return false
  const ways = kind === 'method' ? (['instance', 'plain'] as const) : (['plain'] as const)
  const fits = (signature: string) =>
    ways.some((way) => pythonMisfit(withoutBases(signature), call, way, false) === null)
  return fits(previous) && !fits(next)
}

/** `(a, b) extends pkg.Base`, as rows tell a class: how it is called. */
function withoutBases(signature: string): string {
  const at = findTop(signature, ' extends ')
  return at === -1 ? signature : signature.slice(0, at)
}

/** A class of the code inherits what changed, and nothing tells how it is used. */
function isInheritedOpen({ change, row }: Row, { inherited }: Reference): boolean {
  if (change !== 'changed' || inherited !== 'read') return false
  return row.severity === 'breaking'
}

const OF_GATHERED: ReadonlySet<Reason> = new Set(['variable_arguments_named', 'parameter_absorbed'])

/** What is handed over, or who calls it, stands nowhere: whether it fits cannot be told. */
function isUnseenCall({ change, row }: Row, reference: Reference, hasCompiler: boolean): boolean {
  if (change !== 'changed') return false
  const { call, isHandedOn } = reference
  const takesFewer =
    row.reasons.includes('parameter_removed') || losesPlaces(row) || losesCallback(row)
  // Code without types sorts its arguments out as it runs: the last may be a callback.
  if (call?.mayEndInFunction === true && takesFewer && !hasCompiler) return true
  if (isHandedOn === true && losesPlaces(row)) return true
  // What anything was taken by takes some names now, or the other way round: which are given is not seen.
  const isRenamed = row.reasons.some((reason) => OF_GATHERED.has(reason))
  if (row.severity !== 'breaking' && !isRenamed) return false
  if (isRenamed && call === null && !reference.isImport && row.kind !== 'class') return true
  if (call !== null) return call.hasSpread || call.hasKeywordSpread
  return isHandedOn === true && (hasCompiler || !isTypesOnly(row, null))
}

/**
 * A module that is called itself, and gives something else now: which of its names a call reaches is
 * not known for certain, so nothing is said to break, nor to hold.
 */
function isWholeOpen({ change, row }: Row, reference: Reference, hasCompiler: boolean): boolean {
  const { call } = reference
  if (change !== 'changed' || row.severity !== 'breaking' || !isOfWhole(reference)) return false
  if (call !== null && isUntouched(row, call)) return false
  const isUndeclared = row.reasons.includes('declaration_removed')
  return isUndeclared || hasCompiler || !isTypesOnly(row, call)
}

/** JavaScript that nothing declares: it names fewer parameters, or none that could be told. */
function losesPlaces({ reasons, previous, next }: Changed): boolean {
  if (!reasons.includes('javascript_parameters_changed')) return false
  const [before, after] = [parametersOf(previous ?? ''), parametersOf(next ?? '')]
  return before === null || after === null || after.length < before.length
}

/** Rows by the type and the member that they are about. */
function namesakesOf(diff: TableDiff): ReadonlyMap<string, readonly Row[]> {
  const found = new Map<string, Row[]>()
  for (const row of eachRow(diff)) {
    const tail = row.row.symbol.split('.').slice(-2).join('.')
    addToList(found, tail, row)
  }
  return found
}

/**
 * What the package itself lost of a type that another one declares for it: types say it, and so does
 * the package (`Request.param` of express).
 */
function elsewhereRows(
  { planned: { reference }, elsewhere = null }: Use,
  namesakes: ReadonlyMap<string, readonly Row[]>,
): readonly Row[] {
  if (elsewhere === null || reference.softBecause !== null) return []
  const { call } = reference
  return (namesakes.get(elsewhere.name) ?? []).filter((row) => {
    if (row.change === 'removed') return elsewhere.isMissing
    return row.change === 'changed' && losesCall(row.row, call)
  })
}

/**
 * Whether a change concerns only those who `require`, or only those who `import`, and the reference is
 * not one of theirs. What modules are loaded by is told of the modules that are required.
 */
function isOfOtherHalf({ change, row }: Row, isRequired: boolean): boolean {
  if (change !== 'changed') return false
  if (row.reasons.includes('require_gives_namespace')) return true
  const breaking = row.reasons.filter((reason) => severityOf(reason) === 'breaking')
  const isOnly = (one: Reason) => breaking.length > 0 && breaking.every((reason) => reason === one)
  if (isOnly('became_esm')) return row.kind === 'module' || !isRequired
  return isOnly('became_commonjs') && isRequired
}

/** The file and the module: only the line that loads it says how. */
export function loadedBy({ source, reference }: PlannedReference): string {
  return `${source.path}\n${reference.module}`
}

function* rowsBySymbol(diff: TableDiff): Generator<undefined, Map<string, Row[]>, undefined> {
  const rows = new Map<string, Row[]>()
  for (const row of eachRow(diff)) {
    yield
    addToList(rows, row.row.symbol, row)
  }
  return rows
}

function* eachRow({ removed, changed, deprecated }: TableDiff): Generator<Row> {
  for (const row of removed) yield { change: 'removed', row }
  for (const row of changed) yield { change: 'changed', row }
  for (const row of deprecated) yield { change: 'deprecated', row }
}

function mayBreak({ change, row }: Row): boolean {
  return change === 'removed' || (change === 'changed' && row.severity !== 'compatible')
}

function isWrongBefore({ before }: Use): boolean {
  return before.state === 'determined' && before.finding?.severity === 'error'
}

function stateOf({ planned, after, isUncallable = false }: Use): PlaceState {
  const { call, isBase } = planned.reference
  if (isUncallable) return call !== null || isBase === true ? 'breaks' : 'open'
  if (after.state === 'undetermined') return 'open'
  return after.finding?.severity === 'error' ? 'breaks' : 'holds'
}

function affects(row: Row, { planned }: Use, state: PlaceState, hasCompiler: boolean): boolean {
  if (state === 'breaks') return true
  const { softBecause, isTypeOnly, call, isImport, inherited, isHandedOn } = planned.reference
  // What the module was as a whole, and is no more, is gone for whoever calls it.
  const isWhole = row.change === 'removed' && isOfWhole(planned.reference)
  if ((softBecause !== null && !isWhole) || inherited !== undefined) return false
  switch (row.change) {
    case 'removed':
      // Whoever has the module may only ask it for names.
      if (isWhole && isHandedOn === true) return false
      // Names may be made at run time where it was.
      return row.row.caveat === null && !isTypeOnly
    case 'changed':
      if (row.row.severity !== 'breaking') return false
      // Whether it concerns the code is seen where the name is used.
      if (isImport || isHandedOn === true) return false
      if (!hasCompiler && isTypesOnly(row.row, state === 'holds' ? call : null)) return false
      return !(state === 'holds' && call !== null && isUntouched(row.row, call))
    case 'deprecated':
      return false
  }
}

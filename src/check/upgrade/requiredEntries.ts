// Modules that code gets by `require` and that the newer release only gives to `import`: older
// releases of Node refuse that, newer ones hand out the namespace in place of what was exported.

import type { Changed } from '../../diff/changedDefinitions.ts'
import { formatChange } from '../../diff/lost/lostFormats.ts'
import type { WritePath } from '../../diff/symbolName.ts'
import { keptIn } from '../../domain/maps.ts'
import { type Reference, WHOLE } from '../../references/reference.ts'
import type { ModuleFormats } from '../../table/format/table.ts'
import type { OpenTable } from '../../table/tableView.ts'
import type { PlannedReference } from '../plan/plan.ts'
import { loadedBy, type UsedChange, type UsedPlace } from './usedChanges.ts'

/**
 * By subpath: what loads it as a module of CommonJS, or only as one of ECMAScript. `isWhole`: no other
 * path can be loaded.
 */
type Loading = Readonly<{ by: ReadonlyMap<string, 'require' | 'import'>; isWhole: boolean }>

/** Null for a side that could not be read. */
export type BothLoadings = Readonly<{ from: Loading | null; to: Loading | null }>

type Tables = Readonly<{ from: OpenTable; to: OpenTable }>
type Loadable = Readonly<{
  mayBeRequired: (path: string) => boolean
  /** Null where no file is loaded by its path. */
  loading: BothLoadings | null
}>

type Found = { row: Changed; affects: boolean; places: UsedPlace[] }

/**
 * `doubts`: references of which it could not be told. `mayBeRequired`: imports that a compiler may turn
 * into `require`. `closed`: references to files that are gone.
 */
export function requiredEntries(
  references: readonly PlannedReference[],
  { from, to }: Tables,
  write: WritePath,
  { mayBeRequired, loading }: Loadable,
) {
  const found = new Map<string, Found>()
  const lost = new Set<string>()
  const doubts = new Map<PlannedReference, string>()
  const changeAt = (subpath: string) => {
    const [before, after] = [formatsAt(from, subpath), formatsAt(to, subpath)]
    if (before === null || after === null) return 'unknown'
    const change = formatChange(before, after, { from: from.nodes, to: to.nodes })
    if (change !== null) return change
    const isKnown = before.requiredBefore !== 'unknown' && after.requiredBefore !== 'unknown'
    return isKnown ? null : 'unknown'
  }
  for (const planned of references) {
    const { reference, source } = planned
    const isRequired = reference.isRequired === true
    if (!isRequired && !(reference.isImport && mayBeRequired(source.path))) continue
    const subpath = subpathOf(reference.module)
    const change = changeAt(subpath)
    if (change === null) continue
    if (!isRequired) {
      if (change !== 'unknown' && !reference.isTypeOnly) doubts.set(planned, COMPILED)
      continue
    }
    if (change === 'unknown') {
      doubts.set(planned, NOT_TOLD)
      continue
    }
    const row = { symbol: write([subpath]), kind: 'module', ...change } as const
    const known = keptIn(found, subpath, () => ({ row, affects: false, places: [] }))
    const { line, column, softBecause } = reference
    known.places.push({ path: source.path, line, column, state: 'open' })
    known.affects ||= softBecause === null && change.severity === 'breaking'
    lost.add(loadedBy(planned))
  }
  for (const planned of references) {
    const { reference, source } = planned
    const { line, column, module } = reference
    if (!lost.has(loadedBy(planned)) || !isLostBelow(to, reference)) continue
    const known = found.get(subpathOf(module))
    known?.places.push({ path: source.path, line, column, state: 'breaks' })
    if (known !== undefined) known.affects = true
  }
  const changes = [...found.values()].map((one): UsedChange => ({ change: 'changed', ...one }))
  const closed =
    loading === null ? [] : closedFiles(references, loading, { older: from, newer: to })
  const gone = closed.map((one): UsedChange => {
    const { line, column, module, softBecause } = one.reference
    const state = softBecause === null ? 'breaks' : 'open'
    return {
      ...{ change: 'removed', affects: softBecause === null },
      row: { symbol: write([subpathOf(module)]), kind: 'module', caveat: null },
      places: [{ path: one.source.path, line, column, state }],
    }
  })
  return { changes: [...changes, ...gone], doubts, closed: new Set(closed) }
}

const NOT_TOLD = 'whether require still loads it could not be told'
const COMPILED = 'only import loads it now, and a compiler may make a require of this import'

/** Paths to files of the package that could be loaded, and cannot any more. Tables list entry points alone. */
function closedFiles(
  references: readonly PlannedReference[],
  { from, to }: BothLoadings,
  { older, newer }: Readonly<{ older: OpenTable; newer: OpenTable }>,
): readonly PlannedReference[] {
  if (from === null || to === null || !to.isWhole) return []
  return references.filter(({ reference: { module, isImport, steps, isTypeOnly } }) => {
    const subpath = subpathOf(module)
    if (!isImport || steps.length > 0 || isTypeOnly || subpath === '.') return false
    if (older.findModule(subpath) >= 0 || newer.findModule(subpath) >= 0) return false
    return at(from, subpath) !== null && at(to, subpath) === null
  })
}

/**
 * Whether a name of what was exported is none of the namespace, which is all that `require` may get: a
 * module of which every name is listed does not have it, and says nothing else of what it gives.
 */
function isLostBelow(table: OpenTable, { module, steps, softBecause }: Reference): boolean {
  const [first] = steps
  const number = table.findModule(subpathOf(module))
  if (first?.kind !== 'member' || number < 0) return false
  const { name, state } = table.module(number)
  if (state !== 'complete' || table.find(name, 'module.exports') !== null) return false
  // The module itself was called, and a namespace is no function.
  if (softBecause === WHOLE) return true
  return softBecause === null && first.name !== 'default' && table.find(name, first.name) === null
}

/**
 * Whether a path was a module and is one only with its ending now: tables have both of what no map of
 * exports closes.
 */
export function losesEnding(older: OpenTable, newer: OpenTable, module: string): boolean {
  const subpath = subpathOf(module)
  const isThere = (table: OpenTable, name: string) => table.findModule(name) >= 0
  if (!isThere(older, subpath) || isThere(newer, subpath)) return false
  return ['.js', '.cjs', '.mjs'].some((ending) => isThere(newer, `${subpath}${ending}`))
}

/** `kit/lib/x` → `./lib/x`, as tables call it. */
export function subpathOf(module: string): string {
  const parts = module.replace(/[?#].*$/, '').split('/')
  return ['.', ...parts.slice(module.startsWith('@') ? 2 : 1)].join('/').replace(/(?<=.)\/$/, '')
}

/** Endings may be left out. Null where the table does not tell. */
function formatsAt(table: OpenTable, subpath: string): ModuleFormats | null {
  for (const ending of ['', '.js', '.cjs', '.json', '/index.js']) {
    const module = table.findModule(subpath + ending)
    if (module >= 0) return table.module(module).formats ?? null
  }
  return null
}

/** Endings may be left out. */
function at(loading: Loading, subpath: string): 'require' | 'import' | null {
  const names = ['', '.js', '.cjs', '.json', '/index.js'].map((ending) => subpath + ending)
  for (const name of names) {
    const how = loading.by.get(name)
    if (how !== undefined) return how
  }
  return null
}

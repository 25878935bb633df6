// Modules that code gets by `require` and that the newer release only gives to `import`: older
// releases of Node refuse that, newer ones hand out the namespace in place of what was exported. And
// files of the package that are gone, or that its map of exports closes now.

import type { WritePath } from '../../diff/symbolName.ts'
import { keptIn } from '../../domain/maps.ts'
import { type Reference, WHOLE } from '../../references/reference.ts'
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

/** `doubts`: references of which it could not be told. `closed`: those to files that are gone. */
export function requiredEntries(
  references: readonly PlannedReference[],
  { from, to }: BothLoadings,
  write: WritePath,
  tables: Readonly<{ older: OpenTable; newer: OpenTable }>,
) {
  const table = tables.newer
  const found = new Map<string, { affects: boolean; places: UsedPlace[] }>()
  const lost = new Set<string>()
  const doubts = new Set<PlannedReference>()
  for (const planned of references) {
    const { reference, source } = planned
    if (reference.isRequired !== true) continue
    if (from === null || to === null) {
      doubts.add(planned)
      continue
    }
    const subpath = subpathOf(reference.module)
    if (at(from, subpath) !== 'require' || at(to, subpath) !== 'import') continue
    const known = keptIn(found, subpath, () => ({ affects: false, places: [] }))
    const { line, column, softBecause } = reference
    known.places.push({ path: source.path, line, column, state: 'open' })
    known.affects ||= softBecause === null
    lost.add(loadedBy(planned))
  }
  const closed = from === null || to === null ? [] : closedFiles(references, { from, to }, tables)
  for (const planned of references) {
    const { reference, source } = planned
    const { line, column, module } = reference
    if (!lost.has(loadedBy(planned)) || !isLostBelow(table, reference)) continue
    const known = found.get(subpathOf(module))
    known?.places.push({ path: source.path, line, column, state: 'breaks' })
    if (known !== undefined) known.affects = true
  }
  const changes = [...found].map(([subpath, more]): UsedChange => {
    return { ...rowOf(write([subpath])), ...more }
  })
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

/** Paths to files of the package that could be loaded, and cannot any more. Tables list entry points alone. */
function closedFiles(
  references: readonly PlannedReference[],
  { from, to }: Readonly<{ from: Loading; to: Loading }>,
  { older, newer }: Readonly<{ older: OpenTable; newer: OpenTable }>,
): readonly PlannedReference[] {
  if (!to.isWhole) return []
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

function rowOf(symbol: string) {
  return {
    change: 'changed',
    row: {
      symbol,
      kind: 'module',
      previous: null,
      next: null,
      reason: 'became_esm',
      reasons: ['became_esm'],
      severity: 'breaking',
    },
  } as const
}

/** `kit/lib/x` → `./lib/x`, as tables call it. */
export function subpathOf(module: string): string {
  const parts = module.replace(/[?#].*$/, '').split('/')
  return ['.', ...parts.slice(module.startsWith('@') ? 2 : 1)].join('/').replace(/(?<=.)\/$/, '')
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

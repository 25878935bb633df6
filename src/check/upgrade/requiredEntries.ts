// Modules that code gets by `require` and that the newer release only gives to `import`: older
// releases of Node refuse that, newer ones hand out the namespace in place of what was exported.

import type { WritePath } from '../../diff/symbolName.ts'
import { keptIn } from '../../domain/maps.ts'
import type { PlannedReference } from '../plan/plan.ts'
import type { UsedChange, UsedPlace } from './usedChanges.ts'

/** By subpath: what loads it as a module of CommonJS, or only as one of ECMAScript. */
type Loading = ReadonlyMap<string, 'require' | 'import'>

/** Null for a side that could not be read. */
export type BothLoadings = Readonly<{ from: Loading | null; to: Loading | null }>

/** `doubts`: references of which it could not be told. */
export function requiredEntries(
  references: readonly PlannedReference[],
  { from, to }: BothLoadings,
  write: WritePath,
) {
  const found = new Map<string, { affects: boolean; places: UsedPlace[] }>()
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
  }
  const changes = [...found].map(([subpath, more]): UsedChange => {
    return { ...rowOf(write([subpath])), ...more }
  })
  return { changes, doubts }
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

function subpathOf(module: string): string {
  const parts = module.replace(/[?#].*$/, '').split('/')
  return ['.', ...parts.slice(module.startsWith('@') ? 2 : 1)].join('/').replace(/(?<=.)\/$/, '')
}

/** Endings may be left out. */
function at(loading: Loading, subpath: string): 'require' | 'import' | null {
  const names = ['', '.js', '.cjs', '.json', '/index.js'].map((ending) => subpath + ending)
  for (const name of names) {
    const how = loading.get(name)
    if (how !== undefined) return how
  }
  return null
}

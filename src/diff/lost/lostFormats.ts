// Modules that `require` loaded and that are modules of ECMAScript now, or that it is offered no more.

import { refusingNodes } from '../../domain/nodeReleases.ts'
import { formatsOf } from '../../table/format/moduleFormats.ts'
import type { LoadFormat, ModuleFormats } from '../../table/format/table.ts'
import { signedAt } from '../../table/format/varints.ts'
import type { Change } from '../changeOf.ts'
import type { Matches } from '../matchSurfaces.ts'
import { publicModules } from '../modules.ts'
import { severityOf } from '../reasons.ts'

const LOADED: ReadonlySet<LoadFormat> = new Set(['commonjs', 'json', 'native'])

/** What both releases ask of Node together; null where one of them asks for nothing. */
export type Asked = Readonly<{ from: string | null; to: string | null }>

/** By module of the older release. */
export function lostFormats({ from, to, module }: Matches): ReadonlyMap<number, Change> {
  const found = new Map<number, Change>()
  const asked = { from: nodesOf(from.columns.formats), to: nodesOf(to.columns.formats) }
  for (const one of publicModules(from.columns)) {
    const other = signedAt(module, one)
    const before = formatsOf(from.columns.formats, one)
    const after = other < 0 ? null : formatsOf(to.columns.formats, other)
    const change = before === null || after === null ? null : formatChange(before, after, asked)
    if (change !== null) found.set(one, change)
  }
  return found
}

function nodesOf(formats: Readonly<{ nodes: string | null }> | null): string | null {
  return formats?.nodes ?? null
}

/** Null where whoever called `require` gets as much as before, or nobody can tell. */
export function formatChange(
  before: Pick<ModuleFormats, 'requiredBefore'>,
  after: ModuleFormats,
  asked: Asked,
): Change | null {
  if (!LOADED.has(before.requiredBefore)) return null
  const { requiredBefore, required, imported, waits } = after
  const previous = before.requiredBefore
  const isOffered = imported !== 'none' && imported !== 'unknown'
  if (requiredBefore === 'none' && required === 'none' && isOffered) {
    return { ...BROKEN, previous, next: `${imported}; require finds nothing` }
  }
  const isByNewerOnly = requiredBefore === 'none' && required === 'module'
  if (requiredBefore !== 'module' && !isByNewerOnly) return null
  if (waits === 'always') {
    return { ...BROKEN, previous, next: 'module; require fails: it waits at its top level' }
  }
  const { from, to } = asked
  const refusing = refusingNodes(from === null || to === null ? null : `${from} || ${to}`)
  if (refusing === null) return { ...OTHERWISE, previous, next: 'module' }
  return { ...BROKEN, previous, next: `module; require fails in Node ${refusing}` }
}

function because(reason: 'became_esm' | 'require_gives_namespace') {
  return { reason, reasons: [reason], severity: severityOf(reason) } as const
}

const BROKEN = because('became_esm')
const OTHERWISE = because('require_gives_namespace')

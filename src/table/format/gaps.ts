// Tables that were made without packages that exist and could not be had. Which names lead there the
// table says itself: a module whose names are not all known, a definition that may hold more. For
// these a gap is as likely a cause as any other, so nothing is said of what is not listed there.

import type { PackageKey } from '../../domain/names/packageName.ts'
import type { Columns } from './columns.ts'
import { originOf, stateOf, withState } from './facts.ts'

export type TableGaps = Readonly<{
  packages: readonly string[]
  /** Among them is the one that would describe every module that has no declarations of its own. */
  isUndescribed: boolean
}>

/** Null where nothing is lacking. */
export function tableGaps(
  { ecosystem, name }: PackageKey,
  packages: readonly string[],
): TableGaps | null {
  if (packages.length === 0) return null
  const types = `@types/${name.replace(/^@/, '').replace('/', '__')}`
  return { packages, isUndescribed: ecosystem === 'npm' && packages.includes(types) }
}

/** The same columns, in which the modules that a gap may touch say so. */
export function withGaps(columns: Columns, { isUndescribed }: TableGaps): Columns {
  const facts = columns.modules.facts.map((one) => {
    const state = stateOf(one)
    const isBare = isUndescribed && state === 'complete' && originOf(one) === 'js'
    return state === 'dynamic' || isBare ? withState(one, 'gapped') : one
  })
  return { ...columns, modules: { ...columns.modules, facts }, isGapped: true }
}

export function gapReason({ packages }: TableGaps): string {
  const [first = '', ...others] = packages
  return `was read without ${first}${others.length > 0 ? ` and ${others.length} more` : ''}`
}

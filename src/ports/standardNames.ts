// What Python's own modules hold, release by release. scripts/standardNames.py says how it is made.

import type { ListedRows } from './listedRows.ts'

/** A letter for the kind, `@` home, `#` releases, and after a blank a signature or a type. */
export type StandardName = string

export type StandardModule = Readonly<{
  /** Releases that have it, as in a name; every one where it is left out. */
  in?: string
  /** It differs from platform to platform. */
  platform?: 1
  names: Readonly<Record<string, StandardName>>
}>

export type StandardClass = Readonly<{
  bases?: readonly string[]
  /** Objects may have more than is listed. */
  open?: 1
  /** What making one takes. */
  call?: string
  names: Readonly<Record<string, StandardName>>
}>

export type StandardNames = Readonly<{
  /** Releases in order: `3.8`, `3.9`, … */
  versions: readonly string[]
  modules: ListedRows<StandardModule>
  /** By path. */
  classes: ListedRows<StandardClass>
}>

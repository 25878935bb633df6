// What Node's own modules hold, release by release. scripts/nodeNames.ts says how it is made.

import type { ListedRows } from './listedRows.ts'

/** A letter for the kind, `@` home, `#` releases, and after a blank signatures or a type. */
export type NodeName = string

export type NodeModule = Readonly<{
  /** Releases that have it, as in a name; every one where it is left out. */
  in?: string
  /** No interpreter shows it: it may have more than is declared. */
  open?: 1
  /** What the module is as a whole, where that is a class or a function. */
  whole?: NodeName
  names: Readonly<Record<string, NodeName>>
}>

export type NodeClass = Readonly<{
  /** An interface or a namespace; a class where it is left out. */
  kind?: 'i' | 'n'
  bases?: readonly string[]
  /** It may have more than is listed. */
  open?: 1
  /** What making one takes. */
  call?: string
  names: Readonly<Record<string, NodeName>>
}>

export type NodeNames = Readonly<{
  /** Releases in order: `12`, `14`, … */
  versions: readonly string[]
  /** By name, without `node:`. */
  modules: ListedRows<NodeModule>
  /** By path: `fs.Stats`. What is declared for all stands below `globals`. */
  classes: ListedRows<NodeClass>
}>

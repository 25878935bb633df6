// Which distributions an import name can come from.

import type { Ecosystem, PackageName } from '../domain/names/packageName.ts'
import type { DroppedMembers } from './droppedMembers.ts'
import type { NodeNames } from './nodeNames.ts'
import type { StandardNames } from './standardNames.ts'

/** The list that was looked at: part of the attestation. */
export type ImportSnapshot = Readonly<{
  /** Date of the list, YYYY-MM-DD. */
  snapshot: string
  /** Digest of the list's file. */
  sha256: string
  /** How many distributions it has. */
  size: number
}>

export type ImportProvider = Readonly<{
  name: PackageName
  /** The name under which it is imported: the one that was asked, or what is above or below it. */
  provides: string
  /** A month; null when none are on record. */
  downloads: number | null
}>

export type ImportMatch = Readonly<{
  /** Whether the module is part of the language itself. */
  standardLibrary: boolean
  /** The most popular first, at most IMPORT_PROVIDERS_MAX. */
  providers: readonly ImportProvider[]
}>

/** What can stand after `import` in Python. */
export type NearImport = Readonly<{
  name: string
  /** What to install for it; null for the language itself, and for what many share. */
  distribution: PackageName | null
}>

/** A module that a distribution had until a release. */
export type FormerModule = Readonly<{
  distribution: PackageName
  /** The first release that has it no more. */
  until: string
}>

export interface ImportIndex {
  /** Of the list for PyPI; npm needs none. */
  readonly snapshot: ImportSnapshot
  /** `written`: a dotted module path on PyPI, a specifier (`@scope/name/file`) on npm. */
  find(ecosystem: Ecosystem, written: string): ImportMatch
  /** Imports of Python that a top-level name may be a slip of, the likeliest first. */
  near(written: string): readonly NearImport[]
  /** How a distribution of PyPI is imported; null where that is not known. */
  importOf(distribution: string): string | null
  /** Popular distributions of PyPI that hold types for another one and are called after it. */
  stubsOf?(distribution: string): readonly PackageName[]
  /** The distribution that had a top-level module of Python and lost it; null where none is known. */
  formerly?(top: string): FormerModule | null
  /** What Python's own modules hold; left out where that is not known. */
  readonly standardNames?: () => StandardNames
  /** What classes of popular packages have no more. */
  readonly droppedMembers?: () => DroppedMembers
  /** The same of Node's. */
  readonly nodeNames?: () => NodeNames
}

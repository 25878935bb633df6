// What a plan is made of: packages, references and lines of manifests, and which belongs to which.

import type { PackageKey, PackageName } from '../../domain/names/packageName.ts'
import type { Requirement } from '../../manifests/manifest.ts'
import type { Reference } from '../../references/reference.ts'
import type { ReadSource } from '../read/readInput.ts'
import type { Wanted } from './packageTables.ts'

export type NeededPackage = Readonly<{ key: PackageKey; wanted: Wanted }>

export type PlannedReference = Readonly<{
  source: ReadSource
  reference: Reference
  needed: NeededPackage
  isSure: boolean
  /** A manifest, a lock file or the question names it: whoever wrote that meant it. */
  isDeclared: boolean
  /** Manifests name others and not this one: it comes along with those, at a release that is not known. */
  isBrought?: boolean
  others: readonly PackageName[]
  /** What else the import may mean, should there be no such package: `a.b` is in `a`, or in `a-b`. */
  instead: NeededPackage | null
}>

export type PlannedRequirement = Readonly<{
  path: string
  requirement: Requirement
  needed: NeededPackage
}>

export type StandardReference = Readonly<{ source: ReadSource; reference: Reference }>

/** By what they are of. */
export type Placings = Readonly<{
  references: readonly PlannedReference[]
  /** Of Python's own modules. */
  standard: readonly StandardReference[]
  /** Of Node's own. */
  ofNode: readonly StandardReference[]
}>

/** A file may be known by what was told of it before: then it is gone through only by whoever asks for all. */
export type PlacedFile = Readonly<{
  source: ReadSource
  /** In the order in which it names them. */
  needed: ReadonlySet<NeededPackage>
  /** While it is the same, the same references of the same file belong to the same packages. */
  placing: string
  /** How many references of packages there are. */
  count: number
  unresolvable: readonly UnresolvableReference[]
  /** One of each kind, the first: they answer what is asked of all files together. */
  examples: Placings
  all(): Placings
}>

/** An import of which not even a package is known. */
export type UnresolvableReference = StandardReference & Readonly<{ reason: string }>

export type Plan = Readonly<{
  needed: readonly NeededPackage[]
  files: readonly PlacedFile[]
  /** Those of all files. */
  examples: Placings
  requirements: readonly PlannedRequirement[]
  /** The release that counts of a package of npm; null for what is not the registry's. */
  versionOf(name: string): Wanted | null
  /** Distributions of Python that a manifest or a pin names. */
  declared: ReadonlySet<string>
}>

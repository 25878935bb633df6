// What a check asks of the world: the table of a package, or why there is none.

import type { PackageKey } from '../domain/packageName.ts'
import type { OpenTable } from '../table/openTable.ts'
import type { FindingEvidence } from './finding.ts'

/** Which release is meant. Without either, the latest. */
export type Wanted = Readonly<{
  /** An exact version. */
  pin: string | null
  /** As the manifest has it; the newest release in it counts. */
  range: string | null
}>

export type OpenedPackage = Readonly<{
  state: 'opened'
  table: OpenTable
  evidence: FindingEvidence
  /** Tells the table from every other, also by what of other packages is in it. */
  tableId?: string
  /** Why the name itself is suspicious; null when it is not. */
  confusable: Readonly<{ reason: 'placeholder' | 'lookalike'; meant: string | null }> | null
  /** The release is withdrawn, with what the registry says; null when it is not. */
  withdrawn: string | null
}>

export type PackageOutcome =
  | OpenedPackage
  /** The registry itself said so. `near`: names next to it, the likeliest first. */
  | Readonly<{ state: 'package_not_found'; near: readonly string[] }>
  /** `latest`: what to take instead, where that is known. */
  | Readonly<{ state: 'version_not_found'; latest: string | null }>
  /** Not reachable, not readable, not in time. */
  | Readonly<{ state: 'undetermined'; reason: string }>

/** Never throws for what is only unavailable: that is an outcome. */
export type PackageTables = (key: PackageKey, wanted: Wanted) => Promise<PackageOutcome>

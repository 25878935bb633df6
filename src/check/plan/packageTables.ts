// What a check asks of the world: the table of a package, or why there is none.

import type { PackageKey } from '../../domain/names/packageName.ts'
import type { Notice } from '../../domain/notice.ts'
import type { Artifact } from '../../domain/release.ts'
import type { OpenTable } from '../../table/tableView.ts'
import type { FindingEvidence } from '../report/finding.ts'

/** Which release is meant. Without either, the latest. */
export type Wanted = Readonly<{
  /** An exact version. */
  pin: string | null
  /** As the manifest has it; the newest release in it counts. */
  range: string | null
}>

/** Why a name itself is suspicious, and what is likely meant. */
export type Confusable = Readonly<{ reason: 'placeholder' | 'lookalike'; meant: string | null }>

export type OpenedPackage = Readonly<{
  state: 'opened'
  table: OpenTable
  evidence: FindingEvidence
  /** Tells the table from every other, also by what of other packages is in it. */
  tableId?: string
  /** Null when the name is not suspicious. */
  confusable: Confusable | null
  /** The release is withdrawn, with what the registry says; null when it is not. */
  withdrawn: string | null
  /** What the registry says of the project and the release; left out where it says nothing. */
  notices?: readonly Notice[]
  /**
   * Why what is not in the table may be there all the same, before long: it was read without what it
   * takes from others.
   */
  gap?: string
  /** Something about it could not be found out for a passing reason. */
  isPassing?: true
  /** The file, for whoever reads more of it. */
  artifact?: Artifact
  /** Releases of other packages that the table was made with. */
  followed?: readonly Readonly<{ name: string; version: string }>[]
}>

/** The release is there, and nothing of it was read: the registry's word was enough. */
export type NamedPackage = Readonly<{
  state: 'there'
  version: string
  confusable: Confusable | null
  withdrawn: string | null
  notices?: readonly Notice[]
}>

export type PackageOutcome =
  | OpenedPackage
  | NamedPackage
  /**
   * The registry itself said so. `near`: names next to it, the likeliest first. `origin`: of a registry
   * that is not the public one, which nobody has asked then.
   */
  | Readonly<{ state: 'package_not_found'; near: readonly string[]; origin?: string }>
  /** `latest`: what to take instead, where that is known. `confusable`: of a name that is suspicious. */
  | Readonly<{ state: 'version_not_found'; latest: string | null; confusable?: Confusable }>
  /** Not reachable, not readable, not in time. `confusable`: of what is there and cannot be read. */
  | Readonly<{
      state: 'undetermined'
      reason: string
      confusable?: Confusable | null
      /** The release is withdrawn, with what the registry says; left out where that is not known. */
      withdrawn?: string
      notices?: readonly Notice[]
      isPassing?: true
      /** It is of a scope that has a registry of its own: nobody was asked for it, or is to be. */
      isElsewhere?: true
    }>

/** Whether it may be another before long, although nothing was published. */
export function isPassing(outcome: PackageOutcome): boolean {
  if (outcome.state === 'opened') return outcome.gap !== undefined || outcome.isPassing === true
  return outcome.state === 'undetermined' && outcome.isPassing === true
}

/**
 * `word`: whoever asks needs no table, and the outcome may be `there` instead of `opened`. `services`:
 * the table is the one of what the package makes of its data as it runs.
 */
export type PackageUse = 'table' | 'word' | 'services'

/** Never throws for what is only unavailable: that is an outcome. */
export type PackageTables = (
  key: PackageKey,
  wanted: Wanted,
  use?: PackageUse,
) => Promise<PackageOutcome>

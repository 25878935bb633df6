// Answers about code.

import type { DiffAnswer, DiffRow } from './diffAnswers.ts'
import type { Ecosystem, Noticed, Signed } from './signed.ts'

/** A place in a file, from 1. */
type Place = Readonly<{ path: string; line: number; column: number }>

/** A row of the diff that files use. */
export type UpgradeRow = DiffRow &
  Readonly<{
    change: 'removed' | 'changed' | 'deprecated'
    severity: 'breaking' | 'undecided' | 'compatible'
    /** Of a change; docs/internals/diff.md lists them. */
    reason: string | null
    reasons: readonly string[]
    from_sig: string | null
    to_sig: string | null
    /** What a deprecation says. */
    message: string | null
    /** The module that lost it, when names may be made there at run time. */
    caveat: string | null
    /** Code that was right may be wrong now at one of the places. */
    affects: boolean
    places: readonly (Place & Readonly<{ state: 'breaks' | 'holds' | 'open' }>)[]
    places_total: number
  }>

export type UpgradeAnswer = Signed &
  Noticed &
  Readonly<{
    /**
     * Safe: every use could be told, none is affected, and the numbers of the releases promise that
     * what worked goes on working.
     */
    verdict: 'safe' | 'affected' | 'undetermined'
    /** Why it is not safe although every use holds; null of any other. */
    caveat: string | null
    ecosystem: Ecosystem
    package: string
    from_version: string
    to_version: string
    changes: readonly UpgradeRow[]
    /** What is wrong in the newer release and was not known to be in the older. */
    findings: readonly CheckFinding[]
    undetermined: readonly (Place & Readonly<{ symbol: string; reason: string }>)[]
    counts: Readonly<{
      files: number
      /** Files that could not all be read. */
      unread: number
      /** Uses of the package. */
      references: number
      determined: number
      undetermined: number
      /** Of the uses, from 0 to 1; null where there are none. */
      determined_share: number | null
      /** Different symbols that are used. */
      symbols: number
      removed: number
      changed: number
      new_deprecations: number
      affecting: number
      findings: number
    }>
    /** The whole diff in short. */
    release: Pick<DiffAnswer, 'classification' | 'compatibility' | 'published_bump' | 'counts'>
    source: DiffAnswer['source']
    proof: DiffAnswer['proof']
  }>

export type CheckEvidence = Readonly<{
  version: string
  artifact_sha256: string
  extractor: string
}>

export type CheckFinding = Place &
  Readonly<{
    ecosystem: Ecosystem
    package: string | null
    symbol: string | null
    /** docs/reference/findings.md lists them. */
    code: string
    severity: 'error' | 'warning' | 'note'
    message: string
    suggestion: Readonly<{
      meant: readonly string[]
      replace: Readonly<{ from: string; to: string }> | null
    }> | null
    evidence: CheckEvidence | null
    /** The page that explains the code, below the address of the service. */
    docs: string
  }>

export type CheckAnswer = Signed &
  Readonly<{
    /**
     * Problems: a finding of severity `error`. Undetermined: less than half could be told, or a file
     * not all be read; it is free.
     */
    verdict: 'real' | 'problems' | 'undetermined'
    findings: readonly CheckFinding[]
    packages: readonly Readonly<{
      ecosystem: Ecosystem
      package: string
      pin: string | null
      range: string | null
      state: string
      reason: string | null
      references: number
      evidence: CheckEvidence | null
    }>[]
    /** References of which nothing can be said, and why. */
    undetermined: readonly (Place &
      Readonly<{ package: string | null; symbol: string; reason: string }>)[]
    counts: Readonly<{
      files: number
      /** Files that could not all be read. */
      unread: number
      references: number
      determined: number
      undetermined: number
      /** Of what is determined, calls of which nothing tells what they take. */
      calls_unjudged: number
      requirements: number
      /** Requirements whose package could not be looked up. */
      requirements_undetermined: number
      /** Of references and requirements, from 0 to 1; null where there are none. */
      determined_share: number | null
      findings: number
    }>
  }>

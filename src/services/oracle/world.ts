// What checks ask of the world beyond the job. Nothing here throws for what is only unavailable: that
// is `null` with a reason.

import type { CheckReport } from '../../check/checkCode.ts'
import type { InputFile } from '../../check/read/readInput.ts'
import type { Ecosystem } from '../../domain/names/packageName.ts'
import type { Members } from '../../domain/texts/jsonValue.ts'
import type { ServiceError } from '../../errors.ts'
import type { Job } from './job.ts'
import type { CheckOutcome } from './outcome.ts'

type CodeQuestion = Readonly<{
  files: readonly InputFile[]
  pins: Readonly<Record<string, string>>
}>

/** Null report: the files could not be read. */
export type CodeAnswer =
  | Readonly<{ report: CheckReport }>
  | Readonly<{ report: null; reason: string }>

export type ReceiptAnswer = Readonly<{
  valid: boolean
  /** Why it is not valid. */
  reason: string | null
  type: string | null
  verdict: string | null
  attestationHash: string | null
  retracted: boolean
}>

type DiffAnswer =
  | Readonly<{
      classification: string
      compatibility: string
      /** Changes and modules of which nobody can tell whether they break. */
      untold: number
      attestationHash: string
    }>
  | Readonly<{ classification: null; reason: string }>

export type Upgrade = Readonly<{
  ecosystem: Ecosystem
  package: string
  from: string
  to: string
}>

/** What an upgrade means for files, as /v1/upgrade says it. */
type UpgradeAnswer =
  | Readonly<{ verdict: string; attestationHash: string }>
  | Readonly<{ verdict: null; reason: string }>

export interface OracleWorld {
  code(question: CodeQuestion): Promise<CodeAnswer>
  diff(upgrade: Upgrade): Promise<DiffAnswer>
  upgrade(files: CodeQuestion['files'], upgrade: Upgrade): Promise<UpgradeAnswer>
  /** The text of a receipt, or its members. */
  receipt(receipt: unknown): Promise<ReceiptAnswer>
  /**
   * Runs checks that look at nothing but the job, in order, where they hold up nobody. What one throws
   * stands for it, and is the last.
   */
  aside?(checks: readonly Members[], job: Job): Promise<readonly (CheckOutcome | ServiceError)[]>
}

/** Every check type is one. Throws `Beyond` where it cannot be run; whoever calls it makes that undetermined. */
export type RunCheck = (
  check: Members,
  job: Job,
  world: OracleWorld,
) => CheckOutcome | Promise<CheckOutcome>

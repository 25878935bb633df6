// Answers about work.

import type { Signed } from './signed.ts'

/** What `/verify` says. */
export type VerificationAnswer = Signed &
  Readonly<{
    verdict: 'pass' | 'fail' | 'partial' | 'unverifiable'
    /** The met share of the checks that apply; null where none could be told. */
    score: number | null
    reason: string | null
    checks: readonly Readonly<{
      id: string
      type: string | null
      required: boolean
      status: 'met' | 'unmet' | 'not_applicable' | 'undetermined'
      reason: string
      location: Readonly<Record<string, string | number>> | null
      evidence: Readonly<Record<string, unknown>> | null
    }>[]
    spec_given: boolean
    job_hash: string
    spec_hash: string | null
    erc8004: Readonly<{
      requestHash: string
      response: number | null
      responseHash: string
      tag: string
    }>
  }>

/** What `/judge` says. */
export type JudgementAnswer = Signed &
  Readonly<{
    /** The weighted mean over settled items; null where none is. */
    score: number | null
    passed: boolean
    items: readonly Readonly<{
      criterion: string
      weight: number
      score: 0 | 1 | null
      status: 'met' | 'unmet' | 'undetermined'
      method: 'check' | 'grammar' | 'model' | 'none'
      reason: string
      /** Offsets in UTF-16 units. */
      evidence: readonly Readonly<{ quote: string; start: number; end: number }>[]
      /** What a model said, sample by sample. */
      samples?: readonly ('met' | 'unmet' | 'cannot_tell' | 'void')[]
    }>[]
    coverage: number
    deterministic: boolean
    rubric_hash: string
    output_hash: string
    context_hash: string | null
    model: Readonly<{
      name: string
      prompt_sha256: string
      samples: number
      replies_sha256: readonly (string | null)[]
    }> | null
  }>
/** The release that a part of a check rests on. */

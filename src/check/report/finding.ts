// What a check says about a place in the code.

import type { Ecosystem } from '../../domain/names/packageName.ts'

type Severity = 'error' | 'warning' | 'note'

export const SEVERITY_OF = {
  package_not_found: 'error',
  package_confusable: 'warning',
  import_not_provided: 'error',
  version_not_found: 'error',
  symbol_not_found: 'error',
  call_does_not_fit: 'error',
  symbol_deprecated: 'warning',
  require_fails: 'warning',
  registry_notice: 'warning',
  undetermined: 'note',
} as const satisfies Record<string, Severity>

export type FindingCode = keyof typeof SEVERITY_OF

// Its own keys.
export const FINDING_CODES = Object.keys(SEVERITY_OF) as readonly FindingCode[]

/** The release that a finding rests on. */
export type FindingEvidence = Readonly<{
  version: string
  filename: string
  artifactSha256: string
  extractor: string
  /** The maker of the index that the table was pulled from; left out for one that was made here. */
  readBy?: string
}>

export type Suggestion = Readonly<{
  /** What was probably meant, the likeliest first. */
  meant: readonly string[]
  /** The text at the finding's place, and what to put there; null where that is not all there is to do. */
  replace: Readonly<{ from: string; to: string }> | null
}>

export type Finding = Readonly<{
  path: string
  line: number
  column: number
  ecosystem: Ecosystem
  /** Null where no package is known. */
  package: string | null
  symbol: string | null
  code: FindingCode
  severity: Severity
  message: string
  suggestion: Suggestion | null
  evidence: FindingEvidence | null
}>

/** What is said, and where; what is left out is null. */
export type Said = Pick<Finding, 'path' | 'line' | 'column' | 'ecosystem' | 'code' | 'message'> &
  Partial<Pick<Finding, 'package' | 'symbol' | 'suggestion' | 'evidence'>>

export function newFinding(said: Said): Finding {
  const { path, line, column, ecosystem, code, message } = said
  const { package: name = null, symbol = null, suggestion = null, evidence = null } = said
  return {
    ...{ path, line, column, ecosystem, package: name, symbol, code },
    ...{ severity: SEVERITY_OF[code], message, suggestion, evidence },
  }
}

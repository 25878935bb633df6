// Which answers everybody may read in the log. What is not named here is sealed: what was public once
// cannot be called back. docs/formats/log.md has the reasons, and a test compares the two.

import type { Statement } from '../../ports/attester.ts'
import type { LeafForm } from '../../ports/log.ts'
import { fitsOpen, type LoggedAnswer } from './leaf.ts'

/** The verdicts of each type that are open; null for all of them. */
export const OPEN_TYPES: ReadonlyMap<string, ReadonlySet<string> | null> = new Map([
  ['assay.package_exists/1', new Set(['exists'])],
  ['assay.symbol_exists/1', new Set(['exists'])],
  ['assay.release_diff/1', null],
  ['assay.symbol_history/1', new Set(['exists', 'removed'])],
  ['assay.sla_report/1', null],
])

export function leafFormOf(
  { type, verdict, question, evidence, isPrivate }: Omit<Statement, 'answer'>,
  logged: LoggedAnswer,
): LeafForm {
  const verdicts = OPEN_TYPES.get(type)
  if (verdicts === undefined || isPrivate === true) return 'sealed'
  if (verdicts !== null && !verdicts.has(verdict)) return 'sealed'
  // A release that is asked about need not be there, and then it is somebody's own words.
  if (question['version'] !== undefined) return 'sealed'
  // Names of packages of a private registry are its owner's affair.
  const { registry = 'public' } = evidence as Readonly<{ registry?: unknown }>
  return registry === 'public' && fitsOpen(logged) ? 'open' : 'sealed'
}

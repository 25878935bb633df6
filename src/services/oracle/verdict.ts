// From what the checks say to one verdict. docs/reference/verify.md has these rules as a table.
// What must stay true: undetermined is never met, and nothing passes while a required check is not
// met.

import type { CheckStatus } from './outcome.ts'
import type { Require } from './spec.ts'

export type Verdict = 'pass' | 'fail' | 'partial' | 'unverifiable'

export type Settled = Readonly<{ status: CheckStatus; isRequired: boolean }>

/** `score`: the met share of the checks that apply; null where none could be told. */
export function verdictOf(
  checks: readonly Settled[],
  require: Require,
): Readonly<{ verdict: Verdict; score: number | null }> {
  const applying = checks.filter(({ status }) => status !== 'not_applicable')
  const count = (wanted: CheckStatus, among: readonly Settled[]) =>
    among.filter(({ status }) => status === wanted).length
  const met = count('met', applying)
  const open = count('undetermined', applying)
  if (met + count('unmet', applying) === 0) return { verdict: 'unverifiable', score: null }
  const score = rounded(met / applying.length)
  const required = applying.filter(({ isRequired }) => require === 'all' || isRequired)
  if (count('unmet', required) > 0) return { verdict: 'fail', score }
  const least = require === 'all' ? applying.length : leastMet(require, applying.length)
  // What is still open might be met, or might not.
  if (met + open < least) return { verdict: 'fail', score }
  if (met < least || count('undetermined', required) > 0) return { verdict: 'partial', score }
  return { verdict: 'pass', score }
}

function leastMet(require: Exclude<Require, 'all'>, applying: number): number {
  // A hair less, so that 0.7 of ten is seven.
  return require === 'any' ? 1 : Math.max(1, Math.ceil(require.minScore * applying - 1e-9))
}

function rounded(score: number): number {
  return Math.floor(score * 10_000) / 10_000
}

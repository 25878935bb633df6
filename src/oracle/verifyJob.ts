// A job and a spec in, a verdict out.

import { setImmediate as nextTurn } from 'node:timers/promises'
import { parseJob } from './job.ts'
import type { Members } from './jsonText.ts'
import { type CheckOutcome, undetermined } from './outcome.ts'
import { isUsedUp, NOT_BEGUN, runOne } from './runOne.ts'
import { defaultSpec, parseSpec, type SpecCheck } from './spec.ts'
import { type Verdict, verdictOf } from './verdict.ts'
import type { OracleWorld } from './world.ts'

export type CheckedItem = CheckOutcome & Pick<SpecCheck, 'id' | 'type' | 'isRequired'>

export type VerifyReport = Readonly<{
  verdict: Verdict
  /** Null where nothing could be told. */
  score: number | null
  /** Why there is nothing to be told; null where there is. */
  reason: string | null
  checks: readonly CheckedItem[]
  /** What it was measured by: as it was written, or the one for its kind; null where there is none. */
  spec: Members | null
}>

export async function verifyJob(
  question: Readonly<{ job: Members; spec: Members | null }>,
  world: OracleWorld,
  signal: AbortSignal,
): Promise<VerifyReport> {
  const parsed = parseJob(question.job)
  if ('problem' in parsed) return unverifiable(parsed.problem, question.spec)
  const { job } = parsed
  const given = question.spec ?? defaultSpec(job.kind)
  if (given === null) return unverifiable('a text is checked by a spec, and there is none', null)
  const read = parseSpec(given)
  if ('problem' in read) return unverifiable(read.problem, given)
  const checks: CheckedItem[] = []
  // One after the other: what they ask of the world is asked once, and others get their turn.
  const { require } = read.spec
  for (const { id, type, raw, isRequired: isSaid } of read.spec.checks) {
    // Each is bounded; between them others are served, and nobody waits for what nobody wants.
    await nextTurn()
    signal.throwIfAborted()
    const isRequired = require === 'all' || isSaid
    const outcome = isUsedUp(checks) ? undetermined(NOT_BEGUN) : await runOne(raw, job, world)
    checks.push({ id, type, isRequired, ...outcome })
  }
  const { verdict, score } = verdictOf(checks, require)
  const reason = verdict === 'unverifiable' ? 'no check could be told' : null
  return { verdict, score, reason, checks, spec: given }
}

function unverifiable(reason: string, spec: Members | null): VerifyReport {
  return { verdict: 'unverifiable', score: null, reason, checks: [], spec }
}

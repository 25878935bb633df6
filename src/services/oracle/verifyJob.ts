// A job and a spec in, a verdict out.

import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Members } from '../../domain/texts/jsonValue.ts'
import { parseJob } from './job.ts'
import { type CheckOutcome, undetermined } from './outcome.ts'
import { isAlone, isUsedUp, NOT_BEGUN, runOne, thrown } from './runOne.ts'
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
  const alone = read.spec.checks.filter(({ raw }) => isAlone(raw))
  // Together: a long job goes once to where they are run.
  const outcomes =
    alone.length === 0
      ? []
      : await world.aside?.(
          alone.map(({ raw }) => raw),
          job,
        )
  for (const check of read.spec.checks) {
    const { id, type, raw, isRequired: isSaid } = check
    // Each is bounded; between them others are served, and nobody waits for what nobody wants.
    await nextTurn()
    signal.throwIfAborted()
    const isRequired = require === 'all' || isSaid
    const at = outcomes === undefined ? -1 : alone.indexOf(check)
    const outcome = isUsedUp(checks)
      ? undetermined(NOT_BEGUN)
      : at === -1
        ? await runOne(raw, job, world)
        : thrown(outcomes?.[at])
    checks.push({ id, type, isRequired, ...outcome })
  }
  const { verdict, score } = verdictOf(checks, require)
  const reason = verdict === 'unverifiable' ? 'no check could be told' : null
  return { verdict, score, reason, checks, spec: given }
}

function unverifiable(reason: string, spec: Members | null): VerifyReport {
  return { verdict: 'unverifiable', score: null, reason, checks: [], spec }
}

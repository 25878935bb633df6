import { describe, expect, test } from 'vitest'
import type { Outcome } from '../../../src/domain/probe.ts'
import { fold } from '../../../src/services/watch/report.ts'
import { afterSilence, UNSEEN } from '../../../src/services/watch/verdict.ts'

const INTERVAL_MS = 60_000
const START_MS = Date.parse('2024-05-01T00:00:00.000Z')

const OUTCOME: Readonly<Record<string, Outcome>> = {
  o: 'ok',
  d: 'degraded',
  f: 'failed',
  n: 'not_measured',
}

/** One letter a minute; a space is a minute in which nothing was probed. */
function probesOf(letters: string) {
  return [...letters].flatMap((letter, minute) => {
    const outcome = OUTCOME[letter]
    if (outcome === undefined) return []
    const at = new Date(START_MS + minute * INTERVAL_MS).toISOString()
    const reason = {
      ok: null,
      degraded: 'slow',
      failed: 'status',
      not_measured: 'network',
    } as const
    return {
      target: 'x',
      dueAt: at,
      at,
      outcome,
      reason: reason[outcome],
      status: null,
      latencyMs: null,
      tlsExpiresAt: null,
    }
  })
}

function judge(letters: string) {
  const end = new Date(START_MS + letters.length * INTERVAL_MS).toISOString()
  const { state, changes } = fold(UNSEEN, probesOf(letters), end, INTERVAL_MS)
  const shown = changes.map(({ to, at }) => {
    const minute = (Date.parse(at) - START_MS) / INTERVAL_MS
    return `${to}@${minute}`
  })
  return { verdict: state.verdict, changes: shown.join(' ') }
}

// Every row of the table in docs/reference/watchtower.md, and what lies beside it.
const CASES = [
  ['nothing was seen', '', 'unknown', ''],
  ['one probe says nothing', 'o', 'unknown', ''],
  ['two good ones', 'oo', 'up', 'up@0'],
  ['one failure is no outage', 'oof', 'up', 'up@0'],
  ['nor are two', 'ooff', 'up', 'up@0'],
  ['three are, from the first', 'oofff', 'down', 'up@0 down@2'],
  ['three from the start', 'fff', 'down', 'down@0'],
  ['one good one is not the end', 'ooffffo', 'down', 'up@0 down@2'],
  ['two are, from the first', 'ooooooofffoo', 'up', 'up@0 down@7 up@10'],
  ['two that answer, but slowly', 'oofffdd', 'degraded', 'up@0 down@2 degraded@5'],
  ['slow three times', 'ooddd', 'degraded', 'up@0 degraded@2'],
  ['slow twice', 'oodd', 'up', 'up@0'],
  ['slow, failing, slow', 'oodfd', 'degraded', 'up@0 degraded@2'],
  ['slow, then dead', 'oodddfff', 'down', 'up@0 degraded@2 down@5'],
  ['slow, then well', 'ooooooodddoo', 'up', 'up@0 degraded@7 up@10'],
  ['half of the last ten bad', 'oofofofofof', 'degraded', 'up@0 degraded@10'],
  ['flapping from the start', 'fofofofof', 'degraded', 'degraded@8'],
  ['after a long outage it takes more', 'ooffffffffoooo', 'degraded', 'up@0 down@2 degraded@10'],
  ['and then was well all along', 'ooffffffffoooooo', 'up', 'up@0 down@2 degraded@10 up@10'],
  ['what was not measured counts nothing', 'oonfnfnn', 'up', 'up@0'],
  ['an outage with gaps', 'oonfnfnfn', 'down', 'up@0 down@3'],
  ['silence', 'oo      ', 'unknown', 'up@0 unknown@6'],
  ['nothing but what is not measured', 'oonnnnnn', 'unknown', 'up@0 unknown@6'],
  ['five intervals of it are borne', 'oonnnno', 'up', 'up@0'],
  ['after silence all begins anew', 'oo        f', 'unknown', 'up@0 unknown@6'],
  ['silence ends an outage', 'fff       oo', 'up', 'down@0 unknown@7 up@10'],
] as const

describe('verdicts', () => {
  test.each(CASES)('%s: %j', (_rule, letters, verdict, changes) => {
    expect(judge(letters)).toEqual({ verdict, changes })
  })

  test('silence is noticed without a probe', () => {
    const { state } = fold(UNSEEN, probesOf('oo'), '2024-05-01T00:02:00.000Z', INTERVAL_MS)
    const at = (minutes: number) => new Date(START_MS + minutes * INTERVAL_MS).toISOString()
    expect(afterSilence(state, at(6), INTERVAL_MS).state.verdict).toBe('up')
    expect(afterSilence(state, at(7), INTERVAL_MS).state.verdict).toBe('unknown')
  })
})

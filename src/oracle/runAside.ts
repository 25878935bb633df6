// Checks that only look at the job, run in processes of their own: patterns, paths, schemas and
// searches are bounded in steps, and so many steps at once would hold up everybody.

import { asideProcess, type WatchProcess } from '../check/asideProcess.ts'
import { fairTurns } from '../check/fairTurns.ts'
import { type ErrorCode, ServiceError } from '../errors.ts'
import { ORACLE_RUNNERS } from '../limits.ts'
import type { Caller } from '../ports/caller.ts'
import { exactText } from './exactText.ts'
import type { Job } from './job.ts'
import type { Members } from './jsonText.ts'
import type { CheckOutcome } from './outcome.ts'

/** A check and its job, as a text that has them exactly. */
export type RunRequest = Readonly<{ text: string }>
export type RunReply =
  | Readonly<{ outcome: CheckOutcome }>
  | Readonly<{
      refused: Readonly<{ code: ErrorCode; message: string; wrong: ServiceError['wrong'] }>
    }>

export interface CheckRunner {
  /** Throws what the check itself throws. */
  run(check: Members, job: Job, caller: Caller): Promise<CheckOutcome>
  close(): void
}

const PROGRAM = { name: 'runProcess', of: import.meta.url, what: 'runs checks' }

export function checkRunner(watch: WatchProcess): CheckRunner {
  const all = Array.from({ length: ORACLE_RUNNERS }, () =>
    asideProcess<RunRequest, RunReply>(PROGRAM, watch),
  )
  const inTurn = fairTurns(all)
  return {
    async run(check, job, caller) {
      const text = exactText({ check, job })
      const reply = await inTurn(caller, (runner) => runner.ask({ text }, caller.signal))
      // Its steps are bounded: that it ended a process is no word about the job.
      if (reply === null)
        throw new ServiceError('overloaded', 'a check could not be run to its end')
      if ('outcome' in reply) return reply.outcome
      const { code, message, wrong } = reply.refused
      throw new ServiceError(code, message, wrong === null ? {} : { wrong })
    },
    close() {
      for (const runner of all) runner.close()
    },
  }
}

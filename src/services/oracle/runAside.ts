// Checks that only look at the job, run in processes of their own: patterns, paths, schemas and
// searches are bounded in steps, and so many steps at once would hold up everybody.

import { asideProcesses, type WatchProcess } from '../../check/read/asideProcess.ts'
import type { Members } from '../../domain/texts/jsonValue.ts'
import { type ErrorCode, ServiceError } from '../../errors.ts'
import { ORACLE_RUNNERS } from '../../limits.ts'
import type { Caller } from '../../ports/caller.ts'
import { exactText } from './exactText.ts'
import type { Job } from './job.ts'
import type { CheckOutcome } from './outcome.ts'

/** Checks and their job, as a text that has them exactly. */
export type RunRequest = Readonly<{ text: string }>
type Refused = Readonly<{ code: ErrorCode; message: string; wrong: ServiceError['wrong'] }>
export type RunReply = Readonly<{
  outcomes: readonly CheckOutcome[]
  /** What the check after them threw. */
  refused: Refused | null
}>

export type CheckRunner = ReturnType<typeof checkRunner>

const PROGRAM = { name: 'runProcess', of: import.meta.url, what: 'runs checks' }

export function checkRunner(watch: WatchProcess) {
  const runners = asideProcesses<RunRequest, RunReply>(ORACLE_RUNNERS, PROGRAM, watch)
  return {
    /** In order, until they have taken all the work that they may, or one throws: that is the last. */
    async run(
      checks: readonly Members[],
      job: Job,
      caller: Caller,
    ): Promise<readonly (CheckOutcome | ServiceError)[]> {
      const text = exactText({ checks, job })
      const reply = await runners.ask({ text }, caller)
      // Their steps are bounded: that they ended a process is no word about the job.
      if (reply === null)
        throw new ServiceError('overloaded', 'a check could not be run to its end')
      const { outcomes, refused } = reply
      if (refused === null) return outcomes
      const { code, message, wrong } = refused
      return [...outcomes, new ServiceError(code, message, wrong === null ? {} : { wrong })]
    },
    close: runners.close,
  }
}

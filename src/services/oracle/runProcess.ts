// The process in which checks are run. Started by `runAside.ts` and by nothing else.

import { type Numbered, READY } from '../../check/read/asideProcess.ts'
import type { Members } from '../../domain/texts/jsonValue.ts'
import { ServiceError } from '../../errors.ts'
import { holdLifeline } from '../../lifeline.ts'
import type { Job } from './job.ts'
import type { CheckOutcome } from './outcome.ts'
import type { RunReply, RunRequest } from './runAside.ts'
import { isUsedUp, runHere } from './runOne.ts'
import type { OracleWorld } from './world.ts'

/** What is run here asks nobody. */
const NOBODY: OracleWorld = {
  code: unasked,
  diff: unasked,
  upgrade: unasked,
  receipt: unasked,
}

void holdLifeline()
process.on('message', (message) => {
  // The one process that can send anything is the one that started this.
  const { id, text } = message as Numbered<RunRequest>
  void run(text).then((reply) => process.send?.({ id, ...reply }))
})
process.send?.(READY)

async function run(text: string): Promise<RunReply> {
  const { checks, job } = JSON.parse(text) as { checks: readonly Members[]; job: Job }
  const outcomes: CheckOutcome[] = []
  try {
    for (const check of checks) {
      if (isUsedUp(outcomes)) break
      outcomes.push(await runHere(check, job, NOBODY))
    }
    return { outcomes, refused: null }
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    const { code, message, wrong } = error
    return { outcomes, refused: { code, message, wrong } }
  }
}

function unasked(): never {
  throw new Error('a check that asks others is not run aside')
}

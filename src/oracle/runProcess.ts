// The process in which checks are run. Started by `runAside.ts` and by nothing else.

import { type Numbered, READY } from '../check/asideProcess.ts'
import { ServiceError } from '../errors.ts'
import { holdLifeline } from '../lifeline.ts'
import type { Job } from './job.ts'
import type { Members } from './jsonText.ts'
import type { RunReply, RunRequest } from './runAside.ts'
import { runHere } from './runOne.ts'
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
  const { check, job } = JSON.parse(text) as { check: Members; job: Job }
  try {
    return { outcome: await runHere(check, job, NOBODY) }
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    const { code, message, wrong } = error
    return { refused: { code, message, wrong } }
  }
}

function unasked(): never {
  throw new Error('a check that asks others is not run aside')
}

// Entry of the process that builds a set of names. It gets one job, tells how far it is, and ends.

import { constants, setPriority } from 'node:os'
import { holdLifeline } from '../../lifeline.ts'
import type { BuildJob, BuildOutcome, BuildProgress } from './buildJob.ts'

export type BuildMessage =
  | Readonly<{ progress: BuildProgress }>
  | Readonly<{ outcome: BuildOutcome }>
  | Readonly<{ failure: string }>

const say = (message: BuildMessage) =>
  new Promise<void>((resolve) => {
    process.send?.(message, () => resolve())
  })

const given = new Promise<BuildJob>((resolve) => {
  // Whoever started this sends nothing else.
  process.once('message', (job) => resolve(job as BuildJob))
})
void build()

async function build(): Promise<void> {
  // Without whoever asked there is nobody to build for. First of all, and before it steps back: on a
  // busy machine what has a low priority may wait for seconds, which the thread that watches must not.
  await holdLifeline()
  stepBack()
  const { runBuildJob } = await import('./buildJob.ts')
  await runBuildJob(await given, (progress) => void say({ progress }))
    .then((outcome) => say({ outcome }))
    .catch((error: unknown) =>
      say({ failure: error instanceof Error ? `${error.name}: ${error.message}` : String(error) }),
    )
  process.disconnect()
}

/** It takes a minute of a processor, which answers come before. */
function stepBack(): void {
  try {
    setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
  } catch {
    // A machine that does not allow it builds at the usual priority.
  }
}

// Entry of the process that builds a set of names. It gets one job, tells how far it is, and ends.

import { holdLifeline } from '../lifeline.ts'
import type { BuildJob, BuildOutcome, BuildProgress } from './buildJob.ts'
import { runBuildJob } from './buildJob.ts'

export type BuildMessage =
  | Readonly<{ progress: BuildProgress }>
  | Readonly<{ outcome: BuildOutcome }>
  | Readonly<{ failure: string }>

const say = (message: BuildMessage) =>
  new Promise<void>((resolve) => {
    process.send?.(message, () => resolve())
  })

// Without whoever asked there is nobody to build for; a build seldom comes to look itself.
holdLifeline()
process.once('message', (job: BuildJob) => {
  runBuildJob(job, (progress) => void say({ progress }))
    .then((outcome) => say({ outcome }))
    .catch((error: unknown) =>
      say({ failure: error instanceof Error ? `${error.name}: ${error.message}` : String(error) }),
    )
    .finally(() => process.disconnect())
})

// The shape of every check type.

import type { Job } from '../job.ts'
import type { Members } from '../jsonText.ts'
import type { CheckOutcome } from '../outcome.ts'
import type { OracleWorld } from '../world.ts'

/** Throws `Beyond` where the check cannot be run; whoever calls it makes that undetermined. */
export type RunCheck = (
  check: Members,
  job: Job,
  world: OracleWorld,
) => CheckOutcome | Promise<CheckOutcome>

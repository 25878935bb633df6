// One check, whatever it holds.

import { setImmediate as nextTurn } from 'node:timers/promises'
import { Beyond } from './budget.ts'
import { CHECK_TYPES, isCheckType } from './checkTypes.ts'
import type { Job } from './job.ts'
import { type Members, memberOf } from './jsonText.ts'
import { type CheckOutcome, undetermined } from './outcome.ts'
import type { OracleWorld } from './world.ts'

/** Never throws for what the check holds. */
export async function runOne(check: Members, job: Job, world: OracleWorld): Promise<CheckOutcome> {
  const type = memberOf(check, 'type')
  if (!isCheckType(type)) return undetermined('The check is of a type that is not known')
  // Each may take a fifth of a second of computing: others get their turn in between.
  await nextTurn()
  try {
    return await CHECK_TYPES[type](check, job, world)
  } catch (error) {
    if (error instanceof Beyond) return undetermined(sentence(error.message))
    throw error
  }
}

function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

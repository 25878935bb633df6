// One check, whatever it holds.

import { setImmediate as nextTurn } from 'node:timers/promises'
import { type Members, memberOf } from '../../domain/texts/jsonValue.ts'
import { ServiceError } from '../../errors.ts'
import { Beyond, Spent } from './budget.ts'
import { CHECK_TYPES, isCheckType } from './checkTypes.ts'
import type { Job } from './job.ts'
import { type CheckOutcome, undetermined } from './outcome.ts'
import type { OracleWorld } from './world.ts'

/** Types that look at nothing but the job, and may take many steps for it. */
const ALONE: ReadonlySet<unknown> = new Set(['json_schema', 'json_path', 'regex', 'contains'])

/** Never throws for what the check holds, but for names that it does not have. */
export async function runOne(check: Members, job: Job, world: OracleWorld): Promise<CheckOutcome> {
  const { aside } = world
  if (!isAlone(check) || aside === undefined) return runHere(check, job, world)
  const [outcome] = await aside([check], job)
  return thrown(outcome)
}

/** Whether the check looks at nothing but the job. */
export function isAlone(check: Members): boolean {
  return ALONE.has(memberOf(check, 'type'))
}

/** What a check that was run aside ended with. */
export function thrown(outcome: CheckOutcome | ServiceError | undefined): CheckOutcome {
  if (outcome instanceof ServiceError) throw outcome
  return outcome ?? undetermined(NOT_BEGUN)
}

/** The same in this process. */
export async function runHere(check: Members, job: Job, world: OracleWorld): Promise<CheckOutcome> {
  const type = memberOf(check, 'type')
  if (!isCheckType(type)) return undetermined('The check is of a type that is not known')
  // Each may take a fifth of a second of computing: others get their turn in between.
  await nextTurn()
  try {
    return await CHECK_TYPES[type](check, job, world)
  } catch (error) {
    if (error instanceof Beyond) {
      return { ...undetermined(sentence(error.message)), isSpent: error instanceof Spent }
    }
    throw error
  }
}

export function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** So many checks may be given up for their work; what comes after them is not begun. */
const SPENT_MAX = 3

export const NOT_BEGUN = 'What came before took all the work that one question may'

/** Whether a question that was answered so far has taken all the work that it may. */
export function isUsedUp(done: readonly Readonly<{ isSpent?: boolean }>[]): boolean {
  return done.filter(({ isSpent }) => isSpent === true).length >= SPENT_MAX
}

// Whether code that was right can be wrong after a step from one release to the next.

import type { DrawnRelease } from './timeline.ts'

export type Effect = 'breaking' | 'cannot be told' | 'additive' | 'no change'

/** Nothing is called safe that was not determined. */
export function effectOf(step: NonNullable<DrawnRelease['step']>): Effect {
  const { compatibility, undetermined } = step
  if (compatibility.classification === 'breaking') return 'breaking'
  if (compatibility.undecided > 0 || undetermined > 0) return 'cannot be told'
  return compatibility.classification === 'additive' ? 'additive' : 'no change'
}

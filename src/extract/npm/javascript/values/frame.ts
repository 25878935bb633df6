// How far the statements of a function got: what they return, and which loop they leave.

import type { Value } from './values.ts'

/** How a statement ends. */
export type End = 'normal' | 'return' | 'break' | 'continue' | 'throw'

export type Frame = {
  /** Everything that the function may return. */
  returned: Value | null
  /** The label of the `break` or `continue` that is under way. */
  label: string | null
  /** Labels that stand before the next statement. */
  labels: readonly string[]
}

export function newFrame(): Frame {
  return { returned: null, label: null, labels: [] }
}

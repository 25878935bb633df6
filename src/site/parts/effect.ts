// Whether code that was right can be wrong after a step from one release to the next.

export type Effect = 'breaking' | 'cannot be told' | 'additive' | 'no change'

type Step = Readonly<{
  compatibility: Readonly<{ classification: string; undecided: number }>
  /** Modules that could not be compared. */
  undetermined: number
}>

/** Nothing is called safe that was not determined. */
export function effectOf({ compatibility, undetermined }: Step): Effect {
  if (compatibility.classification === 'breaking') return 'breaking'
  if (compatibility.undecided > 0 || undetermined > 0) return 'cannot be told'
  return compatibility.classification === 'additive' ? 'additive' : 'no change'
}

// The steps of the diff that runs. Diffs take turns, each with a count of its own.

import { Steps, type TakeSteps } from '../../signatures/steps.ts'

let current = new Steps()

/** Runs a part of a diff on the diff's own count. */
export function onSteps<Result>(own: Steps, run: () => Result): Result {
  const before = current
  current = own
  try {
    return run()
  } finally {
    current = before
  }
}

/** The comparison of two definitions begins. */
export function beginEntry(): void {
  current.beginEntry()
}

export const takeSteps: TakeSteps = (count) => current.take(count)

// A bound on the work of comparing types. They come from strangers, and can be nested so that each
// level doubles the work, or named so that each name stands for several others. A diff runs to its end
// without waiting for anything, so one count serves whichever runs.

/** Enough for every real pair by far; about a second. */
const STEPS_MAX = 1_000_000

/** So that one definition does not take them from the others. */
const STEPS_OF_ENTRY_MAX = 60_000

let left = STEPS_MAX
let leftOfEntry = STEPS_OF_ENTRY_MAX

/** A comparison of two tables begins. */
export function beginSteps(): void {
  left = STEPS_MAX
  beginEntry()
}

/** The comparison of two definitions begins. */
export function beginEntry(): void {
  leftOfEntry = STEPS_OF_ENTRY_MAX
}

/** Takes so many steps. False when there are none left: then nothing more is sure. */
export function takeSteps(count = 1): boolean {
  left -= count
  leftOfEntry -= count
  return left > 0 && leftOfEntry > 0
}

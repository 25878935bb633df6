// A bound on the work of comparing types. They come from strangers, and can be nested so that each
// level doubles the work, or named so that each name stands for several others. One count serves
// whichever diff runs: one that waits keeps its own until it goes on.

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

export type HeldSteps = Readonly<{ left: number; leftOfEntry: number }>

/** What is left, for who waits. */
export function holdSteps(): HeldSteps {
  return { left, leftOfEntry }
}

/** Goes on with what was left. */
export function restoreSteps(held: HeldSteps): void {
  left = held.left
  leftOfEntry = held.leftOfEntry
}

/** Takes so many steps. False when there are none left: then nothing more is sure. */
export function takeSteps(count = 1): boolean {
  left -= count
  leftOfEntry -= count
  return left > 0 && leftOfEntry > 0
}

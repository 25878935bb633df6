// A bound on the work of reading and comparing types. They come from strangers, and can be nested so
// that each level doubles the work, or named so that each name stands for several others.

/** Enough for every real pair by far; about a second. */
const STEPS_MAX = 1_000_000

/** So that one definition does not take them from the others. */
const STEPS_OF_ENTRY_MAX = 60_000

/** Takes so many steps. False when there are none left: then nothing more is sure. */
export type TakeSteps = (count?: number) => boolean

export class Steps {
  #left = STEPS_MAX
  #leftOfEntry = STEPS_OF_ENTRY_MAX

  /** The work on another definition begins. */
  beginEntry(): void {
    this.#leftOfEntry = STEPS_OF_ENTRY_MAX
  }

  /** Whether what was done last may have been cut short. */
  get areSpent(): boolean {
    return this.#left <= 0 || this.#leftOfEntry <= 0
  }

  readonly take: TakeSteps = (count = 1) => {
    this.#left -= count
    this.#leftOfEntry -= count
    return this.#left > 0 && this.#leftOfEntry > 0
  }
}

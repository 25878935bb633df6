// What strangers hand in to be run (patterns, paths, schemas) is bounded in steps and not in time, so
// that the same question ends the same way on every machine.

/** What cannot be told: too much work, or written in a way that is not understood. */
export class Beyond extends Error {
  override readonly name = 'Beyond'
}

/** Too much work. */
export class Spent extends Beyond {
  constructor() {
    super('it takes more work than one check may')
  }
}

export class Budget {
  #left: number

  constructor(steps: number) {
    this.#left = steps
  }

  spend(steps = 1): void {
    this.#left -= steps
    if (this.#left < 0) throw new Spent()
  }
}

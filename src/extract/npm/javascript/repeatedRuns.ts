// Runs of modules that are not made again. A package is read in rounds, each with more of the packages
// that it depends on; what a run found is the same in the next round where each package that it asked for
// is there, or is missing, as before. A run is taken over whole, with everything that was asked of it in
// its order, or not at all: modules of a run change each other, and share what they define.

import type { NpmPackage } from '../package.ts'
import type { Lookup } from './modules/moduleRun.ts'

/**
 * What was taken over of an earlier round does not fit this one: the round is to be read again, without the
 * run that did not fit.
 */
export class Unrepeatable extends Error {
  override readonly name = 'Unrepeatable'
}

type Asked = Readonly<{ question: string; answer: unknown }>

/** A run, all that was asked of it, and the packages that it looked for. */
type KeptRun<Run> = Readonly<{
  run: Run
  asked: Asked[]
  looked: Map<NpmPackage, Map<string, NpmPackage | null>>
}>

/** Runs of a round, by the first question that each was asked. */
export type KeptRuns<Run> = Map<string, KeptRun<Run>>

/** What a round takes over, and what it leaves to the next; null where there is no such round. */
export type Rounds<Run> = Readonly<{ earlier: KeptRuns<Run> | null; into: KeptRuns<Run> | null }>

/** A run that answers what an earlier round asked of it from memory, as long as the questions are the same. */
export class RepeatedRun<Run> {
  readonly #start: (lookup: Lookup) => Run
  readonly #lookup: Lookup
  readonly #earlier: KeptRuns<Run> | null
  readonly #into: KeptRuns<Run> | null
  readonly #isGrowing: () => boolean
  #isTakenOver = false
  #first = ''
  #kept: KeptRun<Run> | null = null
  /** How many of the questions of the earlier round have been asked again. */
  #at = 0

  /** `isGrowing`: whether further questions may follow those of the earlier round by now. */
  constructor(
    start: (lookup: Lookup) => Run,
    lookup: Lookup,
    { earlier, into }: Rounds<Run>,
    isGrowing: () => boolean,
  ) {
    this.#isGrowing = isGrowing
    this.#start = start
    this.#lookup = lookup
    this.#earlier = earlier
    this.#into = into
  }

  /** Whether the answer to the next question would come from an earlier round. */
  get isRepeating(): boolean {
    return this.#kept !== null && this.#at < this.#kept.asked.length
  }

  get #mayGrow(): boolean {
    return !this.#isTakenOver || this.#isGrowing()
  }

  /** `work` is done where the earlier round did not ask that. */
  ask<Answer>(question: string, work: (run: Run) => Answer): Answer {
    this.#kept ??= this.#find(question)
    const { run, asked } = this.#kept
    const known = asked[this.#at]
    const isOther = known === undefined ? !this.#mayGrow : known.question !== question
    if (isOther) {
      this.forget()
      throw new Unrepeatable(question)
    }
    const answer = known === undefined ? work(run) : (known.answer as Answer)
    if (known === undefined) asked.push({ question, answer })
    this.#at += 1
    return answer
  }

  /** No further round takes it over. */
  forget(): void {
    this.#into?.delete(this.#first)
  }

  #find(question: string): KeptRun<Run> {
    const there = this.#earlier?.get(question)
    this.#isTakenOver = there !== undefined && this.#isSame(there)
    const kept = there !== undefined && this.#isTakenOver ? there : this.#new()
    this.#earlier?.delete(question)
    this.#first = question
    this.#into?.set(question, kept)
    return kept
  }

  #isSame({ looked }: KeptRun<Run>): boolean {
    for (const [from, names] of looked)
      for (const [name, found] of names) if (this.#lookup(name, from) !== found) return false
    return true
  }

  #new(): KeptRun<Run> {
    const looked: KeptRun<Run>['looked'] = new Map()
    const run = this.#start((name, from) => {
      const found = this.#lookup(name, from)
      const names = looked.get(from) ?? new Map<string, NpmPackage | null>()
      looked.set(from, names.set(name, found))
      return found
    })
    return { run, asked: [], looked }
  }
}

/** Of what several runs made, as each of them would be asked alone: from memory by all of them, or by none. */
export function askAll<Run, Answer>(
  runs: readonly RepeatedRun<Run>[],
  question: string,
  work: () => Answer,
): Answer {
  const repeating = runs.filter(({ isRepeating }) => isRepeating)
  if (repeating.length > 0 && repeating.length < runs.length) {
    for (const run of repeating) run.forget()
    throw new Unrepeatable(question)
  }
  const [first] = repeating
  const answer = first === undefined ? work() : first.ask(question, work)
  for (const run of runs) if (run !== first) run.ask(question, () => answer)
  return answer
}

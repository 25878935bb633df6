// What one check leaves for the next of almost the same files: where references belong, and what was
// judged of each file, with the facts that it rests on. A check with a memory says what one without says.

import { keptIn } from '../../../domain/maps.ts'
import type { OpenTable } from '../../../table/tableView.ts'
import type { ReadSource } from '../../read/readInput.ts'
import type { PlanGround, PlanMemory } from '../planGround.ts'
import type { NeededPackage, PlacedFile, PlannedReference } from '../planned.ts'
import { type Fact, Facts, FactTable } from './facts.ts'

/** A stage of a check that goes through the references of each file. */
export type Stage = string

export type Judged = Readonly<{
  /** Of the file, as it was then. */
  placing: string
  facts: readonly Fact[]
  value: unknown
}>

/** What lies near a path of a package, by the table that was searched. */
export type NearSymbols = WeakMap<OpenTable, Map<string, readonly string[]>>

/** Of a file that is gone nothing is kept: its source is the key. One check at a time. */
export class CheckMemory implements PlanMemory {
  ground: PlanGround | null = null
  placed = new WeakMap<ReadSource, PlacedFile>()
  /** What lies near a name, by table: it takes milliseconds to find. */
  readonly near: NearSymbols = new WeakMap()
  readonly facts = new FactTable()
  readonly #judged = new WeakMap<ReadSource, Map<Stage, Judged>>()

  judgedBefore(source: ReadSource, stage: Stage): Judged | undefined {
    return this.#judged.get(source)?.get(stage)
  }

  protected judgedOf(source: ReadSource): ReadonlyMap<Stage, Judged> {
    return this.#judged.get(source) ?? new Map()
  }

  keep(source: ReadSource, stage: Stage, judged: Judged): void {
    keptIn(this.#judged, source, () => new Map<Stage, Judged>()).set(stage, judged)
  }
}

/** What one check judges with: where there is no memory, nothing is written down. */
export type Recall = Readonly<{ memory: CheckMemory; facts: Facts }> | null

export function recallBy(memory: CheckMemory | undefined): Recall {
  return memory === undefined ? null : { memory, facts: new Facts(memory.facts) }
}

/** What is made of a file in one stage: what was made before while that holds, else what is made now. */
export function* recalled<T>(
  recall: Recall,
  { source, placing }: PlacedFile,
  stage: Stage,
  make: () => Generator<undefined, T, undefined>,
): Generator<undefined, T, undefined> {
  if (recall === null) return yield* make()
  const { memory, facts } = recall
  const before = memory.judgedBefore(source, stage)
  // Of this stage, and so what it made.
  if (before?.placing === placing && facts.hold(before.facts)) return before.value as T
  const made = yield* facts.during(make())
  memory.keep(source, stage, { placing, ...made })
  return made.value
}

/** In the order in which they are first named. */
export function packagesOf(references: readonly PlannedReference[]): ReadonlySet<NeededPackage> {
  return new Set(references.map(({ needed }) => needed))
}

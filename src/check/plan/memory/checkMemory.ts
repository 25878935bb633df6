// What one check leaves for the next of almost the same files: where references belong, and what was
// judged of each file, with the facts that it rests on. A check with a memory says what one without says.

import { addToList, keptIn } from '../../../domain/maps.ts'
import type { OpenTable } from '../../../table/tableView.ts'
import type { ReadSource } from '../../read/readInput.ts'
import type { Placed, PlanGround, PlanMemory } from '../planGround.ts'
import type { PlannedReference, StandardReference } from '../planned.ts'
import { type Fact, Facts } from './facts.ts'
import { neededText } from './identity.ts'

/** A stage of a check that goes through the references of each file. */
type Stage = string

type Judged = Readonly<{
  references: readonly Written[]
  facts: readonly Fact[]
  value: unknown
}>

/** What lies near a path of a package, by the table that was searched. */
export type NearSymbols = WeakMap<OpenTable, Map<string, readonly string[]>>

/** Of a file that is gone nothing is kept: its source is the key. One check at a time. */
export class CheckMemory implements PlanMemory {
  ground: PlanGround | null = null
  placed = new WeakMap<ReadSource, Placed>()
  /** What lies near a name, by table: it takes milliseconds to find. */
  readonly near: NearSymbols = new WeakMap()
  readonly #judged = new WeakMap<ReadSource, Map<Stage, Judged>>()

  judgedBefore(source: ReadSource, stage: Stage): Judged | undefined {
    return this.#judged.get(source)?.get(stage)
  }

  keep(source: ReadSource, stage: Stage, judged: Judged): void {
    keptIn(this.#judged, source, () => new Map<Stage, Judged>()).set(stage, judged)
  }
}

/** What one check judges with: where there is no memory, nothing is written down. */
export type Recall = Readonly<{ memory: CheckMemory; facts: Facts }> | null

export function recallBy(memory: CheckMemory | undefined): Recall {
  return memory === undefined ? null : { memory, facts: new Facts() }
}

/** What is made of a file in one stage: what was made before while that holds, else what is made now. */
export function* recalled<T>(
  recall: Recall,
  { source, references }: OfSource<Written>,
  stage: Stage,
  make: () => Generator<undefined, T, undefined>,
): Generator<undefined, T, undefined> {
  if (recall === null) return yield* make()
  const { memory, facts } = recall
  const before = memory.judgedBefore(source, stage)
  const isKept = before !== undefined && areSame(before.references, references)
  // Of this stage, and so what it made.
  if (isKept && facts.hold(before.facts)) return before.value as T
  const made = yield* facts.during(make())
  memory.keep(source, stage, { references, ...made })
  return made.value
}

/** Of a package, or of the language itself. */
type Written = PlannedReference | StandardReference

export type OfSource<Of extends Written = PlannedReference> = Readonly<{
  source: ReadSource
  references: readonly Of[]
}>

/** The references of each file, in the order of the files. */
export function bySource<Of extends Written>(references: readonly Of[]): readonly OfSource<Of>[] {
  const found: { source: ReadSource; references: Of[] }[] = []
  let last: Of[] = []
  for (const one of references) {
    if (found.at(-1)?.source !== one.source) {
      last = []
      found.push({ source: one.source, references: last })
    }
    last.push(one)
  }
  return found
}

/** The references of each package, in the order in which it is first named. */
export function byPackage(
  references: readonly PlannedReference[],
): ReadonlyMap<PlannedReference['needed'], readonly PlannedReference[]> {
  const found = new Map<PlannedReference['needed'], PlannedReference[]>()
  for (const one of references) addToList(found, one.needed, one)
  return found
}

function areSame(before: readonly Written[], references: readonly Written[]): boolean {
  if (before.length !== references.length) return false
  return before.every((one, index) => {
    const other = references[index]
    return one === other || (other !== undefined && isSame(one, other))
  })
}

function isSame(one: Written, other: Written): boolean {
  if (one.reference !== other.reference) return false
  if (!('needed' in one) || !('needed' in other)) return !('needed' in one || 'needed' in other)
  return (
    one.isSure === other.isSure &&
    one.isDeclared === other.isDeclared &&
    one.isBrought === other.isBrought &&
    neededText(one.needed) === neededText(other.needed) &&
    insteadText(one) === insteadText(other) &&
    one.others.length === other.others.length &&
    one.others.every((name, index) => name === other.others[index])
  )
}

function insteadText({ instead }: PlannedReference): string | null {
  return instead === null ? null : neededText(instead)
}

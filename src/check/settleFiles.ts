// What is said about the references of each file, once it is known what the packages are: all that one
// file says goes into a tally of its own.

import type { ImportIndex } from '../ports/importIndex.ts'
import { finishInTurns } from '../turns.ts'
import type { Around } from './findings/around.ts'
import { nodeLibrary } from './findings/nodeFindings.ts'
import { settle } from './findings/referenceFindings.ts'
import { standardLibrary } from './findings/standardFindings.ts'
import { suggestions } from './follow/closest.ts'
import { declaredProviders } from './plan/declaredProviders.ts'
import { type Recall, recalled } from './plan/memory/checkMemory.ts'
import { answerBy, neededText, outcomeText } from './plan/memory/identity.ts'
import type { PackageOutcome } from './plan/packageTables.ts'
import type {
  NeededPackage,
  PlacedFile,
  Plan,
  PlannedReference,
  StandardReference,
} from './plan/plan.ts'
import type { ReadInput } from './read/readInput.ts'
import { addedUp, newTally, type Tally } from './tally.ts'

/** Different names that are searched for; each takes milliseconds. */
export const SEARCHES_MAX = 500

type Settling = Readonly<{
  around: Around
  outcomeOf: (one: NeededPackage) => PackageOutcome
  imports: ImportIndex
  recall: Recall
  signal: AbortSignal | undefined
}>

export async function settleFiles(input: ReadInput, plan: Plan, parts: Settling): Promise<Tally> {
  const unresolvable = newTally()
  for (const { unresolvable: some } of plan.files)
    for (const one of some) unresolvable.addUnresolvable(one)
  return addedUp([
    ...(await settleReferences(input, plan, parts)),
    unresolvable.tally,
    ...(await settleOwnModules(input, plan, parts)),
  ])
}

async function settleReferences(
  input: ReadInput,
  plan: Plan,
  { around, outcomeOf, imports, recall, signal }: Settling,
): Promise<readonly Tally[]> {
  const facts = recall?.facts ?? null
  facts?.answerBy({ package: answerBy(plan.needed, (one) => outcomeText(outcomeOf(one))) })
  const heardOutcome = (one: NeededPackage) => {
    const outcome = outcomeOf(one)
    facts?.hear('package', neededText(one), outcomeText(outcome))
    return outcome
  }
  const providers = declaredProviders(input, plan, outcomeOf, facts)
  function* settleAll(file: PlacedFile) {
    const { add, tally } = newTally()
    const own = ofOneFile(around, recall)
    for (const written of file.all().references) {
      const planned = providers.provided(thatIsThere(written, heardOutcome))
      const outcome = heardOutcome(planned.needed)
      const isOpen =
        outcome.state === 'package_not_found' && providers.mayBeOfUnread(planned, imports)
      add(planned, settle(planned, isOpen ? UNREAD : outcome, own))
      yield
    }
    return tally
  }
  const tallies: Tally[] = []
  for (const file of plan.files) {
    if (file.count === 0) continue
    const tally = recalled(recall, file, 'settle', () => settleAll(file))
    tallies.push(await finishInTurns(tally, signal))
  }
  return tallies
}

/** Where a file is judged for itself, what was searched for in others does not count. */
function ofOneFile(around: Around, recall: Recall): Around {
  return recall === null
    ? around
    : { ...around, suggest: suggestions(SEARCHES_MAX, recall.memory.near) }
}

/** Modules that the languages bring themselves. */
async function settleOwnModules(
  input: ReadInput,
  plan: Plan,
  { around, recall, signal }: Settling,
): Promise<readonly Tally[]> {
  const { imports } = around
  const pythons = input.manifests.flatMap((manifest) => manifest.pythons)
  const names = plan.examples.standard.length > 0 ? imports.standardNames?.() : undefined
  const library = names === undefined ? null : standardLibrary(names, pythons, plan)
  const ofNode = plan.examples.ofNode.length > 0 ? imports.nodeNames?.() : undefined
  const engines = input.manifests.flatMap(({ nodes }) => nodes ?? [])
  const modules = ofNode === undefined ? null : nodeLibrary(ofNode, engines, plan)
  recall?.facts.answerBy({
    python: keptAnswer([pythons, library?.restsOn ?? []]),
    node: keptAnswer(engines),
  })
  const tallies: Tally[] = []
  const kinds = [
    { kind: 'python', of: 'standard', library },
    { kind: 'node', of: 'ofNode', library: modules },
  ] as const
  for (const { kind, of, library } of kinds) {
    for (const file of plan.files) {
      if (file.examples[of].length === 0) continue
      const settleOwn = () => ownTally(file.all()[of], library, ofOneFile(around, recall))
      const tally = recalled(recall, file, kind, function* () {
        recall?.facts.ask(kind, '')
        return yield* settleOwn()
      })
      tallies.push(await finishInTurns(tally, signal))
    }
  }
  return tallies
}

function keptAnswer(of: unknown): () => string {
  const text = JSON.stringify(of)
  return () => text
}

function* ownTally(
  references: readonly StandardReference[],
  library: Pick<NonNullable<ReturnType<typeof nodeLibrary>>, 'findingOf'> | null,
  around: Around,
) {
  const { addOwn, tally } = newTally()
  for (const one of references) {
    addOwn(one, library?.findingOf(one, around) ?? null)
    yield
  }
  return tally
}

const UNREAD: PackageOutcome = {
  state: 'undetermined',
  reason: 'a requirement that was not read may bring it',
}

/** A guess that names nothing gives way to one that does. */
function thatIsThere(
  planned: PlannedReference,
  outcomeOf: (one: NeededPackage) => PackageOutcome,
): PlannedReference {
  const { needed, instead } = planned
  if (instead === null || outcomeOf(needed).state !== 'package_not_found') return planned
  const isThere = outcomeOf(instead).state !== 'package_not_found'
  return isThere ? { ...planned, needed: instead } : planned
}

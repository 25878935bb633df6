// Which types of others are looked up for packages of Python: those of popular stubs, where the code asks
// something of what the package itself does not tell.

import { keptIn } from '../../domain/maps.ts'
import type { ImportIndex } from '../../ports/importIndex.ts'
import { asksOfValue } from '../../references/kindOf.ts'
import { finishInTurns } from '../../turns.ts'
import { packagesOf, type Recall, recalled } from '../plan/memory/checkMemory.ts'
import type { Facts } from '../plan/memory/facts.ts'
import { answerBy, neededText, outcomeText } from '../plan/memory/identity.ts'
import type { PackageTables } from '../plan/packageTables.ts'
import type { NeededPackage, PlannedReference } from '../plan/plan.ts'
import { judge } from './judgeReference.ts'
import type { Opened } from './otherPackages.ts'
import { startOf } from './start.ts'

/** Stubs that are looked up for one check. */
const STUBS_MAX = 8

/** The same with the stubs among the packages, and each at hand for the package that it is of. */
export async function withStubs(
  { plan, outcomes, others }: Opened,
  { tables, imports }: Readonly<{ tables: PackageTables; imports: ImportIndex }>,
  { recall, signal }: Readonly<{ recall: Recall; signal?: AbortSignal | undefined }>,
): Promise<Opened> {
  const wanted = new Map<NeededPackage, NeededPackage>()
  const stubOf = keptStubs(outcomes, imports)
  const mayBeUntold = ({ needed, reference }: PlannedReference) =>
    asksOfValue(reference) && stubOf(needed) !== null
  recall?.facts.answerBy({
    package: answerBy(outcomes.keys(), (one) => outcomeText(outcomes.get(one))),
  })
  for (const file of plan.files) {
    for (const needed of packagesOf(file.examples.references.filter(mayBeUntold))) {
      const stub = stubOf(needed)
      if (stub === null || wanted.has(needed) || wanted.size >= STUBS_MAX) continue
      const some = () =>
        file.all().references.filter((one) => one.needed === needed && mayBeUntold(one))
      const look = () => isAnyUntold(needed, some(), { outcomes, others, facts: recall?.facts })
      const isUntold = recalled(recall, file, `stubs ${neededText(needed)}`, look)
      if (await finishInTurns(isUntold, signal)) wanted.set(needed, stub)
    }
  }
  const all = new Map(outcomes)
  await Promise.all(
    [...wanted].map(async ([needed, stub]) => {
      const outcome = await tables(stub.key, stub.wanted)
      if (outcome.state === 'package_not_found' || outcome.state === 'version_not_found') return
      all.set(stub, outcome)
      others.stubs.set(needed, outcome)
    }),
  )
  const more = [...all.keys()].filter((one) => !plan.needed.includes(one))
  return { plan: { ...plan, needed: [...plan.needed, ...more] }, outcomes: all, others }
}

/** The stub that there is for a package, if any. */
function keptStubs(outcomes: Opened['outcomes'], imports: ImportIndex) {
  const known = new Map<NeededPackage, NeededPackage | 'none'>()
  return (needed: NeededPackage): NeededPackage | null => {
    const stub = keptIn(known, needed, () => {
      const outcome = outcomes.get(needed)
      if (outcome?.state !== 'opened') return 'none'
      return stubFor(needed, outcome.evidence.version, imports) ?? 'none'
    })
    return stub === 'none' ? null : stub
  }
}

function* isAnyUntold(
  needed: NeededPackage,
  references: readonly PlannedReference[],
  { outcomes, others, facts }: Pick<Opened, 'outcomes' | 'others'> & { facts: Facts | undefined },
) {
  const outcome = outcomes.get(needed)
  facts?.hear('package', neededText(needed), outcomeText(outcome))
  if (outcome?.state !== 'opened') return false
  for (const { reference } of references) {
    const view = others.view(needed, outcome)
    const start = startOf(view, reference.module)
    const isThere = start.state === 'at'
    if (isThere && judge(view, start.node, reference, false).state === 'undetermined') return true
    yield
  }
  return false
}

/** Releases of stubs begin with the release that they describe: the newest that is not beyond it. */
function stubFor(
  { key }: NeededPackage,
  version: string,
  imports: ImportIndex,
): NeededPackage | null {
  const [name] = key.ecosystem === 'pypi' ? (imports.stubsOf?.(key.name) ?? []) : []
  const [, major, minor = '0'] = /^(\d+)(?:\.(\d+))?/.exec(version) ?? []
  if (name === undefined || major === undefined) return null
  const range = `<${major}.${Number(minor) + 1}`
  return { key: { ecosystem: 'pypi', name }, wanted: { pin: null, range } }
}

// What is opened for a check: the packages that the code imports. Of those that only a manifest names
// the registry's word is enough, unless it takes their files to say what the word leaves open.

import type { ImportIndex } from '../../ports/importIndex.ts'
import type { PackageOutcome, PackageTables, PackageUse } from './packageTables.ts'
import type { NeededPackage, Plan, PlannedReference, PlannedRequirement } from './plan.ts'

type Outcomes = ReadonlyMap<NeededPackage, PackageOutcome>

export async function openPackages(
  plan: Pick<Plan, 'needed' | 'references' | 'requirements'>,
  { tables, imports }: Readonly<{ tables: PackageTables; imports: ImportIndex }>,
): Promise<Outcomes> {
  const read = new Set<NeededPackage>()
  for (const { needed, instead } of plan.references) {
    read.add(needed)
    if (instead !== null) read.add(instead)
  }
  for (const planned of plan.requirements) {
    if (importProviders(planned, imports).length > 0) read.add(planned.needed)
  }
  const ask = async (one: NeededPackage, use: PackageUse) =>
    [one, await tables(one.key, one.wanted, use)] as const
  const outcomes = new Map(
    await Promise.all(plan.needed.map((one) => ask(one, read.has(one) ? 'table' : 'word'))),
  )
  if (!plan.references.some((one) => mayBeBrought(one, outcomes))) return outcomes
  const unread = plan.needed.filter(
    (one) => one.key.ecosystem === 'pypi' && outcomes.get(one)?.state === 'there',
  )
  const more = await Promise.all(unread.map((one) => ask(one, 'table')))
  return new Map([...outcomes, ...more])
}

/** Whether any distribution that a manifest names may bring what is imported. */
function mayBeBrought({ needed, isSure, isDeclared }: PlannedReference, outcomes: Outcomes) {
  if (needed.key.ecosystem !== 'pypi') return false
  return (!isSure && !isDeclared) || outcomes.get(needed)?.state === 'package_not_found'
}

/** Popular distributions that are imported under the name of a requirement, when it is none of theirs. */
export function importProviders(
  { requirement, needed }: PlannedRequirement,
  imports: ImportIndex,
): readonly string[] {
  if (needed.key.ecosystem !== 'pypi') return []
  const match = imports.find('pypi', requirement.written.replaceAll('-', '_'))
  const names: string[] = match.providers.map(({ name }) => name)
  return names.includes(needed.key.name) ? [] : names
}

// What is opened for a check: the packages that the code imports. Of those that only a manifest names
// the registry's word is enough, unless it takes their files to say what the word leaves open.

import type { ImportIndex } from '../../ports/importIndex.ts'
import type { PackageOutcome, PackageTables, PackageUse } from './packageTables.ts'
import type { NeededPackage, Plan, PlannedReference, PlannedRequirement } from './plan.ts'

type Outcomes = ReadonlyMap<NeededPackage, PackageOutcome>

export async function openPackages(
  plan: Pick<Plan, 'needed' | 'examples' | 'requirements'>,
  { tables, imports }: Readonly<{ tables: PackageTables; imports: ImportIndex }>,
): Promise<Outcomes> {
  const read = new Set<NeededPackage>()
  for (const { needed, instead } of plan.examples.references) {
    read.add(needed)
    if (instead !== null) read.add(instead)
  }
  const imported = importedTops(plan)
  for (const planned of plan.requirements) {
    if (otherProviders(planned, imported, imports).length > 0) read.add(planned.needed)
  }
  const ask = async (one: NeededPackage, use: PackageUse) =>
    [one, await tables(one.key, one.wanted, use)] as const
  const outcomes = new Map(
    await Promise.all(plan.needed.map((one) => ask(one, read.has(one) ? 'table' : 'word'))),
  )
  const doubts = new Set(plan.examples.references.map((one) => doubtOf(one, outcomes)))
  const undeclared = undeclaredTops(plan)
  const isAsked = ({ key: { name } }: NeededPackage) => {
    if (doubts.has('missing')) return true
    if (imports.importOf(name) !== null) return false
    // `pyppeteer-ng` may bring the `pyppeteer` that is imported and that no manifest names.
    return doubts.has('guessed') || undeclared.some((top) => name.includes(top))
  }
  const unread = plan.needed.filter(
    (one) => one.key.ecosystem === 'pypi' && outcomes.get(one)?.state === 'there' && isAsked(one),
  )
  const more = await Promise.all(unread.map((one) => ask(one, 'table')))
  return new Map([...outcomes, ...more])
}

/**
 * Why a distribution that a manifest names may be the one that brings what is imported. `missing`: no
 * package is called so, and any of them may. `guessed`: the package is taken for its name alone, and any
 * of which nobody knows how it is imported may.
 */
function doubtOf({ needed, isSure, isDeclared }: PlannedReference, outcomes: Outcomes) {
  if (needed.key.ecosystem !== 'pypi') return null
  if (outcomes.get(needed)?.state === 'package_not_found') return 'missing'
  return isSure || isDeclared ? null : 'guessed'
}

/** Shorter ones are parts of too many names. */
const TOP_MIN = 4

/** What it imports that no manifest names, by its first part as distributions spell it. */
function undeclaredTops({ examples }: Pick<Plan, 'examples'>): readonly string[] {
  const tops = examples.references
    .filter(({ needed, isDeclared }) => needed.key.ecosystem === 'pypi' && !isDeclared)
    .map(({ reference }) => (reference.module.split('.', 1)[0] ?? '').replaceAll('_', '-'))
  return [...new Set(tops)].filter((top) => top.length >= TOP_MIN).map((top) => top.toLowerCase())
}

/** What the code imports of distributions, by its first part; null where it imports nothing. */
export function importedTops({ examples }: Pick<Plan, 'examples'>): ReadonlySet<string> | null {
  const tops = examples.references
    .filter(({ needed }) => needed.key.ecosystem === 'pypi')
    .map(({ reference }) => reference.module.split('.', 1)[0] ?? '')
  return tops.length === 0 ? null : new Set(tops)
}

/**
 * Popular distributions that are imported under the name of a requirement, when it is none of theirs.
 * Where code is at hand that never imports the name, the requirement is meant as it is written.
 */
export function otherProviders(
  { requirement, needed }: PlannedRequirement,
  imported: ReadonlySet<string> | null,
  imports: ImportIndex,
): readonly string[] {
  if (needed.key.ecosystem !== 'pypi') return []
  const top = requirement.written.replaceAll('-', '_')
  if (imported !== null && !imported.has(top)) return []
  const match = imports.find('pypi', top)
  const names: string[] = match.providers.map(({ name }) => name)
  return names.includes(needed.key.name) ? [] : names
}

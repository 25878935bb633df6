// Which types of others are looked up for packages of Python: those of popular stubs, where the code asks
// something of what the package itself does not tell.

import type { ImportIndex } from '../../ports/importIndex.ts'
import { inTurns } from '../../turns.ts'
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
  signal?: AbortSignal,
): Promise<Opened> {
  const wanted = new Map<NeededPackage, NeededPackage>()
  const look = ({ needed, reference }: PlannedReference) => {
    if (wanted.has(needed) || wanted.size >= STUBS_MAX) return
    const outcome = outcomes.get(needed)
    const stub =
      outcome?.state === 'opened' ? stubFor(needed, outcome.evidence.version, imports) : null
    if (stub === null || outcome?.state !== 'opened' || reference.steps.length < 2) return
    const view = others.view(needed, outcome)
    const start = startOf(view, reference.module)
    if (start.state !== 'at') return
    const { state } = judge(view, start.node, reference, false)
    if (state === 'undetermined') wanted.set(needed, stub)
  }
  await inTurns(plan.references, look, signal)
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

// Types that others wrote for a package of npm (`@types/x`): its table was made with one release of them,
// and the code may be held to another. What is wrong by the one must be wrong by the other as well.

import { parsePackageName } from '../../domain/names/packageName.ts'
import { inTurns } from '../../turns.ts'
import type { PackageOutcome, PackageTables } from '../plan/packageTables.ts'
import { isWithin, type NeededPackage, type Plan, type PlannedReference } from '../plan/plan.ts'
import { typesPackageOf } from '../plan/versions.ts'
import { judgeFrom } from './judgeReference.ts'
import type { Others } from './otherPackages.ts'
import { startOf } from './start.ts'

type Opened = Readonly<{
  plan: Plan
  outcomes: ReadonlyMap<NeededPackage, PackageOutcome>
  others: Others
}>

/** Reads the types that the code is held to, of packages of which something is wrong by other ones. */
export async function withPinnedTypes(
  { plan, outcomes, others }: Opened,
  tables: PackageTables,
  signal?: AbortSignal,
): Promise<Opened> {
  const pinned = pinnedTypes({ plan, outcomes })
  const wanted = new Map<NeededPackage, NeededPackage>()
  const look = (planned: PlannedReference) => {
    const types = pinned.get(planned.needed)
    if (types === undefined || wanted.has(planned.needed)) return
    if (isWrongIn(planned, outcomes.get(planned.needed), others)) wanted.set(planned.needed, types)
  }
  if (pinned.size > 0) await inTurns(plan.references, look, signal)
  const all = new Map(outcomes)
  await Promise.all(
    [...wanted].map(async ([needed, types]) => {
      const known = all.get(types)
      const isRead = known !== undefined && known.state !== 'there'
      const outcome = isRead ? known : await tables(types.key, types.wanted)
      all.set(types, outcome)
      others.pinnedTypes.set(needed, { types, outcome })
    }),
  )
  const more = [...all.keys()].filter((one) => !plan.needed.includes(one))
  return { plan: { ...plan, needed: [...plan.needed, ...more] }, outcomes: all, others }
}

/** Why what is wrong by the types that a table was made with may be right by those that count; else null. */
export function pinnedTypesDoubt(planned: PlannedReference, others: Others): string | null {
  const pinned = others.pinnedTypes.get(planned.needed)
  if (pinned === undefined) return null
  const { types, outcome } = pinned
  if (outcome.state !== 'opened') return 'the types that the code is held to were not read'
  const isWrong = isWrongIn({ ...planned, needed: types }, outcome, others)
  return isWrong ? null : 'the types that the code is held to do not say so'
}

/** Packages whose table was made with other types than the code is held to, and those that it is. */
function pinnedTypes({
  plan,
  outcomes,
}: Pick<Opened, 'plan' | 'outcomes'>): ReadonlyMap<NeededPackage, NeededPackage> {
  const pinned = new Map<NeededPackage, NeededPackage>()
  for (const [needed, outcome] of outcomes) {
    if (needed.key.ecosystem !== 'npm' || outcome.state !== 'opened') continue
    const name = parsePackageName('npm', typesPackageOf(needed.key.name))
    const made = outcome.followed?.find((one) => one.name === name)
    const counted = name === null ? null : plan.versionOf(name)
    if (name === null || made === undefined || counted === null) continue
    const { pin, range } = counted
    const isSame =
      pin === null ? range === null || isWithin('npm', made.version, range) : pin === made.version
    if (isSame) continue
    const listed = plan.needed.find(
      ({ key, wanted }) =>
        key.ecosystem === 'npm' &&
        key.name === name &&
        wanted.pin === pin &&
        wanted.range === range,
    )
    pinned.set(needed, listed ?? { key: { ecosystem: 'npm', name }, wanted: counted })
  }
  return pinned
}

function isWrongIn(
  { needed, reference, source }: PlannedReference,
  outcome: PackageOutcome | undefined,
  others: Others,
): boolean {
  if (outcome?.state !== 'opened') return false
  const view = others.view(needed, outcome)
  const isTyped = /\.[cm]?tsx?$/.test(source.path)
  const { state } = judgeFrom(view, startOf(view, reference.module), reference, isTyped)
  return state === 'missing' || state === 'misfit'
}

// Which releases of types that others wrote (`@types/x`) the code is held to, and what those ask for.

import { parsePackageName } from '../../domain/names/packageName.ts'
import type { PackageOutcome, PackageTables, Wanted } from '../plan/packageTables.ts'
import type { NeededPackage, Plan } from '../plan/plan.ts'
import { typesPackageOf } from '../plan/versions.ts'
import { isWithin } from '../plan/within.ts'

/** Whether the code may have this release: it is held to none, or to this one. */
export function isCounted(wanted: Wanted | null, version: string): boolean {
  if (wanted === null) return true
  const { pin, range } = wanted
  if (pin !== null) return pin === version
  return range === null || isWithin('npm', version, range)
}

/** Packages whose table was made with other types than the code is held to, and those that it is. */
export function pinnedTypes({
  plan,
  outcomes,
}: Readonly<{ plan: Plan; outcomes: ReadonlyMap<NeededPackage, PackageOutcome> }>): ReadonlyMap<
  NeededPackage,
  NeededPackage
> {
  const pinned = new Map<NeededPackage, NeededPackage>()
  for (const [needed, outcome] of outcomes) {
    if (needed.key.ecosystem !== 'npm' || outcome.state !== 'opened') continue
    const name = parsePackageName('npm', typesPackageOf(needed.key.name))
    const made = outcome.followed?.find((one) => one.name === name)
    const counted = name === null ? null : plan.versionOf(name)
    if (name === null || made === undefined || counted === null) continue
    const { pin, range } = counted
    if (isCounted(counted, made.version)) continue
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

/**
 * Releases of packages that come along with those that were opened, as their manifests ask for them. Null
 * where two ask for different ones.
 */
export async function broughtAlong(
  { plan, outcomes }: Parameters<typeof pinnedTypes>[0],
  tables: PackageTables,
): Promise<ReadonlyMap<string, string | null>> {
  const pinned = pinnedTypes({ plan, outcomes })
  const brought = new Map<string, string | null>()
  for (const [needed, outcome] of outcomes) {
    if (needed.key.ecosystem !== 'npm' || outcome.state !== 'opened') continue
    const types = pinned.get(needed)
    // A table that was made with other types says nothing of what the right ones ask for.
    const asking = types === undefined ? outcome : await tables(types.key, types.wanted)
    for (const { name, version } of asking.state === 'opened' ? (asking.followed ?? []) : []) {
      const known = brought.get(name)
      brought.set(name, known === undefined || known === version ? version : null)
    }
  }
  return brought
}

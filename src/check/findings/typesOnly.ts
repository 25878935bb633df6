// `import type { Node } from 'estree'`: there need be no package of the name, only one that declares
// it. A compiler looks there next, and so does a check before it says that something is missing.

import { parsePackageName } from '../../domain/names/packageName.ts'
import { isTypedSource } from '../../references/languageOf.ts'
import type { PackageOutcome, PackageTables } from '../plan/packageTables.ts'
import { placingsOf, withInstead } from '../plan/placedFile.ts'
import type { NeededPackage, Plan } from '../plan/plan.ts'
import { typesPackageOf } from '../plan/versions.ts'
import type { ReadSource } from '../read/readInput.ts'

type Outcomes = ReadonlyMap<NeededPackage, PackageOutcome>

/** The plan with what declares the packages of npm that there are not, and the outcomes of both. */
export async function withTypesOnly(
  plan: Plan,
  outcomes: Outcomes,
  tables: PackageTables,
): Promise<Readonly<{ plan: Plan; outcomes: Outcomes }>> {
  const missing = new Set(
    plan.examples.references
      .filter(
        (one) => isCompiled(one.source) && outcomes.get(one.needed)?.state === 'package_not_found',
      )
      .map((one) => one.needed),
  )
  const found = new Map<NeededPackage, NeededPackage>()
  const more = new Map<NeededPackage, PackageOutcome>()
  await Promise.all(
    [...missing].map(async (one) => {
      const name = parsePackageName('npm', typesPackageOf(one.key.name))
      if (name === null || one.key.name.startsWith('@types/')) return
      const listed = plan.needed.find(({ key }) => key.ecosystem === 'npm' && key.name === name)
      const types: NeededPackage = listed ?? {
        key: { ecosystem: 'npm', name },
        wanted: { pin: null, range: null },
      }
      const known = outcomes.get(types)
      const isRead = known !== undefined && known.state !== 'there'
      const outcome = isRead ? known : await tables(types.key, types.wanted)
      // What could not be found out of the types leaves open whether the import is right.
      if (outcome.state === 'package_not_found') return
      found.set(one, types)
      more.set(types, outcome)
    }),
  )
  if (found.size === 0) return { plan, outcomes }
  const files = plan.files.map((file) =>
    isCompiled(file.source) ? withInstead(file, found) : file,
  )
  const added = [...more.keys()].filter((one) => !plan.needed.includes(one))
  return {
    plan: { ...plan, ...placingsOf(files), needed: [...plan.needed, ...added] },
    outcomes: new Map([...outcomes, ...more]),
  }
}

/** Only a compiler looks for types. */
function isCompiled(source: ReadSource): boolean {
  return isTypedSource(source)
}

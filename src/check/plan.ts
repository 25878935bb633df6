// Which packages a check needs, and which reference belongs to which.

import type { Ecosystem, PackageKey, PackageName } from '../domain/packageName.ts'
import type { Requirement } from '../manifests/manifest.ts'
import type { ImportIndex } from '../ports/importIndex.ts'
import type { Reference } from '../references/reference.ts'
import { ownModules } from './ownModules.ts'
import type { Wanted } from './packageTables.ts'
import type { ReadInput, ReadSource } from './readInput.ts'
import { importResolver, type Resolution } from './resolve.ts'
import { versionsOf } from './versions.ts'

export type NeededPackage = Readonly<{ key: PackageKey; wanted: Wanted }>

export type PlannedReference = Readonly<{
  source: ReadSource
  reference: Reference
  needed: NeededPackage
  isSure: boolean
  others: readonly PackageName[]
}>

export type PlannedRequirement = Readonly<{
  path: string
  requirement: Requirement
  needed: NeededPackage
}>

export type Plan = Readonly<{
  needed: readonly NeededPackage[]
  references: readonly PlannedReference[]
  requirements: readonly PlannedRequirement[]
  /** Imports of which not even a package is known. */
  unresolvable: readonly Readonly<{ source: ReadSource; reference: Reference; reason: string }>[]
}>

export function planCheck(
  input: ReadInput,
  pins: Readonly<Record<string, string>>,
  imports: ImportIndex,
): Plan {
  const versions = versionsOf(input.manifests, pins)
  const own = ownModules({
    paths: input.paths,
    workspace: new Set([
      ...input.manifests.flatMap(({ ownNames }) => ownNames),
      ...versions.elsewhere,
    ]),
    aliases: input.manifests.flatMap(({ aliases }) => aliases),
  })
  const resolve = importResolver({ imports, own, declared: versions.declared })
  const needed = new Map<string, NeededPackage>()
  const need = (ecosystem: Ecosystem, name: PackageName): NeededPackage => {
    const key = `${ecosystem} ${name}`
    const known = needed.get(key)
    if (known !== undefined) return known
    const one = { key: { ecosystem, name }, wanted: versions.of(ecosystem, name) }
    needed.set(key, one)
    return one
  }

  const references: PlannedReference[] = []
  const unresolvable: Plan['unresolvable'][number][] = []
  for (const source of input.sources) {
    const known = new Map<string, Resolution>()
    for (const reference of source.report.references) {
      const { module } = reference
      const resolution = known.get(module) ?? resolve(source.language, source.path, module)
      known.set(module, resolution)
      if (resolution.state === 'unresolvable') {
        unresolvable.push({ source, reference, reason: resolution.reason })
      }
      if (resolution.state !== 'package' || versions.elsewhere.has(resolution.key.name)) continue
      const { key, isSure, others } = resolution
      const one = need(key.ecosystem, key.name)
      references.push({ source, reference, needed: one, isSure, others })
    }
  }
  const asked = input.manifests.filter(({ path }) => input.quiet?.has(path) !== true)
  const requirements = asked.flatMap(({ path, requirements: all }) =>
    all.map((requirement) => ({
      path,
      requirement,
      needed: need(requirement.ecosystem, requirement.name),
    })),
  )
  return { needed: [...needed.values()], references, requirements, unresolvable }
}

// Distributions of Python that the manifests name: any of them may bring a module that is called otherwise
// than it, and that no list of import names knows (`maxminddb-geolite2` brings `geolite2`).

import { keptIn } from '../../domain/maps.ts'
import { slipCost } from '../../domain/names/slipCost.ts'
import { isOfNpm } from '../../manifests/manifestKind.ts'
import type { ImportIndex } from '../../ports/importIndex.ts'
import type { ReadInput } from '../read/readInput.ts'
import type { Facts } from './memory/facts.ts'
import { neededText } from './memory/identity.ts'
import type { PackageOutcome } from './packageTables.ts'
import type { NeededPackage, Plan, PlannedReference } from './plan.ts'

/** As in `follow/slips.ts`. */
const SLIP_MAX = 130
const LENGTH_MIN = 4

export function declaredProviders(
  { manifests }: ReadInput,
  { requirements }: Pick<Plan, 'requirements'>,
  outcomeOf: (one: NeededPackage) => PackageOutcome,
  /** Who is told what is asked of this. */
  facts: Facts | null = null,
) {
  const declared = [...new Set(requirements.map(({ needed }) => needed))].filter(
    ({ key }) => key.ecosystem === 'pypi',
  )
  const isUnread = (one: NeededPackage) => outcomeOf(one).state === 'undetermined'
  const hasUnread =
    declared.some(isUnread) ||
    manifests.some(({ path, remote = [] }) => !isOfNpm(path) && remote.length > 0)

  const known = new Map<string, NeededPackage | 'none'>()
  function bringing(module: string): NeededPackage | null {
    const found = keptIn(known, module, () => {
      const all = declared.filter((one) => {
        const outcome = outcomeOf(one)
        return outcome.state === 'opened' && outcome.table.findModule(module) >= 0
      })
      return all.length === 1 ? (all[0] ?? 'none') : 'none'
    })
    return found === 'none' ? null : found
  }
  const bringingText = (module: string) => {
    const found = bringing(module)
    return found === null ? '' : neededText(found)
  }
  facts?.answerBy({ brings: bringingText, unread: () => hasUnread })
  const heardBringing = (module: string) => {
    facts?.ask('brings', module)
    return bringing(module)
  }

  return {
    /** An import of what no manifest names belongs to the one that they name and that brings it. */
    provided(planned: PlannedReference): PlannedReference {
      const { needed, reference, isDeclared } = planned
      if (needed.key.ecosystem !== 'pypi' || isDeclared) return planned
      const [top = ''] = reference.module.split('.')
      // Of what several distributions share (`google`), one has the module itself.
      const other = heardBringing(reference.module) ?? heardBringing(top)
      return other === null
        ? planned
        : { ...planned, needed: other, isSure: true, isDeclared: true, isBrought: false }
    },
    /** Whether an import of nothing may come with what was not read. What looks like a slip is one. */
    mayBeOfUnread({ needed, reference }: PlannedReference, imports: ImportIndex): boolean {
      facts?.ask('unread', '')
      if (needed.key.ecosystem !== 'pypi' || !hasUnread) return false
      const [top = ''] = reference.module.split('.')
      return !imports
        .near(top)
        .some(({ name }) => name.length < LENGTH_MIN || slipCost(top, name) <= SLIP_MAX)
    },
  }
}

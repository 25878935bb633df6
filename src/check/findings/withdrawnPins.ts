// What is said of pinned releases that were withdrawn.

import type { PackageOutcome } from '../plan/packageTables.ts'
import type { NeededPackage, Plan } from '../plan/plan.ts'
import { type Finding, newFinding } from '../report/finding.ts'
import { withdrawnRelease } from './messages.ts'
import { importOf } from './registryNotices.ts'

/** Pins that no manifest has a line for, such as those of the question: said where it is imported. */
export function* withdrawnPins(
  plan: Plan,
  outcomes: ReadonlyMap<NeededPackage, PackageOutcome>,
): Generator<Finding> {
  const required = new Set(plan.requirements.map((one) => one.needed))
  for (const one of plan.needed) {
    const outcome = outcomes.get(one)
    const withdrawn = withdrawnOf(outcome)
    if (withdrawn === null || required.has(one)) continue
    const place = importOf(plan, one)
    if (place === null) continue
    const { ecosystem, name } = one.key
    const evidence = outcome?.state === 'opened' ? outcome.evidence : null
    yield newFinding({
      ...{ ...place, ecosystem, package: name },
      code: 'version_not_found',
      message: withdrawnRelease(name, evidence?.version ?? one.wanted.pin ?? '', withdrawn),
      evidence,
    })
  }
}

/** What is said of a release that was withdrawn, whether it can be read or not; null of another. */
function withdrawnOf(outcome: PackageOutcome | undefined): string | null {
  if (outcome?.state === 'opened' || outcome?.state === 'there') return outcome.withdrawn
  return outcome?.state === 'undetermined' ? (outcome.withdrawn ?? null) : null
}

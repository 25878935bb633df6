// What registries say of packages and releases that code uses: once for each, at the line that requires
// it, or where it is first imported.

import { type Notice, noticeSentence } from '../../domain/notice.ts'
import type { PackageOutcome } from '../plan/packageTables.ts'
import type { NeededPackage, Plan, PlannedRequirement } from '../plan/plan.ts'
import { type Finding, newFinding } from '../report/finding.ts'

export function* registryNotices(
  plan: Plan,
  outcomes: ReadonlyMap<NeededPackage, PackageOutcome>,
): Generator<Finding> {
  // A manifest may have a hundred thousand lines.
  const lines = new Map(plan.requirements.toReversed().map((line) => [line.needed, line]))
  for (const one of plan.needed) {
    const outcome = outcomes.get(one)
    const notices = outcome !== undefined && 'notices' in outcome ? (outcome.notices ?? []) : []
    if (outcome === undefined || notices.length === 0) continue
    const place = placeOf(plan, one, lines.get(one))
    if (place === null) continue
    const { ecosystem, name } = one.key
    for (const notice of notices) {
      // A yanked release that is pinned is a finding already.
      if (notice.word === 'yanked' && one.wanted.pin !== null) continue
      yield newFinding({
        ...{ ...place, ecosystem, package: name, code: 'registry_notice' },
        message: noticeSentence(name, notice),
        suggestion: suggestionOf(notice),
        evidence: outcome.state === 'opened' ? outcome.evidence : null,
      })
    }
  }
}

function suggestionOf({ points_to: other }: Notice): Finding['suggestion'] {
  return other === null ? null : { meant: [other], replace: null }
}

function placeOf(plan: Plan, one: NeededPackage, required: PlannedRequirement | undefined) {
  if (required === undefined) return importOf(plan, one)
  const { line, column } = required.requirement
  return { path: required.path, line, column }
}

/** Where it is first imported; null for what is only looked at beside something else. */
export function importOf({ examples }: Plan, one: NeededPackage) {
  const used = examples.references.find(
    ({ needed, reference }) => needed === one && reference.isImport,
  )
  if (used === undefined) return null
  const { line, column } = used.reference
  return { path: used.source.path, line, column }
}

// What has been settled so far, counted as a report tells it.

import type { Reference } from '../references/reference.ts'
import type { Outcome } from './findings/render.ts'
import { NO_NAME_OF_PACKAGE } from './follow/tableNode.ts'
import type { NeededPackage, Plan, PlannedReference, StandardReference } from './plan/plan.ts'
import type { ReadSource } from './read/readInput.ts'
import type { Finding } from './report/finding.ts'
import { shownName } from './report/shownName.ts'

export type UndeterminedReference = Readonly<{
  path: string
  line: number
  column: number
  package: string | null
  name: string
  reason: string
}>

export type Tally = ReturnType<typeof newTally>

export function newTally() {
  const findings: Finding[] = []
  const undetermined: UndeterminedReference[] = []
  const uses = new Map<NeededPackage, number>()
  const calls = { judged: 0, unjudged: 0 }
  const imported = { judged: 0, unjudged: 0, findings: [] as Finding[] }
  /** `passed`: no name of a package, and passed over. `unfitted`: calls of what is there, not judged. */
  const counts = { own: 0, passed: 0, unfitted: 0 }

  function addFinding(finding: Finding | null, { isImport }: Reference): void {
    if (finding === null) return
    findings.push(finding)
    if (isImport) imported.findings.push(finding)
  }

  return {
    findings,
    undetermined,
    uses,
    calls,
    imported,
    counts,
    addReference({ needed, source, reference }: PlannedReference, settled: Outcome): void {
      if (settled.state === 'undetermined' && isPassedOver(reference, settled.reason)) {
        counts.passed += 1
        return
      }
      uses.set(needed, (uses.get(needed) ?? 0) + 1)
      const isDetermined = settled.state === 'determined'
      const isJudged = isDetermined && settled.isFitKnown
      if (reference.call !== null) calls[isJudged ? 'judged' : 'unjudged'] += 1
      if (reference.call !== null && isDetermined && !isJudged) counts.unfitted += 1
      if (reference.isImport) imported[isDetermined ? 'judged' : 'unjudged'] += 1
      if (isDetermined) addFinding(settled.finding, reference)
      else {
        const { reason } = settled
        undetermined.push({ ...placed(source, reference), package: needed.key.name, reason })
      }
    },
    addUnresolvable({ source, reference, reason }: Plan['unresolvable'][number]): void {
      if (reference.call !== null) calls.unjudged += 1
      if (reference.isImport) imported.unjudged += 1
      undetermined.push({ ...placed(source, reference), package: null, reason })
    },
    /** Of a module of the language; null, and what is undetermined there, is not counted. */
    addOwn({ reference }: StandardReference, settled: Outcome | null): void {
      if (settled === null || settled.state === 'undetermined') return
      counts.own += 1
      addFinding(settled.finding, reference)
    },
  }
}

/** Behind a subscript of which no table tells, or below what is nobody's package. */
function isPassedOver({ isTried }: Reference, reason: string): boolean {
  return isTried === true || reason === NO_NAME_OF_PACKAGE
}

function placed({ path }: ReadSource, { line, column, name }: Reference) {
  return { path, line, column, name: shownName(name) }
}

// What has been settled so far, counted as a report tells it.

import type { Reference } from '../references/reference.ts'
import type { Outcome } from './findings/render.ts'
import { NO_NAME_OF_PACKAGE } from './follow/tableNode.ts'
import { neededText } from './plan/memory/identity.ts'
import type { PlannedReference, StandardReference, UnresolvableReference } from './plan/plan.ts'
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

/** What is said of some references. */
export type Tally = Readonly<{
  findings: readonly Finding[]
  undetermined: readonly UndeterminedReference[]
  /** By the text of the package. */
  uses: ReadonlyMap<string, number>
  calls: Readonly<{ judged: number; unjudged: number }>
  imported: Readonly<{ judged: number; unjudged: number; findings: readonly Finding[] }>
  /** `passed`: no name of a package, and passed over. `unfitted`: calls of what is there, not judged. */
  counts: Readonly<{ own: number; passed: number; unfitted: number }>
}>

const emptyTally = () => ({
  findings: [] as Finding[],
  undetermined: [] as UndeterminedReference[],
  uses: new Map<string, number>(),
  calls: { judged: 0, unjudged: 0 },
  imported: { judged: 0, unjudged: 0, findings: [] as Finding[] },
  counts: { own: 0, passed: 0, unfitted: 0 },
})

/** All of them as one, in their order. */
export function addedUp(tallies: readonly Tally[]): Tally {
  const sum = emptyTally()
  for (const { findings, undetermined, uses, calls, imported, counts } of tallies) {
    for (const one of findings) sum.findings.push(one)
    for (const one of undetermined) sum.undetermined.push(one)
    for (const [text, count] of uses) sum.uses.set(text, (sum.uses.get(text) ?? 0) + count)
    sum.calls.judged += calls.judged
    sum.calls.unjudged += calls.unjudged
    sum.imported.judged += imported.judged
    sum.imported.unjudged += imported.unjudged
    for (const one of imported.findings) sum.imported.findings.push(one)
    sum.counts.own += counts.own
    sum.counts.passed += counts.passed
    sum.counts.unfitted += counts.unfitted
  }
  return sum
}

export function newTally() {
  const tally = emptyTally()
  const { findings, undetermined, uses, calls, imported, counts } = tally

  function addFinding(finding: Finding | null, { isImport }: Reference): void {
    if (finding === null) return
    findings.push(finding)
    if (isImport) imported.findings.push(finding)
  }

  return {
    tally: tally as Tally,
    add({ needed, source, reference }: PlannedReference, settled: Outcome): void {
      if (settled.state === 'undetermined' && isPassedOver(reference, settled.reason)) {
        counts.passed += 1
        return
      }
      const text = neededText(needed)
      uses.set(text, (uses.get(text) ?? 0) + 1)
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
    addUnresolvable({ source, reference, reason }: UnresolvableReference): void {
      if (reference.call !== null) calls.unjudged += 1
      if (reference.isImport) imported.unjudged += 1
      undetermined.push({ ...placed(source, reference), package: null, reason })
    },
    /** Of a module of the language; null is not counted. */
    addOwn({ source, reference }: StandardReference, settled: Outcome | null): void {
      if (settled === null) return
      if (settled.state === 'undetermined') {
        const { reason } = settled
        if (isPassedOver(reference, reason)) counts.passed += 1
        else undetermined.push({ ...placed(source, reference), package: null, reason })
        return
      }
      counts.own += 1
      addFinding(settled.finding, reference)
    },
  }
}

/** Behind a subscript of which no table tells, or below what is nobody's package. */
function isPassedOver({ isTried, isKey }: Reference, reason: string): boolean {
  return isTried === true || isKey === true || reason === NO_NAME_OF_PACKAGE
}

function placed({ path }: ReadSource, { line, column, name }: Reference) {
  return { path, line, column, name: shownName(name) }
}

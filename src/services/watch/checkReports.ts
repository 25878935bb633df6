// Checks a target's chain of reports: signatures, links, and each report against its raw probes.

import { allRows } from '../../domain/pages.ts'
import type { AnswerStore, SignedAnswer } from '../../ports/store.ts'
import type { ReportLink, WatchStore } from '../../ports/watch.ts'
import { readProbes } from './readProbes.ts'
import { findLinkFault, findReportFault, type SlaReport } from './report.ts'

export type CheckedReport = Readonly<{
  link: ReportLink
  report: SlaReport
  /** A sentence; null when nothing is wrong. */
  fault: string | null
  /** False when its raw probes are not kept any more. */
  probesCompared: boolean
}>

/** A link of the chain whose report is not among the signed answers. */
export class ReportMissing extends Error {
  override readonly name = 'ReportMissing'

  constructor(number: number) {
    super(`report ${number} is not there`)
  }
}

/** Says what is wrong with a signed answer, or null. */
export type VerifyAnswer = (answer: SignedAnswer) => string | null

const LINKS_PAGE = 100

/** Every report of a target, the oldest first. */
export async function checkReports(
  target: string,
  parts: { watch: WatchStore; answers: Pick<AnswerStore, 'load'>; verify: VerifyAnswer },
): Promise<readonly CheckedReport[]> {
  const { watch, answers, verify } = parts
  const checked: CheckedReport[] = []
  let before: Readonly<{ report: SlaReport; attestationHash: string }> | null = null
  for (const link of await allLinks(watch, target)) {
    const answer = await answers.load(link.attestationHash)
    if (answer === null) throw new ReportMissing(link.number)
    const report = JSON.parse(answer.answer) as SlaReport // Canonical JSON of a report.
    const { start: from, end: until } = report.window
    const probes = await readProbes(watch, { target, from, until })
    const probesCompared = probes.length > 0
    const differs = probesCompared ? findReportFault(report, probes) : null
    const fault =
      verify(answer) ??
      findLinkFault(before, report) ??
      (link.number === report.number ? null : `it says that it is number ${report.number}`) ??
      (differs === null ? null : `its probes give another ${differs}`)
    checked.push({ link, report, fault, probesCompared })
    before = { report, attestationHash: link.attestationHash }
  }
  return checked
}

async function allLinks(watch: WatchStore, target: string): Promise<readonly ReportLink[]> {
  const newestFirst = await allRows<ReportLink>(LINKS_PAGE, (last, limit) => {
    const more = last === undefined ? {} : { beforeNumber: last.number }
    return watch.reports({ target, ...more, limit })
  })
  return newestFirst.toReversed()
}

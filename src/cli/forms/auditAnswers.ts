// assay audit --answers: do the answers that were signed still hold?

import { parseArgs } from 'node:util'
import type { IngestApp } from '../../app/ingestApp.ts'
import { counted } from '../terminal/counted.ts'
import { EXIT, type ExitStatus, type Output } from '../terminal/output.ts'
import { printable } from '../terminal/progress.ts'
import { OPTIONS } from '../words/options.ts'

export async function auditAnswers(
  argv: readonly string[],
  openApp: () => Promise<IngestApp>,
  out: Output,
  signal: AbortSignal,
): Promise<ExitStatus> {
  const { chains: _, ...options } = OPTIONS.audit
  const { all, retract, json } = parseArgs({ args: [...argv], options }).values
  const app = await openApp()
  const counts = { stands: 0, wrong: 0, unchecked: 0 }
  let retracted = 0
  for await (const { answer, review, isNew } of app.reviewAnswers({ all, retract }, signal)) {
    counts[review.state] += 1
    if (retract && isNew) retracted += 1
    const reason = review.state === 'stands' ? null : review.reason
    if (json) {
      const { attestationHash, type, verdict } = answer
      const line = { attestation_hash: attestationHash, type, verdict, state: review.state, reason }
      out.print(JSON.stringify(line))
    } else if (reason !== null) {
      const state = review.state === 'wrong' ? out.bad('wrong    ') : 'unchecked'
      out.print(`${state}  ${answer.attestationHash}  ${printable(reason)}`)
    }
  }
  if (!json) out.print(summary(counts, retract ? retracted : null, all))
  if (counts.wrong > 0) return EXIT.no
  return counts.unchecked > 0 ? EXIT.unavailable : EXIT.yes
}

function summary(
  counts: Readonly<{ stands: number; wrong: number; unchecked: number }>,
  retracted: number | null,
  all: boolean,
): string {
  const total = counts.stands + counts.wrong + counts.unchecked
  if (total === 0) {
    return all ? 'no answers are stored' : 'no stored answer rests on an older extractor'
  }
  const noted = retracted === null ? '' : `; ${retracted} newly retracted`
  return `${counted(total, 'answer')}: ${counted(counts.stands, 'stands', 'stand')}, ${counts.wrong} wrong, ${counts.unchecked} unchecked${noted}`
}

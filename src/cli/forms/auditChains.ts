// assay audit --chains: are the proof chains whole?

import { parseArgs } from 'node:util'
import type { ChainsApp } from '../../app/chainsApp.ts'
import { counted } from '../terminal/counted.ts'
import { EXIT, type ExitStatus, type Output } from '../terminal/output.ts'
import { printable } from '../terminal/progress.ts'
import { OPTIONS } from '../words/options.ts'

export async function auditChains(
  argv: readonly string[],
  openChains: () => Promise<ChainsApp>,
  out: Output,
  signal: AbortSignal,
): Promise<ExitStatus> {
  const { chains, json } = OPTIONS.audit
  const { values } = parseArgs({ args: [...argv], options: { chains, json } })
  const app = await openChains()
  const totals = { chains: 0, rows: 0, broken: 0 }
  for await (const { of, name, rows, fault } of app.chains(signal)) {
    totals.chains += 1
    totals.rows += rows
    if (fault !== null) totals.broken += 1
    if (values.json) out.print(JSON.stringify({ of, name, rows, whole: fault === null, fault }))
    else if (fault !== null) out.print(`${out.bad('broken')}  ${printable(name)}  ${fault}`)
  }
  if (!values.json) out.print(summary(totals))
  return totals.broken === 0 ? EXIT.yes : EXIT.no
}

function summary({ chains, rows, broken }: Record<'chains' | 'rows' | 'broken', number>): string {
  if (chains === 0) return 'no chains are stored'
  const state = broken === 0 ? 'all whole' : `${broken} broken`
  return `${counted(chains, 'chain')} with ${counted(rows, 'row')}: ${state}`
}

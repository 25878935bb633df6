// assay ledger: does the money add up, and every entry of it.

import type { LedgerApp } from '../../app/ledgerApp.ts'
import type { Run } from '../terminal/command.ts'
import { counted } from '../terminal/counted.ts'
import { actionMistake } from '../terminal/meant.ts'
import { EXIT, type ExitStatus, type Output } from '../terminal/output.ts'
import { readArgs } from '../terminal/readArgs.ts'
import { OPTIONS, optionLines } from '../words/options.ts'

export const usage = `Usage: assay ledger check [--json]
       assay ledger export

check looks at every rule of the ledger, on the store that the settings name: the postings add up
to 0, each balance is what the ledger says, everything captured has its stored answer, no hold
outlives its lease, nothing was charged twice. export prints every entry, one JSON object a line.

${optionLines('ledger')}

Exit status
  0  every rule holds
  1  at least one rule does not hold
  2  the command line is wrong
  3  the store cannot be reached`

export const run: Run = async (argv, { openLedger, out }) => {
  const { values, positionals } = readArgs(argv, OPTIONS.ledger)
  const mistake = actionMistake('ledger', positionals, { check: [], export: [] }, usage)
  if (mistake !== null) return out.usage(mistake)
  const ledger = await openLedger()
  return positionals[0] === 'check' ? check(ledger, values.json, out) : exportAll(ledger, out)
}

async function check(ledger: LedgerApp, json: boolean, out: Output): Promise<ExitStatus> {
  const { violations, counts } = await ledger.check()
  if (json) out.print(JSON.stringify({ violations, counts }))
  else {
    for (const { rule, subject, detail } of violations) {
      out.print(`${out.bad('violated')}: ${rule} (${subject}: ${detail})`)
    }
    const looked = Object.entries(counts).map(([name, count]) => `${count} ${name}`)
    out.note(`${counted(violations.length, 'violation')}; ${looked.join(', ')}`)
  }
  return violations.length === 0 ? EXIT.yes : EXIT.no
}

async function exportAll(ledger: LedgerApp, out: Output): Promise<ExitStatus> {
  for await (const entry of ledger.entries()) {
    const { owner, seq, from, to, amountMicroUsd, reason, chargeId, at } = entry
    const row = { owner, seq, from, to, amount_micro_usd: amountMicroUsd, reason, at }
    out.print(JSON.stringify({ ...row, charge_id: chargeId }))
  }
  return EXIT.yes
}

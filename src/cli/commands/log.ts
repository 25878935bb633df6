// assay log: is the log of signed answers what its leaves make it?

import type { Run } from '../terminal/command.ts'
import { counted } from '../terminal/counted.ts'
import { actionMistake } from '../terminal/meant.ts'
import { EXIT } from '../terminal/output.ts'
import { readArgs } from '../terminal/readArgs.ts'
import { OPTIONS, optionLines } from '../words/options.ts'

export const usage = `Usage: assay log fsck [--json]

Computes every tile of the log and its root again from the leaves, on the store that the settings
name, and compares them with what is kept and signed.

${optionLines('log')}

Exit status
  0  the log is whole
  1  something in it was changed
  2  the command line is wrong
  3  the store cannot be reached, or has no log`

export const run: Run = async (argv, { openLogApp, out }) => {
  const { values, positionals } = readArgs(argv, OPTIONS.log)
  const mistake = actionMistake('log', positionals, { fsck: [] }, usage)
  if (mistake !== null) return out.usage(mistake)
  const report = await (await openLogApp()).check()
  if (report === null) {
    out.note('assay: no service has begun a log in this store')
    return EXIT.unavailable
  }
  const { origin, size, waiting, faults } = report
  if (values.json) out.print(JSON.stringify(report))
  else {
    for (const fault of faults) out.print(`${out.bad('changed')}: ${fault}`)
    const leaves = `${counted(size, 'leaf', 'leaves')}, ${waiting} waiting`
    out.note(`${counted(faults.length, 'fault')}; ${leaves}; ${origin}`)
  }
  return faults.length === 0 ? EXIT.yes : EXIT.no
}

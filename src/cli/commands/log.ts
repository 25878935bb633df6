// assay log: is the log of signed answers what its leaves make it? And, where it cannot go on: another
// one; or another key for it, or for the verifier.

import type { LogApp } from '../../app/log/logApp.ts'
import type { Run, Tools } from '../terminal/command.ts'
import { counted } from '../terminal/counted.ts'
import { actionMistake } from '../terminal/meant.ts'
import { EXIT, type ExitStatus } from '../terminal/output.ts'
import { readArgs } from '../terminal/readArgs.ts'
import { OPTIONS, optionLines } from '../words/options.ts'

export const usage = `Usage: assay log fsck [--json]
       assay log rotate [--verifier] [--json]
       assay log anew [--json]

fsck computes every tile of the log and its root again from the leaves, on the store that the settings
name, and compares them with what is kept and signed.

rotate makes a new key for the log, and puts a leaf into the log that says so, signed with the old one.
Start every node again with the new key file. As long as the old one lies beside it (…key.retired),
checkpoints have both signatures: delete it when witnesses and clients know the new one.

rotate --verifier makes a new key for the verifier, which signs answers, likewise. From then on the log
takes nothing that the old one signs: start every node again with the new key file. Delete the old one,
which lies beside it.

anew begins a log of another origin with every answer of the store, sealed. It is for a store that was
restored from an older copy: the log that was published cannot be gone on with. Stop all nodes first,
and tell whoever follows the log.

${optionLines('log')}

Exit status
  0  the log is whole, was begun anew, or has a new key
  1  something in it was changed
  2  the command line is wrong
  3  the store cannot be reached, or has no log`

export const run: Run = async (argv, tools) => {
  const { out } = tools
  const { values, positionals } = readArgs(argv, OPTIONS.log)
  const mistake = actionMistake('log', positionals, { fsck: [], rotate: [], anew: [] }, usage)
  if (mistake !== null) return out.usage(mistake)
  const app = await tools.openLogApp()
  const action = ACTIONS[positionals[0] ?? ''] ?? fsck
  if (values.verifier && action !== rotate) return out.usage('assay: --verifier goes with rotate')
  const status = await action(app, tools, values)
  if (status !== null) return status
  out.note('assay: no service has begun a log in this store')
  return EXIT.unavailable
}

type Told = Readonly<{ json?: boolean | undefined; verifier?: boolean | undefined }>
type Action = (app: LogApp, tools: Tools, told: Told) => Promise<ExitStatus | null>

const anew: Action = async (app, { out }, { json: isJson }) => {
  const begun = await app.anew()
  if (begun === null) return null
  if (isJson) out.print(JSON.stringify(begun))
  else out.print(`left ${begun.left}, begun ${begun.origin}`)
  return EXIT.yes
}

const rotate: Action = async (app, { out }, { json: isJson, verifier }) => {
  const rotated = await (verifier ? app.rotateVerifier() : app.rotate())
  if (rotated === null) return null
  if (isJson) out.print(JSON.stringify(rotated))
  else out.print(`left ${rotated.left}\nnow  ${rotated.key}`)
  return EXIT.yes
}

const fsck: Action = async (app, { out }, { json: isJson }) => {
  const report = await app.check()
  if (report === null) return null
  const { origin, size, waiting, faults } = report
  if (isJson) out.print(JSON.stringify(report))
  else {
    for (const fault of faults) out.print(`${out.bad('changed')}: ${fault}`)
    const leaves = `${counted(size, 'leaf', 'leaves')}, ${waiting} waiting`
    out.note(`${counted(faults.length, 'fault')}; ${leaves}; ${origin}`)
  }
  return faults.length === 0 ? EXIT.yes : EXIT.no
}

const ACTIONS: Readonly<Record<string, Action>> = { fsck, rotate, anew }

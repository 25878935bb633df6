// assay witness: cosigns the checkpoints of logs, as long as their trees only grow.

import type { VerifierKey } from '../../../log/note/verifierKey.ts'
import type { Run } from '../../terminal/command.ts'
import { EXIT, type ExitStatus, type Output } from '../../terminal/output.ts'
import { printable } from '../../terminal/progress.ts'
import { readArgs } from '../../terminal/readArgs.ts'
import { wordMistake } from '../../terminal/target.ts'
import { untilSignal } from '../../terminal/untilSignal.ts'
import { OPTIONS, optionLines } from '../../words/options.ts'

export const usage = `Usage: assay witness <folder> --log-key <key>… [--name <name>] [--listen <host:port>]
       assay witness <folder> --forks

Serves POST /add-checkpoint (C2SP tlog-witness): a checkpoint is cosigned when its log has signed it
and its tree goes on from the one that was cosigned before. A log that shows two trees of one size is
refused, and both checkpoints are kept as evidence. The folder has the key of the witness, which is
made at the first start, and what it remembers; it belongs to one witness for ever. Put something
that speaks TLS in front of it.

${optionLines('witness')}

Exit status
  0  the witness ended cleanly; with --forks: there are none
  1  with --forks: there are some
  2  the command line is wrong
  3  the witness could not start

  assay witness ./witness --name witness.example/w1 --log-key assay/0x…/log+0123abcd+A…`

const LISTEN = /^(.+):(\d{1,5})$/

export const run: Run = async (argv, { out }) => {
  const { values, positionals } = readArgs(argv, OPTIONS.witness)
  const mistake = wordMistake(positionals, ['the folder of the witness'], usage)
  if (mistake !== null) return out.usage(mistake)
  const [folder = ''] = positionals
  if (values.forks) return printForks(folder, out)
  const { isKeyName, parseKey } = await import('../../../log/note/verifierKey.ts')
  const logs: VerifierKey[] = []
  for (const written of values['log-key']) {
    const key = parseKey(written)
    if (key?.type !== 'note')
      return out.usage('assay: --log-key takes a key such as origin+0123abcd+A…')
    logs.push(key)
  }
  if (logs.length === 0)
    return out.usage('assay: a witness needs the --log-key of at least one log')
  const name = values.name ?? null
  if (name !== null && !isKeyName(name)) {
    return out.usage('assay: --name takes a name without space and plus')
  }
  const [, written = '', port = ''] = LISTEN.exec(values.listen) ?? []
  if (written === '' || Number(port) > 65_535) {
    return out.usage('assay: --listen takes a host and a port, such as 127.0.0.1:8403')
  }
  const host = written.replace(/^\[(.*)\]$/, '$1')
  const stopped = untilSignal()
  const { openWitness } = await import('../../../app/log/witnessApp.ts')
  const say = (message: string) => out.note(`assay witness: ${printable(message)}`)
  const witness = await openWitness({ folder, name, logs, host, port: Number(port), say })
  out.note(`The witness listens on ${witness.url}`)
  out.print(witness.key)
  await stopped
  await witness.close()
  return EXIT.yes
}

async function printForks(folder: string, out: Output): Promise<ExitStatus> {
  const { keptForks } = await import('../../../app/log/witnessApp.ts')
  const forks = keptForks(folder)
  if (forks === null) return out.usage(`assay: ${printable(folder)} is not the folder of a witness`)
  for (const fork of forks) out.print(JSON.stringify(fork))
  return forks.length === 0 ? EXIT.yes : EXIT.no
}

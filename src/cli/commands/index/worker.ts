// assay worker: works on queued jobs beside any number of its kind, until it is told to stop.

import { parseArgs } from 'node:util'
import type { Run } from '../../terminal/command.ts'
import { parseJobs } from '../../terminal/jobs.ts'
import { EXIT } from '../../terminal/output.ts'
import { printable } from '../../terminal/progress.ts'
import { OPTIONS, optionLines } from '../../words/options.ts'

export const usage = `Usage: assay worker [--jobs <n>]

Works on the packages that \`assay ingest --top\` queued, beside any number of other workers on any
machine that shares the PostgreSQL store (ASSAY_DATABASE_URL). It signs nothing and needs no key.
${optionLines('worker')}

SIGTERM or SIGINT: finishes what is under way, then ends; a second one ends it at once. The jobs of
a worker that dies are taken over by the others within half a minute.

Exit status
  0  the worker stopped as it was told
  2  the command line is wrong
  3  the store cannot be reached`

export const run: Run = async (argv, { openIngestApp, out, twoStepInterruption }) => {
  const { values } = parseArgs({ args: [...argv], options: OPTIONS.worker })
  const lanes = parseJobs(values.jobs)
  if (typeof lanes === 'string') return out.usage(lanes)
  const stop = twoStepInterruption()
  const { work } = await openIngestApp()
  if (work === null) {
    return out.usage(
      'assay: workers share jobs over PostgreSQL: set ASSAY_DATABASE_URL. On the embedded store\n' +
        '`assay ingest --top` does all the work itself.',
    )
  }
  out.aside(`Working on ${lanes} packages at once`)
  stop.addEventListener('abort', () => out.note('Stopping: finishing what is under way'))
  let lastTrouble = ''
  const onTrouble = (error: unknown) => {
    const text = error instanceof Error ? printable(error.message) : 'unknown trouble'
    if (text !== lastTrouble) out.note(`trouble  ${text}`)
    lastTrouble = text
  }
  await work(lanes, onTrouble, stop)
  return EXIT.yes
}

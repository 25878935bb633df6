// assay serve: the service, until it is told to stop.

import type { Run } from '../terminal/command.ts'
import { EXIT } from '../terminal/output.ts'
import { untilSignal } from '../terminal/untilSignal.ts'

export const usage = `Usage: assay serve

Starts the service. Everything is set by the environment (docs/reference/settings.md): by default it listens
on 127.0.0.1:8402 and keeps its data in ./data. On SIGTERM or SIGINT
it takes no new questions, finishes those under way and ends; a second signal ends it at once.

Exit status
  0  the service ended cleanly
  2  a setting is wrong
  3  the service could not start

  assay serve
  ASSAY_PORT=9000 ASSAY_DATA_DIR=/var/lib/assay assay serve`

export const run: Run = async (argv, { openApp, out }) => {
  if (argv.length > 0) {
    return out.usage(
      `assay: serve takes no arguments; settings such as ASSAY_PORT are in the environment\n\n${usage}`,
    )
  }
  const stopped = untilSignal()
  const app = await openApp()
  app.prepareNames()
  const { url, notes } = await app.serve()
  out.note(`Assay ${app.version} listens on ${url}`)
  for (const note of notes) out.note(note)
  out.note(
    `Try: curl -s ${url}/demo/v1/package/exists -H 'content-type: application/json' -d '{"ecosystem":"npm","name":"express"}'`,
  )
  await stopped
  out.note('Stopping: finishing what is under way')
  return EXIT.yes
}

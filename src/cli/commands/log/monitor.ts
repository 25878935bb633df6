// assay monitor: follows the log of a service, and shows it when it lies.

import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { MonitorApp } from '../../../app/log/monitorApp.ts'
import type { Look, OpenEntry } from '../../../log/monitor/followLog.ts'
import { readTrust } from '../../forms/logTrust.ts'
import { drawing, sampleAgain } from '../../forms/sampleAgain.ts'
import { packagesWanted } from '../../forms/wantedEntries.ts'
import type { Run, Tools } from '../../terminal/command.ts'
import { counted } from '../../terminal/counted.ts'
import { EXIT, type ExitStatus } from '../../terminal/output.ts'
import { printable } from '../../terminal/progress.ts'
import { readArgs } from '../../terminal/readArgs.ts'
import { runProgress } from '../../terminal/runProgress.ts'
import { quote, wordMistake } from '../../terminal/target.ts'
import { OPTIONS, optionLines } from '../../words/options.ts'

export const usage = `Usage: assay monitor <service> [--once] [--every <seconds>] [--package <registry:name>]…
       [--sample <n>] [--log-key <key> | --policy <file>] [--verifier <0x…>]… [--folder <path>] [--json]

Follows the log that a service keeps (docs/formats/log.md): is every new checkpoint signed, does its
tree go on from the one seen before, do entries and tiles make that tree, does every open answer have
the signature of a published address, does none stand there twice? When the log lies, the evidence is
printed as one JSON value and the command ends.

${optionLines('monitor')}

Exit status
  0  with --once: all of it holds; or the command was told to stop
  1  the log lies; the evidence is on standard output
  2  the command line is wrong
  3  with --once: something of the log could not be read, or derived again

  assay monitor https://assay.example --once
  assay monitor https://assay.example --package npm:left-pad --package pypi:requests --every 300`

const EVERY_MAX_S = 86_400
const SAMPLE_MAX = 1_000
/** A cache on the way may show an older checkpoint for a while. */
const SHORTER_TRIES = 5
const SHORTER_PAUSE_MS = 2_000

type Asked = Readonly<{
  app: MonitorApp
  isWanted: (entry: OpenEntry) => boolean
  sample: number
  json: boolean
  /** Somebody else than the service has told whose signatures count. */
  isTrusted: boolean
  tools: Tools
  signal: AbortSignal
}>

export const run: Run = async (argv, tools) => {
  const { out, settings } = tools
  const signal = tools.interruption()
  const { values, positionals } = readArgs(argv, OPTIONS.monitor)
  const mistake = wordMistake(positionals, ['the address of a service'], usage)
  if (mistake !== null) return out.usage(mistake)
  const url = addressOf(positionals[0] ?? '')
  if (url === null) return out.usage(`assay: ${quote(positionals[0] ?? '')} is no http address`)
  const everyS = numberIn(values.every, 1, EVERY_MAX_S)
  if (everyS === null) return out.usage(`assay: --every takes 1 to ${EVERY_MAX_S} seconds`)
  const sample = values.sample === undefined ? 0 : numberIn(values.sample, 1, SAMPLE_MAX)
  if (sample === null) return out.usage(`assay: --sample takes 1 to ${SAMPLE_MAX}`)
  const wanted = packagesWanted(values.package)
  if (typeof wanted === 'string') return out.usage(wanted)
  const trust = await readTrust(values)
  if (typeof trust === 'string') return out.usage(trust)
  const folder = values.folder ?? join((await settings()).dataDir, 'monitor')
  const { openMonitor } = await import('../../../app/log/monitorApp.ts')
  const app = openMonitor({ folder, address: { url, signal }, trust })
  const isTrusted = trust.log !== null && trust.verifiers.length > 0
  const asked = { app, isWanted: wanted, sample, json: values.json, tools, signal, isTrusted }
  try {
    for (;;) {
      const status = await lookOnce(asked)
      if (values.once || status === EXIT.no) return status
      await sleep(everyS * 1_000, undefined, { signal })
    }
  } catch (error) {
    if (signal.aborted) return EXIT.yes
    throw error
  } finally {
    await app.close()
  }
}

async function lookOnce(asked: Asked): Promise<ExitStatus> {
  const { out } = asked.tools
  const { LogLies } = await import('../../../log/monitor/evidence.ts')
  const { LogUnread } = await import('../../../log/monitor/readLog.ts')
  const { LogKeyChanged } = await import('../../../app/log/monitorApp.ts')
  try {
    const { look, wanted, drawn } = await patientLook(asked)
    tell(look, asked)
    if (look.from === null && !asked.isTrusted) {
      out.note(
        'assay: believed from now on: the key and the addresses that the service itself names; --log-key and --verifier say who else told them',
      )
    }
    for (const entry of wanted) tellEntry(entry, asked)
    return await sampleAgain(look, drawn, asked)
  } catch (error) {
    if (error instanceof LogLies) {
      out.print(shownJson(error.evidence))
      out.note(`${out.bad('the log lies')}: ${error.message} (${error.evidence.lie})`)
      return EXIT.no
    }
    if (error instanceof LogKeyChanged) {
      out.note(`${out.bad('another key')}: ${printable(error.message)}`)
      return EXIT.no
    }
    if (!(error instanceof LogUnread)) throw error
    out.note(`assay: ${printable(error.message)}`)
    return EXIT.unavailable
  }
}

async function patientLook({ app, isWanted, sample, tools, signal }: Asked) {
  const { LogLies } = await import('../../../log/monitor/evidence.ts')
  const line = runProgress(tools.progress)
  const show = (leaves: number, of: number) => line.show(`monitor: ${leaves} of ${of} leaves`)
  for (let tries = 1; ; tries += 1) {
    const wanted: OpenEntry[] = []
    const drawn = drawing(sample)
    const onOpen = (entry: OpenEntry) => {
      if (isWanted(entry)) wanted.push(entry)
      drawn.take(entry)
    }
    try {
      const look = await app.look(onOpen, show)
      return { look, wanted, drawn: drawn.chosen }
    } catch (error) {
      const isShorter = error instanceof LogLies && error.evidence.lie === 'tree_shorter'
      if (!isShorter || tries === SHORTER_TRIES) throw error
      await sleep(SHORTER_PAUSE_MS, undefined, { signal })
    } finally {
      line.end()
    }
  }
}

function tell({ origin, from, size, counts }: Look, { json, tools: { out } }: Asked): void {
  const { open, sealed, retraction, rotation } = counts
  if (json) {
    out.print(
      JSON.stringify({
        origin,
        from,
        size,
        open,
        sealed,
        retractions: retraction,
        rotations: rotation,
      }),
    )
    return
  }
  const grown = size - (from ?? 0)
  const keys = rotation === 0 ? '' : `, ${counted(rotation, 'new key')}`
  const kinds = `${open} open, ${sealed} sealed, ${counted(retraction, 'retraction')}${keys}`
  const since = from === null ? 'seen for the first time' : 'goes on from what was seen'
  out.print(
    `${out.good('whole')}  ${printable(origin)}: ${counted(size, 'leaf', 'leaves')}, ${grown} new (${kinds}); ${since}`,
  )
}

function tellEntry(entry: OpenEntry, { json, tools: { out } }: Asked): void {
  const { attestation, index, hash } = entry
  const { type, verdict, question } = attestation
  if (json) out.print(JSON.stringify({ index, attestation_hash: hash, type, verdict, question }))
  else out.print(printable(`${index}  ${type}  ${verdict}  ${JSON.stringify(question)}  ${hash}`))
}

/** JSON in which nothing that a log may be called can steer a terminal. */
function shownJson(value: unknown): string {
  return JSON.stringify(value).replace(
    /[\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

function addressOf(written: string): string | null {
  const url = URL.canParse(written) ? new URL(written) : null
  if (url === null || !/^https?:$/.test(url.protocol) || url.search !== '' || url.hash !== '') {
    return null
  }
  return written.replace(/\/+$/, '')
}

function numberIn(written: string, least: number, most: number): number | null {
  const number = /^\d{1,6}$/.test(written) ? Number(written) : Number.NaN
  return number >= least && number <= most ? number : null
}

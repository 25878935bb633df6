// assay watch: the services that are watched.

import { uptimeWords } from '../../wire/uptimeWords.ts'
import { findWatched, type OpenedWatch, reportWatched } from '../forms/watchReport.ts'
import { addWatch, removeWatch } from '../forms/watchTargets.ts'
import type { Run, Tools } from '../terminal/command.ts'
import { actionMistake } from '../terminal/meant.ts'
import { EXIT, type ExitStatus, type Output } from '../terminal/output.ts'
import { readArgs } from '../terminal/readArgs.ts'
import { OPTIONS, optionLines } from '../words/options.ts'

export const usage = `Usage: assay watch add <id> <url> [--name <text>] [--interval <seconds>] [--status <code>]…
                 [--max-latency <ms>] [--contains <text>] [--json-path <path> [--equals <text>]]
                 [--x402] [--file <path>]
       assay watch remove <id> [--file <path>]
       assay watch list [--json]
       assay watch probe <service> [--json]
       assay watch report <service> [--json]

Services that the watchtower probes (docs/reference/watchtower.md).
  add       writes a target into the file (ASSAY_WATCH_FILE, or --file), which is made when missing;
            a service that runs takes it over within a quarter of a minute
  remove    takes a target out of the file; its probes and reports stay
  list      every target with its verdict and uptime
  probe     probes a target now, beside the schedule; nothing is saved
  report    the latest signed report; checks the whole chain: signatures, links, and each report
            against its raw probes as long as they are kept

${optionLines('watch')}

A service is named by its id or a part of its name.

Exit status
  0  the command did what it was told; the probe was ok; the report has no fault
  1  there is no such service or no report, the probe was not ok, or the report has a fault
  2  the command line is wrong
  3  nothing could be measured, or the store cannot be reached

  assay watch add search https://search.example/health --interval 60 --file targets.json
  ASSAY_WATCH_FILE=targets.json assay watch probe search
  assay watch remove search --file targets.json`

export const run: Run = async (argv, tools) => {
  const { out } = tools
  const signal = tools.interruption()
  const { values, positionals } = readArgs(argv, OPTIONS.watch)
  const mistake = actionMistake('watch', positionals, ACTIONS, usage)
  if (mistake !== null) return out.usage(mistake)
  const [action, first = '', url = ''] = positionals
  if (action === 'add') return addWatch(values, { id: first, url }, tools)
  if (action === 'remove') return removeWatch(values, first, tools)
  const json = values.json
  const watched = await opened(tools)
  if (action === 'probe') return probe(watched, first, json, { out, signal })
  return action === 'list' ? list(watched, json, out) : reportWatched(watched, first, json, tools)
}

const SERVICE_WORD = 'the service'
const ACTIONS = {
  add: ['the id', 'the address'],
  remove: ['the id'],
  list: [],
  probe: [SERVICE_WORD],
  report: [SERVICE_WORD],
}

async function opened({ openWatchApp }: Tools): Promise<OpenedWatch> {
  const { store, watch: openWatch } = await openWatchApp()
  const watch = await openWatch()
  await watch.load()
  return { store, watch }
}

async function list({ watch }: OpenedWatch, json: boolean, out: Output): Promise<ExitStatus> {
  const rows = await watch.board()
  for (const { target, verdict, uptime, observed, p95Ms, lastProbeAt } of rows) {
    const { id, name, url } = target
    if (json) {
      const seen = { uptime, observed, p95_ms: p95Ms, last_probe_at: lastProbeAt }
      out.print(JSON.stringify({ id, name, url, verdict, ...seen }))
    } else {
      const shown =
        verdict === 'up' ? out.good(verdict) : verdict === 'down' ? out.bad(verdict) : verdict
      const day = uptime['24h'] === null ? 'unknown' : uptimeWords(uptime['24h'], observed['24h'])
      out.print(`${id.padEnd(16)} ${shown}  24h ${day}  ${name}  ${out.dim(url)}`)
    }
  }
  return EXIT.yes
}

async function probe(
  { watch }: OpenedWatch,
  service: string,
  json: boolean,
  { out, signal }: Readonly<{ out: Output; signal: AbortSignal }>,
): Promise<ExitStatus> {
  const target = await findWatched(watch, service, out)
  if (target === null) return EXIT.no
  const { outcome, reason, status, latencyMs, tlsExpiresAt } = await watch.probeNow(target, signal)
  if (json) {
    const seen = { status, latency_ms: latencyMs, tls_expires_at: tlsExpiresAt }
    out.print(JSON.stringify({ id: target.id, outcome, reason, ...seen }))
  } else {
    const shown = outcome === 'ok' ? out.good(outcome) : out.bad(outcome)
    const details = [
      reason,
      status === null ? null : `status ${status}`,
      latencyMs === null ? null : `${latencyMs} ms`,
      tlsExpiresAt === null ? null : `certificate until ${tlsExpiresAt.slice(0, 10)}`,
    ].filter((detail) => detail !== null)
    out.print(`${shown}  ${target.id}  ${details.join(', ')}`)
  }
  if (outcome === 'ok') return EXIT.yes
  return outcome === 'not_measured' ? EXIT.unavailable : EXIT.no
}

// assay watch: the services that are watched.

import { parseArgs } from 'node:util'
import { type App, addTarget, verifyOffline } from '../app.ts'
import type { Config } from '../config.ts'
import { EXIT, type ExitStatus, type Output } from './output.ts'

export const watchUsage = `Usage: assay watch add <id> <url> [--name <text>] [--interval <seconds>] [--status <code>]…
                 [--max-latency <ms>] [--contains <text>] [--json-path <path> [--equals <text>]]
                 [--x402] [--file <path>]
       assay watch list [--json]
       assay watch probe <service> [--json]
       assay watch report <service> [--json]

Services that the watchtower probes (docs/watchtower.md).
  add       writes a target into the file (ASSAY_WATCH_FILE, or --file), which is made when missing;
            a service that runs takes it over within a quarter of a minute
  list      every target with its verdict and uptime
  probe     probes a target now, beside the schedule; nothing is saved
  report    the latest signed report; checks the whole chain: signatures, links, and each report
            against its raw probes as long as they are kept

A service is named by its id or a part of its name.

Exit status: 0 done (probe: ok; report: all is well), 1 no such service, no report, a probe that is not ok
or a report with a fault, 2 usage, 3 not measured or unavailable.`

type Parts = Readonly<{
  openApp: () => Promise<App>
  config: () => Config
  out: Output
  signal: AbortSignal
}>

export async function runWatch(argv: readonly string[], parts: Parts): Promise<ExitStatus> {
  const { out } = parts
  const { values, positionals } = parseArgs({
    args: [...argv],
    options: OPTIONS,
    allowPositionals: true,
  })
  const [action, first, second, ...rest] = positionals
  const isAlone = second === undefined && rest.length === 0
  if (action === 'add' && first !== undefined && second !== undefined && rest.length === 0) {
    return add(values, { id: first, url: second }, parts)
  }
  const json = values.json === true
  if (action === 'list' && first === undefined) return list(await opened(parts), json, out)
  if (action === 'probe' && first !== undefined && isAlone) {
    return probe(await opened(parts), first, json, parts)
  }
  if (action === 'report' && first !== undefined && isAlone) {
    return report(await opened(parts), first, json, parts)
  }
  return out.usage(watchUsage)
}

const OPTIONS = {
  json: { type: 'boolean' },
  name: { type: 'string' },
  interval: { type: 'string' },
  status: { type: 'string', multiple: true },
  'max-latency': { type: 'string' },
  contains: { type: 'string' },
  'json-path': { type: 'string' },
  equals: { type: 'string' },
  x402: { type: 'boolean' },
  file: { type: 'string' },
} as const

type Values = Readonly<{
  name?: string
  interval?: string
  status?: readonly string[]
  'max-latency'?: string
  contains?: string
  'json-path'?: string
  equals?: string
  x402?: boolean
  file?: string
}>

async function opened({ openApp }: Parts): Promise<App> {
  const app = await openApp()
  await app.watch.load()
  return app
}

async function add(
  values: Values,
  { id, url }: Readonly<{ id: string; url: string }>,
  { config, out }: Parts,
): Promise<ExitStatus> {
  const path = values.file ?? config().watch.file
  if (path === null) return out.usage('assay: set ASSAY_WATCH_FILE or pass --file')
  const path2 = values['json-path']
  const bodyJson =
    path2 === undefined
      ? undefined
      : { path: path2, ...(values.equals === undefined ? {} : { equals: scalarOf(values.equals) }) }
  const expect = written({
    status: values.status?.map(numberOf),
    max_latency_ms: numberOf(values['max-latency']),
    body_contains: values.contains,
    body_json: bodyJson,
    x402: values.x402,
  })
  const target = written({
    id,
    name: values.name ?? id,
    url,
    interval_s: numberOf(values.interval),
    expect: Object.keys(expect).length === 0 ? undefined : expect,
  })
  await addTarget(path, target)
  out.note(`added ${id} to ${path}`)
  return EXIT.yes
}

function written(fields: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
}

/** What is no number stays a text, which the file's own rules then refuse. */
function numberOf(text: string | undefined): number | string | undefined {
  return text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : text
}

/** `true`, `3` and `null` as JSON; everything else as a text. */
function scalarOf(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? text : value
  } catch {
    return text
  }
}

async function list(app: App, json: boolean, out: Output): Promise<ExitStatus> {
  const rows = await app.watch.board()
  for (const { target, verdict, uptime, p95Ms, lastProbeAt } of rows) {
    const { id, name, url } = target
    if (json) {
      out.print(
        JSON.stringify({
          id,
          name,
          url,
          verdict,
          uptime,
          p95_ms: p95Ms,
          last_probe_at: lastProbeAt,
        }),
      )
    } else {
      const shown =
        verdict === 'up' ? out.good(verdict) : verdict === 'down' ? out.bad(verdict) : verdict
      const day = uptime['24h'] === null ? 'unknown' : `${uptime['24h']} %`
      out.print(`${id.padEnd(16)} ${shown}  24h ${day}  ${name}  ${out.dim(url)}`)
    }
  }
  return EXIT.yes
}

type Found = Awaited<ReturnType<App['watch']['find']>>[number]

async function findOne(app: App, service: string, out: Output): Promise<Found | null> {
  const found = await app.watch.find(service)
  const [target] = found
  if (target !== undefined && found.length === 1) return target
  if (target === undefined) out.note(`no watched service matches ${JSON.stringify(service)}`)
  else out.note(`several match: ${found.map(({ id, name }) => `${id} (${name})`).join(', ')}`)
  return null
}

async function probe(
  app: App,
  service: string,
  json: boolean,
  { out, signal }: Parts,
): Promise<ExitStatus> {
  const target = await findOne(app, service, out)
  if (target === null) return EXIT.no
  const { outcome, reason, status, latencyMs, tlsExpiresAt } = await app.watch.probeNow(
    target,
    signal,
  )
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

async function report(
  app: App,
  service: string,
  json: boolean,
  { out, config }: Parts,
): Promise<ExitStatus> {
  const target = await findOne(app, service, out)
  if (target === null) return EXIT.no
  const published = await app.store.verifiers.list()
  const verifiers = [...published.map(({ address }) => address), ...config().retiredKeys]
  const checked = await app.watch.check(target, (answer) => {
    const { attestation, signature } = answer
    const answered = answer.answer.slice(0, -1)
    const receipt = `${answered},"attestation":${attestation},"signature":"${signature}"}`
    return verifyOffline(receipt, verifiers).reason
  })
  const last = checked.at(-1)
  if (last === undefined) {
    out.note(`no report on ${target.id} yet: the first one is signed after its first day in UTC`)
    return EXIT.no
  }
  const faults = checked.filter(({ fault }) => fault !== null)
  const compared = checked.filter(({ probesCompared }) => probesCompared).length
  const { report: latest, link } = last
  if (json) {
    out.print(
      JSON.stringify({
        report: latest,
        attestation_hash: link.attestationHash,
        reports: checked.length,
        compared_with_probes: compared,
        faults: faults.map(({ link: { number }, fault }) => ({ number, fault })),
      }),
    )
  } else {
    const { probes, incidents, window } = latest
    out.print(`${target.name}, ${window.start.slice(0, 10)} (UTC), report ${latest.number}`)
    out.print(`uptime    ${latest.uptime_pct === null ? 'unknown' : `${latest.uptime_pct} %`}`)
    out.print(
      `probes    ${probes.ok} ok (${probes.degraded} degraded), ${probes.failed} failed, ${probes.not_measured} not measured`,
    )
    out.print(`latency   p50 ${latest.p50_ms ?? '-'} ms, p95 ${latest.p95_ms ?? '-'} ms`)
    for (const { kind, started_at: from, ended_at: until, reason } of incidents) {
      out.print(
        `${kind.padEnd(9)} ${from} to ${until ?? 'the end of the day'} (${reason ?? 'recovering'})`,
      )
    }
    out.print(`hash      ${link.attestationHash}`)
    for (const {
      link: { number },
      fault,
    } of faults)
      out.print(out.bad(`report ${number}: ${fault}`))
    const shown = faults.length === 0 ? out.good('verified') : out.bad('at fault')
    out.print(`reports   ${checked.length}, ${compared} compared with raw probes: ${shown}`)
  }
  return faults.length === 0 ? EXIT.yes : EXIT.no
}

// assay watch report: the latest report on a service, and whether the whole chain holds.

import type { WatchApp } from '../../app/watchApp.ts'
import { whyNotValid } from '../../attest/receiptWords.ts'
import { storedFault } from '../../attest/storedAnswer.ts'
import type { Config } from '../../config.ts'
import type { Watchtower } from '../../services/watch/watchtower.ts'
import { EXIT, type ExitStatus, type Output } from '../terminal/output.ts'

/** The watchtower, and the store that its reports are in. */
export type OpenedWatch = Readonly<{ store: WatchApp['store']; watch: Watchtower }>

type Found = Awaited<ReturnType<Watchtower['find']>>[number]

/** The one that is meant; null when it is not clear, which is then said. */
export async function findWatched(
  watch: Watchtower,
  service: string,
  out: Output,
): Promise<Found | null> {
  const found = await watch.find(service)
  const [target] = found
  if (target !== undefined && found.length === 1) return target
  if (target === undefined) out.note(`no watched service matches ${JSON.stringify(service)}`)
  else out.note(`several match: ${found.map(({ id, name }) => `${id} (${name})`).join(', ')}`)
  return null
}

export async function reportWatched(
  { store, watch }: OpenedWatch,
  service: string,
  json: boolean,
  { out, config }: Readonly<{ out: Output; config: () => Config }>,
): Promise<ExitStatus> {
  const target = await findWatched(watch, service, out)
  if (target === null) return EXIT.no
  const published = await store.verifiers.list()
  const verifiers = [...published.map(({ address }) => address), ...config().retiredKeys]
  const checked = await watch.check(target, (answer) => {
    const reason = storedFault(answer, verifiers)
    return reason === null ? null : whyNotValid(reason)
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

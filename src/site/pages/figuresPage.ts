// The figures of a service: how it and what it watches have been, what it has read, and how often its
// readings are right, as the measurements print it.

import type { ModuleCounts } from '../../domain/release.ts'
import { uptimeDrawn, uptimeWords } from '../../wire/uptimeWords.ts'
import { html, type Markup } from '../markup/html.ts'
import type { Page } from '../parts/frame.ts'
import { counted, facts, moment, tag } from '../parts/words.ts'

const WINDOWS = ['24h', '7d', '30d', '90d'] as const
type WindowName = (typeof WINDOWS)[number]
const SPANS = { '24h': '24 hours', '7d': '7 days', '30d': '30 days', '90d': '90 days' } as const
/** Percent that is drawn in the colour of a fault. */
const LOW = 99

export type WatchedService = Readonly<{
  name: string
  verdict: 'up' | 'degraded' | 'down' | 'unknown'
  /** In percent; null while there are too few probes. */
  uptime: Readonly<Record<WindowName, number | null>>
  observed: Readonly<Record<WindowName, number>>
  p50Ms: number | null
  p95Ms: number | null
  lastProbeAt: string | null
}>

/** A line of the measurements. */
export type Measured = Readonly<{ subject: string; address: string | null; says: string }>

export type FiguresPageView = Readonly<{
  index: Readonly<{ packages: number; releases: number; symbols: number }>
  modules: ModuleCounts
  names: readonly Readonly<{ registry: string; size: number; of: string }>[]
  watched: readonly WatchedService[]
  measured: readonly Measured[]
}>

export function figuresPage({ index, modules, names, watched, measured }: FiguresPageView): Page {
  return {
    status: 200,
    title: 'Figures',
    description: 'Uptime and latency, what is indexed, and how often the readings are right.',
    address: '/figures',
    isListed: true,
    body: html`<div class="head"><h1>Figures</h1></div>
<section aria-labelledby="watched"><h2 id="watched">Watched services</h2>
${watched.length === 0 ? html`<p>No services are watched at the moment.</p>` : watched.map(serviceOf)}
<p class="dim">Each closed day has a signed report. <a href="/docs/reference/watchtower">How it is measured</a></p></section>
<section aria-labelledby="index"><h2 id="index">What is indexed here</h2>
${facts([
  ['Packages', index.packages.toLocaleString('en')],
  ['Releases', index.releases.toLocaleString('en')],
  ['Symbols', index.symbols.toLocaleString('en')],
  ['Modules', modules.all === 0 ? null : wholeModules(modules)],
  ...names.map(
    ({ registry, size, of }) =>
      [`Names of ${registry}`, `${counted(size, 'name')}, ${of}`] as const,
  ),
])}
<p class="dim">What is not indexed is read when somebody asks for it.</p></section>
${
  measured.length > 0 &&
  html`<section aria-labelledby="right"><h2 id="right">How often it is right</h2>
<ul class="rows">${measured.map(measuredRow)}</ul>
<p><a href="/docs/measurements">Every figure, with the command that prints it</a></p></section>`
}`,
  }
}

function wholeModules({ all, whole }: ModuleCounts): Markup {
  // Rounded down: all of them are a hundred of a hundred, and nothing less is.
  const percent = Math.floor((1_000 * whole) / all) / 10
  return html`${bar(percent, false)} ${all.toLocaleString('en')}; of ${percent} % of them every name is known for certain.
<span class="dim">In the others code may make more names when it runs, or something is compiled. What stands in their files is listed all the same; what does not is said to be undetermined there, and not to be absent. Modules that nobody imports by name, such as tests and internals, count as well.</span>`
}

function serviceOf({ name, verdict, uptime, observed, ...rest }: WatchedService): Markup {
  const { p50Ms: median, p95Ms: slow, lastProbeAt: at } = rest
  const said = [
    median === null ? '' : `median ${Math.round(median)} ms`,
    slow === null ? '' : `95 % within ${Math.round(slow)} ms`,
    at === null ? 'not looked at yet' : `last looked at ${moment(at)}`,
  ].filter((part) => part !== '')
  const row = (span: WindowName) => {
    const drawn = uptimeDrawn(uptime[span], observed[span])
    const words = uptimeWords(uptime[span], observed[span])
    return html`<tr><th scope="row">${SPANS[span]}</th><td>${bar(drawn ?? 0, drawn !== null && drawn < LOW)}</td><td>${words}</td></tr>`
  }
  return html`<h3>${name} ${tag(verdict, verdict)}</h3>
<table class="figures"><caption class="unseen">Uptime of ${name}</caption><thead class="unseen"><tr><th scope="col">Window</th><th scope="col">Drawn</th><th scope="col">Uptime</th></tr></thead><tbody>${WINDOWS.map(row)}</tbody></table>
<p class="dim">${said.join(', ')}</p>`
}

function measuredRow({ subject, address, says }: Measured): Markup {
  const [, percent] = /(\d+(?:\.\d+)?) %/.exec(says) ?? []
  const title = address === null ? subject : html`<a href="${address}">${subject}</a>`
  return html`<li>${title}${percent !== undefined && html`<div>${bar(Number(percent), false)}</div>`}<p>${says}</p></li>`
}

function bar(percent: number, isLow: boolean): Markup {
  const width = Math.min(100, Math.max(0, percent))
  return html`<svg class="bar${isLow && ' low'}" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true"><rect class="whole" width="100" height="6"/><rect class="part" width="${width}" height="6"/></svg>`
}

// The policy of a service for people to read: what `/policy` says as JSON, in the order in which people ask.

import type { Ecosystem } from '../../domain/names/packageName.ts'
import { html, type Markup, type Shown } from '../markup/html.ts'
import type { Page } from '../parts/frame.ts'
import { code, counted, type Fact, facts, moment, registryName } from '../parts/words.ts'

const ADDRESS = '/policy'

type NameSet = Readonly<{ source: string; snapshot: string; sha256: string; size: number }>

/** What the page needs of it; the JSON has no more. */
export type PolicyView = Readonly<{
  service: string
  version: string
  index: Readonly<{ packages: number; releases: number; symbols: number }>
  prices: readonly Readonly<{ method: string; path: string; usd: string; summary: string }>[]
  payment: Readonly<{
    credits: Readonly<{ header: string }>
    x402:
      | Readonly<{ enabled: false; reason: string }>
      | Readonly<{
          enabled: true
          scheme: string
          network: string
          pay_to: string
          assets: readonly Readonly<{ address: string; name: string }>[]
          answers_kept_days: number
        }>
    packs: readonly Readonly<{ pack: string; usd: string; credit_usd: string }>[]
    charged: string
  }>
  demo: Readonly<{
    endpoints: readonly string[]
    calls_a_day: number | null
    counted_by: string
    resets_at: string
  }>
  site:
    | Readonly<{ enabled: false; reason: string }>
    | Readonly<{
        enabled: true
        charged: string
        pages_a_minute: number | null
        work_ms_a_minute: number | null
        made_at_once: number
        counted_by: string
      }>
  mcp: Readonly<{ endpoint: string; charged: string }>
  limits: Readonly<Record<string, number>>
  freshness: Readonly<{
    latest_release_revalidated_within_s: number
    absence_remembered_within_s: number
  }>
  registries: Readonly<Record<Ecosystem, string>>
  names: Readonly<Record<Ecosystem, NameSet>>
  verifier: Readonly<{
    keys: readonly Readonly<{
      address: string
      current: boolean
      valid_from: string | null
      valid_until: string | null
    }>[]
    signature: string
    rotation: string
  }>
  log: Readonly<{ origin: string; key: string; rotations: string }> | null
  retention: Readonly<{
    questions: string
    submitted_code: string
    probes: string
    client_addresses: string
  }>
  claims: readonly string[]
  not_claimed: readonly string[]
}>

type Section = readonly [id: string, title: string, body: Markup]

export function policyPage(policy: PolicyView): Page {
  const sections: readonly Section[] = [
    ['claims', 'What an answer claims', claims(policy)],
    ['kept', 'What is kept of you', kept(policy)],
    ['costs', 'What it costs', costs(policy)],
    ['fresh', 'How fresh it is', fresh(policy)],
    ['signed', 'Who signs', signed(policy)],
    ['limits', 'Limits of a question', limits(policy)],
  ]
  return {
    status: 200,
    title: 'Policy',
    description: 'Prices, limits, keys, and what is and is not claimed.',
    address: ADDRESS,
    isListed: true,
    body: html`<div class="head"><h1>Policy</h1>
<p>What the answers of this service claim and do not claim, what it keeps of you, what it costs, and where it stops. Programs get the same as <a href="${ADDRESS}?format=json">JSON</a>.</p></div>
<nav class="tally" aria-label="On this page"><ul>${sections.map(([id, title]) => html`<li><a href="#${id}">${title}</a></li>`)}</ul></nav>
${sections.map(
  ([id, title, body]) => html`<section aria-labelledby="${id}"><h2 id="${id}">${title}</h2>
${body}</section>`,
)}`,
  }
}

function claims({ claims: yes, not_claimed: no }: PolicyView): Markup {
  return html`<div class="use"><div><h3>It claims</h3>${list(yes)}</div><div><h3>It does not claim</h3>${list(no)}</div></div>`
}

function kept({ retention }: PolicyView): Markup {
  return facts([
    ['Your questions', retention.questions],
    ['Code that you send', retention.submitted_code],
    ['Your address', retention.client_addresses],
    ['Probes of watched services', retention.probes],
  ])
}

function costs({ site, demo, payment, prices, mcp }: PolicyView): Markup {
  const { x402, credits, packs, charged } = payment
  const header = code(credits.header)
  return html`<h3>These pages</h3>
${site.enabled ? html`<p>${site.charged} ${pageLimits(site)}</p>` : html`<p>${site.reason}</p>`}
<h3>Free questions</h3>
<p>${demo.calls_a_day === null ? 'As many as you like' : `${demo.calls_a_day.toLocaleString('en')} a day, from ${demo.resets_at}`}, counted by ${demo.counted_by}: ${codes(demo.endpoints)}.</p>
<h3>Paid questions</h3>
<p>${charged} A key with credit is sent in ${header}. ${x402.enabled ? html`Or each call is paid by x402 (${x402.scheme}) on ${code(x402.network)} in ${x402.assets.map(({ name, address }) => html`${name} ${code(address)} `)}to ${code(x402.pay_to)}; a paid answer can be had again for ${counted(x402.answers_kept_days, 'day')}.` : x402.reason}</p>
${table(
  'Prices',
  ['What it answers', 'Route', 'USD a call'],
  prices.map(({ method, path, usd, summary }) => [summary, code(`${method} ${path}`), usd]),
)}
<h3>Credit</h3>
${table(
  'Packs of credit',
  ['Pack of credit', 'USD', 'Credit in USD'],
  packs.map(({ pack, usd, credit_usd: credit }) => [pack, usd, credit]),
)}
<h3>Tools for agents</h3>
<p>${mcp.charged} They are at ${code(mcp.endpoint)}.</p>`
}

function pageLimits(site: Extract<PolicyView['site'], { enabled: true }>): string {
  const { pages_a_minute: pages, work_ms_a_minute: workMs, made_at_once: atOnce } = site
  const rate = pages === null ? '' : `${counted(pages, 'page')} a minute`
  const work = workMs === null ? '' : `${span(workMs / 1_000)} of work a minute`
  const all = [rate, work, `${atOnce} being made at once`].filter((part) => part !== '')
  return `The limit is ${all.join(', ')}, by ${site.counted_by}.`
}

function fresh({ freshness, registries, names, index, version, service }: PolicyView): Markup {
  const { latest_release_revalidated_within_s: latestS, absence_remembered_within_s: absenceS } =
    freshness
  const row = (ecosystem: Ecosystem): Fact => {
    const { source, snapshot, size, sha256 } = names[ecosystem]
    const which = source === 'registry' ? 'all of them' : 'the popular ones'
    return [
      `Names of ${registryName(ecosystem)}`,
      html`${counted(size, 'name')}, ${which}, as of ${snapshot}; SHA-256 ${code(sha256)}`,
    ]
  }
  return html`<p>Which release of a package is the latest is asked again after ${span(latestS)} at most. That something does not exist is remembered for ${span(absenceS)} at most.</p>
${facts([
  ['Registries', `PyPI: ${registries.pypi}, npm: ${registries.npm}`],
  row('pypi'),
  row('npm'),
  [
    'Read so far',
    `${counted(index.symbols, 'symbol')} in ${counted(index.releases, 'release')} of ${counted(index.packages, 'package')}; the rest is read when somebody asks`,
  ],
  ['Program', `${service} ${version}`],
])}`
}

function signed({ verifier, log }: PolicyView): Markup {
  const when = (iso: string | null) => (iso === null ? '–' : moment(iso))
  return html`<p>Each answer is signed: ${verifier.signature}.</p>
${table(
  'Keys',
  ['Key', 'Signs', 'From', 'Until'],
  verifier.keys.map(({ address, current, valid_from: from, valid_until: until }) => [
    code(address),
    current ? 'now' : 'no more',
    when(from),
    when(until),
  ]),
)}
<p>${verifier.rotation}.</p>
${
  log !== null &&
  facts([
    ['Log', code(log.origin)],
    ['Key of the log', code(log.key)],
    ['Keys before it', html`<a href="${log.rotations}">${code(log.rotations)}</a>`],
  ])
}`
}

type Unit = 'bytes' | 'ms' | null

/** What each limit is of, and what it counts. */
export const LIMIT_WORDS: Readonly<Record<string, readonly [words: string, unit: Unit]>> = {
  body_bytes: ['Body of a question', 'bytes'],
  body_values: ['Values in a body', null],
  lookup_bytes: ['Body of a question about one name', 'bytes'],
  lookup_values: ['Values in such a body', null],
  job_values: ['Values in a job', null],
  receipt_bytes: ['A receipt that is to be checked', 'bytes'],
  receipt_values: ['Values in a receipt', null],
  header_bytes: ['Headers of a request', 'bytes'],
  name_characters: ['Characters in a name of a package', null],
  adjacent_names: ['Close names that are listed', null],
  adjacent_distance: ['Letters by which a close name differs at most', null],
  checks_of_a_job: ['Checks in a job', null],
  pattern_characters: ['Characters in a pattern', null],
  judged_characters: ['Characters of what is judged', null],
  judge_context_characters: ['Characters of its context', null],
  rubric_items: ['Items of a rubric', null],
  criterion_characters: ['Characters in a criterion', null],
  request_deadline_ms: ['Time for an answer; what it set off goes on', 'ms'],
  requests_under_way: ['Requests under way at once', null],
}

function limits({ limits: all }: PolicyView): Markup {
  const rows = Object.entries(all).map(([name, value]) => {
    const [words, unit] = LIMIT_WORDS[name] ?? [name.replaceAll('_', ' '), null]
    return [words, amount(value, unit)]
  })
  return table('Table of the limits', ['Of what', 'At most'], rows)
}

function amount(value: number, unit: Unit): string {
  if (unit === 'ms') return span(value / 1_000)
  if (unit === null) return value.toLocaleString('en')
  const kib = value / 1_024
  return kib >= 1_024 ? `${kib / 1_024} MiB` : `${kib} KiB`
}

/** So many seconds as people say it. */
function span(seconds: number): string {
  return seconds >= 60 && seconds % 60 === 0
    ? counted(seconds / 60, 'minute')
    : counted(seconds, 'second')
}

function list(sentences: readonly string[]): Markup {
  return html`<ul>${sentences.map((one) => html`<li>${one}</li>`)}</ul>`
}

function codes(all: readonly string[]): readonly Shown[] {
  return all.map((one, i) => html`${i > 0 && ', '}${code(one)}`)
}

function table(
  title: string,
  columns: readonly string[],
  rows: readonly (readonly Shown[])[],
): Markup {
  return html`<div class="scroll" tabindex="0" role="region" aria-label="${title}"><table>
<thead><tr>${columns.map((one) => html`<th scope="col">${one}</th>`)}</tr></thead>
<tbody>${rows.map((row) => html`<tr>${row.map((one) => html`<td>${one}</td>`)}</tr>`)}</tbody>
</table></div>`
}

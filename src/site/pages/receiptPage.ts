// The page of a receipt that everybody may read: what was asked, what was said, on which files it rests.

import type { PackageExistsAnswer } from '../../wire/packageAnswers.ts'
import type { Noticed } from '../../wire/signed.ts'
import {
  compareAddress,
  packageAddress,
  releaseAddress,
  symbolAddress,
} from '../markup/addresses.ts'
import { html, type Markup, NOTHING } from '../markup/html.ts'
import type { Page } from '../parts/frame.ts'
import { noticesOf, packageNotices } from '../parts/notices.ts'
import { box, code, crumbs, facts } from '../parts/words.ts'

export type ReceiptPageView = Readonly<{
  hash: string
  type: string
  verdict: string
  verifier: string
  signedAt: string
  question: Readonly<Record<string, unknown>>
  /** What was answered. */
  answer: Readonly<Record<string, unknown>>
  artifacts: readonly Readonly<{
    package: string
    version: string
    filename: string
    sha256: string
  }>[]
  extractor: string | null
  /** Null where no log is kept. */
  place: Readonly<{ origin: string; index: number }> | null
  /** Why the answer was found wrong since; null where it stands. */
  retraction: string | null
}>

export function receiptPage(view: ReceiptPageView): Page {
  const { hash, type, verdict, question, artifacts, place, retraction } = view
  return {
    status: 200,
    title: `Receipt ${hash.slice(0, 18)}…`,
    description: `${type}: ${verdict}`,
    address: `/receipt/${hash}`,
    isListed: false,
    maxAgeS: 60,
    body: html`${crumbs([
      { text: 'Receipts', address: null },
      { text: `${hash.slice(0, 18)}…`, address: null },
    ])}
<div class="head"><h1>Receipt</h1></div>
${retraction !== null && box('bad', html`<strong>This answer was found wrong since.</strong>`, retraction)}
${cautionsOf(view)}
${facts([
  ['Question', pageOf(question) ?? code(JSON.stringify(question))],
  ['Verdict', code(verdict)],
  ['Kind', code(type)],
  ['Signed by', code(view.verifier)],
  ['First signed', view.signedAt],
  ['Attestation', code(hash)],
  ['Extractor', view.extractor],
  [
    'In the log',
    place === null
      ? null
      : html`<a href="/log/by-hash/${hash}">${place.origin}, leaf ${place.index}</a> (<a href="/log/proof/${hash}">proof</a>)`,
  ],
])}
<section aria-labelledby="files"><h2 id="files">Files that it rests on</h2>
<ul class="plain">${artifacts.slice(0, 200).map((one) => html`<li>${one.package} ${one.version}: <code>${one.filename}</code><br><code class="digest">${one.sha256}</code></li>`)}</ul></section>
<p class="dim">Whoever holds the whole receipt checks it <a href="/#receipt">in the browser</a> or with <code>assay verify</code>, without asking this service.</p>`,
  }
}

/** What has to be known of the package, as the answer has it. */
function cautionsOf({ type, question, answer }: ReceiptPageView): Markup {
  // What this service has answered has the members that its type has.
  if (type === PACKAGE_EXISTS && answer['exists'] === true)
    return packageNotices(answer as unknown as PackageExistsAnswer)
  const name = question['package'] ?? question['name']
  return typeof name === 'string' ? noticesOf(name, answer as Noticed) : NOTHING
}

const PACKAGE_EXISTS = 'assay.package_exists/1'

/** The page of what was asked, in the words of the question. */
function pageOf(question: Readonly<Record<string, unknown>>): Markup | null {
  const text = (key: string) => (typeof question[key] === 'string' ? question[key] : null)
  const ecosystem = text('ecosystem')
  const name = text('name') ?? text('package')
  if ((ecosystem !== 'pypi' && ecosystem !== 'npm') || name === null) return null
  const of = { ecosystem, name } as const
  const [from, to, symbol, version] = ['from_version', 'to_version', 'symbol', 'version'].map(text)
  const link = (address: string, words: string) => html`<a href="${address}">${words}</a>`
  if (from && to)
    return link(compareAddress(of, from, to), `What changed in ${name} from ${from} to ${to}?`)
  if (symbol)
    return link(
      symbolAddress(of, version ?? 'latest', symbol),
      `Does ${symbol} exist in ${name}${version ? ` ${version}` : ''}?`,
    )
  if (version) return link(releaseAddress(of, version), `${name} ${version}`)
  return link(packageAddress(of), `Does ${name} exist?`)
}

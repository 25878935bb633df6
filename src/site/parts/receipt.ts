// The receipt of the statement that a page rests on: what was signed, by whom, where it stands in the
// log, and how the same answer is had elsewhere. The whole receipt is an answer and counts as one.

import type { Signed } from '../../wire/signed.ts'
import { receiptAddress } from '../markup/addresses.ts'
import { html, type Markup } from '../markup/html.ts'
import { shellWord } from '../markup/shellWord.ts'
import { code, command, facts } from './words.ts'

export type ReceiptOf = Readonly<{
  /** What it says, in a sentence. */
  says: string
  answer: Signed
  /** Leads to the answer as JSON; counts as a question. */
  json: string
  /** The same question on the command line. */
  commandLine: string
  /** And over HTTP: a route of the service and its body. */
  post: Readonly<{ path: string; body: Readonly<Record<string, string>> }> | null
  /** `origin index`, as the reply of the answer has it; null where no log is kept. */
  place: string | null
  /** The release that its verdict is on, where the page is about another one. */
  verdictOn?: string
  /** Whether everybody may read it in the log. */
  isOpen: boolean
}>

export function receiptBlock(
  { says, answer, json, commandLine, post, place, verdictOn, isOpen }: ReceiptOf,
  baseUrl: string,
): Markup {
  const { attestation, attestation_hash: hash } = answer
  const { type, verifier, verdict } = attestation as Readonly<Record<string, unknown>>
  const [origin, index] = place?.split(' ') ?? []
  return html`<section class="proof" aria-labelledby="receipt"><h2 id="receipt">Receipt</h2>
<p>${says} The statement is signed: whoever has the receipt can check it without asking anybody.</p>
${facts([
  ['Kind', code(String(type))],
  [verdictOn === undefined ? 'Verdict' : `Verdict on ${verdictOn}`, code(String(verdict))],
  ['Signed by', code(String(verifier))],
  [
    'Attestation',
    isOpen ? html`<a href="${receiptAddress(hash)}"><code>${hash}</code></a>` : code(hash),
  ],
  ['In the log', index === undefined ? null : html`${origin}, leaf ${index}`],
])}
<p class="actions"><a class="button" href="${json}" download="receipt.json">Download the receipt</a> <button type="button" class="quiet" data-copy="${json}" hidden>Copy it</button> <button type="button" class="quiet" data-verify="${json}" hidden>Check it in this browser</button> <a href="${json}">As JSON</a></p>
<p class="dim">The receipt is the answer itself. It counts as one question of the day, or is paid with a key.</p>
<details><summary>The same from a terminal</summary>
${command(commandLine)}
${post !== null && command(`curl -s ${baseUrl}${post.path} \\\n  -H 'content-type: application/json' \\\n  -d ${shellWord(JSON.stringify(post.body))}`)}
</details></section>`
}

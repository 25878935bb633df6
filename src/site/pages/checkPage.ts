// The page that code is checked on: a form, which the script turns into an editor, and what was found. Also
// the page of what an upgrade means for code. Neither has an address that holds code.

import type {
  CheckAnswer,
  CheckFinding,
  UpgradeAnswer,
  UpgradeRow,
} from '../../wire/checkAnswers.ts'
import { checkVerdict } from '../../wire/checkVerdict.ts'
import { excerptAround } from '../../wire/excerpt.ts'
import { lostCaveat } from '../../wire/lostCaveat.ts'
import { compareAddress, packageAddress, symbolAddress } from '../markup/addresses.ts'
import { field, html, type Markup } from '../markup/html.ts'
import type { Page } from '../parts/frame.ts'
import { longList } from '../parts/longList.ts'
import { kindTag } from '../parts/names.ts'
import { noticesOf } from '../parts/notices.ts'
import { changedSignature } from '../parts/signature.ts'
import { upgradeVerdict } from '../parts/upgradeVerdict.ts'
import { box, code, command, counted, crumbs, facts, registryName, tag } from '../parts/words.ts'
import { CHECK_EXAMPLES } from './checkExamples.ts'

export type Written = Readonly<{ path: string; content: string; manifest: string; pins: string }>

export const NOTHING_WRITTEN: Written = { path: 'main.py', content: '', manifest: '', pins: '' }

export type CheckPageView = Readonly<{
  written: Written
  /** Null before anything was asked. */
  outcome: Readonly<{ answer: CheckAnswer }> | Readonly<{ failure: string }> | null
  /** Whose signatures count. */
  verifiers: readonly string[]
  /** What a question costs, in a sentence. */
  quota: string
  baseUrl: string
}>

const ADDRESS = '/check'
const ROWS_MAX = 500
const OPEN_ROWS = 40

export function checkPage({ written, outcome, verifiers, quota, baseUrl }: CheckPageView): Page {
  return {
    status: 200,
    title: 'Is this code real?',
    description:
      'Paste Python, JavaScript or TypeScript: every package, name and argument in it is looked up in the published files.',
    address: ADDRESS,
    isListed: true,
    script: 'check',
    body: html`<div class="head"><h1>Is this code real?</h1></div>
<p>Every package, name and argument in the code is looked up in the files of the releases that its manifest or its pins name, else in the latest. The code is neither stored nor logged.</p>
<form id="check" class="check" action="${ADDRESS}" method="post">
<div class="half"><label for="path">File name (it tells the language)</label>
<input id="path" name="path" list="paths" value="${written.path}" required maxlength="200" autocomplete="off" autocapitalize="none" spellcheck="false">
<datalist id="paths">${['main.py', 'main.ts', 'main.js', 'requirements.txt', 'package.json', 'pyproject.toml'].map((path) => html`<option value="${path}"></option>`)}</datalist></div>
<div class="wide" id="code"><label for="content" id="content-label">Code</label>
<textarea id="content" name="content" class="code" required spellcheck="false" autocapitalize="none">${field(written.content)}</textarea></div>
<div class="half"><label for="manifest">Its requirements.txt, pyproject.toml or package.json (optional)</label>
<textarea id="manifest" name="manifest" class="code short" spellcheck="false" autocapitalize="none">${field(written.manifest)}</textarea></div>
<div class="half"><label for="pins">Pins, one on each line (optional)</label>
<textarea id="pins" name="pins" class="code short" placeholder="pandas==2.1.0" spellcheck="false" autocapitalize="none">${field(written.pins)}</textarea></div>
<p class="wide actions"><button type="submit">Check</button> <span class="dim" id="quota" role="status">${quota}</span></p>
</form>
<p class="dim">Common mistakes: ${CHECK_EXAMPLES.map(({ id, title }, i) => html`${i > 0 && ', '}<a href="${ADDRESS}?example=${id}" data-example="${id}">${title}</a>`)}.</p>
<p id="status" class="status" role="status" tabindex="-1"></p>
<div id="result">${outcome !== null && ('failure' in outcome ? box('warn', html`<strong>${outcome.failure}</strong>`, 'Nothing was found out about this code. Press Check to ask again.') : found(outcome.answer, written))}</div>
<textarea id="verifiers" hidden readonly aria-hidden="true" tabindex="-1">${verifiers.join('\n')}</textarea>
<details><summary>The same from a terminal</summary>
${command('assay check .')}
${command(`curl -s ${baseUrl}/demo/v1/check \\\n  -H 'content-type: application/json' \\\n  -d '{"files":[{"path":"main.py","content":"import requests"}]}'`)}
</details>`,
  }
}

function found(answer: CheckAnswer, written: Written): Markup {
  const { findings, undetermined, counts } = answer
  const { tone, sentence } = checkVerdict(answer)
  const lines = written.content.split('\n')
  return html`<h2>What was found</h2>
${box(tone === 'unsure' ? 'warn' : tone, html`<strong>${sentence}.</strong>`, `${counted(counts.references, 'reference')} to packages, ${counts.determined} of them looked up.`)}
<ul class="rows">${findings.slice(0, ROWS_MAX).map((one) => findingRow(one, one.path === written.path ? lines : []))}</ul>
${openPlaces(undetermined)}
${signed(answer.attestation_hash)}`
}

function findingRow(finding: CheckFinding, lines: readonly string[]): Markup {
  const { path, line, column, severity, message, suggestion } = finding
  const source = lines[line - 1]
  const meant = (suggestion?.meant ?? []).filter((name) => !message.includes(name))
  return html`<li class="finding">${tag(severity, severity)} <code>${path}:${line}:${column}</code> ${codeTag(finding)}
<p>${message}</p>
${source !== undefined && html`<pre tabindex="0"><span class="dim">${line}  </span>${excerptAround(source, column, 300).text}</pre>`}
${meant.length > 0 && html`<p>Perhaps meant: ${code(meant.join(', '))}</p>`}</li>`
}

/** The page about the kind of a finding is the service's own. */
function codeTag({ code: name, docs }: CheckFinding): Markup {
  const words = name.replaceAll('_', ' ')
  if (!/^\/docs\/[\w/-]+#\w+$/.test(docs)) return tag(words)
  return html`<a class="tag" href="${docs}">${words}</a>`
}

function openPlaces(
  all: readonly Readonly<{ path: string; line: number; symbol: string; reason: string }>[],
): Markup | null {
  if (all.length === 0) return null
  const rows = all
    .slice(0, ROWS_MAX)
    .map(
      ({ path, line, symbol, reason }) =>
        html`<li>${path}:${line} <code>${symbol}</code> ${reason.replaceAll('_', ' ')}</li>`,
    )
  return html`<details><summary>${counted(all.length, 'reference')} of which nothing can be told</summary><ul>${rows}</ul></details>`
}

function signed(hash: string): Markup {
  return html`<p class="dim">The answer is signed. Its attestation is <code>${hash}</code>.</p>`
}

export type UpgradePageView = Readonly<{ answer: UpgradeAnswer; path: string; content: string }>

/** What a step between two releases means for one file. */
export function upgradePage({ answer, path, content }: UpgradePageView): Page {
  const { ecosystem, package: name, from_version: from, to_version: to, counts } = answer
  const of = { ecosystem, name }
  const lines = content.split('\n')
  const { tone, sentence, because } = upgradeVerdict(answer)
  const touching = answer.changes.filter(({ affects }) => affects)
  const others = answer.changes.filter(({ affects }) => !affects)
  return {
    status: 200,
    title: `${name} ${from} → ${to} for ${path}`,
    description: sentence,
    address: null,
    isListed: false,
    body: html`${crumbs([
      { text: registryName(ecosystem), address: null },
      { text: name, address: packageAddress(of) },
      { text: `${from} → ${to}`, address: compareAddress(of, from, to) },
      { text: path, address: null },
    ])}
<div class="head"><h1>${name} <small>${from} → ${to}, for ${path}</small></h1></div>
${noticesOf(name, answer)}
${box(tone, html`<strong>${sentence}</strong>`, because, counts.references > 0 && `${path} uses ${counted(counts.symbols, 'name')} of ${name} at ${counted(counts.references, 'place')}; ${counts.determined} of them could be told.`)}
${usedRows('affected', 'Your code can break here', answer, touching, lines)}
${answer.findings.length > 0 && html`<section aria-labelledby="findings"><h2 id="findings">Wrong in ${to}</h2><ul class="rows">${answer.findings.slice(0, ROWS_MAX).map((one) => findingRow(one, one.path === path ? lines : []))}</ul></section>`}
${usedRows('others', 'Changed, and your code holds', answer, others, lines)}
${openPlaces(answer.undetermined)}
<p><a href="${compareAddress(of, from, to)}">All that changed in ${name} from ${from} to ${to}</a></p>
${facts([['Read for it', `${answer.release.counts.removed} names removed, ${answer.release.counts.changed} changed, ${answer.release.counts.added} added in all`]])}
${signed(answer.attestation_hash)}`,
  }
}

function usedRows(
  id: string,
  title: string,
  answer: UpgradeAnswer,
  rows: readonly UpgradeRow[],
  lines: readonly string[],
): Markup | null {
  if (rows.length === 0) return null
  return html`<section class="group ${id === 'affected' ? 'breaking' : 'compatible'}" aria-labelledby="${id}"><h2 id="${id}">${title} <span class="count">${rows.length}</span></h2>
${longList(rows.slice(0, ROWS_MAX), OPEN_ROWS, (some) => html`<ul class="rows">${some.map((row) => usedRow(answer, row, lines))}</ul>`)}</section>`
}

const PLACES_SHOWN = 20

function usedRow(
  { ecosystem, package: name, from_version: from, to_version: to }: UpgradeAnswer,
  row: UpgradeRow,
  lines: readonly string[],
): Markup {
  const { symbol, kind, change, reasons, message, caveat, places, places_total: total } = row
  const address = symbolAddress({ ecosystem, name }, change === 'removed' ? from : to, symbol)
  const shown = places.slice(0, PLACES_SHOWN)
  return html`<li><a href="${address}"><code>${symbol}</code></a> ${kindTag(kind)} ${tag(change)}${reasons.length > 0 && tag(reasons.join(', ').replaceAll('_', ' '))}
${message !== null && html`<p>${message}</p>`}${caveat !== null && html`<p class="dim">${lostCaveat(caveat)}</p>`}
${(row.from_sig !== null || row.to_sig !== null) && changedSignature(row.from_sig, row.to_sig, true)}
<ul class="plain">${shown.map(({ line, column, state }) => html`<li>Line ${line} ${state !== 'holds' && tag(state === 'breaks' ? 'breaks' : 'cannot be told', state === 'breaks' ? 'bad' : 'warn')}<pre tabindex="0">${excerptAround(lines[line - 1] ?? '', column, 300).text}</pre></li>`)}</ul>
${total > shown.length && html`<p class="dim">At ${counted(total, 'place')} in all.</p>`}</li>`
}

// GET /: the service for people. Everything there is to read is in the HTML; the script adds what
// needs answers.

import { searchBox } from '../../site/parts/frame.ts'
import type { Route } from '../request/route.ts'
import {
  type ListedVerifier,
  SERVICE_NAME,
  SERVICE_SUMMARY,
  type ServiceFacts,
} from '../request/serviceFacts.ts'
import { renderForms } from './homeForms.ts'
import { escapeHtml } from './html.ts'
import { addressOf, type PageFiles } from './pageFiles.ts'
import { pricedRoutes } from './policy.ts'

/** Nothing from elsewhere, nothing inline, nobody may frame it. */
export const HOME_PAGE_HEADERS = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; " +
    "img-src 'self' data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
}

const HEADLINE = 'is this package, this function, this code real?'
const TARGETS_PATH = '/watchtower/targets'

export async function renderHomePage(
  facts: ServiceFacts,
  routes: readonly Route[],
  files: PageFiles,
): Promise<string> {
  const verifiers = await facts.verifiers()
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${SERVICE_NAME}: ${HEADLINE}</title>
<meta name="description" content="${escapeHtml(SERVICE_SUMMARY)}">
<link rel="icon" href="/icon.svg" type="image/svg+xml">
<link rel="icon" href="/favicon.ico" sizes="32x32">
<link rel="apple-touch-icon" href="/icon.png">
${renderPreview(facts)}
${files.style === null ? '' : `<link rel="stylesheet" href="${addressOf(files.style)}">`}
${files.script === null ? '' : `<script type="module" src="${addressOf(files.script)}"></script>`}
</head>
<body>
<a class="skip" href="#main">Skip to the questions</a>
<header>
<h1><img src="/icon.svg" alt="" width="44" height="44"> ${SERVICE_NAME} <small>${escapeHtml(facts.version)}</small></h1>
<p>${escapeHtml(SERVICE_SUMMARY)}</p>
<nav aria-label="Documents"><ul>
<li><a href="/docs">Documentation</a></li>
<li><a href="/docs/reference/api">Every route</a></li>
<li><a href="/openapi.json">OpenAPI</a></li>
<li><a href="/llms.txt">llms.txt</a></li>
<li><a href="/policy">Policy</a></li>
<li><a href="/health">Health</a></li>
</ul></nav>
</header>
<main id="main" tabindex="-1">
${facts.pagesPerMinute === null ? '' : renderSearch()}
${renderAsk(facts, verifiers)}
${renderTerminal(facts)}
${renderWatched(routes)}
${renderPrices(facts, routes)}
${renderSigners(verifiers)}
</main>
<footer><p>${SERVICE_NAME} sets no cookies, follows nobody, and loads nothing from elsewhere. <a href="/docs">The documentation</a> tells how it finds out what it says, and what it does not know.</p></footer>
</body>
</html>
`
}

/** What people come for, each with a link that shows it. */
const TASKS = [
  [
    'When did a name go, and what replaces it?',
    '/pypi/flask/-/when?symbol=flask.json.JSONEncoder',
    'flask.json.JSONEncoder',
  ],
  [
    'Does a release have this name?',
    '/pypi/pandas/2.1.0/pandas.DataFrame.append',
    'pandas.DataFrame.append in 2.1',
  ],
  ['What breaks between two releases?', '/npm/chalk/4.1.2...5.0.0', 'chalk 4 to 5'],
  ['Is this package the one that you mean?', '/npm/crossenv', 'crossenv'],
  ['Is this file right?', '/check', 'Check code'],
  ['How often are the answers right?', '/figures', 'Figures'],
] as const

/** The way to the pages about packages. */
function renderSearch(): string {
  const tasks = TASKS.map(
    ([question, address, words]) => `<li>${question} <a href="${address}">${words}</a></li>`,
  )
  return `<section aria-labelledby="look"><h2 id="look">Look it up</h2>
${searchBox('').text}
<p class="dim">A package, an import or a symbol of PyPI or npm, with a release or two if you like: <code>requests</code>, <code>cv2</code>, <code>pandas.DataFrame.append 2.1</code>, <code>chalk 4 to 5</code>.</p>
<ul class="tasks">
${tasks.join('\n')}
</ul></section>`
}

/** What chats and feeds show of a link. */
function renderPreview(facts: ServiceFacts): string {
  const base = escapeHtml(facts.baseUrl())
  const summary = escapeHtml(SERVICE_SUMMARY)
  return `<meta property="og:type" content="website">
<meta property="og:site_name" content="${SERVICE_NAME}">
<meta property="og:title" content="${SERVICE_NAME}: ${HEADLINE}">
<meta property="og:description" content="${summary}">
<meta property="og:url" content="${base}/">
<meta property="og:image" content="${base}/preview.png">
<meta property="og:image:width" content="1200">
<meta property="og:image:height" content="630">
<meta property="og:image:alt" content="The mark of ${SERVICE_NAME} beside its question: ${HEADLINE}">
<meta name="twitter:card" content="summary_large_image">`
}

function renderAsk(facts: ServiceFacts, verifiers: readonly ListedVerifier[]): string {
  return `<section aria-labelledby="ask"><h2 id="ask">Ask</h2>
<noscript><p>The forms need JavaScript. Every question can be asked from a terminal too, as below.</p></noscript>
<div id="tools" hidden>
${renderForms(verifiers, facts.log()?.key ?? null)}
<p class="dim" id="quota" role="status">${escapeHtml(quotaSentence(facts))}</p>
</div></section>`
}

function quotaSentence({ demoDailyLimit }: ServiceFacts): string {
  if (demoDailyLimit === 0) return 'Questions asked here are free.'
  return `Questions asked here are free: ${demoDailyLimit} a day, from 00:00 UTC.`
}

const COMMANDS = [
  ['Does a package exist?', '/demo/v1/package/exists', { ecosystem: 'npm', name: 'express' }],
  [
    'Does a symbol exist?',
    '/demo/v1/symbol/exists',
    { ecosystem: 'pypi', package: 'requests', symbol: 'requests.Session.get' },
  ],
  [
    'What changed between two releases?',
    '/demo/v1/diff',
    { ecosystem: 'pypi', package: 'click', from_version: '8.0.0', to_version: '8.1.0' },
  ],
  [
    'Is this code real?',
    '/demo/v1/check',
    { files: [{ path: 'main.py', content: 'import requests' }] },
  ],
] as const

function renderTerminal(facts: ServiceFacts): string {
  const base = escapeHtml(facts.baseUrl())
  const commands = COMMANDS.map(
    ([question, path, body]) => `<h3>${question}</h3>
<pre tabindex="0">curl -s ${base}${path} \\
  -H 'content-type: application/json' \\
  -d '${escapeHtml(JSON.stringify(body))}'</pre>`,
  )
  return `<section aria-labelledby="terminal"><h2 id="terminal">From a terminal</h2>
<p>Each answer is signed. Keep it: <code>POST /receipts/verify</code>, <code>assay verify</code> and any Ethereum tool tell whether it is genuine. What cannot be decided is said to be so, and is never called absent.</p>
${commands.join('\n')}
</section>`
}

/** Only where targets are served: a script that asks in vain would leave errors in the console. */
function renderWatched(routes: readonly Route[]): string {
  const isServed = routes.some(({ path }) => path === TARGETS_PATH)
  const content = isServed
    ? `<div data-targets="${TARGETS_PATH}"><p>The list is at <a href="${TARGETS_PATH}">${TARGETS_PATH}</a>.</p></div>`
    : '<p>No services are watched at the moment.</p>'
  return `<section aria-labelledby="watched"><h2 id="watched">Watched services</h2>
${content}
</section>`
}

function renderPrices(facts: ServiceFacts, routes: readonly Route[]): string {
  const rows = pricedRoutes(routes).map(
    ({ method, path, usd, summary }) =>
      `<tr><th scope="row"><code>${method} ${path}</code></th><td class="number">${usd}</td><td>${escapeHtml(summary)}</td></tr>`,
  )
  const x402 = facts.x402 === null ? '' : ' or by x402'
  return `<section aria-labelledby="prices"><h2 id="prices">Prices</h2>
<p>The routes under <code>/demo</code> are free: ${escapeHtml(demoWords(facts))}. The others are paid by the call, with a prepaid key in <code>X-API-Key</code>${x402}. Only an answer is charged, never a failure.</p>
<div class="scroll" tabindex="0" role="region" aria-label="Table of prices"><table>
<thead><tr><th scope="col">Route</th><th scope="col">USD a call</th><th scope="col">What it answers</th></tr></thead>
<tbody>${rows.join('\n')}</tbody>
</table></div></section>`
}

function demoWords({ demoDailyLimit }: ServiceFacts): string {
  if (demoDailyLimit === 0) return 'without a limit'
  return `${demoDailyLimit} calls a day for each client, from 00:00 UTC`
}

function renderSigners(verifiers: readonly ListedVerifier[]): string {
  const rows = verifiers.map(
    ({ address, current }) =>
      `<li><code>${escapeHtml(address)}</code> ${current ? 'signs now' : 'signed before'}</li>`,
  )
  return `<section aria-labelledby="signers"><h2 id="signers">Who signs</h2>
<ul>${rows.join('')}</ul>
<p>The signature is EIP-191 over the RFC 8785 canonical JSON of the attestation; <a href="/policy">the policy</a> lists every key with its dates.</p>
</section>`
}

// GET /docs: the API for people to read. One static page, no script, nothing from elsewhere.

import { renderUsd } from '../../domain/money.ts'
import { priceOf, type Route } from '../request/route.ts'
import { SERVICE_NAME, SERVICE_SUMMARY, type ServiceFacts } from '../request/serviceFacts.ts'
import { SCHEMAS, type SchemaName } from '../schemas/schemas.ts'
import { responsesOf } from './openapi.ts'

/** Nothing may load from elsewhere and nothing may run. */
export const DOCS_PAGE_HEADERS = {
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; frame-ancestors 'none'",
}

export function renderDocsPage(facts: ServiceFacts, routes: readonly Route[]): string {
  const tags = [...new Set(routes.map(({ tag }) => tag))]
  const base = escapeHtml(facts.baseUrl())
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${SERVICE_NAME} ${facts.version}</title>
<link rel="icon" href="/icon.svg">
<style>${STYLE}</style>
</head>
<body>
<header>
<h1><img src="/icon.svg" alt="" width="40" height="40"> ${SERVICE_NAME} <small>${facts.version}</small></h1>
<p>${escapeHtml(SERVICE_SUMMARY)}</p>
<pre>curl -s ${base}/demo/v1/package/exists \\
  -H 'content-type: application/json' \\
  -d '{"ecosystem":"npm","name":"express"}'</pre>
<p><a href="/openapi.json">OpenAPI 3.1</a> · <a href="/llms.txt">llms.txt</a> ·
<a href="/policy">Policy</a> · <a href="/health">Health</a></p>
</header>
<main>
${tags.map((tag) => renderTag(tag, routes)).join('\n')}
</main>
</body>
</html>
`
}

function renderTag(tag: string, routes: readonly Route[]): string {
  const own = routes.filter((route) => route.tag === tag)
  return `<section><h2>${escapeHtml(tag)}</h2>${own.map(renderRoute).join('')}</section>`
}

function renderRoute(route: Route): string {
  const statuses = Object.entries(responsesOf(route))
  return `<article id="${route.operationId}">
<h3><span class="method">${route.method}</span> <code>${route.path}</code>
<span class="price">${renderPrice(route)}</span></h3>
<p>${escapeHtml(route.summary)}</p>
${route.description === undefined ? '' : `<p>${renderCode(route.description)}</p>`}
${route.body === null ? '' : renderFields('Body', route.body.schemaName)}
<details><summary>Answers</summary><table>${statuses
    .map(
      ([status, { description, schema }]) =>
        `<tr><td>${status}</td><td>${renderCode(description)}</td><td>${schema ?? ''}</td></tr>`,
    )
    .join(
      '',
    )}</table>${route.responses[200]?.schema === undefined ? '' : renderFields('Fields of the 200', route.responses[200].schema)}</details>
</article>`
}

function renderPrice({ access }: Route): string {
  if (access === 'free') return 'free'
  if (access === 'demo') return 'free, daily quota'
  return `${'quote' in access ? 'from ' : ''}${renderUsd(priceOf(access) ?? 0)} USD`
}

function renderFields(title: string, name: SchemaName): string {
  const schema = SCHEMAS[name]
  if (!('properties' in schema)) return ''
  const required: ReadonlySet<string> = new Set('required' in schema ? schema.required : [])
  const rows = Object.entries<Readonly<Record<string, unknown>>>(schema.properties).map(
    ([field, property]) =>
      `<tr><td><code>${field}</code>${required.has(field) ? '' : ' (optional)'}</td>` +
      `<td>${escapeHtml(typeOf(property))}</td>` +
      `<td>${escapeHtml(String(property['description'] ?? ''))}</td></tr>`,
  )
  return `<h4>${title}: ${name}</h4><table>${rows.join('')}</table>`
}

function typeOf(property: Readonly<Record<string, unknown>>): string {
  const { type, enum: choices, anyOf, $ref } = property
  if (Array.isArray(choices)) return choices.join(' | ')
  if (Array.isArray(anyOf)) return anyOf.map(typeOf).join(' or ')
  if (typeof $ref === 'string') return $ref.split('/').at(-1) ?? ''
  return String(type ?? 'any')
}

function renderCode(text: string): string {
  return escapeHtml(text).replace(/`([^`]+)`/g, '<code>$1</code>')
}

export function escapeHtml(text: string): string {
  const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }
  return text.replace(/[&<>]/g, (character) => entities[character] ?? '').replace(/"/g, '&quot;')
}

/** The mark of the service: a seal with a check. */
export const ICON_SVG = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64">
<circle cx="32" cy="32" r="28" fill="#1d4f3f"/>
<circle cx="32" cy="32" r="22" fill="none" stroke="#d8b45a" stroke-width="2" stroke-dasharray="3 3"/>
<path d="M20 33l8 9 17-20" fill="none" stroke="#fff" stroke-width="6" stroke-linecap="round" stroke-linejoin="round"/>
</svg>
`

const STYLE = `
:root{color-scheme:light dark;--ink:#1c2420;--dim:#5b6a63;--line:#d9e0dc;--paper:#fbfcfb;--soft:#f0f4f2;--accent:#1d6b51}
@media (prefers-color-scheme:dark){:root{--ink:#e4ebe7;--dim:#98a8a0;--line:#2f3b36;--paper:#141a17;--soft:#1d2521;--accent:#6fcfae}}
*{box-sizing:border-box}
body{margin:0 auto;max-width:56rem;padding:2rem 1.25rem;background:var(--paper);color:var(--ink);font:16px/1.55 system-ui,sans-serif}
h1{display:flex;gap:.6rem;align-items:center;margin:0}
h1 small{color:var(--dim);font-size:1rem;font-weight:400}
h2{margin-top:2.5rem;border-bottom:1px solid var(--line);padding-bottom:.3rem}
h3{font-size:1.05rem;margin:0;display:flex;flex-wrap:wrap;gap:.6rem;align-items:center}
h4{margin:.8rem 0 .2rem;font-size:.9rem;color:var(--dim)}
article{padding:1rem 0;border-bottom:1px solid var(--line)}
article p{margin:.4rem 0}
code,pre{font-family:ui-monospace,monospace;font-size:.9em}
pre{background:var(--soft);padding:1rem;overflow-x:auto;border-radius:.4rem}
.method{background:var(--accent);color:var(--paper);border-radius:.3rem;padding:.05rem .45rem;font-size:.8rem}
.price{color:var(--dim);font-size:.85rem;font-weight:400}
table{border-collapse:collapse;width:100%;font-size:.9rem}
td{padding:.3rem .8rem .3rem 0;vertical-align:top;border-top:1px solid var(--line)}
a{color:var(--accent)}
summary{cursor:pointer;color:var(--dim)}
`

// The routes of this service for people to read, made from the same list that requests are routed by.

import { renderUsd } from '../../domain/money.ts'
import { priceOf, type Route } from '../request/route.ts'
import { SERVICE_NAME, SERVICE_SUMMARY, type ServiceFacts } from '../request/serviceFacts.ts'
import { SCHEMAS, type SchemaName } from '../schemas/schemas.ts'
import type { DocsHeading, DocsPage } from './docsFiles.ts'
import { escapeHtml } from './html.ts'
import { responsesOf } from './openapi.ts'

/** As the list of pages has it, which is drawn without its headings. */
export const API_PAGE: DocsPage = {
  path: 'reference/api',
  title: 'Every route',
  summary: `Every route of ${SERVICE_NAME}: what it takes, what it answers, what it costs.`,
  headings: [],
}

type ApiPage = Readonly<{ page: DocsPage; html: string }>

export function renderApiPage(facts: ServiceFacts, routes: readonly Route[]): ApiPage {
  const tags = [...new Set(routes.map(({ tag }) => tag))]
  const ofTag = (tag: string) => routes.filter((route) => route.tag === tag)
  const headings = tags.flatMap((tag): DocsHeading[] => [
    { depth: 2, id: anchorOf(tag), text: tag },
    ...ofTag(tag).map(
      ({ method, path, operationId }): DocsHeading => ({
        depth: 3,
        id: operationId,
        text: `${method} ${path}`,
      }),
    ),
  ])
  const html = `<h1>${API_PAGE.title}</h1>
<p>${escapeHtml(SERVICE_SUMMARY)}</p>
<pre tabindex="0">curl -s ${escapeHtml(facts.baseUrl())}/demo/v1/package/exists \\
  -H 'content-type: application/json' \\
  -d '{"ecosystem":"npm","name":"express"}'</pre>
<p>The same for programs: <a href="/openapi.json">OpenAPI 3.1</a> and <a href="/llms.txt">llms.txt</a>.</p>
${tags.map((tag) => renderTag(tag, ofTag(tag))).join('\n')}
`
  return { page: { ...API_PAGE, headings }, html }
}

function anchorOf(tag: string): string {
  return `tag-${tag.toLowerCase().replace(/\W+/g, '-')}`
}

function renderTag(tag: string, routes: readonly Route[]): string {
  return `<h2 id="${anchorOf(tag)}">${escapeHtml(tag)}</h2>\n${routes.map(renderRoute).join('')}`
}

function renderRoute(route: Route): string {
  const { schema } = route.responses[200] ?? {}
  const answers = Object.entries(responsesOf(route)).map(([status, doc]) => [
    status,
    renderCode(doc.description),
    doc.schema ?? '',
  ])
  return `<h3 class="route" id="${route.operationId}"><span class="method">${route.method}</span> <code>${escapeHtml(route.path)}</code> <span class="price">${renderPrice(route)}</span></h3>
<p>${escapeHtml(route.summary)}</p>
${route.description === undefined ? '' : `<p>${renderCode(route.description)}</p>`}
${route.body === null ? '' : renderFields('Body', route.body.schemaName)}
<details><summary>Answers</summary>
${renderTable(`Answers of ${route.path}`, ['Status', 'When', 'Schema'], answers)}
${schema === undefined ? '' : renderFields('Fields of the 200', schema)}
</details>
`
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
    ([field, property]) => [
      `<code>${escapeHtml(field)}</code>${required.has(field) ? '' : ' (optional)'}`,
      escapeHtml(typeOf(property)),
      escapeHtml(String(property['description'] ?? '')),
    ],
  )
  const table = renderTable(`${title}: ${name}`, ['Field', 'Type', 'Meaning'], rows)
  return `<p class="dim">${title}: ${name}</p>\n${table}`
}

function renderTable(
  label: string,
  head: readonly string[],
  rows: readonly (readonly string[])[],
): string {
  const cells = (row: readonly string[]) => row.map((cell) => `<td>${cell}</td>`).join('')
  return `<div class="scroll" tabindex="0" role="group" aria-label="${escapeHtml(label)}"><table>
<thead><tr>${head.map((cell) => `<th scope="col">${cell}</th>`).join('')}</tr></thead>
<tbody>${rows.map((row) => `<tr>${cells(row)}</tr>`).join('\n')}</tbody>
</table></div>`
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

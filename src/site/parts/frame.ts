// What stands around every page: where one is, the one box to search in, what the page is called.

import { html, type Markup, NOTHING } from '../markup/html.ts'

export type Page = Readonly<{
  status: number
  title: string
  description: string
  /** Its own address, whatever address led to it; null where it has none that lasts. */
  address: string | null
  /** Whether search engines may list it. */
  isListed: boolean
  body: Markup
  /** After so many seconds a browser asks again: it is not done yet. */
  refreshS?: number
  /** How long it stays good. */
  maxAgeS?: number
  retryAfterS?: number
  /** What stands in the box. */
  query?: string
  /** Where its feed is. */
  feed?: string
  /** The script that it has beside that of every page. */
  script?: 'check'
}>

/** What all pages of a service have in common. */
export type Frame = Readonly<{
  service: string
  version: string
  baseUrl: string
  /** Null where the build has not made them: pages can be read without. */
  style: string | null
  script: string | null
  /** Of the page that code is checked on. */
  checkScript: string | null
}>

export function framed(frame: Frame, page: Page): string {
  const { service, baseUrl, style, script } = frame
  const canonical = page.address === null ? null : `${baseUrl}${page.address}`
  const robots = page.isListed ? null : html`<meta name="robots" content="noindex">`
  const text = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${page.title} · ${service}</title>
<meta name="description" content="${page.description}">
${robots}${
  canonical !== null &&
  html`<link rel="canonical" href="${canonical}">
${preview(frame, page, canonical)}`
}
<link rel="icon" href="/icon.svg" type="image/svg+xml">
<link rel="icon" href="/favicon.ico" sizes="32x32">
<link rel="apple-touch-icon" href="/icon.png">
<link rel="search" type="application/opensearchdescription+xml" href="/opensearch.xml" title="${service}">
${page.feed !== undefined && html`<link rel="alternate" type="application/atom+xml" href="${page.feed}" title="Releases">`}
${style !== null && html`<link rel="stylesheet" href="${style}">`}
${script !== null && html`<script type="module" src="${script}"></script>`}
${page.script === 'check' && frame.checkScript !== null && html`<script type="module" src="${frame.checkScript}"></script>`}
</head>
<body class="site">
<a class="skip" href="#main">Skip to the page</a>
<header>
<p class="brand"><a href="/"><img src="/icon.svg" alt="" width="28" height="28"> ${service}</a></p>
${searchBox(page.query ?? '')}
<nav aria-label="Service"><ul>
<li><a href="/check">Check code</a></li>
<li><a href="/docs">Docs</a></li>
</ul></nav>
</header>
<main id="main" tabindex="-1">
${page.body}
</main>
<footer><p>${service} ${frame.version} reads the published files and runs nothing of them. What it could not read it says. It sets no cookies, follows nobody, and loads nothing from elsewhere. <a href="/figures">Figures</a> · <a href="/policy">Policy</a></p></footer>
</body>
</html>
`
  return text.text
}

/** `id` is that of the input. */
export function searchBox(query: string): Markup {
  return html`<form class="search" role="search" aria-label="Search everything" action="/search" method="get">
<label class="unseen" for="q">Search packages, imports and symbols</label>
<input id="q" name="q" type="search" value="${query}" placeholder="Package or symbol" autocomplete="off" autocapitalize="none" spellcheck="false" maxlength="512">
<button type="submit">Search</button>
</form>`
}

/** What chats and feeds show of a link. */
function preview(
  { service, baseUrl }: Frame,
  { title, description, isListed }: Page,
  url: string,
): Markup {
  if (!isListed) return NOTHING
  return html`<meta property="og:type" content="website">
<meta property="og:site_name" content="${service}">
<meta property="og:title" content="${title}">
<meta property="og:description" content="${description}">
<meta property="og:url" content="${url}">
<meta property="og:image" content="${baseUrl}/preview.png">`
}

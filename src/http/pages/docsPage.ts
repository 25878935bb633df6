// A page of the documentation around its text: where one is, what else there is, what is on the page.
// Windows differ in width: what stands beside the text in a wide one is folded above it in a narrow
// one, and none of that needs a script.

import { SERVICE_NAME } from '../request/serviceFacts.ts'
import { type DocsFolder, type DocsPage, docsPath } from './docsFiles.ts'
import { escapeHtml } from './html.ts'
import { addressOf, type PageFiles } from './pageFiles.ts'

/** Fewer headings than these can be seen without a list of them. */
const HEADINGS_LISTED_MIN = 4

type DocsFrame = Readonly<{
  version: string
  folders: readonly DocsFolder[]
  files: PageFiles
}>

/** `html`: the text of the page. */
export function renderDocsPage(frame: DocsFrame, page: DocsPage, html: string): string {
  const headings = renderHeadings(page)
  const pages = renderPages(frame.folders, page)
  const { style } = frame.files
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(page.title)} · ${SERVICE_NAME}</title>
${page.summary === '' ? '' : `<meta name="description" content="${escapeHtml(page.summary)}">`}
<link rel="icon" href="/icon.svg" type="image/svg+xml">
<link rel="icon" href="/favicon.ico" sizes="32x32">
<link rel="apple-touch-icon" href="/icon.png">
${style === null ? '' : `<link rel="stylesheet" href="${addressOf(style)}">`}
</head>
<body class="docs">
<a class="skip" href="#main">Skip to the text</a>
<header>
<p class="brand"><a href="/"><img src="/icon.svg" alt="" width="32" height="32"> ${SERVICE_NAME}</a> <small>${escapeHtml(frame.version)}</small></p>
<nav aria-label="Service"><ul>
<li><a href="/docs">Documentation</a></li>
<li><a href="/docs/reference/api">Every route</a></li>
<li><a href="/openapi.json">OpenAPI</a></li>
<li><a href="/llms.txt">llms.txt</a></li>
<li><a href="/policy">Policy</a></li>
</ul></nav>
</header>
<div class="folded">
<details><summary>All pages</summary><nav aria-label="All pages">${pages}</nav></details>
${headings === '' ? '' : `<details><summary>On this page</summary><nav aria-label="On this page">${headings}</nav></details>`}
</div>
<div class="columns">
<nav class="beside" aria-label="All pages">${pages}</nav>
<main id="main" tabindex="-1">
${html}
${renderNeighbours(frame.folders, page)}
</main>
${headings === '' ? '' : `<nav class="beside contents" aria-label="On this page"><p class="dim">On this page</p>${headings}</nav>`}
</div>
<footer><p>${SERVICE_NAME} sets no cookies, follows nobody, and loads nothing from elsewhere.</p></footer>
</body>
</html>
`
}

function renderPages(folders: readonly DocsFolder[], here: DocsPage): string {
  return folders
    .map(({ folder, title, pages }) => {
      const home = pages.find(({ path }) => path === folder)
      const others = pages.filter((page) => page !== home)
      const head =
        home === undefined
          ? `<p>${escapeHtml(title)}</p>`
          : `<p>${renderLink(home, here, title)}</p>`
      return `${head}\n<ul>${others.map((page) => `<li>${renderLink(page, here)}</li>`).join('\n')}</ul>`
    })
    .join('\n')
}

function renderLink(page: DocsPage, here: DocsPage, title = page.title): string {
  const current = page.path === here.path ? ' aria-current="page"' : ''
  return `<a href="${escapeHtml(docsPath(page))}"${current}>${escapeHtml(title)}</a>`
}

/** Empty for a page that can be seen at a glance. */
function renderHeadings({ headings }: DocsPage): string {
  if (headings.length < HEADINGS_LISTED_MIN) return ''
  const rows = headings.map(({ depth, id, text }) => {
    const address = `#${escapeHtml(encodeURI(id))}`
    return `<li class="depth-${depth}"><a href="${address}">${escapeHtml(text)}</a></li>`
  })
  return `<ul>${rows.join('\n')}</ul>`
}

/** The pages before and after, in the order of the list. */
function renderNeighbours(folders: readonly DocsFolder[], here: DocsPage): string {
  const all = folders.flatMap(({ pages }) => pages)
  const at = all.findIndex(({ path }) => path === here.path)
  if (at < 0) return ''
  const link = (page: DocsPage | undefined, words: string, rel: string) =>
    page === undefined
      ? ''
      : `<a rel="${rel}" href="${escapeHtml(docsPath(page))}">${words}: ${escapeHtml(page.title)}</a>`
  return `<nav class="neighbours" aria-label="Pages before and after">${link(all[at - 1], 'Before', 'prev')}${link(all[at + 1], 'Next', 'next')}</nav>`
}

// The project's pages, and the page of all routes among them.

import { keptIn } from '../../domain/maps.ts'
import { sha256 } from '../../domain/texts/sha256.ts'
import { API_PAGE, renderApiPage } from '../pages/apiPage.ts'
import { type DocsFiles, type DocsFolder, type DocsPage, docsPath } from '../pages/docsFiles.ts'
import { renderDocsPage } from '../pages/docsPage.ts'
import { findDocs } from '../pages/docsSearch.ts'
import { escapeHtml, READING_HEADERS } from '../pages/html.ts'
import type { PageFiles } from '../pages/pageFiles.ts'
import {
  getRoute,
  type HttpReply,
  pathParameter,
  type RequestContext,
  type Route,
} from '../request/route.ts'
import type { ServiceFacts } from '../request/serviceFacts.ts'

const TAG = 'Discovery'
const CONTENT_TYPE = 'text/html; charset=utf-8'
/** A page changes with the release; a browser asks again after so many seconds, and mostly gets a 304. */
const MAX_AGE_S = 300
const CACHED = { 'cache-control': `public, max-age=${MAX_AGE_S}` }

type DocsParts = Readonly<{
  facts: ServiceFacts
  docs: DocsFiles
  files: PageFiles
  /** All of them, read when the page of all routes is asked for. */
  routes: () => readonly Route[]
}>

export function docsRoutes({ facts, docs, files, routes }: DocsParts): Route[] {
  const folders = withApiPage(docs.folders)
  const frame = { version: facts.version, folders, files }
  const pages = folders.flatMap((folder) => folder.pages)
  const home = pages.find(({ path }) => path === '')
  const drawn = new Map<string, string>()

  function textOf(page: DocsPage): string {
    if (page === API_PAGE) {
      const api = renderApiPage(facts, routes())
      return renderDocsPage(frame, api.page, api.html)
    }
    return keptIn(drawn, page.path, () => renderDocsPage(frame, page, docs.textOf(page)))
  }

  function reply(written: string, context: RequestContext): HttpReply {
    const hit = findDocs(pages, written)
    if ('page' in hit) return pageReply(textOf(hit.page), context)
    if ('moved' in hit) return redirect(docsPath(hit.moved))
    const text = renderDocsPage(frame, MISSING, renderMissing(hit.near))
    return { status: 404, contentType: CONTENT_TYPE, body: text, headers: READING_HEADERS }
  }

  const answers = { 200: { description: 'A page.', contentType: 'text/html' } }
  return [
    getRoute({
      path: '/docs',
      operationId: 'docs',
      tag: TAG,
      summary: 'The documentation, for people to read',
      responses: answers,
      handle: (context) => (home === undefined ? redirect(docsPath(API_PAGE)) : reply('', context)),
    }),
    getRoute({
      path: '/docs/{page}',
      operationId: 'docs_page',
      tag: TAG,
      summary: 'A page of the documentation',
      description:
        'The `docs` of an error and of a finding leads here: `/docs/reference/errors`, ' +
        '`/docs/reference/findings`. `/docs/reference/api` has every route of this service.',
      parameters: [pathParameter('page', { type: 'string' }, 'The page, with its folder.')],
      responses: {
        ...answers,
        301: { description: 'The page is at another address.', contentType: 'text/html' },
        404: { description: 'There is no such page; the nearest ones.', contentType: 'text/html' },
      },
      handle: (context) => reply(context.param('page'), context),
    }),
    getRoute({
      path: '/docs/',
      operationId: 'docs_folder',
      tag: TAG,
      summary: 'Leads to the documentation',
      responses: { 301: { description: 'It is at `/docs`.', contentType: 'text/html' } },
      handle: () => redirect('/docs'),
    }),
  ]
}

const MISSING: DocsPage = { path: '?', title: 'There is no such page', summary: '', headings: [] }

function renderMissing(near: readonly DocsPage[]): string {
  const rows = near.map(
    (page) => `<li><a href="${escapeHtml(docsPath(page))}">${escapeHtml(page.title)}</a></li>`,
  )
  const nearest =
    rows.length === 0 ? '' : `<p>These are called nearly so:</p>\n<ul>${rows.join('\n')}</ul>\n`
  return `<h1>${MISSING.title}</h1>
${nearest}<p><a href="/docs">The first page of the documentation</a> leads to all others.</p>`
}

/** The page of all routes stands first in the reference, behind the reference's own page. */
function withApiPage(folders: readonly DocsFolder[]): readonly DocsFolder[] {
  const folder = 'reference'
  if (!folders.some((one) => one.folder === folder)) {
    return [...folders, { folder, title: 'Reference', pages: [API_PAGE] }]
  }
  return folders.map((one) => {
    if (one.folder !== folder) return one
    const [home, ...others] = one.pages
    return { ...one, pages: home === undefined ? [API_PAGE] : [home, API_PAGE, ...others] }
  })
}

function pageReply(text: string, context: RequestContext): HttpReply {
  // Weak, because the same page is sent compressed and as it is.
  const etag = `W/"${sha256(text).slice(0, 32)}"`
  const headers = { etag, ...CACHED, ...READING_HEADERS }
  if (isKnown(context.header('if-none-match'), etag)) {
    return { status: 304, contentType: CONTENT_TYPE, body: '', headers }
  }
  return { status: 200, contentType: CONTENT_TYPE, body: text, headers }
}

function isKnown(ifNoneMatch: string | undefined, etag: string): boolean {
  const strong = (tag: string) => tag.trim().replace(/^W\//, '')
  const given = (ifNoneMatch ?? '').split(',').map(strong)
  return given.includes('*') || given.includes(strong(etag))
}

function redirect(location: string): HttpReply {
  const body = `<!doctype html><title>Moved</title><a href="${escapeHtml(location)}">${escapeHtml(location)}</a>\n`
  const headers = { location, ...CACHED, ...READING_HEADERS }
  return { status: 301, contentType: CONTENT_TYPE, body, headers }
}

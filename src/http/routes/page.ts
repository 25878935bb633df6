// The web page, its script and its style.

import { HOME_PAGE_HEADERS, renderHomePage } from '../pages/homePage.ts'
import {
  CHECK_SCRIPT_PATH,
  type PageFile,
  type PageFiles,
  SCRIPT_PATH,
  SITE_SCRIPT_PATH,
  STYLE_PATH,
} from '../pages/pageFiles.ts'
import type { Problems } from '../request/problem.ts'
import { getRoute, type HttpReply, queryParameter, type Route } from '../request/route.ts'
import type { ServiceFacts } from '../request/serviceFacts.ts'

const TAG = 'Discovery'
const NO_SNIFFING = { 'x-content-type-options': 'nosniff' }

/** `routes`: all of them, read when the page is asked for. */
export function pageRoutes(
  facts: ServiceFacts,
  files: PageFiles,
  problems: Problems,
  routes: () => readonly Route[],
): Route[] {
  return [
    getRoute({
      path: '/',
      operationId: 'home',
      tag: TAG,
      summary: 'The web page: ask, compare, check, verify',
      responses: { 200: { description: 'A page.', contentType: 'text/html' } },
      handle: async () => ({
        status: 200,
        contentType: 'text/html; charset=utf-8',
        body: await renderHomePage(facts, routes(), files),
        headers: { 'cache-control': 'public, max-age=60', ...NO_SNIFFING, ...HOME_PAGE_HEADERS },
      }),
    }),
    fileRoute(SCRIPT_PATH, 'page_script', 'Script of the web page', files.script, problems),
    fileRoute(STYLE_PATH, 'page_style', 'Style of the web page', files.style, problems),
    fileRoute(
      SITE_SCRIPT_PATH,
      'site_script',
      'Script of the pages about packages',
      files.siteScript,
      problems,
    ),
    fileRoute(
      CHECK_SCRIPT_PATH,
      'check_script',
      'The editor of the page that code is checked on',
      files.checkScript,
      problems,
    ),
  ]
}

function fileRoute(
  path: string,
  operationId: string,
  summary: string,
  file: PageFile | null,
  problems: Problems,
): Route {
  const contentType = path === STYLE_PATH ? 'text/css' : 'text/javascript'
  return getRoute({
    path,
    operationId,
    tag: TAG,
    summary,
    // A page without its style is no page; the file is at hand.
    isAlwaysAnswered: true,
    parameters: [
      queryParameter(
        'v',
        { type: 'string' },
        'Digest of the file, as the page names it; then it may be kept for ever.',
      ),
    ],
    responses: { 200: { description: 'A file.', contentType } },
    handle: (context) =>
      file === null
        ? problems.reply('not_found', 'The page was not built')
        : fileReply(file, context.query('v')),
  })
}

function fileReply(file: PageFile, version: string | undefined): HttpReply {
  // While nodes of two versions serve, one must not give its file away as the other's for ever.
  const cacheControl = version === file.version ? 'public, max-age=31536000, immutable' : 'no-cache'
  const headers = { 'cache-control': cacheControl, ...NO_SNIFFING }
  return { status: 200, contentType: file.contentType, body: file.text, headers }
}

// What search engines and the search boxes of browsers ask a site for.

import type { PackageStore } from '../../ports/store.ts'
import { packageAddress } from '../../site/markup/addresses.ts'
import { escaped } from '../../site/markup/html.ts'
import { getRoute, type HttpReply, type Route } from '../request/route.ts'
import { cachedFor, SERVICE_NAME, type ServiceFacts } from '../request/serviceFacts.ts'

const TAG = 'Pages'
const LISTED_MAX = 10_000
const PAGE_SIZE = 1_000
const KEPT_MS = 60 * 60_000

export function siteFiles(parts: {
  facts: Pick<ServiceFacts, 'baseUrl'>
  packages: Pick<PackageStore, 'heads'>
  now: () => Date
}): Route[] {
  const { facts, packages } = parts

  async function sitemap(): Promise<string> {
    const addresses: string[] = []
    let after: Parameters<PackageStore['heads']>[0]['after'] = null
    while (addresses.length < LISTED_MAX) {
      const rows = await packages.heads({ after, limit: PAGE_SIZE })
      const last = rows.at(-1)
      for (const { release } of rows) addresses.push(packageAddress(release))
      if (last === undefined || rows.length < PAGE_SIZE) break
      after = { ecosystem: last.release.ecosystem, name: last.release.name }
    }
    const rows = addresses.map((one) => `<url><loc>${escaped(facts.baseUrl() + one)}</loc></url>`)
    return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${rows.join('\n')}
</urlset>
`
  }

  const listed = cachedFor(KEPT_MS, sitemap, parts.now)
  return [
    getRoute({
      path: '/sitemap.xml',
      operationId: 'sitemap_xml',
      tag: TAG,
      summary: 'The packages of the index that have a page',
      responses: { 200: { description: 'A sitemap.', contentType: 'application/xml' } },
      handle: async () => file('application/xml; charset=utf-8', await listed()),
    }),
    getRoute({
      path: '/opensearch.xml',
      operationId: 'opensearch_xml',
      tag: TAG,
      summary: 'How a browser searches here',
      responses: {
        200: {
          description: 'A description.',
          contentType: 'application/opensearchdescription+xml',
        },
      },
      handle: () =>
        file('application/opensearchdescription+xml', searchDescription(facts.baseUrl())),
    }),
  ]
}

function searchDescription(baseUrl: string): string {
  const base = escaped(baseUrl)
  return `<?xml version="1.0" encoding="UTF-8"?>
<OpenSearchDescription xmlns="http://a9.com/-/spec/opensearch/1.1/">
<ShortName>${SERVICE_NAME}</ShortName>
<Description>Packages, imports and symbols of PyPI and npm</Description>
<InputEncoding>UTF-8</InputEncoding>
<Image width="32" height="32" type="image/x-icon">${base}/favicon.ico</Image>
<Url type="text/html" template="${base}/search?q={searchTerms}"/>
</OpenSearchDescription>
`
}

function file(contentType: string, body: string): HttpReply {
  const headers = { 'cache-control': 'public, max-age=3600', 'x-content-type-options': 'nosniff' }
  return { status: 200, contentType, body, headers }
}

// The files that browsers, search engines and chats ask every site for.

import { readFileSync } from 'node:fs'
import { getRoute, type HttpReply, type Route } from '../request/route.ts'
import type { ServiceFacts } from '../request/serviceFacts.ts'

const TAG = 'Discovery'
const PICTURES = new URL('../../../assets/page/', import.meta.url)
const DAY_MS = 86_400_000
/** RFC 9116 wants the file to be looked after: it is good for half a year from the day it is read. */
const CONTACT_DAYS = 180

const PICTURE_FILES = [
  ['/favicon.ico', 'favicon', 'The mark of the service for browsers that want a fixed place'],
  ['/icon.png', 'icon_png', 'The mark of the service for telephones'],
  ['/preview.png', 'preview', 'The picture that chats show beside a link'],
] as const

export function siteRoutes(facts: ServiceFacts, now: () => Date): Route[] {
  return [
    ...PICTURE_FILES.map(([path, operationId, summary]) =>
      pictureRoute(path, operationId, summary),
    ),
    getRoute({
      path: '/robots.txt',
      operationId: 'robots_txt',
      tag: TAG,
      summary: 'What search engines may read',
      responses: { 200: { description: 'The rules.', contentType: 'text/plain' } },
      handle: () => textFile(robots(facts)),
    }),
    ...(facts.securityContact === null ? [] : [securityRoute(facts, facts.securityContact, now)]),
  ]
}

function pictureRoute(path: string, operationId: string, summary: string): Route {
  const contentType = path.endsWith('.ico') ? 'image/x-icon' : 'image/png'
  let bytes: Buffer | null = null
  return getRoute({
    path,
    operationId,
    tag: TAG,
    summary,
    responses: { 200: { description: 'A picture.', contentType } },
    handle: () => {
      bytes ??= readFileSync(new URL(path.slice(1), PICTURES))
      return { status: 200, contentType, body: bytes, headers: headers(86_400) }
    },
  })
}

/** What can be read is for everybody; what is asked, or made for whoever asks, costs somebody a question. */
function robots({ baseUrl, pagesPerMinute }: ServiceFacts): string {
  const pages =
    pagesPerMinute === null
      ? ''
      : `Disallow: /search
Disallow: /*...
Disallow: /*/-/
Disallow: /*?format=
Disallow: /*?part=
Disallow: /*?only=
Disallow: /*?q=
Sitemap: ${baseUrl()}/sitemap.xml
`
  return `User-agent: *
Allow: /
Disallow: /demo/
Disallow: /v1/
${pages}`
}

function securityRoute({ baseUrl }: ServiceFacts, contact: string, now: () => Date): Route {
  return getRoute({
    path: '/.well-known/security.txt',
    operationId: 'security_txt',
    tag: TAG,
    summary: 'Whom to tell about a weakness (RFC 9116)',
    responses: { 200: { description: 'The contact.', contentType: 'text/plain' } },
    handle() {
      const today = Math.floor(now().getTime() / DAY_MS) * DAY_MS
      const expires = new Date(today + CONTACT_DAYS * DAY_MS).toISOString()
      return textFile(`Contact: ${contact}
Expires: ${expires}
Preferred-Languages: en
Canonical: ${baseUrl()}/.well-known/security.txt
`)
    },
  })
}

function textFile(text: string): HttpReply {
  const contentType = 'text/plain; charset=utf-8'
  return { status: 200, contentType, body: text, headers: headers(3_600) }
}

function headers(maxAgeS: number): Readonly<Record<string, string>> {
  return { 'cache-control': `public, max-age=${maxAgeS}`, 'x-content-type-options': 'nosniff' }
}

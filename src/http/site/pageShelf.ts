// Pages as they go over the wire. One that was made is kept for a short while, with what it is compressed
// to, so that whoever opens it next costs no more than a look into a map.

import { LRUCache } from 'lru-cache'
import { sha256 } from '../../domain/texts/sha256.ts'
import { PAGE_CACHE_BYTES, PAGE_KEPT_MS } from '../../limits.ts'
import { type Frame, framed, type Page } from '../../site/parts/frame.ts'
import type { HttpReply, RequestContext } from '../request/route.ts'

const HTML = 'text/html; charset=utf-8'
const MAX_AGE_S = 60

/** Nothing from elsewhere, nothing inline, no frame; forms and requests lead here. */
export const PAGE_HEADERS = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; " +
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; " +
    "trusted-types 'none'",
  // To others nothing is told; our own forms say where they come from, which is asked for below.
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  vary: 'accept',
}

type Kept = Readonly<{ reply: HttpReply; untilMs: number }>

export type PageShelf = ReturnType<typeof pageShelf>

export function pageShelf(parts: { frame: () => Frame; now: () => Date }) {
  const kept = new LRUCache<string, Kept>({
    maxSize: PAGE_CACHE_BYTES,
    // Once as it is, and once or twice compressed.
    sizeCalculation: ({ reply }) => 2 * reply.body.length + 1_000,
  })

  function put(id: string, reply: HttpReply): void {
    kept.set(id, { reply, untilMs: parts.now().getTime() + PAGE_KEPT_MS })
  }

  return {
    /** A reply that was made a short while ago. */
    find(id: string, context: RequestContext): HttpReply | null {
      const found = kept.get(id)
      if (found === undefined || parts.now().getTime() >= found.untilMs) return null
      return unlessKnown(found.reply, context)
    },

    /** What is on its way, failed or is refused is made anew each time. */
    reply(id: string | null, page: Page, context: RequestContext): HttpReply {
      const reply = replyOf(page, parts.frame())
      const isLasting = page.status === 200 || page.status === 404
      if (id !== null && isLasting) put(id, reply)
      return isLasting ? unlessKnown(reply, context) : reply
    },

    /** The same of a reply that is no page. */
    keep(id: string, reply: HttpReply, context: RequestContext): HttpReply {
      put(id, reply)
      return unlessKnown(reply, context)
    },
  }
}

function replyOf(page: Page, frame: Frame): HttpReply {
  const text = framed(frame, page)
  const { status, refreshS, retryAfterS, maxAgeS = MAX_AGE_S } = page
  const isLasting = status === 200 || status === 404
  return {
    status,
    contentType: HTML,
    // Bytes, which go over the wire as they are each time.
    body: Buffer.from(text),
    compressed: new Map(),
    headers: {
      ...PAGE_HEADERS,
      ...(isLasting
        ? { 'cache-control': `public, max-age=${maxAgeS}`, etag: tagOf(text) }
        : { 'cache-control': 'no-store' }),
      ...(refreshS === undefined ? {} : { refresh: String(refreshS) }),
      ...(retryAfterS === undefined ? {} : { 'retry-after': String(retryAfterS) }),
    },
  }
}

/** Weak, because the same page is sent compressed and as it is. */
export function tagOf(text: string): string {
  return `W/"${sha256(text).slice(0, 32)}"`
}

function unlessKnown(reply: HttpReply, context: RequestContext): HttpReply {
  const etag = reply.headers?.['etag']
  if (etag === undefined || reply.status !== 200) return reply
  if (!isKnown(context.header('if-none-match'), etag)) return reply
  return { ...reply, status: 304, body: '' }
}

function isKnown(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false
  const strong = (one: string) => one.trim().replace(/^W\//, '')
  const given = ifNoneMatch.split(',').map(strong)
  return given.includes('*') || given.includes(strong(etag))
}

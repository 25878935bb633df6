// What leads elsewhere, with all that was asked.

import type { HttpReply, RequestContext } from '../request/route.ts'
import { PAGE_HEADERS } from './pageShelf.ts'

/** As it was written, with its mark: what leads elsewhere takes it along. */
export function queryOf(context: RequestContext): string {
  const line = context.requestLine()
  const start = line.indexOf('?')
  return start === -1 ? '' : line.slice(start)
}

/** `isForNow`: it may lead elsewhere tomorrow. */
export function redirectReply(location: string, isForNow = false): HttpReply {
  const headers = {
    ...PAGE_HEADERS,
    location,
    'cache-control': `public, max-age=${isForNow ? 60 : 3_600}`,
  }
  return {
    status: isForNow ? 302 : 301,
    contentType: 'text/plain; charset=utf-8',
    body: location,
    headers,
  }
}

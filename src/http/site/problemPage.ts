// Refusals before any route was asked, as a browser shows them: a page, and no JSON.

import { nowhere } from '../../site/pages/missPage.ts'
import { failurePage } from '../../site/pages/statePages.ts'
import { takesHtml } from '../request/accept.ts'
import type { HttpReply, RequestContext } from '../request/route.ts'
import type { PageShelf } from './pageShelf.ts'

export type ForPeople = (reply: HttpReply, context: RequestContext) => HttpReply

/** What `reply` says, on a page for whoever names HTML; `reply` itself for everybody else. */
export function problemPage(shelf: PageShelf): ForPeople {
  return (reply, context) => {
    if (!takesHtml(context.header('accept') ?? '')) return reply
    // The service's own words.
    const told = JSON.parse(String(reply.body)) as Readonly<
      Record<'detail' | 'code' | 'docs', string>
    >
    if (reply.status === 404) return shelf.reply(null, nowhere(`${told.detail}.`, ''), context)
    const retryAfterS = Number(reply.headers?.['retry-after'] ?? 0)
    const { detail, code, docs } = told
    const failure = { status: reply.status, code, detail, docs, retryAfterS: retryAfterS || null }
    return shelf.reply(null, failurePage('The page', failure), context)
  }
}

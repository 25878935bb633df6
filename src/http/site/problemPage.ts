// Refusals before any route was asked, as a browser shows them: a page, and no JSON.

import { nowhere } from '../../site/pages/missPage.ts'
import { failurePage, refusedPage } from '../../site/pages/statePages.ts'
import type { Page } from '../../site/parts/frame.ts'
import { takesHtml } from '../request/accept.ts'
import type { HttpReply, RequestContext } from '../request/route.ts'
import type { PageShelf } from './pageShelf.ts'

export type ForPeople = (reply: HttpReply, context: RequestContext) => HttpReply

/** What `reply` says, on a page for whoever names HTML; `reply` itself for everybody else. */
export function problemPage(shelf: PageShelf): ForPeople {
  return (reply, context) => {
    if (!takesHtml(context.header('accept') ?? '')) return reply
    // The service's own words.
    const told = JSON.parse(String(reply.body)) as Told
    const page = pageOf(reply, told)
    const shown = shelf.reply(null, page, context)
    return { ...shown, headers: { ...reply.headers, ...shown.headers } }
  }
}

type Told = Readonly<{
  detail: string | readonly Readonly<{ msg: string }>[]
  code?: string
  docs?: string
}>

function pageOf({ status, headers }: HttpReply, told: Told): Page {
  const { code = '', docs = '' } = told
  const detail =
    typeof told.detail === 'string' ? told.detail : told.detail.map(({ msg }) => msg).join('. ')
  if (status === 404) return nowhere(`${detail}.`, '')
  const about = docs === '' ? undefined : { code, docs }
  if (status < 500) return refusedPage(status, `${detail}.`, about)
  const retryAfterS = Number(headers?.['retry-after'] ?? 0) || null
  return failurePage('The page', { status, code, detail, docs, retryAfterS })
}

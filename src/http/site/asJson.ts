// Who asks an address of a page for JSON: its answer, or why there is none, and never a page.

import { wantsJsonOver } from '../request/accept.ts'
import type { Problems } from '../request/problem.ts'
import type { HttpReply, RequestContext } from '../request/route.ts'

/** The address has a page, too, which nobody between here and a reader may mistake for it. */
export const JSON_HEADERS = { 'cache-control': 'no-store', vary: 'accept' }

/** A browser wants HTML; whoever would rather have JSON, or asks for it in the address, wants the answer. */
export function wantsJson(context: RequestContext): boolean {
  if (context.query('format') === 'json') return true
  return wantsJsonOver(context.header('accept') ?? '')
}

/** `instead`: where what the page shows can be had as JSON. */
export function noJson(problems: Problems, instead: string): HttpReply {
  return problems.reply(
    'not_acceptable',
    `This page has no answer as JSON: ${instead}`,
    JSON_HEADERS,
  )
}

// Why there is no answer, and what to do about it, in words that nobody can take for "absent".

import { isMembers, jsonIn } from '../domain/texts/jsonValue.ts'
import { ERRORS, OPEN_CODES } from '../errors.ts'
import type { RouteReply } from '../ports/askRoute.ts'
import { oneLine } from './quoted.ts'

type Problem = Readonly<{ code?: unknown; detail?: unknown; error?: unknown; reset_at?: unknown }>

export function renderRefusal({ status, text, retryAfterS }: RouteReply): string {
  const read = jsonIn(text)
  const problem: Problem = isMembers(read) ? read : {}
  const { code, message } = wordsOf(problem)
  const because = `${message}${code === null ? '' : ` (${code})`}`
  if (status === 429) {
    const until = typeof problem.reset_at === 'string' ? ` until ${problem.reset_at}` : ''
    const key = 'with a prepaid key (header X-API-Key) calls are charged instead'
    return code === 'quota_spent'
      ? `QUOTA SPENT: ${because}${until}; ${key}. This says nothing about the question.`
      : `TOO MANY CALLS: ${because}; ${again(retryAfterS)}.`
  }
  if (status === 401 || status === 402) return `NOT PAID: ${because}.`
  if (status >= 500 || OPEN_CODES.has(code ?? '')) {
    const when = retryAfterS === null ? '' : ` ${again(retryAfterS)}.`
    return `UNDETERMINED: ${because}. This does not mean that it does not exist.${when}`
  }
  return `BAD INPUT: ${because}.`
}

function again(retryAfterS: number | null): string {
  return retryAfterS === null ? 'try again later' : `try again in ${retryAfterS} s`
}

/** A problem has `code` and `detail`; a 422 has a list of issues; a challenge has `error`. */
function wordsOf(problem: Problem): Readonly<{ code: string | null; message: string }> {
  const { code, detail, error } = problem
  const named = typeof code === 'string' ? code : null
  if (Array.isArray(detail)) {
    const issues: readonly unknown[] = detail
    const rendered = issues.slice(0, 5).map(issueText)
    return { code: codeOf(issues[0]), message: rendered.join('; ') }
  }
  const words = typeof detail === 'string' ? detail : error
  return {
    code: named,
    message: typeof words === 'string' ? oneLine(words) : 'there was no answer',
  }
}

function codeOf(issue: unknown): string | null {
  const isIssue = typeof issue === 'object' && issue !== null && 'type' in issue
  // Those of the rules of a schema say nothing that the message does not.
  return isIssue && typeof issue.type === 'string' && issue.type in ERRORS ? issue.type : null
}

function issueText(issue: unknown): string {
  if (typeof issue !== 'object' || issue === null) return ''
  const { loc, msg }: Readonly<{ loc?: unknown; msg?: unknown }> = issue
  const field = Array.isArray(loc) ? loc.slice(1).join('.') : ''
  return oneLine(`${field === '' ? '' : `${field}: `}${String(msg)}`)
}

// Calls that may have been paid for and were not answered. What they were sent with is sent again with
// the next call that asks the same, so that nobody pays twice for one answer.

import type { HttpRequest } from './exchange.ts'

/** Beyond this many the oldest is forgotten. */
const OPEN_CALLS_MAX = 1_000

export function openCalls<T>() {
  // In the order in which they were kept.
  const open = new Set<Readonly<{ asked: string; sentWith: T }>>()
  return {
    /** What an open call of this request was sent with; it is the caller's from now on. */
    take(request: HttpRequest): T | undefined {
      const asked = textOf(request)
      for (const call of open) {
        if (call.asked !== asked) continue
        open.delete(call)
        return call.sentWith
      }
      return undefined
    },
    keep(request: HttpRequest, sentWith: T): void {
      open.add({ asked: textOf(request), sentWith })
      const [oldest] = open
      if (open.size > OPEN_CALLS_MAX && oldest !== undefined) open.delete(oldest)
    },
  }
}

/** What the service compares, too: the request line and the body. */
function textOf({ method, path, body = '' }: HttpRequest): string {
  return `${method} ${path}\n${body}`
}

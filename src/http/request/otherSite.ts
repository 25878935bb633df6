// Whether a page of another site made the browser ask this. Its reader did not, and must not pay for it.
// Programs send none of these headers and are not concerned.

import type { RequestContext } from './route.ts'

type Headers = Pick<RequestContext, 'header'>

/** `baseUrl`: under which the service is reached; also the host that was asked for is its own. */
export function isFromOtherSite(context: Headers, baseUrl: string): boolean {
  const site = context.header('sec-fetch-site')
  if (site === 'same-origin' || site === 'none') return false
  if (site !== undefined && site !== 'same-site') return true
  // Another host of the same domain is another site, unless the service itself is reached by both.
  // Browsers that do not say so name the origin of a form, or of what a script asks.
  const origin = context.header('origin')
  if (origin === undefined) return site === 'same-site'
  if (!URL.canParse(origin)) return true
  const { host, origin: normal } = new URL(origin)
  return host !== context.header('host') && normal !== new URL(baseUrl).origin
}

/** A link is followed, in a window of its own; nothing of it is fetched ahead or put into a page. */
export function isOpened(context: Headers): boolean {
  if (context.header('sec-fetch-mode') !== 'navigate') return false
  if (context.header('sec-purpose') !== undefined) return false
  return (context.header('sec-fetch-dest') ?? 'document') === 'document'
}

/** The same, by the hand of its reader. */
export function isClicked(context: Headers): boolean {
  return isOpened(context) && context.header('sec-fetch-user') === '?1'
}

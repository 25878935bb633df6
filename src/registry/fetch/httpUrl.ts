// Addresses that others wrote.

export const URL_LENGTH_MAX = 4_096

/** Parses without quoting the input in an error: a URL may hold a credential. */
export function parseHttpUrl(text: string, base?: URL): URL | null {
  if (text.length > URL_LENGTH_MAX || !URL.canParse(text, base?.href)) return null
  const url = new URL(text, base?.href)
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return null
  // Credentials travel in headers, chosen by us; those that others write into a URL are dropped.
  url.username = ''
  url.password = ''
  url.hash = ''
  return url
}

// Where a registry is, who we are to it, and which hosts are thereby configuration.

import type { FetchOptions } from './boundedFetch.ts'
import type { Trust } from './exchange.ts'
import { isPrivateHost, type ResolveAll } from './guardedLookup.ts'
import { parseHttpUrl } from './httpUrl.ts'

export type RegistryEndpoint = Readonly<{
  /** Ends in a slash and holds no credentials. */
  baseUrl: string
  /** Value of the Authorization header, sent to this origin only. */
  authorization: string | null
}>

/** Null when the text is no http(s) URL. Credentials in it become a header. */
export function parseEndpoint(text: string): RegistryEndpoint | null {
  const url = parseHttpUrl(text)
  if (url === null) return null
  url.search = ''
  if (!url.pathname.endsWith('/')) url.pathname += '/'
  const { username, password } = new URL(text)
  return { baseUrl: url.href, authorization: basicAuthorization(username, password) }
}

function basicAuthorization(username: string, password: string): string | null {
  if (username === '' && password === '') return null
  const pair = `${decodeUserinfo(username)}:${decodeUserinfo(password)}`
  return `Basic ${Buffer.from(pair, 'utf8').toString('base64')}`
}

function decodeUserinfo(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    // A stray percent sign is taken as it stands, as other clients do.
    return text
  }
}

/** What a request to `url` may carry and where it may lead. */
type Access = (url: string) => Required<Pick<FetchOptions, 'authorization' | 'isTrusted'>>

/**
 * Hosts of the endpoints are configuration. Files on other hosts are named by metadata, hence
 * guarded, unless the registry itself is on a private network: its files are then there too. But
 * nothing is on a single link, whoever names it.
 */
export function accessFrom(endpoints: readonly RegistryEndpoint[], resolve?: ResolveAll): Access {
  const origins = new Set(endpoints.map(({ baseUrl }) => new URL(baseUrl).origin))

  async function isTrusted(url: URL): Promise<Trust> {
    if (origins.has(url.origin)) return true
    for (const { baseUrl } of endpoints) {
      if (!(await isPrivateHost(new URL(baseUrl).hostname, resolve))) return false
    }
    return 'inside'
  }

  return (url) => {
    const endpoint = closestEndpoint(endpoints, url)
    return {
      authorization:
        endpoint?.authorization == null
          ? null
          : { origin: new URL(endpoint.baseUrl).origin, value: endpoint.authorization },
      isTrusted,
    }
  }
}

/** The endpoint of the same origin whose path is the longest prefix, else the first one of it. */
function closestEndpoint(
  endpoints: readonly RegistryEndpoint[],
  url: string,
): RegistryEndpoint | undefined {
  if (!URL.canParse(url)) return undefined
  const { origin, href } = new URL(url)
  const here = endpoints.filter(({ baseUrl }) => new URL(baseUrl).origin === origin)
  const prefixes = here.filter(({ baseUrl }) => href.startsWith(baseUrl))
  prefixes.sort((a, b) => b.baseUrl.length - a.baseUrl.length)
  return prefixes[0] ?? here[0]
}

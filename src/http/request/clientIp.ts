// Whose request is it? The socket's peer, unless that peer is a proxy we trust: then the nearest
// address in X-Forwarded-For that is not one. What a stranger writes into the header counts nothing.

import ipaddr from 'ipaddr.js'

type ClientIp = (peer: string | undefined, forwardedFor: string | undefined) => string

type Range = readonly [ipaddr.IPv4 | ipaddr.IPv6, number]

export function clientIp(trustedProxies: readonly string[]): ClientIp {
  const ranges = trustedProxies.map(parseRange)

  function isTrusted(text: string): boolean {
    const address = ipaddr.process(text)
    return ranges.some(([base, bits]) => {
      return base.kind() === address.kind() && address.match(base, bits)
    })
  }

  return (peer, forwardedFor) => {
    let client = peer ?? ''
    if (ranges.length === 0 || forwardedFor === undefined) return client
    const hops = forwardedFor.split(',')
    // From the right: each trusted hop vouches for the one before it, and nobody for more.
    while (ipaddr.isValid(client) && isTrusted(client)) {
      const previous = withoutPort(hops.pop()?.trim() ?? '')
      if (!ipaddr.isValid(previous)) break
      client = previous
    }
    return client
  }
}

/** Some proxies write the port too: `192.0.2.1:443`, `[2001:db8::1]:443`. */
function withoutPort(hop: string): string {
  return /^\[([^\]]*)\](?::\d+)?$/.exec(hop)?.[1] ?? hop.replace(/^([\d.]+):\d+$/, '$1')
}

function parseRange(text: string): Range {
  if (text.includes('/')) return ipaddr.parseCIDR(text)
  const address = ipaddr.process(text)
  return [address, address.kind() === 'ipv4' ? 32 : 128]
}

// How connections are made: directly or through the configured proxy, with extra certificate
// authorities, and, for hosts that are not configuration, behind the address guard.

import { createSecureContext, rootCertificates, TLSSocket } from 'node:tls'
import { Agent, buildConnector, type Dispatcher, EnvHttpProxyAgent } from 'undici'
import {
  AddressRefusedError,
  guardedLookup,
  isLinkLocal,
  isPublicAddress,
  literalAddress,
  mayLeadInside,
  type ResolveAll,
  resolveWithSystem,
} from './guardedLookup.ts'
import { type ProxySettings, proxyUrls } from './proxies.ts'

/** More would not make one registry faster, and a stuck one must not eat every descriptor. */
const CONNECTIONS_PER_ORIGIN_MAX = 32

export type DispatcherOptions = Readonly<{
  connectTimeoutMs: number
  proxy: ProxySettings
  /** PEM texts, trusted beside the roots that Node ships. */
  extraCa: readonly string[]
  resolve?: ResolveAll
  /** How long a connection that nobody uses is kept; the client's own time unless told. */
  idleMs?: number
  /** Told when a certificate ends (ISO 8601) as a connection is made; not through a proxy. */
  onCertificate?: (host: string, endsAt: string) => void
}>

export type Dispatchers = ReturnType<typeof dispatchers>

export function dispatchers(options: DispatcherOptions) {
  const { connectTimeoutMs, proxy, extraCa, resolve = resolveWithSystem, onCertificate } = options
  // Giving `ca` replaces Node's own roots, so they are named too; read once, not per connection.
  const tls =
    extraCa.length === 0
      ? {}
      : { secureContext: createSecureContext({ ca: [...rootCertificates, ...extraCa] }) }
  const connect = { timeout: connectTimeoutMs, ...tls }
  function guardedBy(isAllowed: (address: string) => boolean): buildConnector.connector {
    const direct = buildConnector({ ...connect, lookup: guardedLookup(resolve, isAllowed) })
    return (target, callback) => {
      // Sockets skip the lookup for literal addresses, so those are judged here.
      const literal = literalAddress(target.hostname)
      if (literal !== null && !isAllowed(literal)) {
        return callback(new AddressRefusedError(`${literal} may not be asked`), null)
      }
      return direct(target, callback)
    }
  }
  const told = (connector: buildConnector.connector) =>
    onCertificate === undefined ? connector : tellingCertificates(connector, onCertificate)

  const proxies = proxyUrls(proxy)
  const common = {
    connections: CONNECTIONS_PER_ORIGIN_MAX,
    // The deadline of a fetch is kept by its caller, over every try and every redirect.
    bodyTimeout: 0,
    ...(options.idleMs === undefined ? {} : { keepAliveTimeout: options.idleMs }),
  }
  const proxied = {
    ...common,
    // Empty strings, because undefined would make undici read the environment by itself.
    httpProxy: proxies.http,
    httpsProxy: proxies.https,
    noProxy: proxies.no,
    // Plain requests are forwarded: many proxies open tunnels to port 443 only.
    proxyTunnel: false,
    proxyTls: connect,
    requestTls: connect,
  }
  const hasProxy = proxied.httpProxy !== '' || proxied.httpsProxy !== ''
  const agent = (connect: NonNullable<Agent.Options['connect']>): Dispatcher =>
    hasProxy ? new EnvHttpProxyAgent({ ...proxied, connect }) : new Agent({ ...common, connect })
  const trusted = agent(onCertificate === undefined ? connect : told(buildConnector(connect)))
  const guarded = agent(told(guardedBy(isPublicAddress)))
  const inside = agent(told(guardedBy(isOfNetwork)))

  return {
    /** For hosts that are configuration. */
    trusted,
    /** For every other host; `admit` is asked first. */
    guarded,
    /** For hosts of a private network, named by a registry of that network; `admit` is asked first. */
    inside,
    /** Throws `AddressRefusedError` when such a URL can be refused before any connection. */
    async admit(url: URL, isInside = false): Promise<void> {
      // Without a proxy the connection itself is guarded. A proxy resolves names out of our sight:
      // what we can resolve is judged all the same, and a name that only the proxy knows is the
      // proxy's to refuse.
      const isAllowed = isInside ? isOfNetwork : isPublicAddress
      if (hasProxy && (await mayLeadInside(url.hostname, resolve, isAllowed))) {
        throw new AddressRefusedError(`${url.hostname} has an address that may not be asked`)
      }
    },
    async close() {
      await Promise.all([trusted.destroy(), guarded.destroy(), inside.destroy()])
    },
  }
}

/** Of a network of one's own, too, but not of a single link, where metadata services are. */
function isOfNetwork(address: string): boolean {
  return !isLinkLocal(address)
}

/** A connector that tells of the certificate of each connection it makes. */
function tellingCertificates(
  connector: buildConnector.connector,
  tell: (host: string, endsAt: string) => void,
): buildConnector.connector {
  return (target, callback) => {
    connector(target, (...made) => {
      const [, socket] = made
      const endsMs =
        socket instanceof TLSSocket ? Date.parse(socket.getPeerCertificate().valid_to) : 0
      if (endsMs > 0) tell(target.host ?? target.hostname, new Date(endsMs).toISOString())
      callback(...made)
    })
  }
}

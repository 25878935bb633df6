// The address guard. Anything that a caller or a registry's metadata can name may point into our
// own network; such a host is resolved here and connected to only at an address that is public.
// The check sits in the lookup that the socket itself uses, so that a name cannot resolve to one
// address when it is checked and to another when it is connected to.

import { type LookupAddress, lookup as systemLookup } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'

/** Thrown through the socket when every address of a host is one that we do not talk to. */
export class AddressRefusedError extends Error {
  override readonly name = 'AddressRefusedError'
  readonly code = 'ADDRESS_REFUSED'
}

export type ResolveAll = (
  hostname: string,
  callback: (error: NodeJS.ErrnoException | null, addresses: readonly LookupAddress[]) => void,
) => void

/** The system's resolver: what the operating system would connect to, hosts file included. */
export const resolveWithSystem: ResolveAll = (hostname, callback) => {
  systemLookup(hostname, { all: true }, (error, addresses) => callback(error, addresses ?? []))
}

// Ranges that ipaddr.js calls unicast although nothing public lives there.
const REFUSED_V6 = [
  ipaddr.IPv6.parseCIDR('64:ff9b::/96'), // NAT64: reaches any IPv4 address, private ones included.
  ipaddr.IPv6.parseCIDR('64:ff9b:1::/48'), // NAT64 for local use.
  ipaddr.IPv6.parseCIDR('::/96'), // IPv4-compatible, long deprecated, still routed by some stacks.
  ipaddr.IPv6.parseCIDR('fec0::/10'), // Site-local, deprecated.
]

/** True for an address on the public internet; false for every other range and for nonsense. */
export function isPublicAddress(text: string): boolean {
  // A zone names an interface of this machine: only a local address carries one.
  if (text.includes('%') || isIP(text) === 0) return false
  const address = ipaddr.parse(text)
  // Mapped, 6to4, Teredo, unique local, documentation and reserved ranges are all named by
  // `range()`; only plain unicast is left.
  if (address.range() !== 'unicast') return false
  if (!(address instanceof ipaddr.IPv6)) return true
  return !REFUSED_V6.some((range) => address.match(range))
}

/** The address a URL names literally (`127.0.0.1`, `[::1]`), or null when it names a host. */
export function literalAddress(hostname: string): string | null {
  const bare = hostname.startsWith('[') ? hostname.slice(1, -1) : hostname
  return isIP(bare) === 0 ? null : bare
}

/**
 * A lookup for `net.connect` that yields public addresses only. A literal address never reaches a
 * lookup, so connectors must also ask `isPublicAddress` about literals.
 */
export function guardedLookup(resolve: ResolveAll = resolveWithSystem): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, (error, addresses) => {
      if (error) return callback(error, '', 0)
      const wanted = options.family === 4 || options.family === 6 ? options.family : 0
      const usable = addresses.filter(
        ({ address, family }) => isPublicAddress(address) && (wanted === 0 || family === wanted),
      )
      const [first] = usable
      if (first === undefined) {
        return callback(new AddressRefusedError(`${hostname} has no public address`), '', 0)
      }
      if (options.all) return callback(null, usable)
      return callback(null, first.address, first.family)
    })
  }
}

/** Whether a host resolves, now, to nothing but addresses that are not public. */
export async function isPrivateHost(
  hostname: string,
  resolve: ResolveAll = resolveWithSystem,
): Promise<boolean> {
  const addresses = await addressesOf(hostname, resolve)
  return addresses.length > 0 && !addresses.some(isPublicAddress)
}

/**
 * Whether one of the addresses of a host, now, is not public. Whoever connects in our place may take
 * any of them, so that one is enough to refuse it.
 */
export async function mayLeadInside(
  hostname: string,
  resolve: ResolveAll = resolveWithSystem,
): Promise<boolean> {
  const addresses = await addressesOf(hostname, resolve)
  return !addresses.every(isPublicAddress)
}

/** Empty for a name that is not known here. */
function addressesOf(hostname: string, resolve: ResolveAll): Promise<readonly string[]> {
  const literal = literalAddress(hostname)
  if (literal !== null) return Promise.resolve([literal])
  return new Promise((settle) => {
    resolve(hostname, (error, addresses) => {
      settle(error === null ? addresses.map(({ address }) => address) : [])
    })
  })
}

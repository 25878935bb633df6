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

/** Where machines hand out what nobody else may have, besides the addresses of one link. */
const METADATA = new Set(['fd00:ec2::254', '100.100.100.200', '192.0.0.192'])

/**
 * True for an address of one link alone (169.254.0.0/16, fe80::/10) and those of metadata services,
 * in whichever spelling; and for nonsense. No package is there, not even on a private network.
 */
export function isLinkLocal(text: string): boolean {
  if (text.includes('%') || isIP(text) === 0) return true
  const address = ipaddr.parse(text)
  const inner = address instanceof ipaddr.IPv6 ? embeddedIpv4(address) : null
  return [address, ...(inner === null ? [] : [inner])].some(
    (one) => one.range() === 'linkLocal' || METADATA.has(one.toString()),
  )
}

/** Ranges of IPv6 that hold an address of IPv4, and at which of its bytes. */
const EMBEDDING = [
  [ipaddr.IPv6.parseCIDR('::ffff:0:0/96'), 12],
  [ipaddr.IPv6.parseCIDR('::ffff:0:0:0/96'), 12], // Translated, RFC 6145.
  [ipaddr.IPv6.parseCIDR('::/96'), 12],
  [ipaddr.IPv6.parseCIDR('64:ff9b::/96'), 12],
  [ipaddr.IPv6.parseCIDR('64:ff9b:1::/48'), 12],
  [ipaddr.IPv6.parseCIDR('2002::/16'), 2], // 6to4
] as const

function embeddedIpv4(address: ipaddr.IPv6): ipaddr.IPv4 | null {
  const found = EMBEDDING.find(([range]) => address.match(range))
  if (found === undefined) return null
  const [, at] = found
  return new ipaddr.IPv4(address.toByteArray().slice(at, at + 4))
}

/** The address a URL names literally (`127.0.0.1`, `[::1]`), or null when it names a host. */
export function literalAddress(hostname: string): string | null {
  const bare = hostname.startsWith('[') ? hostname.slice(1, -1) : hostname
  return isIP(bare) === 0 ? null : bare
}

/**
 * A lookup for `net.connect` that yields the addresses that may be talked to: public ones, unless
 * told otherwise. A literal address never reaches a lookup, so connectors must judge it themselves.
 */
export function guardedLookup(
  resolve: ResolveAll = resolveWithSystem,
  isAllowed: (address: string) => boolean = isPublicAddress,
): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, (error, addresses) => {
      if (error) return callback(error, '', 0)
      const wanted = options.family === 4 || options.family === 6 ? options.family : 0
      const usable = addresses.filter(
        ({ address, family }) => isAllowed(address) && (wanted === 0 || family === wanted),
      )
      const [first] = usable
      if (first === undefined) {
        const message = `${hostname} has no address that may be asked`
        return callback(new AddressRefusedError(message), '', 0)
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
  isAllowed: (address: string) => boolean = isPublicAddress,
): Promise<boolean> {
  const addresses = await addressesOf(hostname, resolve)
  return !addresses.every(isAllowed)
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

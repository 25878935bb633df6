// The addresses of pages. They last: links in discussions lead to them.

import type { Ecosystem } from '../../domain/names/packageName.ts'

export type OfPackage = Readonly<{ ecosystem: Ecosystem; name: string }>

/** What an address below `/npm/` or `/pypi/` asks for. */
export type Asked =
  | Readonly<{ page: 'package'; name: string }>
  | Readonly<{ page: 'release'; name: string; version: string }>
  | Readonly<{ page: 'symbol'; name: string; version: string; symbol: string }>
  | Readonly<{ page: 'compare'; name: string; from: string; to: string }>
  /** What belongs to a package and is no page, such as its feed. */
  | Readonly<{ page: 'extra'; name: string; file: string }>

/** In the place of a version: the newest. */
export const LATEST = 'latest'

const RANGE = /^(.+?)\.\.\.(.+)$/

/** `path`: decoded, without what it begins with. Null where no page can be there. */
export function askedBy(ecosystem: Ecosystem, path: string): Asked | null {
  const parts = path.split('/')
  const nameParts = ecosystem === 'npm' && path.startsWith('@') ? 2 : 1
  const name = parts.slice(0, nameParts).join('/')
  const [version, ...rest] = parts.slice(nameParts)
  if (name === '' || parts.length < nameParts) return null
  if (version === undefined) return { page: 'package', name }
  const symbol = rest.join('/')
  if (version === '-') return symbol === '' ? null : { page: 'extra', name, file: symbol }
  if (version === '') return null
  const [, from, to] = RANGE.exec(version) ?? []
  if (from !== undefined && to !== undefined)
    return symbol === '' ? { page: 'compare', name, from, to } : null
  if (rest.length === 0) return { page: 'release', name, version }
  return symbol === '' ? null : { page: 'symbol', name, version, symbol }
}

export function packageAddress({ ecosystem, name }: OfPackage): string {
  return `/${ecosystem}/${written(name)}`
}

export function releaseAddress(of: OfPackage, version: string): string {
  return `${packageAddress(of)}/${encodeURIComponent(version)}`
}

/** `symbol`: as answers write it, `requests.Session.get` or `rxjs/operators.map`. */
export function symbolAddress(of: OfPackage, version: string, symbol: string): string {
  return addressBelow(releaseAddress(of, version), symbol)
}

/** The same, below an address that was written before. */
export function addressBelow(release: string, symbol: string): string {
  return `${release}/${written(symbol)}`
}

export function compareAddress(of: OfPackage, from: string, to: string): string {
  return `${packageAddress(of)}/${encodeURIComponent(from)}...${encodeURIComponent(to)}`
}

export function extraAddress(of: OfPackage, file: string): string {
  return `${packageAddress(of)}/-/${file}`
}

export function receiptAddress(attestationHash: string): string {
  return `/receipt/${attestationHash}`
}

export function searchAddress(query: string): string {
  return `/search?q=${encodeURIComponent(query)}`
}

/** Signs that stand in an address as they are. */
const PLAIN = /^[\w.~-]+$/

function written(text: string): string {
  if (PLAIN.test(text)) return text
  return text.split('/').map(writtenPart).join('/')
}

function writtenPart(part: string): string {
  // Half a character cannot be encoded: no release has such a name.
  return encodeURIComponent(part.toWellFormed()).replaceAll('%40', '@')
}

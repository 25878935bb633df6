// The `Prefer` header (RFC 7240), as far as it concerns us: whether the caller would rather not wait,
// and how long it would all the same. What cannot be read is passed over, as the RFC says.

import { PENDING_AT_ONCE_MS, PENDING_WAIT_MAX_MS } from '../../limits.ts'

const TOKEN = "[!#$%&'*+.^_`|~0-9A-Za-z-]+"
const QUOTED = '"(?:[^"\\\\]|\\\\.)*"'
/** A name, a value where it has one, and parameters, of which none means anything here. */
const PREFERENCE = new RegExp(
  `^[ \\t]*(${TOKEN})[ \\t]*(?:=[ \\t]*(${TOKEN}|${QUOTED})?[ \\t]*)?(?:;.*)?$`,
)
/** One of a list: up to the next comma that is not in quotes. A quote without its end is a character. */
const ITEM = new RegExp(`(?:${QUOTED}|[^,])+`, 'g')

/**
 * How long to try before the question becomes a pending one; null: its caller would rather wait.
 * Several headers come as one, with commas between.
 */
export function asyncWaitMs(prefer: string | undefined): number | null {
  if (prefer === undefined) return null
  const preferences = readPreferences(prefer)
  if (preferences.get('respond-async') !== '') return null
  const wait = preferences.get('wait')
  if (wait === undefined || !/^\d+$/.test(wait)) return PENDING_AT_ONCE_MS
  return Math.min(Number(wait) * 1_000, PENDING_WAIT_MAX_MS)
}

/** Values by name, without their quotes. Of a name that comes twice the first counts. */
function readPreferences(header: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  for (const [item] of header.matchAll(ITEM)) {
    const [, name, value = ''] = PREFERENCE.exec(item) ?? []
    if (name === undefined || found.has(name.toLowerCase())) continue
    found.set(name.toLowerCase(), unquoted(value))
  }
  return found
}

function unquoted(value: string): string {
  return value.startsWith('"') ? value.slice(1, -1).replace(/\\(.)/g, '$1') : value
}

// The `Prefer` header (RFC 7240), as far as it concerns us: whether the caller would rather not wait,
// and how long it would all the same. What cannot be read is passed over, as the RFC says. Each
// character is looked at a few times at most, whatever somebody sends.

import { PENDING_AT_ONCE_MS, PENDING_WAIT_MAX_MS } from '../../limits.ts'

const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/

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

/** Values by name. Of a name that comes twice the first counts; parameters mean nothing here. */
function readPreferences(header: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  for (const item of splitAt(',', header)) {
    const [preference = ''] = splitAt(';', item)
    const equals = preference.indexOf('=')
    const name = (equals < 0 ? preference : preference.slice(0, equals)).trim().toLowerCase()
    const value = equals < 0 ? '' : readValue(preference.slice(equals + 1).trim())
    if (TOKEN.test(name) && value !== null && !found.has(name)) found.set(name, value)
  }
  return found
}

/** Null: it is none. */
function readValue(written: string): string | null {
  if (written === '' || TOKEN.test(written)) return written
  const isQuoted = written.length >= 2 && written.startsWith('"') && written.endsWith('"')
  return isQuoted ? written.slice(1, -1).replace(/\\(.)/g, '$1') : null
}

/** The parts between marks that are not in quotes. */
function splitAt(mark: ',' | ';', text: string): string[] {
  const parts: string[] = []
  let from = 0
  let isQuoted = false
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at]
    if (sign === '"') isQuoted = !isQuoted
    else if (sign === '\\' && isQuoted) at += 1
    else if (sign === mark && !isQuoted) {
      parts.push(text.slice(from, at))
      from = at + 1
    }
  }
  parts.push(text.slice(from))
  return parts
}

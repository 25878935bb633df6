// Leaves as they are served: up to 256 in a bundle, each behind its length in two bytes (C2SP tlog-tiles).

import { invariant } from '../../errors.ts'
import { TILE_WIDTH } from '../tree/tiles.ts'

export const ENTRY_MAX_BYTES = 0xffff

export function encodeBundle(entries: readonly Uint8Array[]): Uint8Array {
  const parts: Uint8Array[] = []
  for (const entry of entries) {
    invariant(entry.length <= ENTRY_MAX_BYTES, 'an entry of the log fits its bundle')
    parts.push(Uint8Array.of(entry.length >> 8, entry.length & 0xff), entry)
  }
  return Buffer.concat(parts)
}

/** Null when the bytes end within an entry, or hold another number of entries than they should. */
export function decodeBundle(bytes: Uint8Array, width: number): Uint8Array[] | null {
  const entries: Uint8Array[] = []
  for (let at = 0; at < bytes.length; ) {
    if (at + 2 > bytes.length || entries.length === TILE_WIDTH) return null
    const end = at + 2 + (bytes[at] ?? 0) * 256 + (bytes[at + 1] ?? 0)
    if (end > bytes.length) return null
    entries.push(bytes.subarray(at + 2, end))
    at = end
  }
  return entries.length === width ? entries : null
}

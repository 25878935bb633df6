// Extra fields of zip headers. Two kinds change what a header means and are read; the rest
// (timestamps, owners) is stepped over, but the list must be well formed to its last byte.

import { refuse } from '../bytes/refusal.ts'

const ZIP64 = 0x0001
const UNICODE_PATH = 0x7075

/** The zip64 field's payload, or null. Throws `zip_extra_invalid` on a malformed list. */
export function findZip64(extra: Buffer, member: string): Buffer | null {
  let zip64: Buffer | null = null
  let at = 0
  while (at < extra.length) {
    const end = at + 4 <= extra.length ? at + 4 + extra.readUInt16LE(at + 2) : Infinity
    if (end > extra.length) refuse('zip_extra_invalid', 'has a malformed extra field', member)
    const id = extra.readUInt16LE(at)
    // A second name for the member, which some readers prefer and others do not know.
    if (id === UNICODE_PATH) refuse('zip_extra_invalid', 'has a second name', member)
    if (id === ZIP64) {
      if (zip64 !== null) refuse('zip64_conflict', 'has two zip64 fields', member)
      zip64 = extra.subarray(at + 4, end)
    }
    at = end
  }
  return zip64
}

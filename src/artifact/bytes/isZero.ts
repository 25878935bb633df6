// Padding, which must hold nothing.

const ZEROS = Buffer.alloc(64 * 1024)

/** Compares with zeros by blocks: a loop over bytes would cost more than inflating them did. */
export function isZero(bytes: Buffer): boolean {
  for (let at = 0; at < bytes.length; at += ZEROS.length) {
    const part = bytes.subarray(at, at + ZEROS.length)
    if (!part.equals(ZEROS.subarray(0, part.length))) return false
  }
  return true
}

// Where the zip reader gets its bytes. Memory stands behind it now; a file host that answers Range
// requests can stand behind the same three members.

import { refuse } from './refusal.ts'

export type ByteRange = Readonly<{ offset: number; lengthBytes: number }>

export interface RandomAccess {
  readonly sizeBytes: number
  /** Exactly the bytes asked for; the range lies inside the source. */
  read(range: ByteRange, signal: AbortSignal): Promise<Uint8Array>
  /** Told once which ranges will be read, sorted and apart, so that a far source can join them. */
  prefetch?(ranges: readonly ByteRange[], signal: AbortSignal): Promise<void>
}

export function memorySource(bytes: Uint8Array): RandomAccess {
  return {
    sizeBytes: bytes.length,
    read: async ({ offset, lengthBytes }) => bytes.subarray(offset, offset + lengthBytes),
  }
}

/**
 * Reads a range as a Buffer. Throws `truncated` when the range leaves the source: offsets come
 * from the archive, and a lying one must not become a short read.
 */
export async function readRange(
  source: RandomAccess,
  range: ByteRange,
  signal: AbortSignal,
): Promise<Buffer> {
  const { offset, lengthBytes } = range
  const inside = offset >= 0 && lengthBytes >= 0 && offset + lengthBytes <= source.sizeBytes
  if (!inside) refuse('truncated', 'points past the end of the file')
  const bytes = await source.read(range, signal)
  if (bytes.length !== lengthBytes) {
    throw new Error(`source gave ${bytes.length} of ${lengthBytes} bytes at ${offset}`)
  }
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

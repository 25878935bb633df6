// Members that nobody reads and whose sizes stand in a data descriptor, behind the data. A reader
// that goes by local headers finds their end by inflating them, and would take what follows for the
// next member: so the stream has to end where the directory says. What comes out is not kept.

import { crc32, createInflateRaw } from 'node:zlib'
import { refuse } from '../bytes/refusal.ts'
import { asRefusal, INFLATE_ON_THE_SPOT_MAX_BYTES, inflateMember } from './inflateMember.ts'
import type { ZipEntry } from './zipDirectory.ts'

const CHUNK_BYTES = 256 * 1024

/**
 * Throws `size_mismatch`, `crc_mismatch`, `deflate_invalid` or `truncated` unless `packed` is one
 * whole deflate stream of just the content that the entry declares. Memory does not depend on its
 * size.
 */
export async function inflateAway(
  packed: Buffer,
  entry: Pick<ZipEntry, 'name' | 'sizeBytes' | 'crc'>,
  signal: AbortSignal,
): Promise<void> {
  const { name, sizeBytes } = entry
  const isSmall = Math.max(packed.length, sizeBytes) <= INFLATE_ON_THE_SPOT_MAX_BYTES
  const crc = isSmall
    ? crc32(await inflateMember(packed, sizeBytes, name))
    : await inflateInParts(packed, entry, signal)
  if (crc !== entry.crc) refuse('crc_mismatch', 'does not have the checksum it declares', name)
}

async function inflateInParts(
  packed: Buffer,
  { name, sizeBytes }: Pick<ZipEntry, 'name' | 'sizeBytes'>,
  signal: AbortSignal,
): Promise<number> {
  const engine = createInflateRaw({ chunkSize: CHUNK_BYTES })
  let inflatedBytes = 0
  let crc = 0
  engine.end(packed)
  try {
    // Leaving the loop by a throw destroys the engine and with it what is still in flight.
    for await (const chunk of engine as AsyncIterable<Buffer>) {
      signal.throwIfAborted()
      inflatedBytes += chunk.length
      if (inflatedBytes > sizeBytes) break
      crc = crc32(chunk, crc)
    }
  } catch (error) {
    throw asRefusal(error, name)
  }
  if (inflatedBytes !== sizeBytes || engine.bytesWritten !== packed.length) {
    const found = `${engine.bytesWritten} of ${packed.length} bytes to ${inflatedBytes}`
    refuse('size_mismatch', `inflates ${found}, not ${sizeBytes}`, name)
  }
  return crc
}

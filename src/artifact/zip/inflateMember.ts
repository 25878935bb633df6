// One deflated member, inflated into exactly the memory it may take.

import { promisify } from 'node:util'
import { type InflateRaw, inflateRaw, inflateRawSync, type ZlibOptions } from 'node:zlib'
import { ArchiveRefusal, refuse } from '../bytes/refusal.ts'

const CHUNK_MIN_BYTES = 64
// Handing a member to the pool costs 30 µs, as much as inflating a few kilobytes on the spot. With
// 100,000 small members that would be seconds; one this large takes a fraction of a millisecond.
export const INFLATE_ON_THE_SPOT_MAX_BYTES = 64 * 1024

type Inflated = Readonly<{ buffer: Buffer; engine: InflateRaw }>

/**
 * Inflates `packed` into `sizeBytes` bytes, on the spot when it is small. Throws `size_mismatch`
 * when the stream is longer or shorter than that or leaves input over, `deflate_invalid` or
 * `truncated` when it is not a whole stream.
 */
export function inflateMember(
  packed: Buffer,
  sizeBytes: number,
  member: string,
): Uint8Array | Promise<Uint8Array> {
  const options = {
    info: true,
    maxOutputLength: Math.max(1, sizeBytes),
    // One byte more than needed: the engine then sees the end of the stream without a second
    // buffer, and its one buffer is handed over without a copy.
    chunkSize: Math.max(CHUNK_MIN_BYTES, sizeBytes + 1),
  }
  const check = (result: Buffer): Uint8Array => {
    // The types do not know what `info: true` does to the result; the documentation does.
    const { buffer, engine } = result as unknown as Inflated
    if (buffer.length === sizeBytes && engine.bytesWritten === packed.length) return buffer
    const found = `${engine.bytesWritten} of ${packed.length} bytes to ${buffer.length}`
    refuse('size_mismatch', `inflates ${found}, not ${sizeBytes}`, member)
  }
  const fail = (error: unknown): never => {
    throw asRefusal(error, member)
  }
  if (Math.max(packed.length, sizeBytes) > INFLATE_ON_THE_SPOT_MAX_BYTES) {
    return inflateInPool(packed, options).then(check, fail)
  }
  try {
    return check(inflateRawSync(packed, options))
  } catch (error) {
    return fail(error)
  }
}

const inflateInPool = promisify<Buffer, ZlibOptions, Buffer>(inflateRaw)

/** Maps what zlib says of bad input to a refusal; anything else stays as it is. */
export function asRefusal(error: unknown, member: string | null): unknown {
  const cause = { cause: error }
  switch (error instanceof Error && 'code' in error && error.code) {
    case 'ERR_BUFFER_TOO_LARGE':
      return new ArchiveRefusal('size_mismatch', 'is longer than its header says', member, cause)
    case 'Z_BUF_ERROR':
      return new ArchiveRefusal('truncated', 'ends inside its compressed data', member, cause)
    case 'Z_DATA_ERROR':
      return new ArchiveRefusal('deflate_invalid', 'is not valid deflate data', member, cause)
    default:
      return error
  }
}

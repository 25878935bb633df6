// Frames on the channel between the pool and a child: two lengths, a header in JSON, a body of raw
// bytes. Node's own message channel takes messages of up to four gigabytes and hands them over only
// when they are whole, so that a child gone wrong could fill the memory of the server; here a frame
// that is too long is known by its first eight bytes.

const PREFIX_BYTES = 8

export type Frame = Readonly<{ header: unknown; body: Buffer }>

type FrameBounds = Readonly<{ headerMaxBytes: number; bodyMaxBytes: number }>

/** What came is not a frame within the bounds. The channel cannot be used any more. */
export class FrameError extends Error {
  override readonly name = 'FrameError'
}

/** The parts of a frame, to be written one after the other; the body is not copied. */
export function encodeFrame(header: object, body?: Uint8Array): readonly Uint8Array[] {
  const text = Buffer.from(JSON.stringify(header))
  const head = Buffer.allocUnsafe(PREFIX_BYTES + text.length)
  head.writeUInt32LE(text.length, 0)
  head.writeUInt32LE(body?.length ?? 0, 4)
  text.copy(head, PREFIX_BYTES)
  return body === undefined || body.length === 0 ? [head] : [head, body]
}

/** Cuts a stream of chunks into frames. The returned function throws `FrameError`. */
export function frameReader(
  bounds: FrameBounds,
  take: (frame: Frame) => void,
): (chunk: Buffer) => void {
  let pending: Buffer[] = []
  let pendingBytes = 0
  let lengths: { header: number; body: number } | null = null

  function cut(sizeBytes: number): Buffer {
    const [first] = pending
    const all = pending.length === 1 && first !== undefined ? first : Buffer.concat(pending)
    pending = all.length === sizeBytes ? [] : [all.subarray(sizeBytes)]
    pendingBytes -= sizeBytes
    return all.subarray(0, sizeBytes)
  }

  function nextFrame(): Frame | null {
    if (lengths === null) {
      if (pendingBytes < PREFIX_BYTES) return null
      lengths = parsePrefix(cut(PREFIX_BYTES), bounds)
    }
    const { header, body } = lengths
    if (pendingBytes < header + body) return null
    lengths = null
    return { header: parseHeader(cut(header)), body: body === 0 ? EMPTY : cut(body) }
  }

  return (chunk) => {
    pending.push(chunk)
    pendingBytes += chunk.length
    for (let frame = nextFrame(); frame !== null; frame = nextFrame()) take(frame)
  }
}

const EMPTY = Buffer.alloc(0)

function parsePrefix(prefix: Buffer, bounds: FrameBounds): { header: number; body: number } {
  const header = prefix.readUInt32LE(0)
  const body = prefix.readUInt32LE(4)
  if (header === 0 || header > bounds.headerMaxBytes || body > bounds.bodyMaxBytes) {
    throw new FrameError(`a frame of ${header} and ${body} bytes`)
  }
  return { header, body }
}

function parseHeader(text: Buffer): unknown {
  try {
    return JSON.parse(text.toString('utf8'))
  } catch (error) {
    throw new FrameError('a header that is not JSON', { cause: error })
  }
}

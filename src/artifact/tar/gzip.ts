// One gzip member and nothing else, inflated as a stream. The framing is read here and not by
// zlib, because zlib's gunzip takes several members as one and ignores what follows them.

import { crc32, createInflateRaw, type InflateRaw } from 'node:zlib'
import type { ArchiveLimits } from '../bytes/archiveLimits.ts'
import { isZero } from '../bytes/isZero.ts'
import { refuse } from '../bytes/refusal.ts'
import { asRefusal } from '../zip/inflateMember.ts'

const HEADER_BYTES = 10
const TRAILER_BYTES = 8
const FLAG_CRC = 0x02
const FLAG_EXTRA = 0x04
const FLAG_NAME = 0x08
const FLAG_COMMENT = 0x10
const FLAGS_RESERVED = 0xe0
// Large enough that a turn of the event loop does real work, small enough to stay in the cache.
const CHUNK_BYTES = 256 * 1024

type GunzipOptions = Readonly<{
  bytes: Uint8Array
  limits: ArchiveLimits
  /** Takes the unpacked bytes in order; what it throws ends the reading. The chunk is reused. */
  push: (chunk: Buffer) => void
}>

/** Throws an `ArchiveRefusal`, the signal's reason, or what `push` throws. */
export async function gunzip(options: GunzipOptions, signal: AbortSignal): Promise<void> {
  const { limits } = options
  const bytes = Buffer.from(options.bytes.buffer, options.bytes.byteOffset, options.bytes.length)
  if (bytes.length > limits.archiveBytesMax)
    refuse('archive_too_large', `is ${bytes.length} bytes long`)
  const bodyOffset = parseGzipHeader(bytes, limits)
  const engine = createInflateRaw({ chunkSize: CHUNK_BYTES })
  const found = await inflate(engine, bytes.subarray(bodyOffset), options, signal)
  const trailerOffset = bodyOffset + engine.bytesWritten
  checkTrailer(bytes, trailerOffset, found)
  checkRest(bytes.subarray(trailerOffset + TRAILER_BYTES))
}

type Inflated = Readonly<{ crc: number; sizeBytes: number }>

async function inflate(
  engine: InflateRaw,
  body: Buffer,
  { bytes, limits, push }: GunzipOptions,
  signal: AbortSignal,
): Promise<Inflated> {
  const ratioBytes = Math.max(limits.ratioGraceBytes, bytes.length * limits.ratioMax)
  let crc = 0
  let sizeBytes = 0
  engine.end(body)
  try {
    // Leaving the loop by a throw destroys the engine and with it what is still in flight.
    for await (const chunk of engine as AsyncIterable<Buffer>) {
      signal.throwIfAborted()
      sizeBytes += chunk.length
      if (sizeBytes > limits.inflatedBytesMax)
        refuse('unpacked_too_large', `unpacks to over ${sizeBytes} bytes`)
      if (sizeBytes > ratioBytes)
        refuse('ratio_exceeded', `unpacks ${bytes.length} bytes to ${sizeBytes}`)
      crc = crc32(chunk, crc)
      push(chunk)
    }
  } catch (error) {
    throw asRefusal(error, null)
  }
  return { crc, sizeBytes }
}

/** Length of the header. Every optional part is allowed, bounded, and stepped over. */
function parseGzipHeader(bytes: Buffer, limits: ArchiveLimits): number {
  const wrong = (detail: string): never => {
    refuse('gzip_invalid', detail)
  }
  const head = bytes.subarray(0, limits.extensionBytesMax)
  if (head.length < HEADER_BYTES) wrong('is too short for a gzip file')
  if (head.readUInt16BE(0) !== 0x1f8b || head[2] !== 8) wrong('is not a gzip file')
  const flags = head.readUInt8(3)
  if ((flags & FLAGS_RESERVED) !== 0) wrong('has reserved gzip flags')
  let at = HEADER_BYTES
  if ((flags & FLAG_EXTRA) !== 0) {
    if (at + 2 > head.length) wrong('has a cut gzip header')
    at += 2 + head.readUInt16LE(at)
  }
  for (const flag of [FLAG_NAME, FLAG_COMMENT]) {
    if ((flags & flag) === 0) continue
    const end = head.indexOf(0, at)
    if (end < 0) wrong('has a gzip header without end')
    at = end + 1
  }
  if ((flags & FLAG_CRC) !== 0) {
    if (at + 2 > head.length) wrong('has a cut gzip header')
    const sum = crc32(head.subarray(0, at)) & 0xffff
    if (head.readUInt16LE(at) !== sum) wrong('has a gzip header with a wrong checksum')
    at += 2
  }
  if (at > head.length) wrong('has a cut gzip header')
  return at
}

function checkTrailer(bytes: Buffer, offset: number, { crc, sizeBytes }: Inflated): void {
  if (offset + TRAILER_BYTES > bytes.length) refuse('truncated', 'ends before its gzip trailer')
  const isRight =
    bytes.readUInt32LE(offset) === crc && bytes.readUInt32LE(offset + 4) === sizeBytes >>> 0
  if (!isRight) refuse('gzip_checksum', 'unpacks to other bytes than it declares')
}

/** Zeros may follow: old packers filled the last tape block, and every reader ignores them. */
function checkRest(rest: Buffer): void {
  if (isZero(rest)) return
  if (rest.length > 1 && rest.readUInt16BE(0) === 0x1f8b)
    refuse('gzip_members', 'goes on with a second gzip member')
  refuse('trailing_data', `has ${rest.length} bytes after its gzip member`)
}

// The envelope of a table: what it is, how long it is, what it hashes to, and the payload in a
// compressed form. The digest is of the payload and not of the compressed bytes, because no two
// versions of a compressor owe each other the same ones.

import { createHash, hash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompressSync, brotliDecompress, brotliDecompressSync, constants } from 'node:zlib'
import { TABLE_MAX_BYTES } from '../../limits.ts'
import { finishInTurns } from '../../turns.ts'
import { TableError } from './tableError.ts'

const TABLE_VERSION = 2

const MAGIC = Buffer.from('ASTB', 'latin1')
const LENGTH_AT = 8
const DIGEST_AT = 12
const DIGEST_BYTES = 32
const HEADER_BYTES = DIGEST_AT + DIGEST_BYTES

// Level 9 saves a hundredth more for twice the time, 11 eight hundredths for thirty times it.
const QUALITY = 7
const WINDOW_BITS = 22

const decompress = promisify(brotliDecompress)

export function packPayload(payload: Uint8Array): Uint8Array {
  if (payload.length > TABLE_MAX_BYTES) throw new TableError(`is ${payload.length} bytes long`)
  const header = Buffer.alloc(HEADER_BYTES)
  MAGIC.copy(header)
  header.writeUInt8(TABLE_VERSION, MAGIC.length)
  header.writeUInt32LE(payload.length, LENGTH_AT)
  digestOf(payload).copy(header, DIGEST_AT)
  const body = brotliCompressSync(payload, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: QUALITY,
      [constants.BROTLI_PARAM_LGWIN]: WINDOW_BITS,
      [constants.BROTLI_PARAM_SIZE_HINT]: payload.length,
    },
  })
  return Buffer.concat([header, body])
}

/** The payload, found to be whole. Throws a `TableError`. */
export function unpackPayload(bytes: Uint8Array): Buffer {
  const { body, length, digest } = readHeader(bytes)
  try {
    const payload = brotliDecompressSync(body, { maxOutputLength: length })
    return checked(payload, length, digest, digestOf(payload))
  } catch (error) {
    throw asTableError(error)
  }
}

/** The same without holding up the process: a large table takes a tenth of a second. */
export async function unpackPayloadAside(bytes: Uint8Array): Promise<Buffer> {
  const { body, length, digest } = readHeader(bytes)
  try {
    const payload = await decompress(body, { maxOutputLength: length })
    return checked(payload, length, digest, await finishInTurns(digesting(payload)))
  } catch (error) {
    throw asTableError(error)
  }
}

/** The digest that the envelope names: of two tables with equal content it is equal. */
export function payloadDigest(bytes: Uint8Array): string {
  return readHeader(bytes).digest.toString('hex')
}

/** How long the envelope says that the payload is. */
export function payloadLength(bytes: Uint8Array): number {
  return readHeader(bytes).length
}

function readHeader(bytes: Uint8Array) {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (buffer.length < HEADER_BYTES || !buffer.subarray(0, MAGIC.length).equals(MAGIC)) {
    throw new TableError('these bytes are none')
  }
  const version = buffer.readUInt8(MAGIC.length)
  if (version !== TABLE_VERSION) throw new TableError(`format ${version} is not known here`)
  if (buffer.readUIntLE(MAGIC.length + 1, 3) !== 0) throw new TableError('has an unknown form')
  const length = buffer.readUInt32LE(LENGTH_AT)
  // The shortest table has six counts, all of them zero.
  if (length === 0 || length > TABLE_MAX_BYTES) throw new TableError(`cannot have ${length} bytes`)
  const digest = buffer.subarray(DIGEST_AT, HEADER_BYTES)
  return { body: buffer.subarray(HEADER_BYTES), length, digest }
}

function checked(payload: Buffer, length: number, digest: Buffer, own: Buffer): Buffer {
  if (payload.length !== length) throw new TableError('has another length than it says')
  if (!own.equals(digest)) throw new TableError('has another digest than it says')
  return payload
}

function digestOf(payload: Uint8Array): Buffer {
  return Buffer.from(hash('sha256', payload, 'hex'), 'hex')
}

/** What is hashed between two pauses: some milliseconds. */
const DIGESTED_BYTES = 2 ** 20

function* digesting(payload: Uint8Array): Generator<undefined, Buffer> {
  if (payload.length <= DIGESTED_BYTES) return digestOf(payload)
  const digest = createHash('sha256')
  for (let start = 0; start < payload.length; start += DIGESTED_BYTES) {
    digest.update(payload.subarray(start, start + DIGESTED_BYTES))
    yield
  }
  return digest.digest()
}

function asTableError(error: unknown): TableError {
  if (error instanceof TableError) return error
  return new TableError('cannot be unpacked', { cause: error })
}

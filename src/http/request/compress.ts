// Compression where it pays: answers of a packet or less are sent as they are, and documents that
// stay the same are compressed once.

import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { recentlyUsed } from '../../domain/recentlyUsed.ts'
import { COMPRESS_MIN_BYTES } from '../../limits.ts'

const CACHED_TEXTS = 32
/** Clients of one kind write the same header. */
const CACHED_HEADERS = 100
const HEADER_LENGTH_MAX = 200
const gzipAsync = promisify(gzip)
const brotliAsync = promisify(brotliCompress)

export type Encoding = 'br' | 'gzip'
type Compressor = (body: string | Buffer, encoding: Encoding) => Promise<Buffer>

const best = recentlyUsed<string, Encoding | 'none'>(CACHED_HEADERS)

/** Whether the encoding of a reply with this body depends on what the client takes. */
export function isCompressible(body: string | Buffer): boolean {
  return body.length >= COMPRESS_MIN_BYTES
}

/** The best encoding that the client takes, or null when it does not pay or it takes none. */
export function chooseEncoding(accept: string | undefined, body: string | Buffer): Encoding | null {
  if (accept === undefined || !isCompressible(body)) return null
  const known = best.get(accept)
  const found = known ?? bestOf(accept)
  if (known === undefined && accept.length <= HEADER_LENGTH_MAX) best.set(accept, found)
  return found === 'none' ? null : found
}

function bestOf(accept: string): Encoding | 'none' {
  const weights = new Map<string, number>()
  for (const part of accept.toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((piece) => piece.trim())
    const weight = parameters.length === 0 ? 1 : weightIn(parameters)
    // What is named twice is taken as far as both take it.
    weights.set(name, Math.min(weight, weights.get(name) ?? 1))
  }
  const [br = 0, gzip = 0] = ['br', 'gzip'].map((name) => weights.get(name))
  if (br === 0 && gzip === 0) return 'none'
  return br >= gzip ? 'br' : 'gzip'
}

/** RFC 9110, section 12.4.2, to the letter: an encoding with anything else behind it is not taken. */
function weightIn(parameters: readonly string[]): number {
  const [only = '', ...more] = parameters
  const [, weight] = /^q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/.exec(only) ?? []
  return weight === undefined || more.length > 0 ? 0 : Number(weight)
}

export function compressor(): Compressor {
  const done = recentlyUsed<string, Buffer>(CACHED_TEXTS)
  return async (body, encoding) => {
    // Bytes are answers, each one different; texts are documents, which stay the same.
    if (typeof body !== 'string') return compress(body, encoding)
    const key = `${encoding}:${body}`
    const known = done.get(key)
    if (known !== undefined) return known
    const bytes = await compress(body, encoding)
    done.set(key, bytes)
    return bytes
  }
}

function compress(body: string | Buffer, encoding: Encoding): Promise<Buffer> {
  if (encoding === 'gzip') return gzipAsync(body)
  return brotliAsync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } })
}

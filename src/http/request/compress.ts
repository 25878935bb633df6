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

/** The best encoding that the client takes, or null when it does not pay or it takes none. */
export function chooseEncoding(accept: string | undefined, body: string | Buffer): Encoding | null {
  if (accept === undefined || body.length < COMPRESS_MIN_BYTES) return null
  const known = best.get(accept)
  const found = known ?? bestOf(accept)
  if (known === undefined && accept.length <= HEADER_LENGTH_MAX) best.set(accept, found)
  return found === 'none' ? null : found
}

function bestOf(accept: string): Encoding | 'none' {
  const taken = new Set<string>()
  for (const part of accept.toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((piece) => piece.trim())
    if (!parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter))) taken.add(name)
  }
  if (taken.has('br')) return 'br'
  return taken.has('gzip') ? 'gzip' : 'none'
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

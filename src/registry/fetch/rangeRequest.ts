// One part of a file over HTTP. A host that does not serve parts may ignore the question and send
// everything, and a host that serves another file by now would mix two files into one, so every
// response has to say exactly which bytes of which whole it holds.

import type { SourceRange } from '../../ports/extraction.ts'
import type { ExchangeResponse } from './exchange.ts'

/** What tells one state of a file from another; null where the host does not say. */
export type Validators = Readonly<{ etag: string | null; lastModified: string | null }>

/** The bytes that a response says it holds. */
type ContentRange = SourceRange & Readonly<{ totalBytes: number }>

/** Why a response is not the part that was asked for. */
export class RangeRefused extends Error {
  override readonly name = 'RangeRefused'
  /** Whether the host serves parts, but by now of another file. */
  readonly isChanged: boolean

  constructor(message: string, { isChanged = false } = {}) {
    super(message)
    this.isChanged = isChanged
  }
}

export function rangeHeader({ offset, lengthBytes }: SourceRange): string {
  return `bytes=${offset}-${offset + lengthBytes - 1}`
}

/** The last bytes of a file whose size is not known. */
export function suffixHeader(lengthBytes: number): string {
  return `bytes=-${lengthBytes}`
}

/** Null for anything but one range out of a known whole. */
function parseContentRange(text: string | null): ContentRange | null {
  const match = /^bytes (\d{1,15})-(\d{1,15})\/(\d{1,15})$/i.exec(text ?? '')
  if (match === null) return null
  const [first = 0, last = 0, totalBytes = 0] = match.slice(1).map(Number)
  if (first > last || last >= totalBytes) return null
  return { offset: first, lengthBytes: last - first + 1, totalBytes }
}

export function validatorsOf(response: ExchangeResponse): Validators {
  return { etag: response.header('etag'), lastModified: response.header('last-modified') }
}

/** The range that a response holds; throws `RangeRefused` when it is not a part as it was sent. */
export function requirePart(response: ExchangeResponse): ContentRange {
  const { status } = response
  if (status !== 206) throw new RangeRefused(`status ${status} to a range`)
  return partIn(response)
}

/** The same, by whatever status it was sent: some object storages say 200 of a part. */
export function partIn(response: ExchangeResponse): ContentRange {
  const { contentEncoding, contentLength } = response
  if (contentEncoding !== null) throw new RangeRefused('a range of an encoded file')
  const range = parseContentRange(response.header('content-range'))
  if (range === null) throw new RangeRefused('a range that does not say what it holds')
  if (contentLength !== null && contentLength !== range.lengthBytes) {
    throw new RangeRefused(`${contentLength} bytes for a range of ${range.lengthBytes}`)
  }
  return range
}

/** Throws `RangeRefused` unless the part is the one that was asked for, out of the same file. */
export function requireSame(
  got: Readonly<{ range: ContentRange; validators: Validators }>,
  asked: Readonly<{ range: ContentRange; validators: Validators }>,
): void {
  if (
    got.range.totalBytes !== asked.range.totalBytes ||
    got.validators.etag !== asked.validators.etag ||
    got.validators.lastModified !== asked.validators.lastModified
  ) {
    throw new RangeRefused('the file has changed', { isChanged: true })
  }
  if (
    got.range.offset !== asked.range.offset ||
    got.range.lengthBytes !== asked.range.lengthBytes
  ) {
    throw new RangeRefused('another range than the one asked for')
  }
}

/** Exactly `lengthBytes` of a body; throws `RangeRefused`. */
export async function readExactly(
  { body }: ExchangeResponse,
  lengthBytes: number,
  count: (bytes: number) => void,
): Promise<Buffer> {
  const bytes = Buffer.alloc(lengthBytes)
  let filled = 0
  for await (const chunk of body) {
    count(chunk.length)
    if (filled + chunk.length > lengthBytes) throw new RangeRefused('more bytes than asked for')
    filled += chunk.copy(bytes, filled)
  }
  if (filled !== lengthBytes) throw new RangeRefused(`${filled} of ${lengthBytes} bytes`)
  return bytes
}

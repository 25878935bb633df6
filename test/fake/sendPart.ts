// The server's side of Range requests, honest unless it is told to lie.

import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'

export type Part = Readonly<{
  body: Buffer
  /** Laid over the headers; null takes one away. */
  headers?: Readonly<Record<string, string | null>>
  /** Sent instead of the bytes that were asked for. */
  bytes?: (asked: Buffer) => Buffer
  status?: number
}>

export function etagOf(body: Buffer): string {
  return `"${createHash('sha256').update(body).digest('hex').slice(0, 16)}"`
}

/** False when the request asks for no part, or for one that lies outside; nothing is sent then. */
export function sendPart(request: IncomingMessage, response: ServerResponse, part: Part): boolean {
  const { body, headers = {}, bytes = (asked) => asked, status = 206 } = part
  const range = parseRange(request.headers.range ?? '', body.length)
  if (range === null) return false
  const sent = bytes(body.subarray(range.first, range.last + 1))
  const honest = {
    'content-type': 'application/octet-stream',
    'content-length': String(sent.length),
    'content-range': `bytes ${range.first}-${range.last}/${body.length}`,
    etag: etagOf(body),
    ...headers,
  }
  const kept = Object.entries(honest).flatMap(([name, value]) =>
    value === null ? [] : [[name, value] as const],
  )
  response.writeHead(status, Object.fromEntries(kept)).end(sent)
  return true
}

function parseRange(text: string, size: number): { first: number; last: number } | null {
  const match = /^bytes=(\d*)-(\d*)$/.exec(text)
  if (match === null) return null
  const [, from = '', to = ''] = match
  if (from === '') {
    const length = Math.min(Number(to), size)
    return length === 0 ? null : { first: size - length, last: size - 1 }
  }
  const first = Number(from)
  const last = Math.min(to === '' ? size - 1 : Number(to), size - 1)
  return first > last ? null : { first, last }
}

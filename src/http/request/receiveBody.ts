// The bytes of a request's body, never more than its bounds, in memory no larger than twice that.

import type { IncomingMessage } from 'node:http'
import type { ServiceError } from '../../errors.ts'
import { type BodyBounds, bodyMeter, tooManyBytes } from './bodyMeter.ts'

const EMPTY = Buffer.alloc(0)
const GROWN_MIN_BYTES = 16 * 1024

/** Calls `done` with the body, or `failed` once; neither when the client went away before. */
export function receiveBody(
  request: IncomingMessage,
  bounds: BodyBounds,
  done: (body: Buffer) => void,
  failed: (error: ServiceError) => void,
): void {
  const toldBytes = Number(request.headers['content-length'] ?? Number.NaN)
  if (toldBytes > bounds.bytesMax) {
    failed(tooManyBytes(bounds.bytesMax))
    return
  }
  // A value takes a byte at least, so that a short body cannot have too many.
  const measure = toldBytes <= bounds.valuesMax ? null : bodyMeter(bounds)
  let body: Buffer = EMPTY
  let sizeBytes = 0
  let isOver = false
  request.on('data', (chunk: Buffer) => {
    if (isOver) return
    const tooLarge = measure?.(chunk) ?? null
    if (tooLarge !== null) {
      isOver = true
      body = EMPTY
      failed(tooLarge)
      return
    }
    // Nearly every body is one chunk, and is used as it came. More are copied into one buffer that
    // doubles: kept apart, a body sent byte by byte would take a hundred times its size.
    if (sizeBytes === 0) body = chunk
    else {
      if (sizeBytes + chunk.length > body.length) body = grown(body, sizeBytes + chunk.length)
      chunk.copy(body, sizeBytes)
    }
    sizeBytes += chunk.length
  })
  request.on('end', () => {
    if (!isOver) done(body.length === sizeBytes ? body : body.subarray(0, sizeBytes))
  })
}

function grown(body: Buffer, neededBytes: number): Buffer {
  const larger = Buffer.allocUnsafe(Math.max(GROWN_MIN_BYTES, 2 * neededBytes))
  body.copy(larger)
  return larger
}

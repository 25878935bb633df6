// The bytes of a request's body, never more than the limit.

import type { IncomingMessage } from 'node:http'
import { ServiceError } from '../errors.ts'
import { BODY_MAX_BYTES } from '../limits.ts'

const EMPTY = Buffer.alloc(0)

/** Calls `done` with the body, or `failed` once; neither when the client went away before. */
export function receiveBody(
  request: IncomingMessage,
  done: (body: Buffer) => void,
  failed: (error: ServiceError) => void,
): void {
  if (Number(request.headers['content-length'] ?? 0) > BODY_MAX_BYTES) {
    failed(tooLarge())
    return
  }
  let sizeBytes = 0
  let first: Buffer | null = null
  // Nearly every body is one chunk, and is used as it came.
  let chunks: Buffer[] | null = null
  let isOver = false
  request.on('data', (chunk: Buffer) => {
    if (isOver) return
    sizeBytes += chunk.length
    if (sizeBytes > BODY_MAX_BYTES) {
      isOver = true
      failed(tooLarge())
    } else if (first === null) {
      first = chunk
    } else {
      chunks ??= [first]
      chunks.push(chunk)
    }
  })
  request.on('end', () => {
    if (!isOver) done(chunks === null ? (first ?? EMPTY) : Buffer.concat(chunks))
  })
}

function tooLarge(): ServiceError {
  return new ServiceError('body_too_large', `Bodies are at most ${BODY_MAX_BYTES} bytes`)
}

// The bytes of a tar as headers and bodies. Knows blocks, padding and the end of the archive, and
// nothing of what a header means.

import { isZero } from '../bytes/isZero.ts'
import { refuse } from '../bytes/refusal.ts'

export const BLOCK_BYTES = 512

/** What follows a header. `take` gets the bytes in order, without the padding. */
export type TarBody = Readonly<{
  sizeBytes: number
  take: ((part: Buffer) => void) | null
  done: () => void
}>

export function tarBlocks(onHeader: (block: Buffer) => TarBody) {
  const partial = Buffer.alloc(BLOCK_BYTES)
  let partialBytes = 0
  let body: TarBody | null = null
  let bodyLeft = 0
  let paddingLeft = 0
  let zeroBlocks = 0

  function takeBlock(block: Buffer): void {
    if (isZero(block)) {
      zeroBlocks++
      return
    }
    // One empty block ends the archive for some readers and is skipped by others.
    if (zeroBlocks === 1) refuse('tar_end_invalid', 'goes on after an empty block')
    body = onHeader(block)
    bodyLeft = body.sizeBytes
    paddingLeft = (BLOCK_BYTES - (bodyLeft % BLOCK_BYTES)) % BLOCK_BYTES
    if (bodyLeft === 0) endBody()
  }

  function endBody(): void {
    const ended = body
    body = null
    ended?.done()
  }

  function pushHeader(chunk: Buffer): number {
    if (partialBytes === 0 && chunk.length >= BLOCK_BYTES) {
      takeBlock(chunk.subarray(0, BLOCK_BYTES))
      return BLOCK_BYTES
    }
    const taken = chunk.copy(partial, partialBytes, 0, BLOCK_BYTES - partialBytes)
    partialBytes += taken
    if (partialBytes === BLOCK_BYTES) {
      partialBytes = 0
      takeBlock(partial)
    }
    return taken
  }

  function pushBody(chunk: Buffer, current: TarBody): number {
    const part = chunk.subarray(0, Math.min(bodyLeft, chunk.length))
    current.take?.(part)
    bodyLeft -= part.length
    if (bodyLeft === 0) endBody()
    return part.length
  }

  return {
    push(chunk: Buffer): void {
      let at = 0
      while (at < chunk.length) {
        const rest = chunk.subarray(at)
        if (body !== null) {
          at += pushBody(rest, body)
        } else if (paddingLeft > 0) {
          const skipped = Math.min(paddingLeft, rest.length)
          // Text that begins in a body and goes on in its padding is longer for some readers.
          if (!isZero(rest.subarray(0, skipped)))
            refuse('tar_header_invalid', 'has data in the padding of a member')
          paddingLeft -= skipped
          at += skipped
        } else if (zeroBlocks >= 2) {
          if (!isZero(rest)) refuse('trailing_data', 'has data after the end of its tar')
          return
        } else {
          at += pushHeader(rest)
        }
      }
    },
    /** Throws `truncated` or `tar_end_invalid` when the archive has not ended. */
    finish(): void {
      if (body !== null || paddingLeft > 0 || partialBytes > 0)
        refuse('truncated', 'ends inside a member')
      if (zeroBlocks < 2) refuse('tar_end_invalid', 'has no end of archive')
    },
  }
}

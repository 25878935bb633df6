// Where lines of the service's own log go. A full disk, or a reader that does not read, must not hold up
// the service: what cannot be written is dropped.

import { writeSync } from 'node:fs'
import { LINES_WAITING_MAX_BYTES } from '../limits.ts'

const AGAIN_MS = 100

type Write = (fd: number, bytes: Buffer) => number

/** For pino. Lines are written at once, so that the last one before a crash is there. */
export function logLines(fd: number, write: Write = writeSync) {
  let waiting: Buffer = Buffer.alloc(0)
  let timer: NodeJS.Timeout | null = null

  function flush(): void {
    while (waiting.length > 0) {
      try {
        waiting = waiting.subarray(write(fd, waiting))
      } catch (error) {
        const isFull = error instanceof Error && 'code' in error && error.code === 'EAGAIN'
        // A reader that is slow gets them later.
        if (isFull) {
          timer ??= setTimeout(again, AGAIN_MS).unref()
          return
        }
        waiting = Buffer.alloc(0)
      }
    }
  }

  function again(): void {
    timer = null
    flush()
  }

  return {
    write(line: string): void {
      if (waiting.length < LINES_WAITING_MAX_BYTES) {
        const bytes = Buffer.from(line, 'utf8')
        waiting = waiting.length === 0 ? bytes : Buffer.concat([waiting, bytes])
      }
      flush()
    },
  }
}

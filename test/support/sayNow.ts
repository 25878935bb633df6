// A line on stdout that is with its reader before this returns, whatever happens to the process next.

import { writeSync } from 'node:fs'

const PAUSE_MS = 5
const pause = new Int32Array(new SharedArrayBuffer(4))

/** A pipe takes a line whole or not at all; a reader that is busy is waited for. */
export function sayNow(line: string): void {
  for (;;) {
    try {
      writeSync(1, `${line}\n`)
      return
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error
      Atomics.wait(pause, 0, 0, PAUSE_MS)
    }
  }
}

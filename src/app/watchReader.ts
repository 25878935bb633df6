// What a process may use that reads code which somebody hands in.

import { watchProcess } from '../extract/watchProcess.ts'
import * as limits from '../limits.ts'

const READER_LIMITS = {
  cpuMaxMs: limits.CHECK_READ_CPU_MAX_MS,
  rssMaxBytes: limits.CHECK_READER_MAX_BYTES,
  stalledMaxMs: limits.CHECK_READER_STALLED_MS,
  unmeteredMaxMs: limits.CHECK_READER_STALLED_MS,
}

export function watchReader(
  pid: number,
  on: Readonly<{ overrun: () => void; stalled: () => void }>,
): () => void {
  return watchProcess({ pid, limits: READER_LIMITS, isWaiting: () => false, ...on })
}

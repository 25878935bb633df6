// One line that is redrawn on a terminal while something runs; elsewhere a line now and then.

import type { ProgressStream } from './progress.ts'

const ERASE_LINE = '\r\u001b[2K'
const COLUMNS_DEFAULT = 80
const REDRAW_EVERY_MS = 100
const PLAIN_EVERY_MS = 5_000

export function runProgress(
  stream: ProgressStream,
  monotonicMs: () => number = () => performance.now(),
) {
  const isTerminal = stream.isTTY === true
  // Elsewhere only what takes long has something to say.
  let shownMs = isTerminal ? Number.NEGATIVE_INFINITY : monotonicMs()
  let isShown = false
  return {
    show(text: string): void {
      const nowMs = monotonicMs()
      if (nowMs - shownMs < (isTerminal ? REDRAW_EVERY_MS : PLAIN_EVERY_MS)) return
      shownMs = nowMs
      isShown = true
      const columns = stream.columns || COLUMNS_DEFAULT
      stream.write(isTerminal ? `${ERASE_LINE}${text.slice(0, columns - 1)}` : `${text}\n`)
    },
    end(): void {
      if (isTerminal && isShown) stream.write(ERASE_LINE)
    },
  }
}

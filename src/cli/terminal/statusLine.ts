// One line on a terminal that is drawn over and over and gone at the end; nothing elsewhere. What takes
// longer shows for how long, so that a slow registry does not look like a program that hangs.

import type { ProgressStream } from './progress.ts'

const ERASE_LINE = '\r\u001b[2K'
const TICK_MS = 1_000
const COLUMNS_DEFAULT = 80

export type StatusLine = Readonly<{ show(text: string): void; clear(): void }>

export const NO_STATUS: StatusLine = { show() {}, clear() {} }

export function statusLine(stream: ProgressStream): StatusLine {
  if (stream.isTTY !== true) return NO_STATUS
  let shown = ''
  let seconds = 0
  let timer: NodeJS.Timeout | null = null
  const draw = () => {
    const text = seconds === 0 ? shown : `${shown} (${seconds} s)`
    stream.write(`${ERASE_LINE}${text.slice(0, (stream.columns || COLUMNS_DEFAULT) - 1)}`)
  }
  const tick = () => {
    seconds += 1
    draw()
  }
  return {
    show(text) {
      shown = text
      seconds = 0
      draw()
      if (timer === null) timer = setInterval(tick, TICK_MS).unref()
    },
    clear() {
      if (timer === null) return
      clearInterval(timer)
      timer = null
      stream.write(ERASE_LINE)
    },
  }
}

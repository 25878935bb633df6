// One line on a terminal that is drawn over and over and gone at the end; nothing elsewhere.

import type { ProgressStream } from './progress.ts'

const ERASE_LINE = '\r\u001b[2K'

export type StatusLine = Readonly<{ show(text: string): void; clear(): void }>

export function statusLine(stream: ProgressStream): StatusLine {
  if (stream.isTTY !== true) return { show() {}, clear() {} }
  return {
    show: (text) => void stream.write(`${ERASE_LINE}${text}`),
    clear: () => void stream.write(ERASE_LINE),
  }
}

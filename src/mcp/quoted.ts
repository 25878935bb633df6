// Text that strangers have published, on its way into an agent's context: one line, bounded, and
// without characters that are not seen, so that it stays what it is, a quotation.

import { QUOTED_LENGTH_MAX } from './bounds.ts'

// Controls, line ends, and marks that hide or turn text around.
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]+/gu

export function oneLine(text: string, maxLength = QUOTED_LENGTH_MAX): string {
  const line = text
    .slice(0, 4 * maxLength)
    .replace(UNSEEN, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  return line.length <= maxLength ? line : `${line.slice(0, maxLength - 1)}…`
}

export function quoted(text: string): string {
  return JSON.stringify(oneLine(text))
}

// Offsets of a text as lines and columns.

import { lineAt, lineStarts } from '../domain/texts/textLines.ts'
import type { Place } from './reference.ts'

export type Places = Readonly<{ at(offset: number): Place; lineStart(line: number): number }>

export function placesIn(text: string): Places {
  const starts = lineStarts(text)
  const lineStart = (line: number) => starts[line - 1] ?? 0
  return {
    at(offset) {
      const line = lineAt(starts, offset)
      return { line, column: offset - lineStart(line) + 1 }
    },
    lineStart,
  }
}

// Offsets of a text as lines and columns.

import type { Place } from './reference.ts'

export type Places = Readonly<{ at(offset: number): Place; lineStart(line: number): number }>

export function placesIn(text: string): Places {
  const starts = [0]
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  return {
    at(offset) {
      let low = 0
      let high = starts.length
      while (high - low > 1) {
        const middle = (low + high) >> 1
        if ((starts[middle] ?? 0) <= offset) low = middle
        else high = middle
      }
      return { line: low + 1, column: offset - (starts[low] ?? 0) + 1 }
    },
    lineStart: (line) => starts[line - 1] ?? 0,
  }
}

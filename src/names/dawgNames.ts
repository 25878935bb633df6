// The names of an automaton, one after another in order of their bytes.

import { CODE_OF } from './alphabet.ts'
import { QUERY_MAX } from './dawgSearch.ts'

/** Calls `take` with each name as ASCII codes; the buffer is used again. */
export function eachDawgName(
  bytes: Uint8Array,
  take: (codes: Uint8Array, length: number) => void,
): void {
  const codes = new Uint8Array(QUERY_MAX + 1)

  function visit(place: number, depth: number): void {
    if (depth > QUERY_MAX) throw new Error('a name longer than any that can be asked for')
    const head = bytes[place] ?? 0
    if ((head & 0x40) !== 0) take(codes, depth)
    if (head >= 0x80) {
      codes[depth] = CODE_OF[head & 0x3f] ?? 0
      visit(place + 1, depth + 1)
      return
    }
    let at = place + 1
    for (let left = head & 0x3f; left > 0; left--) {
      const edge = bytes[at++] ?? 0
      const code = edge & 0xc0
      let distance = 0
      if (code === 0) {
        let byte: number
        let shift = 0
        do {
          byte = bytes[at++] ?? 0
          distance |= (byte & 0x7f) << shift
          shift += 7
        } while (byte >= 0x80)
      }
      codes[depth] = CODE_OF[edge & 0x3f] ?? 0
      if (code === 0x80) take(codes, depth + 1)
      else visit(at + distance, depth + 1)
    }
  }

  visit(0, 0)
}

// What was asked, laid out for the rows of distances: at each depth of a name, where in the query the
// next character can be.

import { NO_SYMBOL, SYMBOL_ROW, symbolOf } from '../stored/alphabet.ts'

/** Distances past this do not count. */
export const REACH = 2
/** Query positions that a row looks at. */
export const WINDOW_CELLS = 5
/** Longer names than any registry takes have no place in an automaton, nor have longer queries. */
export const QUERY_MAX = 512
export const DEPTH_MAX = QUERY_MAX + REACH + 1

export type QuerySide = ReturnType<typeof querySide>

/** A query as it is read in one direction. */
export function querySide(isBackward: boolean) {
  return {
    isBackward,
    /** Bit k of `windows[depth * 64 + symbol]`: the query has that symbol at depth - 2 + k. */
    windows: new Uint8Array((DEPTH_MAX + 1) * SYMBOL_ROW),
    /** The symbols that have a bit at a depth, as a set of 64 bits: two numbers for each depth. */
    letters: new Int32Array((DEPTH_MAX + 1) * 2),
  }
}

/** Puts a query in place of the one before. */
export function fillSide({ isBackward, windows, letters }: QuerySide, query: string): void {
  const { length } = query
  windows.fill(0, 0, (length + REACH + 1) * SYMBOL_ROW)
  letters.fill(0, 0, (length + REACH + 1) * 2)
  for (let i = 0; i < length; i++) {
    const symbol = symbolOf(query.charCodeAt(isBackward ? length - 1 - i : i))
    if (symbol === NO_SYMBOL) continue
    for (let k = 0; k < WINDOW_CELLS; k++) {
      const depth = i + REACH - k
      if (depth < 0) continue
      const cell = depth * SYMBOL_ROW + symbol
      windows[cell] = (windows[cell] ?? 0) | (1 << k)
      const half = depth * 2 + (symbol >> 5)
      letters[half] = (letters[half] ?? 0) | (1 << (symbol & 31))
    }
  }
}

/** How many leading positions of the row at this depth lie in the guarded part of the query. */
export function guardAt(guarded: number, depth: number): number {
  const count = guarded - depth + REACH
  return count < 0 ? 0 : count > WINDOW_CELLS ? WINDOW_CELLS : count
}

// Every name within distance 2 of a query, from two automata. With two edits in all, either the
// query's head holds at most one of them, and reading names forward soon runs out of choices; or it
// holds both, the rest is exact, and reading names backward does. What the second walk finds is
// dropped when the first one has it: the same rows, run over the name, tell.

import { CODE_OF, NO_SYMBOL, SYMBOL_ROW, symbolOf } from './alphabet.ts'
import { DEAD, type EditRows, editRows, WINDOWS } from './editRows.ts'

const REACH = 2
const WINDOW_CELLS = 5
/** Longer names than any registry takes have no place in an automaton, nor have longer queries. */
export const QUERY_MAX = 512
const DEPTH_MAX = QUERY_MAX + REACH + 1

const AT_MOST_ONE = editRows(1)
const EXACT = editRows(0)

/** Takes a name as ASCII codes; the buffer is used again, so it must be read at once. */
export type Found = (codes: Buffer, length: number, distance: number) => void

export type DawgPair = Readonly<{ forward: Uint8Array; backward: Uint8Array }>

/** Everything a search writes to; one for a thread, because a search never waits. */
const scratch = {
  path: new Uint8Array(DEPTH_MAX + 1),
  codes: Buffer.alloc(DEPTH_MAX + 1),
  windowsForward: new Uint8Array((DEPTH_MAX + 1) * SYMBOL_ROW),
  windowsBackward: new Uint8Array((DEPTH_MAX + 1) * SYMBOL_ROW),
  stack: new Uint32Array(DEPTH_MAX * SYMBOL_ROW * 2),
}

/** Calls `found` once for each name within distance 2, the query itself included, in no order. */
export function searchDawgs({ forward, backward }: DawgPair, query: string, found: Found): void {
  const length = query.length
  if (length === 0 || length > QUERY_MAX) return
  const head = headLength(length)
  fillWindows(scratch.windowsForward, query, false)
  fillWindows(scratch.windowsBackward, query, true)
  const { path, codes } = scratch
  walk(forward, AT_MOST_ONE, scratch.windowsForward, length, head, (depth, distance) => {
    for (let i = 0; i < depth; i++) codes[i] = CODE_OF[path[i] ?? 0] ?? 0
    found(codes, depth, distance)
  })
  // Both edits come before the last character of the head: from there on the name is exact.
  walk(backward, EXACT, scratch.windowsBackward, length, length - head + 1, (depth, distance) => {
    if (isFoundForward(path, depth, length, head)) return
    for (let i = 0; i < depth; i++) codes[i] = CODE_OF[path[depth - 1 - i] ?? 0] ?? 0
    found(codes, depth, distance)
  })
}

/** The same from the forward automaton alone: what the second one saves is measured against it. */
export function searchOneDawg(forward: Uint8Array, query: string, found: Found): void {
  if (query.length === 0 || query.length > QUERY_MAX) return
  fillWindows(scratch.windowsForward, query, false)
  const { path, codes } = scratch
  walk(forward, AT_MOST_ONE, scratch.windowsForward, query.length, 0, (depth, distance) => {
    for (let i = 0; i < depth; i++) codes[i] = CODE_OF[path[i] ?? 0] ?? 0
    found(codes, depth, distance)
  })
}

/** Where the query is cut: further back than its middle, because the exact walk is the cheaper. */
function headLength(length: number): number {
  return Math.ceil(length * 0.6)
}

/** Bit k of `windows[depth * 64 + symbol]`: the query has that symbol at depth - 2 + k. */
function fillWindows(windows: Uint8Array, query: string, reversed: boolean): void {
  const { length } = query
  windows.fill(0, 0, (length + REACH + 1) * SYMBOL_ROW)
  for (let i = 0; i < length; i++) {
    const symbol = symbolOf(query.charCodeAt(reversed ? length - 1 - i : i))
    if (symbol === NO_SYMBOL) continue
    for (let k = 0; k < WINDOW_CELLS; k++) {
      const depth = i + REACH - k
      const cell = depth * SYMBOL_ROW + symbol
      if (depth >= 0) windows[cell] = (windows[cell] ?? 0) | (1 << k)
    }
  }
}

/** How many leading positions of the row at this depth lie in the guarded part of the query. */
function guardAt(guarded: number, depth: number): number {
  const count = guarded - depth + REACH
  return count < 0 ? 0 : count > WINDOW_CELLS ? WINDOW_CELLS : count
}

/** Leaves the name in `scratch.path` and calls back for each one that is within reach. */
function walk(
  bytes: Uint8Array,
  { first, next, rows, values }: EditRows,
  windows: Uint8Array,
  length: number,
  guarded: number,
  accept: (depth: number, distance: number) => void,
): void {
  const { path, stack } = scratch
  const deepest = length + REACH
  let top = 0
  let place = 0
  let depth = 0
  let row = first[guardAt(guarded, 0)] ?? DEAD
  for (;;) {
    // One state: whether a name ends here, and then its edges.
    const head = bytes[place] ?? 0
    if ((head & 0x40) !== 0 && depth >= length - REACH) {
      const distance = values[row * WINDOW_CELLS + length - depth + REACH] ?? 3
      if (distance <= REACH) accept(depth, distance)
    }
    let after = DEAD
    if (depth < deepest) {
      const table = guardAt(guarded, depth + 1) * rows
      const window = depth * SYMBOL_ROW
      const base = (table + row) * WINDOWS
      if (head >= 0x80) {
        const symbol = head & 0x3f
        after = next[base + (windows[window + symbol] ?? 0)] ?? DEAD
        if (after !== DEAD) {
          path[depth] = symbol
          place += 1
        }
      } else {
        let at = place + 1
        for (let left = head & 0x3f; left > 0; left--) {
          const edge = bytes[at++] ?? 0
          const symbol = edge & 0x3f
          const code = edge & 0xc0
          const reached = next[base + (windows[window + symbol] ?? 0)] ?? DEAD
          if (code === 0) {
            let byte = bytes[at++] ?? 0
            let distance = byte & 0x7f
            for (let shift = 7; byte >= 0x80; shift += 7) {
              byte = bytes[at++] ?? 0
              distance |= (byte & 0x7f) << shift
            }
            if (reached !== DEAD) {
              stack[top++] = at + distance
              stack[top++] = (symbol << 24) | (reached << 16) | depth
            }
          } else if (reached !== DEAD) {
            if (code === 0x40) {
              stack[top++] = at
              stack[top++] = (symbol << 24) | (reached << 16) | depth
            } else {
              const distance = values[reached * WINDOW_CELLS + length - depth - 1 + REACH] ?? 3
              if (depth + 1 >= length - REACH && distance <= REACH) {
                path[depth] = symbol
                accept(depth + 1, distance)
              }
            }
          }
        }
      }
    }
    if (after === DEAD) {
      if (top === 0) return
      const packed = stack[--top] ?? 0
      place = stack[--top] ?? 0
      depth = packed & 0xffff
      path[depth] = packed >>> 24
      after = (packed >>> 16) & 0xff
    }
    row = after
    depth += 1
  }
}

/** Whether the forward walk accepts the name whose symbols lie reversed in `path`. */
function isFoundForward(path: Uint8Array, depth: number, length: number, head: number): boolean {
  const { first, next, rows, values } = AT_MOST_ONE
  const windows = scratch.windowsForward
  let row = first[guardAt(head, 0)] ?? DEAD
  for (let i = 0; i < depth; i++) {
    const window = windows[i * SYMBOL_ROW + (path[depth - 1 - i] ?? 0)] ?? 0
    row = next[(guardAt(head, i + 1) * rows + row) * WINDOWS + window] ?? DEAD
    if (row === DEAD) return false
  }
  return (values[row * WINDOW_CELLS + length - depth + REACH] ?? 3) <= REACH
}

/** Whether the automaton holds the name. */
export function isInDawg(forward: Uint8Array, name: string): boolean {
  let place = 0
  for (let i = 0; i < name.length; i++) {
    const symbol = symbolOf(name.charCodeAt(i))
    if (symbol === NO_SYMBOL) return false
    const target = follow(forward, place, symbol)
    if (target === LEAF) return i === name.length - 1
    if (target === NOWHERE) return false
    place = target
  }
  return name.length > 0 && ((forward[place] ?? 0) & 0x40) !== 0
}

const NOWHERE = -1
const LEAF = -2

function follow(bytes: Uint8Array, place: number, wanted: number): number {
  const head = bytes[place] ?? 0
  if (head >= 0x80) return (head & 0x3f) === wanted ? place + 1 : NOWHERE
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
    if ((edge & 0x3f) === wanted) return code === 0x80 ? LEAF : at + distance
  }
  return NOWHERE
}

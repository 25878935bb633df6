// Every name within distance 2 of a query, from two automata. With two edits in all, either the
// query's head holds at most one of them, and reading names forward soon runs out of choices; or it
// holds both, the rest is exact, and reading names backward does. What the second walk finds is
// dropped when the first one has it: the same rows, run over the name, tell.

import { CODE_OF, SYMBOL_ROW } from '../stored/alphabet.ts'
import { WIDE_MIN, WIDE_SET_BYTES } from '../stored/dawgBuilder.ts'
import { DEAD, type EditRows, editRows, WINDOWS } from './editRows.ts'
import { closeName, type NearBuffer, roomFor } from './nearBuffer.ts'
import {
  DEPTH_MAX,
  fillSide,
  guardAt,
  QUERY_MAX,
  type QuerySide,
  querySide,
  REACH,
  WINDOW_CELLS,
} from './querySide.ts'

/** How many edits the guarded part of the query may hold, in each walk. */
const AT_MOST_ONE = 1
const EXACT = 0

type DawgPair = Readonly<{ forward: Uint8Array; backward: Uint8Array }>

// Everything a search writes to; one for a thread, because a search never waits.
const path = new Uint8Array(DEPTH_MAX + 1)
const stack = new Uint32Array(DEPTH_MAX * SYMBOL_ROW * 2)
const FORWARD = querySide(false)
const BACKWARD = querySide(true)

/** One walk: what is read, and by which rules. */
type Walk = Readonly<{
  bytes: Uint8Array
  edits: EditRows
  side: QuerySide
  /** Of the query. */
  length: number
  /** How many characters of the query, as this side reads it, the rules guard. */
  guarded: number
  near: NearBuffer
}>

/** Adds each name within distance 2 but the query itself to `near`, once, in no order. */
export function searchDawgs(
  { forward, backward }: DawgPair,
  query: string,
  near: NearBuffer,
): void {
  const length = query.length
  if (length === 0 || length > QUERY_MAX) return
  const head = headLength(length)
  fillSide(FORWARD, query)
  walk({ bytes: forward, edits: editRows(AT_MOST_ONE), side: FORWARD, length, guarded: head, near })
  fillSide(BACKWARD, query)
  // Both edits come before the last character of the head: from there on the name is exact.
  const guarded = length - head + 1
  walk({ bytes: backward, edits: editRows(EXACT), side: BACKWARD, length, guarded, near })
}

/** The same from the forward automaton alone: what the second one saves is measured against it. */
export function searchOneDawg(forward: Uint8Array, query: string, near: NearBuffer): void {
  const { length } = query
  if (length === 0 || length > QUERY_MAX) return
  fillSide(FORWARD, query)
  walk({ bytes: forward, edits: editRows(AT_MOST_ONE), side: FORWARD, length, guarded: 0, near })
}

/** Where the query is cut: a little behind its middle, because the exact walk is the cheaper. */
function headLength(length: number): number {
  return Math.min(length, Math.ceil(length / 2) + 1)
}

/** What lies ahead: a place, and the symbol, row and depth that lead there. */
function push(top: number, place: number, symbol: number, row: number, depth: number): number {
  stack[top] = place
  stack[top + 1] = (symbol << 24) | (row << 16) | depth
  return top + 2
}

/** Takes in the name that ends after `depth` symbols of the path, when its row says that it is near. */
function keepEnd({ edits, side, length, near }: Walk, row: number, depth: number): void {
  if (depth < length - REACH) return
  const distance = edits.values[row * WINDOW_CELLS + length - depth + REACH] ?? 3
  if (distance === 0 || distance > REACH) return
  const { isBackward } = side
  if (isBackward && isFoundForward(depth, length)) return
  const start = roomFor(near, depth)
  const { units } = near
  for (let i = 0; i < depth; i++) {
    units[start + i] = CODE_OF[path[isBackward ? depth - 1 - i : i] ?? 0] ?? 0
  }
  closeName(near, start + depth, distance)
}

function walk(one: Walk): void {
  const { bytes, length, guarded } = one
  const { first, next, rows } = one.edits
  const { windows } = one.side
  const deepest = length + REACH
  let top = 0
  let place = 0
  let depth = 0
  let row = first[guardAt(guarded, 0)] ?? DEAD
  for (;;) {
    // One state: whether a name ends here, and then its edges.
    const head = bytes[place] ?? 0
    if ((head & 0x40) !== 0) keepEnd(one, row, depth)
    let after = DEAD
    if (depth < deepest) {
      const window = depth * SYMBOL_ROW
      const base = (guardAt(guarded, depth + 1) * rows + row) * WINDOWS
      if (head >= 0x80) {
        const symbol = head & 0x3f
        after = next[base + (windows[window + symbol] ?? 0)] ?? DEAD
        if (after !== DEAD) {
          path[depth] = symbol
          place += 1
        }
      } else if ((head & 0x3f) >= WIDE_MIN) {
        top = pushWide(one, place, base, depth, top)
      } else {
        top = pushNarrow(one, place, base, depth, top)
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

/** The edges of a state without a set that lead on. */
function pushNarrow(one: Walk, place: number, base: number, depth: number, before: number): number {
  const { bytes } = one
  const { next } = one.edits
  const { windows } = one.side
  const window = depth * SYMBOL_ROW
  const edges = place + 1
  const last = edges + ((bytes[place] ?? 0) & 0x3f) - 1
  // Nearly always none of them does, and then no distance needs to be read.
  let edge = edges
  if ((next[base] ?? DEAD) === DEAD) {
    while (edge <= last && windows[window + ((bytes[edge] ?? 0) & 0x3f)] === 0) edge++
    if (edge > last) return before
  }
  let at = last + 1
  let top = before
  for (edge = edges; edge <= last; edge++) {
    const code = bytes[edge] ?? 0
    const symbol = code & 0x3f
    const row = next[base + (windows[window + symbol] ?? 0)] ?? DEAD
    let distance = 0
    if (code < 0x40) {
      let byte = bytes[at++] ?? 0
      distance = byte & 0x7f
      for (let shift = 7; byte >= 0x80; shift += 7) {
        byte = bytes[at++] ?? 0
        distance |= (byte & 0x7f) << shift
      }
    }
    if (row === DEAD) continue
    if (code < 0x80) top = push(top, distance, symbol, row, depth)
    else {
      path[depth] = symbol
      keepEnd(one, row, depth + 1)
    }
  }
  // Distances are told from the end of the state, which is known only now.
  for (let pushed = before; pushed < top; pushed += 2) stack[pushed] = (stack[pushed] ?? 0) + at
  return top
}

/** The edges of a state with a set that lead on. */
function pushWide(one: Walk, place: number, base: number, depth: number, before: number): number {
  const { bytes } = one
  const { next } = one.edits
  const { windows } = one.side
  const last = bytes[place + WIDE_SET_BYTES] ?? 0
  const low = fourBytes(bytes, place + 1)
  const high = (bytes[place + 5] ?? 0) | ((last & 0x3f) << 8)
  const width = (last >> 6) + 1
  const jumps = place + 1 + WIDE_SET_BYTES
  const end = jumps + ((bytes[place] ?? 0) & 0x3f) * width
  const mask = -1 >>> (32 - 8 * width)
  // From here on nothing is long enough to go on, and only what ends counts.
  const deepest = one.length + REACH - 1
  const window = depth * SYMBOL_ROW
  const isAny = (next[base] ?? DEAD) !== DEAD
  let top = before
  for (let half = 0; half < 2; half++) {
    const bits = half === 0 ? low : high
    // Where only the query's own letters lead on, just those.
    let rest = isAny ? bits : bits & (one.side.letters[depth * 2 + half] ?? 0)
    for (; rest !== 0; rest &= rest - 1) {
      const bit = 31 - Math.clz32(rest & -rest)
      const symbol = half * 32 + bit
      const row = next[base + (windows[window + symbol] ?? 0)] ?? DEAD
      if (row === DEAD) continue
      const index = bitsBelow(bits, bit) + (half === 0 ? 0 : bitsBelow(low, 32))
      const jump = fourBytes(bytes, jumps + index * width) & mask
      const target = end + jump - 1
      if (jump !== 0 && depth < deepest) top = push(top, target, symbol, row, depth)
      else if (jump === 0 || ((bytes[target] ?? 0) & 0x40) !== 0) {
        path[depth] = symbol
        keepEnd(one, row, depth + 1)
      }
    }
  }
  return top
}

/** Little-endian; the upper half of the numbers comes out negative. */
function fourBytes(bytes: Uint8Array, at: number): number {
  const low = (bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8)
  return low | ((bytes[at + 2] ?? 0) << 16) | ((bytes[at + 3] ?? 0) << 24)
}

/** How many of the lowest `count` bits are set. */
function bitsBelow(bits: number, count: number): number {
  let rest = count === 32 ? bits : bits & ((1 << count) - 1)
  rest -= (rest >>> 1) & 0x5555_5555
  rest = (rest & 0x3333_3333) + ((rest >>> 2) & 0x3333_3333)
  return Math.imul((rest + (rest >>> 4)) & 0x0f0f_0f0f, 0x0101_0101) >>> 24
}

/** Whether the forward walk accepts the name whose symbols lie reversed in the path. */
function isFoundForward(depth: number, length: number): boolean {
  const { first, next, rows, values } = editRows(AT_MOST_ONE)
  const { windows } = FORWARD
  const head = headLength(length)
  let row = first[guardAt(head, 0)] ?? DEAD
  for (let i = 0; i < depth; i++) {
    const window = windows[i * SYMBOL_ROW + (path[depth - 1 - i] ?? 0)] ?? 0
    row = next[(guardAt(head, i + 1) * rows + row) * WINDOWS + window] ?? DEAD
    if (row === DEAD) return false
  }
  return (values[row * WINDOW_CELLS + length - depth + REACH] ?? 3) <= REACH
}

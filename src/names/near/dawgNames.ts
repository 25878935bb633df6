// The names of an automaton: whether it has one, and all of them in order of their bytes.

import { CODE_OF, NO_SYMBOL, symbolOf } from '../stored/alphabet.ts'
import { WIDE_MIN, WIDE_SET_BYTES } from '../stored/dawgBuilder.ts'
import { QUERY_MAX } from './querySide.ts'

/** The target of an edge after which a name ends and nothing goes on. */
const LEAF = -1

type TakeEdge = (symbol: number, target: number) => void

/** The edges of the state at `place` in order of label. */
function eachEdge(bytes: Uint8Array, place: number, take: TakeEdge): void {
  const head = bytes[place] ?? 0
  const count = head >= 0x80 ? 0 : head & 0x3f
  if (head >= 0x80) take(head & 0x3f, place + 1)
  else if (count >= WIDE_MIN) eachWideEdge(bytes, place + 1, count, take)
  else eachNarrowEdge(bytes, place + 1, count, take)
}

function eachNarrowEdge(bytes: Uint8Array, first: number, count: number, take: TakeEdge): void {
  const distances: number[] = []
  let at = first + count
  for (let k = 0; k < count; k++) {
    let distance = 0
    if (((bytes[first + k] ?? 0) & 0xc0) === 0) {
      let byte: number
      let shift = 0
      do {
        byte = bytes[at++] ?? 0
        distance |= (byte & 0x7f) << shift
        shift += 7
      } while (byte >= 0x80)
    }
    distances.push(distance)
  }
  for (let k = 0; k < count; k++) {
    const edge = bytes[first + k] ?? 0
    take(edge & 0x3f, (edge & 0xc0) === 0x80 ? LEAF : at + (distances[k] ?? 0))
  }
}

function eachWideEdge(bytes: Uint8Array, set: number, count: number, take: TakeEdge): void {
  const width = ((bytes[set + WIDE_SET_BYTES - 1] ?? 0) >> 6) + 1
  let at = set + WIDE_SET_BYTES
  const end = at + count * width
  for (let symbol = 0; at < end && symbol < 0x40; symbol++) {
    if ((((bytes[set + (symbol >> 3)] ?? 0) >> (symbol & 7)) & 1) === 0) continue
    let jump = 0
    for (let byte = width - 1; byte >= 0; byte--) jump = jump * 256 + (bytes[at + byte] ?? 0)
    at += width
    take(symbol, jump === 0 ? LEAF : end + jump - 1)
  }
}

/** Whether the automaton holds the name. */
export function isInDawg(forward: Uint8Array, name: string): boolean {
  let place: number | null = 0
  for (let i = 0; i < name.length; i++) {
    const wanted = symbolOf(name.charCodeAt(i))
    if (place === LEAF || place === null || wanted === NO_SYMBOL) return false
    const from: number = place
    place = null
    eachEdge(forward, from, (symbol, target) => {
      if (symbol === wanted) place = target
    })
  }
  if (name === '' || place === null) return false
  return place === LEAF || ((forward[place] ?? 0) & 0x40) !== 0
}

/** Calls `take` with each name as ASCII codes; the buffer is used again. */
export function eachDawgName(
  bytes: Uint8Array,
  take: (codes: Uint8Array, length: number) => void,
): void {
  const codes = new Uint8Array(QUERY_MAX + 1)

  function visit(place: number, depth: number): void {
    if (depth > QUERY_MAX) throw new Error('a name longer than any that can be asked for')
    if (((bytes[place] ?? 0) & 0x40) !== 0) take(codes, depth)
    eachEdge(bytes, place, (symbol, target) => {
      codes[depth] = CODE_OF[symbol] ?? 0
      if (target === LEAF) take(codes, depth + 1)
      else visit(target, depth + 1)
    })
  }

  visit(0, 0)
}

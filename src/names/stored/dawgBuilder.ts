// A minimal acyclic automaton over sorted names, packed while it grows: a state is written as soon
// as nothing can be added to it, and equal states are written once. Memory is the packed bytes and
// a table of places, never a graph of objects.
//
// The packed form, read upwards from the place of a state (the root is at 0):
//
//   1fllllll            one edge with label l to the state that follows; f: a name ends here
//   0fnnnnnn edge*n     n < 6 edges in order of label, then the distances of those that have one; a
//                       state without edges ends every name there
//   edge: ccllllll      label l; c 0: has a distance, and the target lies so many bytes behind the
//                       state; c 1: the target follows the state; c 2: the target is a state where a
//                       name ends and nothing goes on
//   distance:           LEB128
//   0fnnnnnn set jump*n n >= 6 edges: the set of their labels, then the jumps in order of label
//   set: 6 bytes        little-endian; bit l: there is an edge with label l; the topmost two bits: how
//                       many bytes a jump has, less 1
//   jump:               little-endian; 0: a name ends and nothing goes on; else the target lies so many
//                       bytes less 1 behind the last jump
//
// Of the many edges of a state that many names lead to, few matter to one question: a set tells which
// of them there are without reading them all.
//
// States are written leaf first, so the bytes come out in reverse and are turned round at the end:
// every target then lies behind its edge, and distances stay what they were.

import { SYMBOL_OF, SYMBOL_ROW } from './alphabet.ts'
import { grown } from './nameArena.ts'

/** A state without edges, of which there is only one. */
const LEAF = 0
const EMPTY = 0
const DEPTH_MAX = 1_024
const SINGLE = 0x80
const FINAL = 0x40
const NEXT = 0x40
const TO_LEAF = 0x80
/** From so many edges on a state has a set of labels. */
export const WIDE_MIN = 6
/** Bytes of a set. */
export const WIDE_SET_BYTES = 6

/** `reversed`: names are read from their last character, and must be sorted that way. */
export function dawgBuilder(reversed: boolean) {
  // The states on the path of the last name: their edges so far, targets as places in `out`.
  const counts = new Uint8Array(DEPTH_MAX + 1)
  const finals = new Uint8Array(DEPTH_MAX + 1)
  const labels = new Uint8Array((DEPTH_MAX + 1) * SYMBOL_ROW)
  const targets = new Uint32Array((DEPTH_MAX + 1) * SYMBOL_ROW)
  const word = new Uint8Array(DEPTH_MAX)
  let length = 0
  let out = new Uint8Array(1 << 20)
  let used = 1 // Place 0 means the leaf.
  // Places of the states by their hash, and the hashes: a place is read back only when they agree.
  let register = new Uint32Array(1 << 16)
  let hashes = new Uint32Array(1 << 16)
  let registered = 0

  function hashOf(depth: number): number {
    const first = depth * SYMBOL_ROW
    let hash = (finals[depth] ?? 0) + 0x9e3779b9
    for (let k = first + (counts[depth] ?? 0) - 1; k >= first; k--) {
      hash = Math.imul(hash ^ (labels[k] ?? 0), 0x85ebca6b)
      hash = Math.imul(hash ^ (targets[k] ?? 0) ^ (hash >>> 15), 0xc2b2ae35)
    }
    return (hash ^ (hash >>> 16)) >>> 0
  }

  /** Whether the state at this depth is the one that was written at `place`. */
  function isSame(depth: number, place: number): boolean {
    const state = read(place)
    const count = counts[depth] ?? 0
    if (state.count !== count || state.final !== (finals[depth] ?? 0)) return false
    const first = depth * SYMBOL_ROW
    for (let k = 0; k < count; k++) {
      if (state.labels[k] !== labels[first + k] || state.targets[k] !== targets[first + k]) {
        return false
      }
    }
    return true
  }

  const state = {
    count: 0,
    final: 0,
    labels: new Uint8Array(SYMBOL_ROW),
    targets: new Uint32Array(SYMBOL_ROW),
  }

  /** The state whose first byte is the one before `place`; one object, filled anew. */
  function read(place: number): typeof state {
    const at = place - 1
    const head = out[at] ?? 0
    state.final = (head & FINAL) >> 6
    if ((head & SINGLE) !== 0) {
      state.count = 1
      state.labels[0] = head & 0x3f
      state.targets[0] = at
      return state
    }
    state.count = head & 0x3f
    if (state.count >= WIDE_MIN) return readWide(at)
    let distanceAt = at - state.count
    for (let k = 0; k < state.count; k++) {
      const edge = out[at - 1 - k] ?? 0
      state.labels[k] = edge & 0x3f
      const code = edge & 0xc0
      if (code === TO_LEAF) state.targets[k] = LEAF
      // How far behind the state; where that is, is known after the last distance.
      else if (code === NEXT) state.targets[k] = 0
      else {
        let distance = 0
        let factor = 1
        let byte: number
        do {
          distanceAt -= 1
          byte = out[distanceAt] ?? 0
          distance += (byte & 0x7f) * factor
          factor *= 128
        } while (byte >= 0x80)
        state.targets[k] = distance
      }
    }
    for (let k = 0; k < state.count; k++) {
      const code = (out[at - 1 - k] ?? 0) & 0xc0
      if (code !== TO_LEAF) state.targets[k] = distanceAt - (state.targets[k] ?? 0)
    }
    return state
  }

  /** The same for a state with a set; `head` is the place of its first byte. */
  function readWide(head: number): typeof state {
    const width = ((out[head - WIDE_SET_BYTES] ?? 0) >> 6) + 1
    const end = head - WIDE_SET_BYTES - state.count * width
    let k = 0
    for (let label = 0; k < state.count; label++) {
      if ((((out[head - 1 - (label >> 3)] ?? 0) >> (label & 7)) & 1) === 0) continue
      let jump = 0
      const at = head - WIDE_SET_BYTES - k * width
      for (let byte = width; byte >= 1; byte--) jump = jump * 256 + (out[at - byte] ?? 0)
      state.labels[k] = label
      state.targets[k] = jump === 0 ? LEAF : end - jump + 1
      k += 1
    }
    return state
  }

  function push(byte: number): void {
    if (used === out.length) out = grown(out, used + 1)
    out[used++] = byte
  }

  /** Writes the state back to front and returns its place. */
  function write(depth: number): number {
    const count = counts[depth] ?? 0
    const first = depth * SYMBOL_ROW
    const final = finals[depth] === 1 ? FINAL : 0
    if (count === 1 && targets[first] === used) {
      push(SINGLE | final | (labels[first] ?? 0))
      return used
    }
    if (count >= WIDE_MIN) {
      writeWide(first, count)
      push(final | count)
      return used
    }
    const end = used
    for (let k = first + count - 1; k >= first; k--) {
      const target = targets[k] ?? 0
      if (target !== LEAF && target !== end) pushBackwards(end - target)
    }
    for (let k = first + count - 1; k >= first; k--) {
      const target = targets[k] ?? 0
      const code = target === LEAF ? TO_LEAF : target === end ? NEXT : 0
      push(code | (labels[k] ?? 0))
    }
    push(final | count)
    return used
  }

  function writeWide(first: number, count: number): void {
    const end = used
    const set = new Uint8Array(WIDE_SET_BYTES)
    let furthest = 0
    for (let k = first; k < first + count; k++) {
      const label = labels[k] ?? 0
      set[label >> 3] = (set[label >> 3] ?? 0) | (1 << (label & 7))
      furthest = Math.max(furthest, jumpTo(targets[k] ?? 0, end))
    }
    const width = furthest < 1 << 8 ? 1 : furthest < 1 << 16 ? 2 : furthest < 1 << 24 ? 3 : 4
    for (let k = first + count - 1; k >= first; k--) {
      const jump = jumpTo(targets[k] ?? 0, end)
      for (let byte = width - 1; byte >= 0; byte--) push((jump >>> (8 * byte)) & 0xff)
    }
    push((set[WIDE_SET_BYTES - 1] ?? 0) | ((width - 1) << 6))
    for (let byte = WIDE_SET_BYTES - 2; byte >= 0; byte--) push(set[byte] ?? 0)
  }

  function pushBackwards(distance: number): void {
    const bytes: number[] = []
    let rest = distance
    do {
      bytes.push((rest % 128) | (rest >= 128 ? 0x80 : 0))
      rest = Math.floor(rest / 128)
    } while (rest > 0)
    for (let i = bytes.length - 1; i >= 0; i--) push(bytes[i] ?? 0)
  }

  /** Place of the state at this depth, which gets no more edges. */
  function freeze(depth: number): number {
    if (counts[depth] === 0) return LEAF
    const mask = register.length - 1
    const hash = hashOf(depth)
    let slot = hash & mask
    for (;;) {
      const place = register[slot] ?? EMPTY
      if (place === EMPTY) break
      if (hashes[slot] === hash && isSame(depth, place)) return place
      slot = (slot + 1) & mask
    }
    const place = write(depth)
    register[slot] = place
    hashes[slot] = hash
    registered += 1
    if (registered * 3 > register.length * 2) grow()
    return place
  }

  function grow(): void {
    const [places, known] = [register, hashes]
    register = new Uint32Array(places.length * 2)
    hashes = new Uint32Array(places.length * 2)
    const mask = register.length - 1
    for (let from = 0; from < places.length; from++) {
      const place = places[from] ?? EMPTY
      if (place === EMPTY) continue
      const hash = known[from] ?? 0
      let slot = hash & mask
      while (register[slot] !== EMPTY) slot = (slot + 1) & mask
      register[slot] = place
      hashes[slot] = hash
    }
  }

  /** Freezes what lies below the first `keep` characters of the last name. */
  function freezeBelow(keep: number): void {
    for (let depth = length; depth > keep; depth--) {
      const place = freeze(depth)
      const parent = (depth - 1) * SYMBOL_ROW + (counts[depth - 1] ?? 0) - 1
      targets[parent] = place
    }
  }

  return {
    /** Names must come in order, without repetition, made of the alphabet alone. */
    add(bytes: Uint8Array, start: number, end: number): void {
      const next = end - start
      if (next >= DEPTH_MAX) throw new Error('a name of more than 1,023 characters')
      const symbolAt = (i: number) => SYMBOL_OF[bytes[reversed ? end - 1 - i : start + i] ?? 0] ?? 0
      let common = 0
      while (common < length && common < next && word[common] === symbolAt(common)) common++
      if (common === next || (common < length && symbolAt(common) < (word[common] ?? 0))) {
        throw new Error('names out of order')
      }
      freezeBelow(common)
      for (let depth = common; depth < next; depth++) {
        const symbol = symbolAt(depth)
        word[depth] = symbol
        const count = counts[depth] ?? 0
        labels[depth * SYMBOL_ROW + count] = symbol
        counts[depth] = count + 1
        counts[depth + 1] = 0
        finals[depth + 1] = 0
      }
      finals[next] = 1
      length = next
    },
    finish(): Uint8Array {
      freezeBelow(0)
      write(0)
      register = new Uint32Array(0)
      hashes = new Uint32Array(0)
      return out.slice(1, used).reverse()
    },
  }
}

function jumpTo(target: number, end: number): number {
  return target === LEAF ? 0 : end - target + 1
}

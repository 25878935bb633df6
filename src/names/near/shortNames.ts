// The names of a set that are at most five letters long, as a list that is scanned. A query of a few
// letters is within reach of most beginnings of names, so that walking an automaton reads nearly all
// of its upper part; looking at each short name once takes a third of that time.
//
// The section of the file: how many names there are of one letter, of two, … of five (32-bit numbers,
// little-endian), then the names in that order, each length sorted, a byte for each letter's symbol.

import { CODE_OF, isRegular, SYMBOL_OF, SYMBOL_ROW, symbolOf } from '../stored/alphabet.ts'
import { endOf, type NameArena, startOf } from '../stored/nameArena.ts'
import { NameFileInvalid } from '../stored/nameFile.ts'
import { DEAD, type EditRows, editRows, WINDOWS } from './editRows.ts'
import { closeName, type NearBuffer, roomFor } from './nearBuffer.ts'
import { fillSide, querySide, REACH, WINDOW_CELLS } from './querySide.ts'

/** Longer queries are near names that are not in the list. */
export const SHORT_QUERY_MAX = 3
const NAME_MAX = SHORT_QUERY_MAX + REACH
const COUNT_BYTES = 4

const SIDE = querySide(false)

/** `order`: the names sorted by their bytes. */
export function encodeShortNames(names: NameArena, order: Uint32Array): Uint8Array {
  const counts = new Uint32Array(NAME_MAX)
  const groups: number[][] = Array.from({ length: NAME_MAX }, () => [])
  for (const index of order) {
    const start = startOf(names, index)
    const end = endOf(names, index)
    const group = groups[end - start - 1]
    if (group === undefined || !isRegular(names.bytes, start, end)) continue
    counts[end - start - 1] = (counts[end - start - 1] ?? 0) + 1
    for (let at = start; at < end; at++) group.push(SYMBOL_OF[names.bytes[at] ?? 0] ?? 0)
  }
  const head = Buffer.alloc(NAME_MAX * COUNT_BYTES)
  for (const [place, count] of counts.entries()) head.writeUInt32LE(count, place * COUNT_BYTES)
  return Buffer.concat([head, ...groups.map((group) => Uint8Array.from(group))])
}

/** The names of one length: where their symbols begin, and which of 32 kinds of letters each has. */
type Group = Readonly<{ length: number; first: number; masks: Int32Array }>

/**
 * What adds each name within distance 2 but the query itself, once, in no order. For queries of at
 * most `SHORT_QUERY_MAX` units. Throws `NameFileInvalid`.
 */
export function shortNames(section: Uint8Array): (query: string, near: NearBuffer) => void {
  const groups: Group[] = []
  let first = NAME_MAX * COUNT_BYTES
  const counts = readCounts(section)
  for (const [place, count] of counts.entries()) {
    const length = place + 1
    const masks = new Int32Array(count)
    for (let i = 0; i < count; i++) {
      let mask = 0
      for (let k = 0; k < length; k++) mask |= 1 << (section[first + i * length + k] ?? 0)
      masks[i] = mask
    }
    groups.push({ length, first, masks })
    first += count * length
  }

  /** The distance of the name whose symbols begin here, 3 when it is more than 2. */
  function distanceAt(edits: EditRows, at: number, length: number, queryLength: number): number {
    let row = edits.first[0] ?? DEAD
    for (let k = 0; k < length; k++) {
      const window = SIDE.windows[k * SYMBOL_ROW + (section[at + k] ?? 0)] ?? 0
      row = edits.next[row * WINDOWS + window] ?? DEAD
      if (row === DEAD) return REACH + 1
    }
    return edits.values[row * WINDOW_CELLS + queryLength - length + REACH] ?? REACH + 1
  }

  function take(at: number, length: number, distance: number, near: NearBuffer): void {
    const start = roomFor(near, length)
    for (let k = 0; k < length; k++) near.units[start + k] = CODE_OF[section[at + k] ?? 0] ?? 0
    closeName(near, start + length, distance)
  }

  return (query, near) => {
    fillSide(SIDE, query)
    const asked = maskOf(query)
    const unguarded = editRows(REACH)
    for (const { length, first, masks } of groups) {
      const apart = length - query.length
      if (apart > REACH || apart < -REACH) continue
      // Of the longer text all letters but two have their like in the other one.
      const missingMax = REACH - Math.max(0, apart)
      const foreignMax = REACH - Math.max(0, -apart)
      for (let i = 0; i < masks.length; i++) {
        const mask = masks[i] ?? 0
        if (!hasAtMost(asked & ~mask, missingMax) || !hasAtMost(mask & ~asked, foreignMax)) continue
        const at = first + i * length
        const distance = distanceAt(unguarded, at, length, query.length)
        if (distance > 0 && distance <= REACH) take(at, length, distance, near)
      }
    }
  }
}

/** How many names there are of each length; they fill the section. */
function readCounts(section: Uint8Array): readonly number[] {
  const head = new DataView(section.buffer, section.byteOffset, section.byteLength)
  const headBytes = NAME_MAX * COUNT_BYTES
  const counts =
    section.length < headBytes
      ? []
      : Array.from({ length: NAME_MAX }, (_, i) => head.getUint32(i * COUNT_BYTES, true))
  const sizeBytes = counts.reduce((sum, count, place) => sum + count * (place + 1), headBytes)
  if (sizeBytes !== section.length) throw new NameFileInvalid('short names that do not fit')
  return counts
}

function maskOf(query: string): number {
  let mask = 0
  for (let i = 0; i < query.length; i++) {
    const symbol = symbolOf(query.charCodeAt(i))
    if (symbol < SYMBOL_ROW) mask |= 1 << symbol
  }
  return mask
}

/** Whether at most so many bits are set, for 0 to 2. */
function hasAtMost(bits: number, max: number): boolean {
  let rest = bits
  if (max > 0) rest &= rest - 1
  if (max > 1) rest &= rest - 1
  return rest === 0
}

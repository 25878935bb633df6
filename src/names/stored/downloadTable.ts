// Downloads a month by name, for the names that have any worth telling: a hash table over bytes, so
// that a neighbour that was found as bytes is looked up without being made into a text.
//
//   slots    a power of two of little-endian 32-bit numbers: place of an entry plus 1, or 0
//   entries  length of the name in one byte, the name in UTF-8, downloads as a 32-bit number
//   short    a power of two of pairs of little-endian 32-bit numbers: a name and its downloads
//
// A count below 100 is none of downloads, but of the names that are built on this one (families.ts).
// A name is in the first free slot from its FNV-1a hash on. Names of at most five letters of the
// alphabet are in `short` instead, five times six bits each, the first lowest, a letter's symbol plus
// 1: the neighbours of a short name are thousands of short names, and each costs one look.

import { CODE_OF, NO_SYMBOL, symbolOf } from './alphabet.ts'
import { grown } from './nameArena.ts'

const NAME_BYTES_MAX = 255
const DOWNLOADS_MAX = 0xffff_ffff
const COUNT_BYTES = 4

const SHORT_MAX = 5

/** Downloads below this are not on record: they would double the table and decide nothing. */
export const DOWNLOADS_MIN = 100

export type DownloadTable = Readonly<{
  slots: Uint32Array
  entries: Uint8Array
  short: Uint32Array
}>

/** A name in UTF-8, or in code units where it is ASCII. */
type NameBytes = Uint8Array | Uint16Array

export type DownloadTableWriter = ReturnType<typeof downloadTableWriter>

export function downloadTableWriter() {
  let entries = new Uint8Array(1 << 16)
  let used = 0
  let entryCount = 0
  let slots = new Uint32Array(1 << 10)
  let short = new Uint32Array(1 << 8)
  let shortCount = 0

  function addShort(key: number, downloads: number): void {
    const slot = findShort(short, key)
    if (short[slot] !== 0) return
    short[slot] = key
    short[slot + 1] = downloads
    shortCount += 1
    if (shortCount * 4 < short.length) return
    const before = short
    short = new Uint32Array(before.length * 2)
    for (let at = 0; at < before.length; at += 2) {
      const known = before[at] ?? 0
      if (known !== 0) short.set(before.subarray(at, at + 2), findShort(short, known))
    }
  }

  function put(place: number): boolean {
    const start = place + 1
    const length = entries[place] ?? 0
    const slot = findSlot(slots, entries, entries, start, start + length)
    if (slots[slot] !== 0) return false
    slots[slot] = place + 1
    return true
  }

  function addCount(bytes: Uint8Array, start: number, end: number, count: number): void {
    const length = end - start
    if (length === 0 || length > NAME_BYTES_MAX) return
    const key = shortKey(bytes, start, end)
    if (key !== 0) {
      addShort(key, count)
      return
    }
    if (used + length + 1 + COUNT_BYTES > entries.length)
      entries = grown(entries, entries.length * 2)
    entries[used] = length
    entries.set(bytes.subarray(start, end), used + 1)
    if (!put(used)) return
    writeCount(entries, used + 1 + length, count)
    used += length + 1 + COUNT_BYTES
    entryCount += 1
    if (entryCount * 3 < slots.length * 2) return
    slots = new Uint32Array(slots.length * 2)
    for (let place = 0; place < used; place += (entries[place] ?? 0) + 1 + COUNT_BYTES) put(place)
  }

  return {
    /**
     * The first count of a name stands; names no registry could hold are left out, and downloads that
     * are not worth telling.
     */
    add(bytes: Uint8Array, start: number, end: number, downloads: number): void {
      const count = Math.min(Math.round(downloads), DOWNLOADS_MAX)
      if (count >= DOWNLOADS_MIN) addCount(bytes, start, end, count)
    },
    /** How many names are built on one that has no downloads on record: less than `DOWNLOADS_MIN`. */
    addFamily: addCount,
    finish: (): DownloadTable => ({ slots, entries: entries.slice(0, used), short }),
  }
}

/** Downloads a month, or how many names are built on it; null where nothing is on record. */
export function findCount(
  table: DownloadTable,
  name: NameBytes,
  start: number,
  end: number,
): number | null {
  const { slots, entries, short } = table
  const key = shortKey(name, start, end)
  if (key !== 0) {
    const slot = findShort(short, key)
    return short[slot] === 0 ? null : (short[slot + 1] ?? null)
  }
  const place = slots[findSlot(slots, entries, name, start, end)] ?? 0
  if (place === 0) return null
  return readCount(entries, place + end - start)
}

/** Downloads a month; null when none are on record. */
export function findDownloads(
  table: DownloadTable,
  name: NameBytes,
  start: number,
  end: number,
): number | null {
  const count = findCount(table, name, start, end)
  return count === null || count < DOWNLOADS_MIN ? null : count
}

/** Each name with at least `min` downloads, in no order. */
export function* eachDownload(
  { entries, short }: DownloadTable,
  min: number,
): Generator<readonly [string, number]> {
  const least = Math.max(min, DOWNLOADS_MIN)
  for (let slot = 0; slot < short.length; slot += 2) {
    const [key = 0, count = 0] = short.subarray(slot, slot + 2)
    if (key !== 0 && count >= least) yield [shortName(key), count]
  }
  const decoder = new TextDecoder()
  for (let place = 0; place < entries.length; ) {
    const end = place + 1 + (entries[place] ?? 0)
    const count = readCount(entries, end)
    // A copy, because a decoder takes no shared memory.
    if (count >= least) yield [decoder.decode(entries.slice(place + 1, end)), count]
    place = end + COUNT_BYTES
  }
}

/** A short name as one number; 0 for any other. */
function shortKey(name: NameBytes, start: number, end: number): number {
  if (end - start > SHORT_MAX) return 0
  let key = 0
  for (let i = end - 1; i >= start; i--) {
    const symbol = symbolOf(name[i] ?? 0)
    if (symbol === NO_SYMBOL) return 0
    key = (key << 6) | (symbol + 1)
  }
  return key
}

function shortName(key: number): string {
  let name = ''
  for (let rest = key; rest !== 0; rest >>>= 6) {
    name += String.fromCharCode(CODE_OF[(rest & 0x3f) - 1] ?? 0)
  }
  return name
}

/** The slot of the key, or the free one where it would be. */
function findShort(short: Uint32Array, key: number): number {
  const mask = short.length / 2 - 1
  const mixed = Math.imul(key, 0x9e3779b1)
  for (let pair = (mixed ^ (mixed >>> 15)) & mask; ; pair = (pair + 1) & mask) {
    const known = short[pair * 2] ?? 0
    if (known === 0 || known === key) return pair * 2
  }
}

/** The slot of the name, or the free one where it would be. */
function findSlot(
  slots: Uint32Array,
  entries: Uint8Array,
  name: NameBytes,
  start: number,
  end: number,
): number {
  const mask = slots.length - 1
  let slot = hashOf(name, start, end) & mask
  for (;;) {
    const place = slots[slot] ?? 0
    if (place === 0 || isSame(entries, place - 1, name, start, end)) return slot
    slot = (slot + 1) & mask
  }
}

function isSame(
  entries: Uint8Array,
  place: number,
  name: NameBytes,
  start: number,
  end: number,
): boolean {
  if (entries[place] !== end - start) return false
  const shift = place + 1 - start
  for (let i = start; i < end; i++) if (entries[i + shift] !== name[i]) return false
  return true
}

function hashOf(bytes: NameBytes, start: number, end: number): number {
  let hash = 0x811c9dc5
  for (let i = start; i < end; i++) hash = Math.imul(hash ^ (bytes[i] ?? 0), 0x01000193)
  return (hash ^ (hash >>> 15)) >>> 0
}

function writeCount(bytes: Uint8Array, at: number, count: number): void {
  for (let i = 0; i < COUNT_BYTES; i++) bytes[at + i] = Math.floor(count / 2 ** (8 * i)) & 0xff
}

function readCount(bytes: Uint8Array, at: number): number {
  let count = 0
  for (let i = COUNT_BYTES - 1; i >= 0; i--) count = count * 256 + (bytes[at + i] ?? 0)
  return count
}

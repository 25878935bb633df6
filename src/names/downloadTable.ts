// Downloads a month by name, for the names that have any worth telling: a hash table over bytes, so
// that a neighbour that was found as bytes is looked up without being made into a text.
//
//   slots    a power of two of little-endian 32-bit numbers: place of an entry plus 1, or 0
//   entries  length of the name in one byte, the name in UTF-8, downloads as a 32-bit number
//
// A name is in the first free slot from its FNV-1a hash on.

const NAME_BYTES_MAX = 255
const DOWNLOADS_MAX = 0xffff_ffff
const COUNT_BYTES = 4

export type DownloadTable = Readonly<{ slots: Uint32Array; entries: Uint8Array }>

export type DownloadTableWriter = Readonly<{
  /** The first count of a name stands; names no registry could hold are left out. */
  add(bytes: Uint8Array, start: number, end: number, downloads: number): void
  finish(): DownloadTable
}>

export function downloadTableWriter(): DownloadTableWriter {
  let entries = new Uint8Array(1 << 16)
  let used = 0
  let count = 0
  let slots = new Uint32Array(1 << 10)

  function put(place: number): boolean {
    const start = place + 1
    const length = entries[place] ?? 0
    const slot = findSlot({ slots, entries }, entries, start, start + length)
    if (slots[slot] !== 0) return false
    slots[slot] = place + 1
    return true
  }

  return {
    add(bytes, start, end, downloads) {
      const length = end - start
      if (length === 0 || length > NAME_BYTES_MAX) return
      if (used + length + 1 + COUNT_BYTES > entries.length) {
        const grown = new Uint8Array(entries.length * 2)
        grown.set(entries)
        entries = grown
      }
      entries[used] = length
      entries.set(bytes.subarray(start, end), used + 1)
      if (!put(used)) return
      writeCount(entries, used + 1 + length, Math.min(Math.round(downloads), DOWNLOADS_MAX))
      used += length + 1 + COUNT_BYTES
      count += 1
      if (count * 3 < slots.length * 2) return
      slots = new Uint32Array(slots.length * 2)
      for (let place = 0; place < used; place += (entries[place] ?? 0) + 1 + COUNT_BYTES) put(place)
    },
    finish: () => ({ slots, entries: entries.slice(0, used) }),
  }
}

/** Downloads a month; null when none are on record. */
export function findDownloads(
  table: DownloadTable,
  name: Uint8Array,
  start: number,
  end: number,
): number | null {
  const { slots, entries } = table
  const place = slots[findSlot(table, name, start, end)] ?? 0
  if (place === 0) return null
  return readCount(entries, place + end - start)
}

/** Each name with at least `min` downloads, in the order they were added. */
export function* eachDownload(
  { entries }: DownloadTable,
  min: number,
): Generator<readonly [string, number]> {
  const decoder = new TextDecoder()
  for (let place = 0; place < entries.length; ) {
    const end = place + 1 + (entries[place] ?? 0)
    const count = readCount(entries, end)
    // A copy, because a decoder takes no shared memory.
    if (count >= min) yield [decoder.decode(entries.slice(place + 1, end)), count]
    place = end + COUNT_BYTES
  }
}

/** The slot of the name, or the free one where it would be. */
function findSlot(
  { slots, entries }: DownloadTable,
  name: Uint8Array,
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
  name: Uint8Array,
  start: number,
  end: number,
): boolean {
  if (entries[place] !== end - start) return false
  const shift = place + 1 - start
  for (let i = start; i < end; i++) if (entries[i + shift] !== name[i]) return false
  return true
}

function hashOf(bytes: Uint8Array, start: number, end: number): number {
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

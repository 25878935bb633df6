// What a log serves, as somebody reads it who believes nothing: bundles of entries, and tiles to compare
// with those that the entries make.

import { decodeBundle } from '../entries/entryBundle.ts'
import { HASH_BYTES, sameHash } from '../tree/hashes.ts'
import type { ReadTiles } from '../tree/proofs.ts'
import { tilePath } from '../tree/tilePaths.ts'
import { TILE_WIDTH, type Tile, tileWidth } from '../tree/tiles.ts'
import { type Evidence, LogLies } from './evidence.ts'

/** Throws `LogUnread` where something cannot be had, which says nothing about the log. */
export type LogReader = Readonly<{
  checkpoint(): Promise<Uint8Array>
  /** The leaves that `/log/rotations` names, oldest first. */
  rotations(): Promise<readonly string[]>
  /** The bytes at `tile/…`; null where the log says that there is nothing. */
  tile(path: string): Promise<Uint8Array | null>
}>

/** Something of the log could not be read: it is neither true nor false. */
export class LogUnread extends Error {
  override readonly name = 'LogUnread'
}

/** Bundles, or tiles, that are fetched at once. */
const AT_ONCE = 4

type Bundle = Readonly<{ first: number; entries: readonly Uint8Array[] }>
type About = Omit<Evidence, 'lie'>

/** The leaves from one on, bundle by bundle. */
export async function* bundlesFrom(
  reader: LogReader,
  from: number,
  size: number,
  about: About,
): AsyncGenerator<Bundle> {
  const last = Math.ceil(size / TILE_WIDTH)
  for (let at = Math.floor(from / TILE_WIDTH); at < last; at += AT_ONCE) {
    const indexes = Array.from({ length: Math.min(AT_ONCE, last - at) }, (_, more) => at + more)
    const bundles = await Promise.all(indexes.map((index) => bundleAt(reader, index, size)))
    for (const [place, index] of indexes.entries()) {
      const entries = bundles[place] ?? null
      if (entries === null) {
        const reason = `entries/${index} is not ${tileWidth({ level: 0, index }, size)} entries`
        throw new LogLies({ lie: 'entries_other', ...about, reason })
      }
      const first = Math.max(from, index * TILE_WIDTH)
      yield { first, entries: entries.slice(first - index * TILE_WIDTH) }
    }
  }
}

export async function entryAt(reader: LogReader, index: number, size: number): Promise<Uint8Array> {
  const entries = await bundleAt(reader, Math.floor(index / TILE_WIDTH), size)
  return entries?.[index % TILE_WIDTH] ?? new Uint8Array()
}

/** Null for what is no bundle of the right number of entries. */
export async function bundleAt(reader: LogReader, index: number, size: number) {
  const width = tileWidth({ level: 0, index }, size)
  const bytes = await atWidth(reader, { level: 'entries', index, width })
  if (bytes.isFull) return decodeBundle(bytes.bytes, TILE_WIDTH)?.slice(0, width) ?? null
  return decodeBundle(bytes.bytes, width)
}

/** A narrower tile may be gone once it is full; the full one begins with it. */
async function atWidth(
  reader: Pick<LogReader, 'tile'>,
  place: Readonly<{ level: number | 'entries'; index: number; width: number }>,
): Promise<Readonly<{ bytes: Uint8Array; isFull: boolean }>> {
  const narrow = await reader.tile(tilePath(place))
  if (narrow !== null) return { bytes: narrow, isFull: place.width === TILE_WIDTH }
  const full =
    place.width < TILE_WIDTH ? await reader.tile(tilePath({ ...place, width: TILE_WIDTH })) : null
  if (full === null) throw new LogUnread(`the log has no ${tilePath(place)}`)
  return { bytes: full, isFull: true }
}

/** For proofs in a tree of a size. */
export function tilesOf(reader: Pick<LogReader, 'tile'>, size: number): ReadTiles {
  return async (places) => {
    const read: (Uint8Array | null)[] = []
    for (const place of places) {
      const width = tileWidth(place, size)
      const { bytes } = await atWidth(reader, { ...place, width })
      read.push(bytes.length < width * HASH_BYTES ? null : bytes.subarray(0, width * HASH_BYTES))
    }
    return read
  }
}

/** Compares tiles that the entries make with those that are served; the first that differs is told. */
export async function otherTile(
  reader: LogReader,
  tiles: readonly Tile[],
  about: About,
): Promise<LogLies | null> {
  for (let at = 0; at < tiles.length; at += AT_ONCE) {
    const some = tiles.slice(at, at + AT_ONCE)
    const same = await Promise.all(some.map((tile) => isServed(reader, tile)))
    const other = some[same.indexOf(false)]
    if (other === undefined) continue
    return new LogLies({ lie: 'tiles_other', ...about, reason: tilePath(wideAs(other)) })
  }
  return null
}

const wideAs = ({ level, index, bytes }: Tile) => ({
  level,
  index,
  width: bytes.length / HASH_BYTES,
})

async function isServed(reader: LogReader, tile: Tile): Promise<boolean> {
  const served = await atWidth(reader, wideAs(tile))
  return sameHash(served.bytes.subarray(0, tile.bytes.length), tile.bytes)
}

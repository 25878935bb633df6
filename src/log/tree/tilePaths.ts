// Where a tile lies: `tile/<level>/<index>`, after C2SP tlog-tiles. The index goes into folders of a
// thousand, and a tile that is not full has its width behind it: tile/0/x001/x234/067.p/8.

import { TILE_WIDTH } from './tiles.ts'

/** `level`: of hashes, or `entries` for the bundle of leaves that the tile at level 0 is made of. */
export type TilePath = Readonly<{ level: number | 'entries'; index: number; width: number }>

const LEVEL_MAX = 63

export function tilePath({ level, index, width }: TilePath): string {
  const digits = String(index)
  const padded = digits.padStart(Math.ceil(digits.length / 3) * 3, '0')
  const parts = padded.match(/\d{3}/g) ?? []
  const folders = parts.map((part, place) => (place < parts.length - 1 ? `x${part}` : part))
  const partial = width < TILE_WIDTH ? `.p/${width}` : ''
  return `tile/${level}/${folders.join('/')}${partial}`
}

/** Null for whatever is not written as `tilePath` writes it. */
export function parseTilePath(path: string): TilePath | null {
  const match = PATH.exec(path)
  if (match === null) return null
  const [, level = '', folders = '', width] = match
  const found: TilePath = {
    level: level === 'entries' ? level : Number(level),
    index: Number(folders.replaceAll(/[x/]/g, '')),
    width: width === undefined ? TILE_WIDTH : Number(width),
  }
  if (typeof found.level === 'number' && found.level > LEVEL_MAX) return null
  if (found.width < 1 || !Number.isSafeInteger(found.index)) return null
  // Zeroes too many, and a full tile with its width, are other spellings of what has one.
  return tilePath(found) === path ? found : null
}

const PATH = /^tile\/(entries|\d{1,2})\/((?:x\d{3}\/){0,5}\d{3})(?:\.p\/(\d{1,3}))?$/

// The names that a search finds, as code units one after another. A short name has thousands of
// neighbours, of which a hundred are told: only those are ever made into texts.

import { popularityOf } from '../../domain/names/nearest.ts'
import { grown } from '../stored/nameArena.ts'

/** Stands for downloads that are not on record. */
const NO_DOWNLOADS = -1

export type NearBuffer = ReturnType<typeof nearBuffer>

export function nearBuffer() {
  const names = 1 << 10
  return {
    count: 0,
    /** Name i lies between `ends[i - 1]`, or 0, and `ends[i]`. */
    units: new Uint16Array(names * 16),
    ends: new Uint32Array(names),
    distances: new Uint8Array(names),
    /** A month, or `NO_DOWNLOADS`. */
    downloads: new Float64Array(names),
    /** See `popularityOf`. */
    popularities: new Int32Array(names),
  }
}

export function startAt({ ends }: NearBuffer, index: number): number {
  return index === 0 ? 0 : (ends[index - 1] ?? 0)
}

/** Room for one more name of so many units; says where it goes. */
export function roomFor(near: NearBuffer, length: number): number {
  const start = startAt(near, near.count)
  if (start + length > near.units.length) near.units = grown(near.units, 2 * (start + length))
  if (near.count === near.ends.length) {
    const names = 2 * near.count
    near.ends = grown(near.ends, names)
    near.distances = grown(near.distances, names)
    near.downloads = grown(near.downloads, names)
    near.popularities = grown(near.popularities, names)
  }
  return start
}

/** Takes in the name whose units were written from `roomFor` to `end`. */
export function closeName(near: NearBuffer, end: number, distance: number): void {
  near.ends[near.count] = end
  near.distances[near.count] = distance
  near.downloads[near.count] = NO_DOWNLOADS
  near.popularities[near.count] = 0
  near.count += 1
}

export function addName(near: NearBuffer, name: string, distance: number): void {
  const start = roomFor(near, name.length)
  for (let i = 0; i < name.length; i++) near.units[start + i] = name.charCodeAt(i)
  closeName(near, start + name.length, distance)
}

/** `log10Downloads`: where it is known better than from the number. */
export function setDownloads(
  near: NearBuffer,
  index: number,
  downloads: number | null,
  log10Downloads: number = Math.log10(Math.max(1, downloads ?? 1)),
): void {
  near.downloads[index] = downloads ?? NO_DOWNLOADS
  near.popularities[index] = popularityOf(log10Downloads)
}

/** Of a name without downloads on record. */
export function setUnknown(near: NearBuffer, index: number, popularity: number): void {
  near.downloads[index] = NO_DOWNLOADS
  near.popularities[index] = popularity
}

const letters = Buffer.alloc(1_024)

export function textAt(near: NearBuffer, index: number): string {
  const start = startAt(near, index)
  const length = (near.ends[index] ?? 0) - start
  // Six times as fast as `String.fromCharCode` over all of them; what does not fit takes that way.
  let isFit = length <= letters.length
  for (let i = 0; i < length && isFit; i++) {
    const unit = near.units[start + i] ?? 0
    letters[i] = unit
    isFit = unit < 0x100
  }
  if (isFit) return letters.toString('latin1', 0, length)
  return String.fromCharCode(...near.units.subarray(start, start + length))
}

export function downloadsAt(near: NearBuffer, index: number): number | null {
  const downloads = near.downloads[index] ?? NO_DOWNLOADS
  return downloads === NO_DOWNLOADS ? null : downloads
}

/** Leaves out the names that `isGone` says yes to; the others keep their order. */
export function dropNames(near: NearBuffer, isGone: (index: number) => boolean): void {
  let kept = 0
  let end = 0
  for (let index = 0, start = 0; index < near.count; index++) {
    const next = near.ends[index] ?? 0
    if (!isGone(index)) {
      near.units.copyWithin(end, start, next)
      end += next - start
      near.distances[kept] = near.distances[index] ?? 0
      near.downloads[kept] = near.downloads[index] ?? 0
      near.popularities[kept] = near.popularities[index] ?? 0
      near.ends[kept++] = end
    }
    start = next
  }
  near.count = kept
}

// Every name of a registry, opened for questions. The bytes are shared memory: another thread can
// open the same set without a copy. What came and went since the set was built is laid over it.

import type { NameSnapshot, NearName, NearNames } from '../../ports/nameIndex.ts'
import { isInDawg } from '../near/dawgNames.ts'
import { searchDawgs } from '../near/dawgSearch.ts'
import { unknownPopularities } from '../near/families.ts'
import {
  addName,
  downloadsAt,
  dropNames,
  type NearBuffer,
  nearBuffer,
  setDownloads,
  setUnknown,
  textAt,
} from '../near/nearBuffer.ts'
import { rankNear } from '../near/rankNear.ts'
import { removedNames } from '../near/removedNames.ts'
import { scannedNames } from '../near/scannedNames.ts'
import { SHORT_QUERY_MAX, shortNames } from '../near/shortNames.ts'
import { DOWNLOADS_MIN, eachDownload, findCount, findDownloads } from '../stored/downloadTable.ts'
import { decodeNameFile, downloadsIn, oddIn } from '../stored/nameFile.ts'
import { type NameDelta, NO_DELTA } from './nameDelta.ts'

export type NameSet = ReturnType<typeof openNameSet>

/** A copy of a file's bytes in memory that threads share. */
export function sharedCopy(bytes: Uint8Array): Uint8Array {
  const shared = new Uint8Array(new SharedArrayBuffer(bytes.length))
  shared.set(bytes)
  return shared
}

/** One for a thread, because a search never waits. */
const found = nearBuffer()

/** Throws `NameFileInvalid`. `digest`: see `decodeNameFile`. */
export function openNameSet(bytes: Uint8Array, delta: NameDelta = NO_DELTA, digest?: Buffer) {
  const file = decodeNameFile(bytes, digest)
  const { facts, sections } = file
  const { forward } = sections
  const table = downloadsIn(file)
  const unknown = unknownPopularities(facts.ecosystem)
  const searchShort = shortNames(sections.brief)
  const odd = scannedNames(oddIn(file))
  const added = scannedNames(delta.added)
  const removed = removedNames(delta.removed)
  const encoder = new TextEncoder()

  // Numbers of two bytes, as in a search: one kind of array keeps the lookup fast.
  const encoded = (name: string) => Uint16Array.from(encoder.encode(name))

  /** Writes down how popular a name is that was found; its letters are at hand. */
  function weigh(index: number, letters: Uint16Array, start: number, end: number): void {
    const count = findCount(table, letters, start, end) ?? 0
    if (count >= DOWNLOADS_MIN) setDownloads(found, index, count)
    else setUnknown(found, index, unknown[count] ?? 0)
  }

  function search(written: string): NearBuffer {
    found.count = 0
    if (written.length <= SHORT_QUERY_MAX) searchShort(written, found)
    else searchDawgs(sections, written, found)
    for (let i = 0, start = 0; i < found.count; i++) {
      const end = found.ends[i] ?? 0
      weigh(i, found.units, start, end)
      start = end
    }
    const take = (name: string, distance: number) => {
      if (distance === 0) return
      addName(found, name, distance)
      const letters = encoded(name)
      weigh(found.count - 1, letters, 0, letters.length)
    }
    odd.search(written, take)
    if (removed.size > 0) dropNames(found, (index) => removed.isIn(found, index))
    added.search(written, take)
    return found
  }

  /** What the answers of this set rest on, the delta included. */
  const snapshot: NameSnapshot = {
    snapshot: delta.snapshot ?? facts.snapshot,
    sha256: delta.sha256 ?? facts.sha256,
    size: facts.size + delta.added.length - delta.removed.length,
    metric: 'levenshtein',
  }
  return {
    facts,
    bytes,
    snapshot,
    has: (name: string): boolean =>
      added.has(name) || (!removed.has(name) && (isInDawg(forward, name) || odd.has(name))),
    /** Downloads a month; null when none are on record. */
    downloads(name: string): number | null {
      const letters = encoded(name)
      return findDownloads(table, letters, 0, letters.length)
    },
    /** Every name within distance 2 but the one that is written, in no order. */
    near(written: string): Omit<NearName, 'cost'>[] {
      const near = search(written)
      return Array.from({ length: near.count }, (_, index) => ({
        name: textAt(near, index),
        distance: near.distances[index] ?? 0,
        downloads: downloadsAt(near, index),
      }))
    },
    /** The likeliest of them, best first, and how many there are in all. */
    nearest(written: string, max?: number): Pick<NearNames, 'names' | 'total'> {
      const near = search(written)
      return { names: rankNear(written, near, max), total: near.count }
    },
    /** The names with at least so many downloads on record, in no order. */
    popular: (min: number) => eachDownload(table, min),
  }
}

// Every name of a registry, opened for questions. The bytes are shared memory: another thread can
// open the same set without a copy. What came and went since the set was built is laid over it.

import { ADJACENT_DISTANCE_MAX } from '../limits.ts'
import type { NameSnapshot } from '../ports/nameIndex.ts'
import { isInDawg, searchDawgs } from './dawgSearch.ts'
import { type DownloadTable, eachDownload, findDownloads } from './downloadTable.ts'
import { type NameDelta, NO_DELTA } from './nameDelta.ts'
import { decodeNameFile, type NameFileFacts } from './nameFile.ts'
import type { NearCandidate } from './rankNear.ts'
import { scannedNames } from './scannedNames.ts'

export type NameSet = Readonly<{
  facts: NameFileFacts
  /** What the answers of this set rest on, the delta included. */
  snapshot: NameSnapshot
  bytes: Uint8Array
  has(name: string): boolean
  /** Downloads a month; null when none are on record. */
  downloads(name: string): number | null
  /** Every name within distance 2 but the one that is written, in no order. */
  near(written: string): NearCandidate[]
  /** The names with at least so many downloads on record, in no order. */
  popular(min: number): Iterable<readonly [string, number]>
}>

/** A copy of a file's bytes in memory that threads share. */
export function sharedCopy(bytes: Uint8Array): Uint8Array {
  const shared = new Uint8Array(new SharedArrayBuffer(bytes.length))
  shared.set(bytes)
  return shared
}

/** Throws `NameFileInvalid`. `digest`: see `decodeNameFile`. */
export function openNameSet(
  bytes: Uint8Array,
  delta: NameDelta = NO_DELTA,
  digest?: Buffer,
): NameSet {
  const { facts, sections } = decodeNameFile(bytes, digest)
  const { forward, backward, slots, entries } = sections
  const table: DownloadTable = {
    slots: new Uint32Array(slots.buffer, slots.byteOffset, slots.length / 4),
    entries,
  }
  const odd = scannedNames(linesOf(sections.odd))
  const added = scannedNames(delta.added)
  const removed = new Set(delta.removed)
  const encoder = new TextEncoder()

  function downloads(name: string): number | null {
    const encoded = encoder.encode(name)
    return findDownloads(table, encoded, 0, encoded.length)
  }

  return {
    facts,
    bytes,
    snapshot: {
      snapshot: delta.snapshot ?? facts.snapshot,
      sha256: delta.sha256 ?? facts.sha256,
      size: facts.size + delta.added.length - delta.removed.length,
      metric: 'levenshtein',
    },
    has: (name) =>
      added.has(name) || (!removed.has(name) && (isInDawg(forward, name) || odd.has(name))),
    downloads,
    near(written) {
      const found: NearCandidate[] = []
      const take = (name: string, distance: number, count: number | null) => {
        if (distance === 0 || distance > ADJACENT_DISTANCE_MAX) return
        const log10Downloads = count === null ? 0 : Math.log10(Math.max(1, count))
        found.push({ name, distance, downloads: count, log10Downloads })
      }
      searchDawgs({ forward, backward }, written, (codes, length, distance) => {
        const name = codes.toString('latin1', 0, length)
        if (removed.size > 0 && removed.has(name)) return
        take(name, distance, findDownloads(table, codes, 0, length))
      })
      odd.search(written, (name, distance) => {
        if (!removed.has(name)) take(name, distance, downloads(name))
      })
      added.search(written, (name, distance) => take(name, distance, downloads(name)))
      return found
    },
    popular: (min) => eachDownload(table, min),
  }
}

function linesOf(section: Uint8Array): string[] {
  const text = Buffer.from(section).toString('utf8')
  return text === '' ? [] : text.trimEnd().split('\n')
}

// NameIndex over a bundled list of popular names: what serves until every name of a registry has
// been indexed, and what a service without that index always has.

import { createHash } from 'node:crypto'
import { ECOSYSTEMS, type Ecosystem } from '../domain/packageName.ts'
import type { NameIndex, NameSnapshot, NearNames } from '../ports/nameIndex.ts'
import { log10DownloadsAt } from './popularityCurve.ts'
import { type NearCandidate, rankNear } from './rankNear.ts'
import { type ScannedNames, scannedNames } from './scannedNames.ts'

/** Names in normal form, the most popular first. */
export type NameList = Readonly<{
  /** Date of the list, YYYY-MM-DD. */
  snapshot: string
  names: readonly string[]
}>

export type NameLists = Readonly<Record<Ecosystem, NameList>>

type Shelf = Readonly<{ names: ScannedNames; snapshot: NameSnapshot }>

/** Searches lists of popular names. Duplicates count once, at their best place. */
export function popularNames(lists: NameLists): NameIndex {
  const shelves = Object.fromEntries(
    ECOSYSTEMS.map((ecosystem) => [ecosystem, shelve(lists[ecosystem])]),
    // One entry for each ecosystem.
  ) as Record<Ecosystem, Shelf>
  return { near: (ecosystem, name) => searchShelf(ecosystem, shelves[ecosystem], name) }
}

function shelve({ snapshot, names }: NameList): Shelf {
  const ranked = [...new Set(names)]
  return { names: scannedNames(ranked), snapshot: describe(snapshot, ranked) }
}

function describe(snapshot: string, names: readonly string[]): NameSnapshot {
  const hash = createHash('sha256')
  // In order of popularity, because the order of an answer depends on it.
  for (const name of names) hash.update(`${name}\n`)
  return { snapshot, sha256: hash.digest('hex'), size: names.length, metric: 'levenshtein' }
}

function searchShelf(ecosystem: Ecosystem, shelf: Shelf, written: string): NearNames {
  const found: NearCandidate[] = []
  shelf.names.search(written, (name, distance, place) => {
    if (distance === 0) return
    const log10Downloads = log10DownloadsAt(ecosystem, place + 1)
    const downloads = Math.round(10 ** log10Downloads)
    found.push({ name, distance, downloads, log10Downloads })
  })
  const { snapshot } = shelf
  return { names: rankNear(written, found), total: found.length, snapshot, source: 'popular' }
}

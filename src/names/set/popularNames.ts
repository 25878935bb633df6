// NameIndex over a bundled list of popular names: what serves until every name of a registry has
// been indexed, and what a service without that index always has.

import { createHash } from 'node:crypto'
import { keptOnce } from '../../domain/maps.ts'
import { ECOSYSTEMS, type Ecosystem } from '../../domain/names/packageName.ts'
import { POPULAR_DOWNLOADS_MIN, UNLISTED_DOWNLOADS } from '../../domain/names/popularity.ts'
import type { AnsweringSet, NameIndex, NameSnapshot, NearNames } from '../../ports/nameIndex.ts'
import { addName, nearBuffer, setDownloads } from '../near/nearBuffer.ts'
import { otherSlips } from '../near/otherSlips.ts'
import { rankNear } from '../near/rankNear.ts'
import { scannedNames } from '../near/scannedNames.ts'
import { downloadsAt, log10DownloadsAt } from '../stored/popularityCurve.ts'
import { type KnownNames, lookalikeOf } from './lookalike.ts'

/** Names in normal form, the most popular first. */
export type NameList = Readonly<{
  /** Date of the list, YYYY-MM-DD. */
  snapshot: string
  names: readonly string[]
  /** A month, of each; null where only their places are known. */
  downloads?: readonly number[] | null
}>

/** Downloads a month of the name at an index of the list, and their power of ten. */
export function listedDownloads(ecosystem: Ecosystem, { downloads }: NameList, index: number) {
  const counted = downloads?.[index]
  if (counted === undefined) {
    const power = log10DownloadsAt(ecosystem, index + 1)
    return { downloads: downloadsAt(ecosystem, index + 1), power }
  }
  return { downloads: counted, power: Math.log10(Math.max(1, counted)) }
}

type NameLists = Readonly<Record<Ecosystem, NameList>>

type Shelf = ReturnType<typeof shelve>

/** Searches lists of popular names. Duplicates count once, at their best place. */
export function popularNames(lists: NameLists): NameIndex {
  const shelves = Object.fromEntries(
    ECOSYSTEMS.map((ecosystem) => [ecosystem, shelve(ecosystem, lists[ecosystem])]),
    // One entry for each ecosystem.
  ) as Record<Ecosystem, Shelf>
  return {
    generation: 0,
    answering: (ecosystem) => shelves[ecosystem].answering,
    near: (ecosystem, name) => searchShelf(shelves[ecosystem], name),
    meant: (ecosystem, name) => shelves[ecosystem].slips.find(name),
    lookalike: (ecosystem, name, isHeld) => lookalikeOf(shelves[ecosystem], { name, isHeld }),
    downloads: () => null,
    has: () => null,
  }
}

/** Each part is made when it is first asked for: most commands never ask. */
function shelve(ecosystem: Ecosystem, list: NameList) {
  const places = keptOnce(() => placesIn(list.names))
  const ranked = keptOnce(() => [...places().keys()])
  const described = keptOnce(() => describe(list, ranked()))
  const downloadsAt = (place: number) => listedDownloads(ecosystem, list, place)
  const answering: AnsweringSet = {
    source: 'popular',
    get snapshot() {
      return described()
    },
  }
  /** Those that somebody can be taken to have meant. */
  function* meant(): Generator<readonly [string, number]> {
    for (const [name, place] of places()) {
      const { downloads } = downloadsAt(place)
      if (downloads >= POPULAR_DOWNLOADS_MIN) yield [name, downloads]
    }
  }
  const names = keptOnce(() => scannedNames(ranked()))
  const slips = keptOnce(() => otherSlips(ecosystem, meant()))
  const known: KnownNames = {
    has: (name) => places().has(name),
    downloads(name) {
      const place = places().get(name)
      return place === undefined ? null : downloadsAt(place).downloads
    },
    unlisted: UNLISTED_DOWNLOADS,
    near(written) {
      const near: { name: string; distance: number; downloads: number }[] = []
      names().search(written, (name, distance, place) => {
        if (distance > 0) near.push({ name, distance, downloads: downloadsAt(place).downloads })
      })
      return near
    },
  }
  return {
    names,
    downloadsAt,
    known,
    get slips() {
      return slips()
    },
    answering,
  }
}

/** Each name at its best place. */
function placesIn(names: readonly string[]): ReadonlyMap<string, number> {
  const places = new Map<string, number>()
  for (const name of names) if (!places.has(name)) places.set(name, places.size)
  return places
}

function describe(list: NameList, names: readonly string[]): NameSnapshot {
  const hash = createHash('sha256')
  // In order of popularity, because the order of an answer depends on it, and with the counts.
  for (const [place, name] of names.entries()) {
    const count = list.downloads?.[place]
    hash.update(count === undefined ? `${name}\n` : `${name} ${count}\n`)
  }
  const { snapshot } = list
  return { snapshot, sha256: hash.digest('hex'), size: names.length, metric: 'levenshtein' }
}

function searchShelf(shelf: Shelf, written: string): NearNames {
  const found = nearBuffer()
  shelf.names().search(written, (name, distance, place) => {
    if (distance === 0) return
    addName(found, name, distance)
    const { downloads, power } = shelf.downloadsAt(place)
    setDownloads(found, found.count - 1, downloads, power)
  })
  return { names: rankNear(written, found), total: found.count, ...shelf.answering }
}

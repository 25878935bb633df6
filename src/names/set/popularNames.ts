// NameIndex over a bundled list of popular names: what serves until every name of a registry has
// been indexed, and what a service without that index always has.

import { createHash } from 'node:crypto'
import { keptOnce } from '../../domain/maps.ts'
import { ECOSYSTEMS, type Ecosystem } from '../../domain/names/packageName.ts'
import type { AnsweringSet, NameIndex, NameSnapshot, NearNames } from '../../ports/nameIndex.ts'
import { addName, nearBuffer, setDownloads } from '../near/nearBuffer.ts'
import { otherSlips } from '../near/otherSlips.ts'
import { rankNear } from '../near/rankNear.ts'
import { scannedNames } from '../near/scannedNames.ts'
import { downloadsAt, log10DownloadsAt } from '../stored/popularityCurve.ts'

/** Names in normal form, the most popular first. */
export type NameList = Readonly<{
  /** Date of the list, YYYY-MM-DD. */
  snapshot: string
  names: readonly string[]
}>

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
    near: (ecosystem, name) => searchShelf(ecosystem, shelves[ecosystem], name),
    meant: (ecosystem, name) => shelves[ecosystem].slips().find(name),
    // How much more popular another name is cannot be told from a list that lacks this one.
    lookalike: () => null,
    downloads: () => null,
    has: () => null,
  }
}

/** Each part is made when it is first asked for: most commands never ask. */
function shelve(ecosystem: Ecosystem, list: NameList) {
  const ranked = keptOnce(() => [...new Set(list.names)])
  const described = keptOnce(() => describe(list.snapshot, ranked()))
  const answering: AnsweringSet = {
    source: 'popular',
    get snapshot() {
      return described()
    },
  }
  const downloads = () =>
    ranked().map((name, index) => [name, downloadsAt(ecosystem, index + 1)] as const)
  return {
    names: keptOnce(() => scannedNames(ranked())),
    slips: keptOnce(() => otherSlips(ecosystem, downloads())),
    answering,
  }
}

function describe(snapshot: string, names: readonly string[]): NameSnapshot {
  const hash = createHash('sha256')
  // In order of popularity, because the order of an answer depends on it.
  for (const name of names) hash.update(`${name}\n`)
  return { snapshot, sha256: hash.digest('hex'), size: names.length, metric: 'levenshtein' }
}

function searchShelf(ecosystem: Ecosystem, shelf: Shelf, written: string): NearNames {
  const found = nearBuffer()
  shelf.names().search(written, (name, distance, place) => {
    if (distance === 0) return
    addName(found, name, distance)
    const downloads = downloadsAt(ecosystem, place + 1)
    setDownloads(found, found.count - 1, downloads, log10DownloadsAt(ecosystem, place + 1))
  })
  return { names: rankNear(written, found), total: found.count, ...shelf.answering }
}

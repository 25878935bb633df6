// NameIndex over a bundled list of popular names: what serves until every name of a registry has
// been indexed, and what a service without that index always has. Names are kept in arrays ordered
// by length, so that a question looks only at the lengths that can be within reach.

import { createHash } from 'node:crypto'
import {
  boundedDistance,
  letterMask,
  masksMayBeNear,
  nearScore,
  slipCost,
} from '../domain/nearest.ts'
import type { Ecosystem } from '../domain/packageName.ts'
import { ADJACENT_DISTANCE_MAX, ADJACENT_MAX } from '../limits.ts'
import type { NameIndex, NameSnapshot, NearNames } from '../ports/nameIndex.ts'

/** Names in normal form, the most popular first. */
export type NameList = Readonly<{
  /** Date of the list, YYYY-MM-DD. */
  snapshot: string
  names: readonly string[]
}>

export type NameLists = Readonly<Record<Ecosystem, NameList>>

// Downloads a month of the n-th most popular name: log10(d) = top - bend x log10(n)^2. For PyPI
// the curve was fitted to the counts behind the bundled list (boto3 1.9 billion, the 15,000th
// 57 thousand) and is nowhere off by more than a quarter of a power of ten. For npm it goes through
// the two points that are known: some 2.5 billion for the first, 4.3 million (a million a week) for
// the 15,916th.
const POPULARITY: Readonly<Record<Ecosystem, Readonly<{ top: number; bend: number }>>> = {
  pypi: { top: 9.35, bend: 0.25 },
  npm: { top: 9.4, bend: 0.155 },
}

/** Searches lists of popular names. Duplicates count once, at their best place. */
export function popularNames(lists: NameLists): NameIndex {
  const shelves = { pypi: shelve('pypi', lists.pypi), npm: shelve('npm', lists.npm) }
  return { near: (ecosystem, name) => searchShelf(shelves[ecosystem], name) }
}

/** Columns over the names, shortest first and by popularity within a length. */
type Shelf = Readonly<{
  names: readonly string[]
  masks: Int32Array
  log10Downloads: Float64Array
  /** `starts[n]` is the place of the first name with n or more letters. */
  starts: Uint32Array
  snapshot: NameSnapshot
}>

function shelve(ecosystem: Ecosystem, list: NameList): Shelf {
  const { top, bend } = POPULARITY[ecosystem]
  const ranked = [...new Set(list.names)].map((name, index) => ({
    name,
    log10Downloads: top - bend * Math.log10(index + 1) ** 2,
  }))
  // The sort is stable: within a length the order of popularity stays.
  const rows = ranked.toSorted((a, b) => a.name.length - b.name.length)
  const longest = rows.at(-1)?.name.length ?? 0
  const starts = new Uint32Array(longest + 2)
  for (const { name } of rows) {
    for (let length = name.length + 1; length < starts.length; length++) {
      starts[length] = (starts[length] ?? 0) + 1
    }
  }
  return {
    names: rows.map(({ name }) => name),
    masks: Int32Array.from(rows, ({ name }) => letterMask(name)),
    log10Downloads: Float64Array.from(rows, (row) => row.log10Downloads),
    starts,
    snapshot: describe(
      list.snapshot,
      ranked.map(({ name }) => name),
    ),
  }
}

function describe(snapshot: string, names: readonly string[]): NameSnapshot {
  const hash = createHash('sha256')
  // In order of popularity, because the order of an answer depends on it.
  for (const name of names) hash.update(`${name}\n`)
  return { snapshot, sha256: hash.digest('hex'), size: names.length, metric: 'levenshtein' }
}

function searchShelf(shelf: Shelf, written: string): NearNames {
  const { names, masks, log10Downloads, starts, snapshot } = shelf
  const mask = letterMask(written)
  const last = starts.length - 1
  const from = starts[clamp(written.length - ADJACENT_DISTANCE_MAX, last)] ?? 0
  const to = starts[clamp(written.length + ADJACENT_DISTANCE_MAX + 1, last)] ?? 0
  const found: { name: string; distance: number; score: number }[] = []
  for (let i = from; i < to; i++) {
    if (!masksMayBeNear(mask, masks[i] ?? 0)) continue
    const name = names[i] ?? ''
    const distance = boundedDistance(written, name, ADJACENT_DISTANCE_MAX)
    if (distance === null || distance === 0) continue
    const score = nearScore(log10Downloads[i] ?? 0, slipCost(written, name))
    found.push({ name, distance, score })
  }
  found.sort((a, b) => b.score - a.score || (a.name < b.name ? -1 : 1))
  return {
    names: found.slice(0, ADJACENT_MAX).map(({ name, distance }) => ({ name, distance })),
    total: found.length,
    snapshot,
    source: 'popular',
  }
}

function clamp(length: number, max: number): number {
  return Math.min(Math.max(length, 0), max)
}

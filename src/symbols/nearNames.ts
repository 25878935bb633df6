// Which names of a table lie near to one that was written, and how near.

import { letterCost, mayBeNear, NAME_COST_MAX, styleCost, TOO_FAR, wordCost } from './nameCost.ts'
import { shapeOf, wordsOf } from './nameShape.ts'
import type { SymbolIndex } from './symbolIndex.ts'

export type NearNames = Readonly<{
  text: string
  /** The near ones, by number, nearest first. */
  ids: readonly number[]
  /** Of every number, `TOO_FAR` for all that are not near. */
  costs: Uint16Array
}>

/** Homes that are weighed: of a name that has more of them no single one was meant. */
const HOMES_OF_NAME_MAX = 1_000
const HOMES_MAX = 5_000
/** A word that stands in more names tells little about which is meant. */
const WORD_NAMES_MAX = 500

export function nearNames(index: SymbolIndex, text: string): NearNames {
  const costs = new Uint16Array(index.idCount).fill(TOO_FAR)
  const ids: number[] = []
  function keep(id: number, cost: number): void {
    if (cost > NAME_COST_MAX) return
    const before = costs[id] ?? TOO_FAR
    if (before === TOO_FAR) ids.push(id)
    if (cost < before) costs[id] = cost
  }

  const written = shapeOf(text)
  const exact = index.idOf(text)
  if (exact >= 0) keep(exact, 0)
  const { masks, ends, lengths } = index
  for (let i = 0; i < masks.length; i += 1) {
    const mask = masks[i] ?? 0
    if (!mayBeNear(written, mask, ends[i] ?? 0, lengths[i] ?? 0)) continue
    keep(index.ids[i] ?? 0, letterCost(written, index.folded[i] ?? '', index.styles[i] ?? 0))
  }

  const words = wordsOf(text)
  const weightOf = wordWeights(index)
  for (const position of sharingWords(index, words)) {
    const id = index.ids[position] ?? 0
    const cost = wordCost(words, wordsOf(index.text(id)), weightOf)
    keep(id, cost + styleCost(written.style, index.styles[position] ?? 0))
  }
  ids.sort((one, other) => costOf(costs, one) - costOf(costs, other) || one - other)
  return { text, ids, costs }
}

export function costOf(costs: Uint16Array, id: number): number {
  return costs[id] ?? TOO_FAR
}

type NearHome = Readonly<{ definition: number; cost: number }>

/** The public definitions that are at home under these names, nearest names first. */
export function* nearHomes(index: SymbolIndex, { ids, costs }: NearNames): Generator<NearHome> {
  let count = 0
  for (const id of ids) {
    const cost = costOf(costs, id)
    const homes = index.placesOf(id).subarray(0, HOMES_OF_NAME_MAX)
    for (const definition of homes) yield { definition, cost }
    count += homes.length
    if (count > HOMES_MAX) return
  }
}

/** Only the name itself: for a part that leads somewhere as it is. */
export function sameName(index: SymbolIndex, text: string): NearNames {
  const costs = new Uint16Array(index.idCount).fill(TOO_FAR)
  const id = index.idOf(text)
  if (id >= 0) costs[id] = 0
  return { text, ids: id < 0 ? [] : [id], costs }
}

/** Names that have a word of these, as positions; those with the rarest come first and are enough. */
function sharingWords(index: SymbolIndex, words: readonly string[]): ReadonlySet<number> {
  const lists = words.map((word) => index.withWord(word)).sort((a, b) => a.length - b.length)
  const found = new Set<number>()
  for (const list of lists) {
    if (found.size > 0 && found.size + list.length > WORD_NAMES_MAX) break
    for (const position of list.slice(0, WORD_NAMES_MAX)) found.add(position)
  }
  return found
}

/** Long words tell more than short ones, and rare ones more than those of many names. */
function wordWeights(index: SymbolIndex): (word: string) => number {
  const all = bitLength(index.ids.length)
  return (word) => {
    const rarity = all - bitLength(index.withWord(word).length)
    return word.length * (2 * all + 3 * Math.max(0, rarity))
  }
}

/** A logarithm that is the same on every machine. */
function bitLength(value: number): number {
  return 32 - Math.clz32(value)
}

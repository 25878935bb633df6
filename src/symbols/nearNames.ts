// Which names of a table lie near to one that was written, and how near.

import { letterCost, mayBeNear, TOO_FAR, wordCost } from './nameCost.ts'
import { shapeOf, wordsOf } from './nameShape.ts'
import type { SymbolIndex } from './symbolIndex.ts'

export type NearNames = Readonly<{
  text: string
  /** The near ones, by number. */
  ids: readonly number[]
  /** Of every number, `TOO_FAR` for all that are not near. */
  costs: Uint16Array
}>

/** A word that stands in more names tells nothing about which is meant. */
const WORD_NAMES_MAX = 2_000

export function nearNames(index: SymbolIndex, text: string): NearNames {
  const costs = new Uint16Array(index.idCount).fill(TOO_FAR)
  const ids: number[] = []
  function keep(id: number, cost: number): void {
    if (cost === TOO_FAR) return
    const before = costs[id] ?? TOO_FAR
    if (before === TOO_FAR) ids.push(id)
    if (cost < before) costs[id] = cost
  }

  const written = shapeOf(text)
  const exact = index.idOf(text)
  if (exact >= 0) keep(exact, 0)
  for (let i = 0; i < index.ids.length; i += 1) {
    const mask = index.masks[i] ?? 0
    const folded = index.folded[i] ?? ''
    if (!mayBeNear(written, mask, folded.length)) continue
    const style = index.styles[i] ?? 0
    keep(index.ids[i] ?? 0, letterCost(written, { folded, mask, style }))
  }

  const words = wordsOf(text)
  const weightOf = wordWeights(index)
  const compared = new Set<number>()
  for (const word of words) {
    const positions = index.withWord(word)
    if (positions.length > WORD_NAMES_MAX) continue
    for (const position of positions) {
      if (compared.has(position)) continue
      compared.add(position)
      const id = index.ids[position] ?? 0
      keep(id, wordCost(words, wordsOf(index.text(id)), weightOf))
    }
  }
  return { text, ids, costs }
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

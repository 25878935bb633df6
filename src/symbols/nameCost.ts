// How far a name lies from what was written, in hundredths of a slip: the likelier the mistake, the
// cheaper. Integers, so that an order that was signed once comes out the same on every machine.

import { boundedDistance } from '../domain/names/nearest.ts'
import { slipCost } from '../domain/names/slipCost.ts'
import { bitCount, type NameShape, UNDERSCORED } from './nameShape.ts'

/** No name lies further off. */
export const NAME_COST_MAX = 180
export const TOO_FAR = 0xffff

const COST = {
  /** Other case or other separators. */
  spelling: 6,
  /** For each way in which the style differs, on top of anything else. */
  style: 3,
  /** Of one of them alone, at the beginning. */
  underscores: 25,
  plural: 40,
  number: 50,
  /** One is the beginning of the other, its end, or its letters with others left out. */
  beginning: 60,
  end: 75,
  abbreviation: 110,
  /** The same words, in another order or with others between. */
  words: 50,
} as const

/** What the part that is not shared adds: all of it would add this much. */
const UNSHARED = { affix: 140, abbreviation: 70, words: 190 } as const

/** The dearest slip there is, and what slips count for among other mistakes. */
const SLIP_MAX = 125
const SLIP_SHARE = 0.75
const SLIP_LENGTH_MAX = 80
const AFFIX_MIN = 3
const ABBREVIATION_MIN = 4
const ABBREVIATION_SHARE_MIN = 0.35

/** Slips that a name of this length can have and still be recognised. */
function slipsMax(length: number): number {
  if (length < 3) return 0
  if (length < 5) return 1
  return length < 12 ? 2 : 3
}

/** Cost by letters alone, or `TOO_FAR`; for a name that is not the one that was written. */
export function letterCost(written: NameShape, folded: string, style: number): number {
  if (folded === '') return TOO_FAR
  const styled = styleCost(written.style, style)
  if (written.folded === folded) return COST.spelling + styled
  const cost = Math.min(
    slips(written.folded, folded),
    numberCost(written.folded, folded),
    affixCost(written.folded, folded),
  )
  return cost + styled > NAME_COST_MAX ? TOO_FAR : cost + styled
}

/** False only for names that `letterCost` finds too far, and cheap. */
export function mayBeNear(written: NameShape, mask: number, ends: number, length: number): boolean {
  const lacking = written.mask & ~mask
  const added = mask & ~written.mask
  // One may be a part of the other: then they begin alike or end alike.
  const otherEnds = written.ends ^ ends
  if ((lacking === 0 || added === 0) && ((otherEnds & 0xff) === 0 || otherEnds < 0x100)) return true
  const max = slipsMax(Math.max(written.folded.length, length))
  if (Math.abs(written.folded.length - length) > max) return false
  return bitCount(lacking) <= max && bitCount(added) <= max
}

export function styleCost(one: number, other: number): number {
  if (one === other) return 0
  const marked = ((one ^ other) & UNDERSCORED) === 0 ? 0 : COST.underscores
  return COST.style * bitCount(one ^ other) + marked
}

function slips(written: string, name: string): number {
  const max = slipsMax(Math.max(written.length, name.length))
  if (Math.abs(written.length - name.length) > max || max === 0) return TOO_FAR
  if (written.length > SLIP_LENGTH_MAX || name.length > SLIP_LENGTH_MAX) return TOO_FAR
  // Most are far off, and plain edits show it sooner; two letters that are swapped are two of them.
  if (boundedDistance(written, name, Math.max(2, max)) === null) return TOO_FAR
  const cost = slipCost(written, name)
  return cost > max * SLIP_MAX ? TOO_FAR : Math.round(cost * SLIP_SHARE)
}

/** `pinv2` for `pinv`, `Config3` for `Config4`. */
function numberCost(written: string, name: string): number {
  const length = lengthWithoutNumber(written)
  const isSame =
    length >= AFFIX_MIN &&
    length === lengthWithoutNumber(name) &&
    name.startsWith(written.slice(0, length))
  return isSame ? COST.number : TOO_FAR
}

function lengthWithoutNumber(name: string): number {
  let length = name.length
  while (length > 0 && name.charCodeAt(length - 1) >= 0x30 && name.charCodeAt(length - 1) <= 0x39) {
    length -= 1
  }
  return length
}

function affixCost(written: string, name: string): number {
  const [short, long] = written.length < name.length ? [written, name] : [name, written]
  if (short.length < AFFIX_MIN) return TOO_FAR
  const unshared = 1 - short.length / long.length
  const affix = Math.round(UNSHARED.affix * unshared)
  if (long.startsWith(short)) return COST.beginning + affix
  if (long.endsWith(short)) return COST.end + affix
  const isAbbreviation =
    short.length >= ABBREVIATION_MIN &&
    short.length >= long.length * ABBREVIATION_SHARE_MIN &&
    short[0] === long[0] &&
    isWithin(short, long)
  if (!isAbbreviation) return TOO_FAR
  return COST.abbreviation + Math.round(UNSHARED.abbreviation * unshared)
}

/** Whether the letters of one stand in the other, in order. */
function isWithin(short: string, long: string): boolean {
  let found = 0
  for (let i = 0; i < long.length && found < short.length; i += 1) {
    if (long.charCodeAt(i) === short.charCodeAt(found)) found += 1
  }
  return found === short.length
}

/**
 * Cost by words: which they share, by weight, and which only one of them has. `weightOf` says how
 * much a word tells.
 */
export function wordCost(
  written: readonly string[],
  name: readonly string[],
  weightOf: (word: string) => number,
): number {
  const left = [...name]
  let shared = 0
  let total = 0
  for (const word of written) {
    const weight = weightOf(word)
    total += weight
    const same = left.indexOf(word)
    const near = same >= 0 ? same : left.findIndex((other) => isShortened(word, other))
    const found = left[near]
    if (found === undefined) continue
    left.splice(near, 1)
    total += weightOf(found)
    shared += same >= 0 ? 2 * weight : (weight + weightOf(found)) * SHORTENED_SHARE
  }
  for (const word of left) total += weightOf(word)
  if (shared === 0) return TOO_FAR
  if (shared === total) return written.join() === name.join() ? COST.plural : COST.words
  const cost = COST.words + Math.round(UNSHARED.words * (1 - shared / total))
  return cost > NAME_COST_MAX ? TOO_FAR : cost
}

const SHORTENED_SHARE = 0.7

/** `sph` for `spherical`. */
function isShortened(one: string, other: string): boolean {
  const [short, long] = one.length < other.length ? [one, other] : [other, one]
  return short.length >= AFFIX_MIN && long.startsWith(short)
}

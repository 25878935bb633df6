// Whether a name that exists looks like a far more popular one. A hint for people who review
// dependencies, so it is given seldom: few well-known names are flagged.

import { nearScore, popularityOf } from '../../domain/names/nearest.ts'
import type { Ecosystem } from '../../domain/names/packageName.ts'
import { POPULAR_DOWNLOADS_MIN, UNLISTED_DOWNLOADS } from '../../domain/names/popularity.ts'
import { slipCost } from '../../domain/names/slipCost.ts'
import { CHEAPEST_SLIP, COST } from '../../domain/names/slipPrices.ts'
import type { OtherSlips } from '../near/otherSlips.ts'
import type { NameSet } from './nameSet.ts'

/** How many times more popular it is at least. */
const LOOKALIKE_RATIO = 1_000
/** The same of a name whose first word is the scope of the other: packages move into their scope. */
const MOVED_RATIO = 10
/** Shorter names are one edit from too many. */
const LOOKALIKE_LENGTH_MIN = 5
/** Nobody has to make anything up to leave out a scope, as for an affix. */
const SCOPE_COST = 80

/** What has to be known of names: of all of a registry, or of the popular ones alone. */
export type KnownNames = Readonly<{
  has(name: string): boolean
  /** A month; null when none are on record. */
  downloads(name: string): number | null
  /** What a name is taken to have when none are on record; null where nothing can be said of it. */
  unlisted: number | null
  /** Every name within distance 2 but the one that is written. */
  near(name: string): readonly (Candidate & Readonly<{ distance: number }>)[]
}>

/** Every name of a registry. */
export function knownInSet(ecosystem: Ecosystem, set: NameSet): KnownNames {
  // Counts of every package of npm are on record down to a hundred, or there are none at all.
  const isCounted = set.facts.sources.some((source) => source.name === 'download-counts')
  const unlisted = ecosystem === 'pypi' ? UNLISTED_DOWNLOADS : isCounted ? 0 : null
  return { has: set.has, downloads: set.downloads, near: set.near, unlisted }
}

/**
 * The likeliest of the names that it may be taken for; null when there is none. What is held, by the
 * registry or without a release, is no package that anybody means: any name that a misspelling of it
 * could mean counts.
 */
export function lookalikeOf(
  { known, slips }: Readonly<{ known: KnownNames; slips: OtherSlips }>,
  { name, isHeld }: Readonly<{ name: string; isHeld: boolean }>,
): string | null {
  const own = isHeld ? 0 : (known.downloads(name) ?? known.unlisted)
  if (own === null) return null
  const least = Math.max(POPULAR_DOWNLOADS_MIN, own * LOOKALIKE_RATIO)
  const near = name.length < LOOKALIKE_LENGTH_MIN ? [] : known.near(name)
  const edited = near.filter(
    (one) => isHeld || one.distance === 1 || slipCost(name, one.name) < 2 * CHEAPEST_SLIP,
  )
  const isMoved = (one: Candidate) =>
    scopeAsWord(one.name) === name && (one.downloads ?? 0) >= own * MOVED_RATIO
  const isFar = (one: Candidate) =>
    one.name !== name && ((one.downloads ?? 0) >= least || isMoved(one)) && known.has(one.name)
  // Separators, an affix or a scope are one slip, however many letters they have.
  const affixed = [...slips.withoutAffix(name), ...(isHeld ? slips.find(name) : [])]
  const at = (names: readonly Candidate[], cost: number) =>
    names.filter(isFar).map((one) => ({ ...one, cost }))
  const weighed = [
    ...edited.filter(isFar).map((one) => ({ ...one, cost: slipCost(name, one.name) })),
    ...at(slips.sameLetters(name), COST.separator),
    ...at(slips.withScope(name), SCOPE_COST),
    ...at(affixed, COST.other),
  ]
  return likeliest(weighed)
}

/** `@babel/core` as `babel-core`. */
function scopeAsWord(name: string): string | null {
  return name.startsWith('@') ? name.slice(1).replace('/', '-') : null
}

type Candidate = Readonly<{ name: string; downloads: number | null }>

function likeliest(names: readonly (Candidate & Readonly<{ cost: number }>)[]): string | null {
  const scored = names.map(({ name, downloads, cost }) => {
    const popularity = popularityOf(Math.log10(Math.max(1, downloads ?? 1)))
    return { name, score: nearScore(popularity, cost) }
  })
  return scored.sort((a, b) => b.score - a.score || (a.name < b.name ? -1 : 1))[0]?.name ?? null
}

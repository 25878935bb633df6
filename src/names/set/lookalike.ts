// Whether a name that exists looks like a far more popular one. A hint for people who review
// dependencies, so it is given seldom: few well-known names are flagged.

import { nearScore, popularityOf } from '../../domain/names/nearest.ts'
import type { Ecosystem } from '../../domain/names/packageName.ts'
import { POPULAR_DOWNLOADS_MIN, UNLISTED_PYPI_DOWNLOADS } from '../../domain/names/popularity.ts'
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

/**
 * The likeliest of the names that it may be taken for; null when there is none. What is held, by the
 * registry or without a release, is no package that anybody means: any name that a misspelling of it
 * could mean counts.
 */
export function lookalikeOf(
  ecosystem: Ecosystem,
  { set, slips }: Readonly<{ set: NameSet; slips: OtherSlips }>,
  { name, isHeld }: Readonly<{ name: string; isHeld: boolean }>,
): string | null {
  const own = isHeld ? 0 : ownDownloads(ecosystem, set, name)
  if (own === null) return null
  const least = Math.max(POPULAR_DOWNLOADS_MIN, own * LOOKALIKE_RATIO)
  const near = name.length < LOOKALIKE_LENGTH_MIN ? [] : set.near(name)
  const edited = near.filter(
    (one) => isHeld || one.distance === 1 || slipCost(name, one.name) < 2 * CHEAPEST_SLIP,
  )
  const isMoved = (one: Candidate) =>
    scopeAsWord(one.name) === name && (one.downloads ?? 0) >= own * MOVED_RATIO
  const isFar = (one: Candidate) =>
    one.name !== name && ((one.downloads ?? 0) >= least || isMoved(one)) && set.has(one.name)
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

/** Null where nothing can be said of it. */
function ownDownloads(ecosystem: Ecosystem, set: NameSet, name: string): number | null {
  const own = set.downloads(name)
  if (own !== null) return own
  if (ecosystem === 'pypi') return UNLISTED_PYPI_DOWNLOADS
  // Counts of every package are on record down to a hundred, or there are none at all.
  return set.facts.sources.some((source) => source.name === 'download-counts') ? 0 : null
}

// The hundred likeliest of the names that lie near, without weighing every one of thousands: no slip
// costs less than the cheapest, so names that could not make the list even so are passed over.

import { CHEAPEST_SLIP, nearScore, slipCost } from '../domain/nearest.ts'
import { ADJACENT_MAX } from '../limits.ts'
import type { NearName } from '../ports/nameIndex.ts'

/** A name at distance 1 or 2; `log10Downloads` is 0 where nothing is known. */
export type NearCandidate = Readonly<{
  name: string
  distance: number
  downloads: number | null
  log10Downloads: number
}>

type Ranked = NearName & Readonly<{ score: number }>

/** Best first by score, then by name; at most `max`. The order of the candidates is immaterial. */
export function rankNear(
  written: string,
  candidates: readonly NearCandidate[],
  max: number = ADJACENT_MAX,
): readonly NearName[] {
  // Most of the many neighbours of a short name have no downloads on record: they need no sorting.
  const popularFirst = [
    ...candidates
      .filter(({ log10Downloads }) => log10Downloads > 0)
      .sort((a, b) => b.log10Downloads - a.log10Downloads),
    ...candidates.filter(({ log10Downloads }) => log10Downloads <= 0),
  ]
  let best: Ranked[] = []
  let worst = Number.NEGATIVE_INFINITY
  for (const { name, distance, downloads, log10Downloads } of popularFirst) {
    if (nearScore(log10Downloads, CHEAPEST_SLIP) < worst) break
    const cost = slipCost(written, name)
    const score = nearScore(log10Downloads, cost)
    if (score < worst) continue
    best.push({ name, distance, downloads, cost, score })
    if (best.length < max * 2) continue
    best = best.sort(byScore).slice(0, max)
    worst = best.at(-1)?.score ?? worst
  }
  return best
    .sort(byScore)
    .slice(0, max)
    .map(({ score: _, ...near }) => near)
}

function byScore(a: Ranked, b: Ranked): number {
  return b.score - a.score || (a.name < b.name ? -1 : 1)
}

// Which names lie next to a name, and which of them was probably meant. The distance is plain
// Levenshtein over code units, because it is the claim that is signed; the score, of which the cost
// of the slips (slipCost.ts) is a part, only puts the names in order.

/**
 * Levenshtein distance between two texts over UTF-16 code units, or null when it is more than
 * `max`. Takes time proportional to the length times 3^max: meant for a `max` of 1 or 2.
 */
export function boundedDistance(a: string, b: string, max: number): number | null {
  const distance = distanceFrom(a, 0, b, 0, max)
  return distance > max ? null : distance
}

// Equal heads are never worth editing, so after them there are only three ways on, and at most
// `max` of them can be taken: no table is needed, and nothing is allocated.
function distanceFrom(a: string, i: number, b: string, j: number, max: number): number {
  const restA = a.length - i
  const restB = b.length - j
  if (Math.abs(restA - restB) > max) return max + 1
  let same = 0
  const shorter = Math.min(restA, restB)
  while (same < shorter && a.charCodeAt(i + same) === b.charCodeAt(j + same)) same++
  if (same === shorter) return Math.max(restA, restB) - same
  if (max === 0) return 1
  const left = i + same
  const right = j + same
  const replaced = distanceFrom(a, left + 1, b, right + 1, max - 1)
  const removed = distanceFrom(a, left + 1, b, right, max - 1)
  const added = distanceFrom(a, left, b, right + 1, max - 1)
  return 1 + Math.min(replaced, removed, added)
}

/** Which letters a text holds, as 32 bits: letters folded to one case, digits in four groups. */
export function letterMask(text: string): number {
  let mask = 0
  for (let i = 0; i < text.length; i++) mask |= 1 << letterBit(text.charCodeAt(i))
  return mask
}

function letterBit(unit: number): number {
  const folded = unit | 0x20
  if (folded >= 0x61 && folded <= 0x7a) return folded - 0x61
  if (unit >= 0x30 && unit <= 0x39) return 26 + (unit & 3)
  return unit < 0x40 ? 30 : 31
}

/**
 * False only when two texts with these masks cannot lie within distance 2: one edit takes away at
 * most one letter of the one and one of the other, so three that are missing need three edits.
 */
export function masksMayBeNear(a: number, b: number): boolean {
  return hasAtMostTwoBits(a & ~b) && hasAtMostTwoBits(b & ~a)
}

function hasAtMostTwoBits(bits: number): boolean {
  const withoutLowest = bits & (bits - 1)
  return (withoutLowest & (withoutLowest - 1)) === 0
}

/** Power of ten of the downloads a month, in ten-thousandths. */
export function popularityOf(log10Downloads: number): number {
  return Math.round(log10Downloads * 10_000)
}

/**
 * How likely a name was meant, in ten-thousandths: log10(downloads a month) - 2 x cost. Higher is
 * likelier. Integers, so that an order that was signed once comes out the same on every machine.
 */
export function nearScore(popularity: number, costHundredths: number): number {
  return popularity - 200 * costHundredths
}

/** What the slips may cost so that the score is not less than this. */
export function dearestFor(popularity: number, score: number): number {
  return (popularity - score) / 200
}

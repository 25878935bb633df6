// Which names lie next to a name, and which of them was probably meant. The distance is plain
// Levenshtein over code units, because it is the claim that is signed; the cost and the score only
// put the names in order. Costs and scores are integers, so that an order that was signed once
// comes out the same on every machine.

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

const SEPARATORS = '-_./@'

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

/** What one slip costs, in hundredths: the likelier the slip, the cheaper. */
const COST = {
  transposition: 70,
  doubledLetter: 65,
  separator: 60,
  homoglyph: 60,
  adjacentKey: 80,
  other: 110,
  /** On top, when the slip touches the first letter: people and squatters rarely miss that one. */
  firstLetter: 15,
} as const

/** No two different texts are cheaper to tell apart. */
export const CHEAPEST_SLIP = Math.min(
  ...Object.values(COST).filter((cost) => cost !== COST.firstLetter),
)

const HOMOGLYPHS = '0o 1l 1i il 2z 3e 4a 5s 6b 7t 8b 9g 9q gq uv'.split(' ')
/** Two letters that look like one, as code units. */
const DIGRAPHS = ['rnm', 'vvw', 'cld'].map(
  (letters) => [letters.charCodeAt(0), letters.charCodeAt(1), letters.charCodeAt(2)] as const,
)

const DIGRAPH_ENDS = new Uint8Array(128 * 128)
for (const [, right, one] of DIGRAPHS) {
  DIGRAPH_ENDS[right * 128 + one] = 1
  DIGRAPH_ENDS[one * 128 + right] = 1
}

/** Whether two letters that look like one can end in these: the second of the two, and the one. */
function isDigraphEnd(a: number, b: number): boolean {
  if (a >= 128 || b >= 128) return false
  return DIGRAPH_ENDS[a * 128 + b] === 1
}

/** Replacement costs of ASCII letters: row times 128 plus column. */
const REPLACEMENTS = replacementTable()

function replacementTable(): Readonly<Uint8Array> {
  const table = new Uint8Array(128 * 128).fill(COST.other)
  const put = (a: string, b: string, cost: number) => {
    for (const x of [a, a.toUpperCase()]) {
      for (const y of [b, b.toUpperCase()]) {
        table[x.charCodeAt(0) * 128 + y.charCodeAt(0)] = cost
        table[y.charCodeAt(0) * 128 + x.charCodeAt(0)] = cost
      }
    }
  }
  for (const [a = '', b = ''] of adjacentKeys()) put(a, b, COST.adjacentKey)
  for (const [a = '', b = ''] of HOMOGLYPHS) put(a, b, COST.homoglyph)
  for (const a of SEPARATORS) for (const b of SEPARATORS) put(a, b, COST.separator)
  // A capital is as easily taken for its small letter as 0 for o.
  for (const letter of 'abcdefghijklmnopqrstuvwxyz') put(letter, letter, COST.homoglyph)
  for (let unit = 0; unit < 128; unit++) table[unit * 128 + unit] = 0
  return table
}

function adjacentKeys(): string[] {
  // The rows of a QWERTY keyboard, each shifted to the right by so many keys.
  const rows = [
    ['1234567890-', 0],
    ['qwertyuiop', 0.5],
    ['asdfghjkl', 0.75],
    ['zxcvbnm', 1.25],
  ] as const
  const keys = rows.flatMap(([row, shift], y) =>
    [...row].map((key, i) => ({ key, x: i + shift, y })),
  )
  return keys.flatMap((a) =>
    keys
      .filter((b) => a !== b && Math.abs(a.x - b.x) <= 1 && Math.abs(a.y - b.y) <= 1)
      .map((b) => a.key + b.key),
  )
}

function replacementCost(a: number, b: number): number {
  if (a === b) return 0
  return a < 128 && b < 128 ? (REPLACEMENTS[a * 128 + b] ?? COST.other) : COST.other
}

/** Writes what it costs to leave out, or to add, each letter of a text. */
function fillIndelCosts(costs: Uint8Array, text: string): void {
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    const isDoubled =
      (i > 0 && text.charCodeAt(i - 1) === unit) ||
      (i + 1 < text.length && text.charCodeAt(i + 1) === unit)
    const cost = isSeparator(unit) ? COST.separator : isDoubled ? COST.doubledLetter : COST.other
    costs[i] = cost + (i === 0 ? COST.firstLetter : 0)
  }
}

function isSeparator(unit: number): boolean {
  // The units of SEPARATORS.
  return unit === 0x2d || unit === 0x5f || unit === 0x2e || unit === 0x2f || unit === 0x40
}

// One question can weigh thousands of names, so nothing is made anew for each of them. A call never
// waits, hence no other one can come between.
let table = new Int32Array(64 * 64)
let removed = new Uint8Array(64)
let added = new Uint8Array(64)

/**
 * Cost of the cheapest series of slips that turns `name` into `written`, in hundredths. Slips are
 * weighed by how people mistype and how squatters imitate; equal texts cost 0.
 */
export function slipCost(written: string, name: string): number {
  const width = name.length + 1
  const cells = (written.length + 1) * width
  // table[i * width + j]: cost for the first i letters of the one and the first j of the other.
  if (cells > table.length) table = new Int32Array(2 * cells)
  if (written.length > removed.length) removed = new Uint8Array(2 * written.length)
  if (name.length > added.length) added = new Uint8Array(2 * name.length)
  fillIndelCosts(removed, written)
  fillIndelCosts(added, name)
  table[0] = 0
  for (let j = 1; j < width; j++) table[j] = at(table, j - 1) + at(added, j - 1)
  for (let i = 1; i <= written.length; i++) {
    const row = i * width
    table[row] = at(table, row - width) + at(removed, i - 1)
    const a = written.charCodeAt(i - 1)
    for (let j = 1; j < width; j++) {
      const here = row + j
      const b = name.charCodeAt(j - 1)
      const before = j > 1 ? name.charCodeAt(j - 2) : -1
      const replaced = replacementCost(a, b)
      const first = replaced !== 0 && (i === 1 || j === 1) ? COST.firstLetter : 0
      let best = at(table, here - width - 1) + replaced + first
      best = Math.min(best, at(table, here - width) + at(removed, i - 1))
      best = Math.min(best, at(table, here - 1) + at(added, j - 1))
      if (a !== b && (a === before || isDigraphEnd(a, b)))
        best = Math.min(best, pairSlip(table, width, written, i, name, j))
      table[here] = best
    }
  }
  return at(table, cells - 1)
}

/** Cheapest way here by a slip that takes two letters at once: swapped, or two that look like one. */
function pairSlip(
  table: Int32Array,
  width: number,
  written: string,
  i: number,
  name: string,
  j: number,
): number {
  const here = i * width + j
  const a = written.charCodeAt(i - 1)
  const b = name.charCodeAt(j - 1)
  let best = Infinity
  if (i > 1 && j > 1 && a === name.charCodeAt(j - 2) && b === written.charCodeAt(i - 2)) {
    const first = i === 2 || j === 2 ? COST.firstLetter : 0
    best = at(table, here - 2 * width - 2) + COST.transposition + first
  }
  for (const [left, right, one] of DIGRAPHS) {
    if (b === one && i > 1 && a === right && written.charCodeAt(i - 2) === left) {
      const first = i === 2 || j === 1 ? COST.firstLetter : 0
      best = Math.min(best, at(table, here - 2 * width - 1) + COST.homoglyph + first)
    }
    if (a === one && j > 1 && b === right && name.charCodeAt(j - 2) === left) {
      const first = i === 1 || j === 2 ? COST.firstLetter : 0
      best = Math.min(best, at(table, here - width - 2) + COST.homoglyph + first)
    }
  }
  return best
}

function at(table: Int32Array | Uint8Array, index: number): number {
  return table[index] ?? 0
}

/**
 * How likely `name` was meant, in ten-thousandths: log10(downloads a month) - 2 x cost. Higher is
 * likelier.
 */
export function nearScore(log10Downloads: number, costHundredths: number): number {
  return Math.round(log10Downloads * 10_000) - 2 * costHundredths * 100
}

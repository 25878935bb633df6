// What one slip costs, in hundredths: the likelier people or squatters make it, the cheaper. Costs are
// integers, so that an order that was signed once comes out the same on every machine.

const SEPARATORS = '-_./@'
const DIGITS = '0123456789'
const VOWELS = 'aeiou'

export const COST = {
  transposition: 70,
  doubledLetter: 65,
  separator: 60,
  homoglyph: 60,
  /** A digit at the end left out or added, or one digit for another: `detectron2`, `aio3`. */
  number: 60,
  adjacentKey: 80,
  /** One vowel for another: what is spelled by ear. */
  vowel: 95,
  other: 110,
  /** On top, when the slip touches the first letter: people and squatters rarely miss that one. */
  firstLetter: 40,
} as const

/** No two different texts are cheaper to tell apart. */
export const CHEAPEST_SLIP = Math.min(
  ...Object.values(COST).filter((cost) => cost !== COST.firstLetter),
)
/** No two texts at distance 2 or less cost more: two slips that both touch the first letter. */
const DEAREST_NEAR = 2 * (COST.other + COST.firstLetter)
/**
 * How far a series of slips between texts of nearly the same length can leave the diagonal: each step
 * away costs something, and so does each but two of the steps back.
 */
export const NEAR_BAND = Math.floor((DEAREST_NEAR / CHEAPEST_SLIP + 2) / 2)

const HOMOGLYPHS = '0o 1l 1i il 2z 3e 4a 5s 6b 7t 8b 9g 9q gq uv'.split(' ')
/** Two letters that look like one, as code units. */
export const DIGRAPHS = ['rnm', 'vvw', 'cld'].map(
  (letters) => [letters.charCodeAt(0), letters.charCodeAt(1), letters.charCodeAt(2)] as const,
)

const DIGRAPH_ENDS = new Uint8Array(128 * 128)
for (const [, right, one] of DIGRAPHS) {
  DIGRAPH_ENDS[right * 128 + one] = 1
  DIGRAPH_ENDS[one * 128 + right] = 1
}

/** Whether two letters that look like one can end in these: the second of the two, and the one. */
export function isDigraphEnd(a: number, b: number): boolean {
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
  for (const a of VOWELS) for (const b of VOWELS) put(a, b, COST.vowel)
  for (const [a = '', b = ''] of adjacentKeys()) put(a, b, COST.adjacentKey)
  for (const a of DIGITS) for (const b of DIGITS) put(a, b, COST.number)
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

export function replacementCost(a: number, b: number): number {
  if (a === b) return 0
  return a < 128 && b < 128 ? (REPLACEMENTS[a * 128 + b] ?? COST.other) : COST.other
}

export function isDigit(unit: number): boolean {
  return unit >= 0x30 && unit <= 0x39
}

export function isSeparator(unit: number): boolean {
  // The units of SEPARATORS.
  return unit === 0x2d || unit === 0x5f || unit === 0x2e || unit === 0x2f || unit === 0x40
}

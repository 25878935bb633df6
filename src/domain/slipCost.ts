// What the slips cost that lead from a name to what was written: the likelier, the cheaper. Costs
// are integers, so that an order that was signed once comes out the same on every machine.

const SEPARATORS = '-_./@'

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
/** No two texts at distance 2 or less cost more: two slips that both touch the first letter. */
const DEAREST_NEAR = 2 * (COST.other + COST.firstLetter)
/** Going further from the diagonal and back costs more than that. */
const NEAR_BAND = Math.floor(DEAREST_NEAR / CHEAPEST_SLIP)
const FAR = 1 << 24

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

export type Weigh = (units: Uint16Array, start: number, end: number) => number

// One question can weigh thousands of names, so nothing is made anew for each of them. A call never
// waits, hence no other one can come between.
let table = new Int32Array(64 * 64)
let asked = new Uint16Array(64)
let compared = new Uint16Array(64)
let removed = new Uint8Array(64)
let added = new Uint8Array(64)

/**
 * Cost of the cheapest series of slips that turns `name` into `written`, in hundredths. Slips are
 * weighed by how people mistype and how squatters imitate; equal texts cost 0.
 */
export function slipCost(written: string, name: string): number {
  if (name.length > compared.length) compared = new Uint16Array(2 * name.length)
  for (let i = 0; i < name.length; i++) compared[i] = name.charCodeAt(i)
  ask(written)
  return cost(written.length, compared, 0, name.length, Number.POSITIVE_INFINITY)
}

/**
 * The same for names within distance 2, as code units, of one text; good until the next text is
 * weighed.
 */
export function weighNear(written: string): Weigh {
  ask(written)
  return (units, start, end) => cost(written.length, units, start, end, NEAR_BAND)
}

function ask(written: string): void {
  if (written.length > asked.length) {
    asked = new Uint16Array(2 * written.length)
    removed = new Uint8Array(2 * written.length)
  }
  for (let i = 0; i < written.length; i++) asked[i] = written.charCodeAt(i)
  fillIndelCosts(removed, asked, 0, written.length)
}

/** Writes what it costs to leave out, or to add, each letter of a text. */
function fillIndelCosts(costs: Uint8Array, units: Uint16Array, start: number, end: number): void {
  for (let i = start; i < end; i++) {
    const unit = units[i] ?? 0
    const isDoubled = (i > start && units[i - 1] === unit) || (i + 1 < end && units[i + 1] === unit)
    const cost = isSeparator(unit) ? COST.separator : isDoubled ? COST.doubledLetter : COST.other
    costs[i - start] = cost + (i === start ? COST.firstLetter : 0)
  }
}

function isSeparator(unit: number): boolean {
  // The units of SEPARATORS.
  return unit === 0x2d || unit === 0x5f || unit === 0x2e || unit === 0x2f || unit === 0x40
}

/** Of what was asked and a name; cells further than `band` from the diagonal are not looked at. */
function cost(length: number, units: Uint16Array, start: number, end: number, band: number) {
  const width = end - start + 1
  const size = (length + 1) * width
  if (size > table.length) table = new Int32Array(2 * size)
  if (width > added.length) added = new Uint8Array(2 * width)
  fillIndelCosts(added, units, start, end)
  // cells[i * width + j]: cost for the first i letters of the one and the first j of the other.
  const [cells, written, out, into] = [table, asked, removed, added]
  cells[0] = 0
  for (let j = 1; j < width; j++) cells[j] = (cells[j - 1] ?? 0) + (into[j - 1] ?? 0)
  for (let i = 1; i <= length; i++) {
    const row = i * width
    const lost = out[i - 1] ?? 0
    cells[row] = (cells[row - width] ?? 0) + lost
    const a = written[i - 1] ?? 0
    const from = Math.max(1, i - band)
    const to = Math.min(width - 1, i + band)
    if (from > 1) cells[row + from - 1] = FAR
    let previous = from > 1 ? (units[start + from - 2] ?? 0) : -1
    for (let j = from; j <= to; j++) {
      const here = row + j
      const b = units[start + j - 1] ?? 0
      let best = cells[here - width - 1] ?? 0
      if (a !== b) {
        best += replacementCost(a, b) + (i === 1 || j === 1 ? COST.firstLetter : 0)
        if (a === previous || isDigraphEnd(a, b)) {
          best = Math.min(best, pairSlip(width, i, units, start, j))
        }
      }
      best = Math.min(best, (cells[here - width] ?? 0) + lost)
      cells[here] = Math.min(best, (cells[here - 1] ?? 0) + (into[j - 1] ?? 0))
      previous = b
    }
    if (to < width - 1) cells[row + to + 1] = FAR
  }
  return cells[size - 1] ?? 0
}

/** Cheapest way here by a slip that takes two letters at once: swapped, or two that look like one. */
function pairSlip(width: number, i: number, units: Uint16Array, start: number, j: number): number {
  const here = i * width + j
  const a = asked[i - 1] ?? 0
  const b = units[start + j - 1] ?? 0
  const beforeA = i > 1 ? (asked[i - 2] ?? 0) : -1
  const beforeB = j > 1 ? (units[start + j - 2] ?? 0) : -1
  let best = FAR
  if (a === beforeB && b === beforeA) {
    const first = i === 2 || j === 2 ? COST.firstLetter : 0
    best = (table[here - 2 * width - 2] ?? 0) + COST.transposition + first
  }
  for (const [left, right, one] of DIGRAPHS) {
    if (b === one && a === right && beforeA === left) {
      const first = i === 2 || j === 1 ? COST.firstLetter : 0
      best = Math.min(best, (table[here - 2 * width - 1] ?? 0) + COST.homoglyph + first)
    }
    if (a === one && b === right && beforeB === left) {
      const first = i === 1 || j === 2 ? COST.firstLetter : 0
      best = Math.min(best, (table[here - width - 2] ?? 0) + COST.homoglyph + first)
    }
  }
  return best
}

/**
 * What two texts at this distance cost at least. One slip can do for two edits only when it takes
 * two letters at once.
 */
export function leastCost(
  written: string,
  units: Uint16Array,
  start: number,
  end: number,
  distance: number,
): number {
  const isPair = distance === 2 && isOnePair(written, units, start, end)
  return distance === 2 && !isPair ? 2 * CHEAPEST_SLIP : CHEAPEST_SLIP
}

/** Whether the texts are equal but for two neighbouring letters of the one or the other. */
function isOnePair(written: string, units: Uint16Array, start: number, end: number): boolean {
  const length = end - start
  const longer = Math.max(written.length, length)
  if (longer - Math.min(written.length, length) > 1) return false
  let head = 0
  while (head < longer && written.charCodeAt(head) === units[start + head]) head++
  const left = written.length - head
  const right = length - head
  if (left === right && written.charCodeAt(head) !== units[start + head + 1]) return false
  // What lies behind the pair: two letters on the longer side, on the other two or one.
  const tail = Math.max(left, right) - 2
  for (let k = 1; k <= tail; k++) {
    if (written.charCodeAt(written.length - k) !== units[end - k]) return false
  }
  return true
}

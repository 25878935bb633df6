// The table that drives the search: Levenshtein distances of the name read so far to every part of
// the query that can still matter, as one small number, and what becomes of it with the next
// character. Distances past 2 are all the same, and after d characters only query positions d-2 to
// d+2 can be nearer than that, so a row is five values from 0 to 3 and there are few of them.

import { keptIn } from '../../domain/maps.ts'

/** Values in a row: query positions depth-2 to depth+2. */
const WIDTH = 5
/** Any distance past 2. */
const FAR = 3
/** How many of a row's leading positions lie in the guarded part of the query: 0 to 5. */
const GUARDS = WIDTH + 1
/** Which positions of the window hold the character: five bits. */
export const WINDOWS = 1 << WIDTH

/** The row that leads nowhere. */
export const DEAD = 0

/**
 * Transitions between rows under a guard: within the guarded head of the query at most `guardMax`
 * edits are allowed. Guards only leave rows out, so whatever is accepted is within its distance.
 */
export type EditRows = Readonly<{
  first: readonly number[]
  /** `next[(guard * rows + row) * WINDOWS + window]`: the row after one more character. */
  next: Uint8Array
  rows: number
  /** `values[row * 5 + position]`: a distance, or 3 for more than 2. */
  values: Uint8Array
}>

const MADE = new Map<number, EditRows>()

/** `first[guard]` is the row of the empty name. Made when it is first asked for: that takes a while. */
export function editRows(guardMax: number): EditRows {
  return keptIn(MADE, guardMax, () => makeRows(guardMax))
}

function makeRows(guardMax: number): EditRows {
  const ids = new Map<number, number>()
  const rows: number[] = []
  const idOf = (row: number): number => {
    const known = ids.get(row)
    if (known !== undefined) return known
    ids.set(row, rows.length)
    rows.push(row)
    return rows.length - 1
  }
  idOf(packRow([FAR, FAR, FAR, FAR, FAR]))
  const start = [FAR, FAR, 0, 1, 2]
  const first = Array.from({ length: GUARDS }, (_, guard) =>
    idOf(packRow(guarded(start, guard, guardMax))),
  )
  const targets: number[][] = []
  for (let id = 0; id < rows.length; id++) {
    const row = unpackRow(rows[id] ?? 0)
    for (let guard = 0; guard < GUARDS; guard++) {
      targets.push(
        Array.from({ length: WINDOWS }, (_, window) =>
          idOf(packRow(guarded(step(row, window), guard, guardMax))),
        ),
      )
    }
  }
  if (rows.length > 256) throw new Error(`${rows.length} rows do not fit a byte`)
  const next = new Uint8Array(GUARDS * rows.length * WINDOWS)
  targets.forEach((list, index) => {
    const [id, guard] = [Math.floor(index / GUARDS), index % GUARDS]
    next.set(list, (guard * rows.length + id) * WINDOWS)
  })
  return { first, next, rows: rows.length, values: Uint8Array.from(rows.flatMap(unpackRow)) }
}

/** One line of the usual table of distances, cut to the window, which moves on by one. */
function step(row: readonly number[], window: number): number[] {
  const next: number[] = []
  for (let k = 0; k < WIDTH; k++) {
    const replaced = (row[k] ?? FAR) + ((window >> k) & 1 ? 0 : 1)
    const added = (row[k + 1] ?? FAR) + 1
    const left = (next[k - 1] ?? FAR) + 1
    next.push(Math.min(replaced, added, left, FAR))
  }
  return next
}

function guarded(row: readonly number[], guard: number, guardMax: number): number[] {
  return row.map((value, k) => (k < guard && value > guardMax ? FAR : value))
}

function packRow(row: readonly number[]): number {
  return row.reduce((packed, value) => packed * 4 + value, 0)
}

function unpackRow(packed: number): number[] {
  return Array.from({ length: WIDTH }, (_, k) => (packed >> (2 * (WIDTH - 1 - k))) & 3)
}

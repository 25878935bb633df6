// Does a set put names in the order that docs/formats/names.md promises? The rule is written here
// once more, plainly and from that page alone, and applied to every neighbour; places, names and
// costs have to be the same.
//
//   npx tsx scripts/truth/names/order.ts <data>/names/pypi.names [questions, 3000] [seed, 11]
//
// Exit status 1 when anything differs.

import { readFile } from 'node:fs/promises'
import { openNameSet, sharedCopy } from '../../../src/names/set/nameSet.ts'
import { allNames } from './allNames.ts'
import { makeQueries } from './queries.ts'

const [path, count = '3000', seed = '11'] = process.argv.slice(2)
if (path === undefined) throw new Error('usage: order.ts <file of names> [questions] [seed]')

const LISTED = 100
/**
 * Queries of two letters have tens of thousands of neighbours, which the plain rule takes long for.
 */
const NEIGHBOURS_MAX = 4_000
const SEPARATORS = '-_./@'
const LOOK_ALIKE = '0o 1l 1i il 2z 3e 4a 5s 6b 7t 8b 9g 9q gq uv'.split(' ')
const LOOK_LIKE_ONE = [
  ['rn', 'm'],
  ['vv', 'w'],
  ['cl', 'd'],
] as const
const KEYS = new Map(
  (
    [
      ['1234567890-', 0],
      ['qwertyuiop', 0.5],
      ['asdfghjkl', 0.75],
      ['zxcvbnm', 1.25],
    ] as const
  ).flatMap(([row, shift], y) => [...row].map((key, i) => [key, { x: i + shift, y }] as const)),
)
const FIRST = 40

function isIn(letters: string, a: string, b: string): boolean {
  return letters.includes(a) && letters.includes(b)
}

function isNextKey(a: string, b: string): boolean {
  const [one, other] = [KEYS.get(a), KEYS.get(b)]
  if (one === undefined || other === undefined) return false
  return Math.abs(one.x - other.x) <= 1 && Math.abs(one.y - other.y) <= 1
}

function replaced(written: string, meant: string): number {
  if (written === meant) return 0
  const [a, b] = [written.toLowerCase(), meant.toLowerCase()]
  const isAlike = (a === b && /[a-z]/.test(a)) || LOOK_ALIKE.includes(a + b)
  if (isAlike || LOOK_ALIKE.includes(b + a)) return 60
  if (isIn(SEPARATORS, a, b) || isIn('0123456789', a, b)) return 60
  if (isNextKey(a, b)) return 80
  return isIn('aeiou', a, b) ? 95 : 110
}

/** Leaving out or adding the letter at this place of a text. */
function indel(text: string, at: number): number {
  const letter = text.charAt(at)
  if (SEPARATORS.includes(letter)) return 60
  if (at > 0 && at === text.length - 1 && /[0-9]/.test(letter)) return 60
  const isDoubled = text[at - 1] === letter || text[at + 1] === letter
  return (isDoubled ? 65 : 110) + (at === 0 ? FIRST : 0)
}

/** The cheapest series of slips, by the whole table. */
function costOf(written: string, name: string): number {
  const costs = new Map<string, number>()
  const at = (i: number, j: number) => costs.get(`${i},${j}`) ?? Number.POSITIVE_INFINITY
  for (let i = 0; i <= written.length; i++) {
    for (let j = 0; j <= name.length; j++) {
      costs.set(`${i},${j}`, i + j === 0 ? 0 : Math.min(...waysTo(written, i, name, j, at)))
    }
  }
  return at(written.length, name.length)
}

function* waysTo(
  written: string,
  i: number,
  name: string,
  j: number,
  at: (i: number, j: number) => number,
): Generator<number> {
  const first = (isFirst: boolean) => (isFirst ? FIRST : 0)
  const [pair, otherPair] = [written.slice(i - 2, i), name.slice(j - 2, j)]
  const [one, other] = [written.charAt(i - 1), name.charAt(j - 1)]
  if (i > 0) yield at(i - 1, j) + indel(written, i - 1)
  if (j > 0) yield at(i, j - 1) + indel(name, j - 1)
  if (i > 0 && j > 0) {
    const cost = replaced(one, other)
    yield at(i - 1, j - 1) + cost + first(cost > 0 && (i === 1 || j === 1))
  }
  if (i > 1 && j > 1 && pair === otherPair.charAt(1) + otherPair.charAt(0) && pair !== otherPair) {
    yield at(i - 2, j - 2) + 70 + first(i === 2 || j === 2)
  }
  for (const [two, single] of LOOK_LIKE_ONE) {
    if (i > 1 && j > 0 && pair === two && other === single) {
      yield at(i - 2, j - 1) + 60 + first(i === 2 || j === 1)
    }
    if (i > 0 && j > 1 && otherPair === two && one === single) {
      yield at(i - 1, j - 2) + 60 + first(i === 1 || j === 2)
    }
  }
}

const set = openNameSet(sharedCopy(await readFile(path)))
const { ecosystem } = set.facts
const names = await allNames(path)
const builtOn = new Map<string, number>()
for (const name of ecosystem === 'pypi' ? names : []) {
  for (let dash = name.indexOf('-'); dash > 0; dash = name.indexOf('-', dash + 1)) {
    const head = name.slice(0, dash)
    builtOn.set(head, (builtOn.get(head) ?? 0) + 1)
  }
}

function downloadsOf(name: string, known: number | null): number {
  if (known !== null) return known
  const members = Math.min(90, builtOn.get(name) ?? 0)
  return ecosystem === 'npm' ? 1 : Math.max(100, 630 * members)
}

let asked = 0
let different = 0
for (const { text } of makeQueries(names, Number(count), Number(seed))) {
  const near = set.near(text)
  if (near.length > NEIGHBOURS_MAX) continue
  const expected = near
    .map(({ name, downloads }) => {
      const cost = costOf(text, name)
      const score = Math.round(10_000 * Math.log10(downloadsOf(name, downloads))) - 200 * cost
      return { name, cost, score }
    })
    .sort((a, b) => b.score - a.score || (a.name < b.name ? -1 : 1))
    .slice(0, LISTED)
  const listed = set.nearest(text).names
  asked += 1
  const place = expected.findIndex(
    ({ name, cost }, at) => listed[at]?.name !== name || listed[at]?.cost !== cost,
  )
  if (place < 0 && listed.length === expected.length) continue
  different += 1
  console.log(text, place, expected[place], listed[place])
}
console.log(`${ecosystem}: ${asked} questions, ${different} in another order`)
process.exitCode = different === 0 ? 0 : 1

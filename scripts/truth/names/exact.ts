// Does a set find exactly what brute force finds? Asks the set of all names of a registry and
// compares with a library's distance to every one of them.
//
//   npx tsx scripts/truth/names/exact.ts <data>/names/npm.names [questions, 5000] [seed, 1]
//
// Names whose length or letters rule them out are not measured: an edit changes the length by one at
// most, and takes away or adds one letter at most. One question in a hundred is asked of every name
// without that rule. Exit status 1 when anything differs.

import { readFile } from 'node:fs/promises'
import { distance } from 'fastest-levenshtein'
import { openNameSet, sharedCopy } from '../../../src/names/set/nameSet.ts'
import { allNames } from './allNames.ts'
import { makeQueries } from './queries.ts'

const [path, count = '5000', seed = '1'] = process.argv.slice(2)
if (path === undefined) throw new Error('usage: exact.ts <file of names> [questions] [seed]')

const names = await allNames(path)
const set = openNameSet(sharedCopy(await readFile(path)))
if (names.length !== set.facts.size) throw new Error(`${names.length} of ${set.facts.size} names`)
const letters = Uint32Array.from(names, lettersOf)
const lengths = Uint16Array.from(names, (name) => name.length)
console.log(`${names.length} names of ${set.facts.ecosystem}, ${set.facts.snapshot}`)

let differences = 0
let neighbours = 0
const queries = makeQueries(names, Number(count), Number(seed))
queries.forEach(({ kind, text }, place) => {
  const expected = bruteForce(text, place % 100 === 99)
  const found = set.near(text)
  neighbours += expected.size
  const isSame =
    found.length === expected.size &&
    found.every(({ name, distance: said }) => expected.get(name) === said)
  if (!isSame) {
    differences += 1
    console.log(`differs: ${kind} ${JSON.stringify(text)}: ${found.length}, not ${expected.size}`)
  }
  if ((place + 1) % 500 === 0) console.log(`${place + 1} asked, ${differences} differ`)
})
console.log(`${queries.length} questions, ${neighbours} neighbours, ${differences} differences`)
process.exitCode = differences === 0 ? 0 : 1

function bruteForce(text: string, isWhole: boolean): Map<string, number> {
  const found = new Map<string, number>()
  const mask = lettersOf(text)
  for (let i = 0; i < names.length; i++) {
    if (!isWhole) {
      const apart = (lengths[i] ?? 0) - text.length
      if (apart > 2 || apart < -2) continue
      const other = letters[i] ?? 0
      if (bits(mask & ~other) > 2 || bits(other & ~mask) > 2) continue
    }
    const name = names[i] ?? ''
    const measured = distance(text, name)
    if (measured === 1 || measured === 2) found.set(name, measured)
  }
  return found
}

/** A bit for each letter that occurs; all characters share 32. */
function lettersOf(text: string): number {
  let mask = 0
  for (let i = 0; i < text.length; i++) mask |= 1 << (text.charCodeAt(i) % 32)
  return mask >>> 0
}

function bits(mask: number): number {
  let count = 0
  for (let rest = mask; rest !== 0; rest &= rest - 1) count += 1
  return count
}

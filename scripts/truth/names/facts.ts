// What the sets of names say of published squats, of placeholders, of invented names and of the most
// popular names.
//
//   npx tsx scripts/truth/names/facts.ts <data>/names
//
// Whether a name exists is here the word of the set; the service asks the registry. A row that is not
// as it should be is printed.

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  ECOSYSTEMS,
  type Ecosystem,
  parsePackageName,
} from '../../../src/domain/names/packageName.ts'
import { POPULAR_DOWNLOADS_MIN } from '../../../src/domain/names/popularity.ts'
import { otherSlips } from '../../../src/names/near/otherSlips.ts'
import { knownInSet, lookalikeOf } from '../../../src/names/set/lookalike.ts'
import { openNameSet, sharedCopy } from '../../../src/names/set/nameSet.ts'

const TOP = 5_000

const [folder] = process.argv.slice(2)
if (folder === undefined) throw new Error('usage: facts.ts <folder with the sets of names>')

async function open(ecosystem: Ecosystem) {
  const set = openNameSet(sharedCopy(await readFile(join(folder ?? '', `${ecosystem}.names`))))
  const popular = [...set.popular(POPULAR_DOWNLOADS_MIN)]
  const known = knownInSet(ecosystem, set)
  return { set, known, slips: otherSlips(ecosystem, popular), popular }
}

const opened = { pypi: await open('pypi'), npm: await open('npm') }

type Row = Readonly<Record<'squat' | 'target' | 'name' | 'meant', string>> &
  Readonly<{ ecosystem: Ecosystem }>

async function facts(file: string): Promise<readonly Row[]> {
  const path = new URL(`../../../test/facts/${file}.jsonl`, import.meta.url)
  const lines = (await readFile(path, 'utf8')).trim().split('\n')
  // Lists of ours; a row lacks what the others have.
  return lines.map((line) => JSON.parse(line) as Row)
}

function lookalike(ecosystem: Ecosystem, name: string): string | null {
  return lookalikeOf(opened[ecosystem], { name, isHeld: false })
}

const squats = { absent: 0, listed: 0, first: 0, existing: 0, flagged: 0 }
for (const { ecosystem, squat, target } of await facts('typosquats_ecosystems')) {
  const { set } = opened[ecosystem]
  const name = parsePackageName(ecosystem, squat) ?? squat
  if (set.has(name)) {
    squats.existing += 1
    if (lookalike(ecosystem, name) === target) squats.flagged += 1
    else console.log(`squat ${name} of ${target}: ${lookalike(ecosystem, name)}`)
    continue
  }
  if (!set.near(name).some((one) => one.name === target)) continue
  squats.absent += 1
  const place = set.nearest(name).names.findIndex((one) => one.name === target)
  if (place >= 0) squats.listed += 1
  if (place === 0) squats.first += 1
  else console.log(`absent ${name}: ${target} in place ${place + 1}`)
}
console.log(
  `squats that are absent and within distance 2 of their target: ${squats.absent}, ` +
    `target listed ${squats.listed}, first ${squats.first}; ` +
    `that exist: ${squats.existing}, flagged ${squats.flagged}`,
)

const held = await facts('npm_placeholders_and_redirects')
const right = held.filter(({ name, meant }) => {
  const said = lookalike('npm', name)
  if (said !== meant) console.log(`${name}: ${said}, not ${meant}`)
  return said === meant
})
console.log(`placeholders and redirects: ${right.length} of ${held.length} by their names alone`)

const invented = await facts('hallucinated_names_sample_vdb')
const there = invented.filter(({ ecosystem, name }) => opened[ecosystem].set.has(name))
console.log(`invented names: ${invented.length}, of which exist now: ${there.length}`)
for (const { ecosystem, name } of there) console.log(`${ecosystem} ${name} exists`)

for (const ecosystem of ECOSYSTEMS) {
  const top = opened[ecosystem].popular.toSorted((a, b) => b[1] - a[1]).slice(0, TOP)
  const flagged = top.filter(([name]) => lookalike(ecosystem, name) !== null)
  console.log(`${ecosystem}: ${flagged.length} of the ${top.length} most popular are flagged`)
}

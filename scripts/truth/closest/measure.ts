// Measures the closest symbols on mistakes that are drawn by a seed from real packages.
//
//   npx tsx scripts/truth/closest/measure.ts <data folder> [--packages packages.txt] [--seed 7]
//     [--count 300] [--homes 3] [--renames renames.jsonl] [--misses]
//
// The data folder is an index of its own, outside of the repository; a second run reads nothing
// anew. `--homes`: names that stand in more places are not put into a wrong one. `--renames` has
// real renames, one a line: package, deprecated, replacement; they stand for as many of the names of
// old as can be known by their letters. `--misses` prints what was not first.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { closestSymbols } from '../../../src/symbols/closestSymbols.ts'
import { findSymbol } from '../../../src/symbols/findSymbol.ts'
import { seededRandom } from '../../../test/fake/seededRandom.ts'
import {
  KINDS,
  type Mistake,
  type MistakeKind,
  type MistakeMaker,
  mistakeMaker,
} from './mistakes.ts'
import { type PackageTable, packageTables } from './packageTables.ts'

const { values, positionals } = parseArgs({
  options: {
    packages: { type: 'string', default: join(import.meta.dirname, 'packages.txt') },
    seed: { type: 'string', default: '7' },
    count: { type: 'string', default: '300' },
    homes: { type: 'string', default: '3' },
    renames: { type: 'string' },
    misses: { type: 'boolean', default: false },
  },
  allowPositionals: true,
})
const [dataDir] = positionals
if (dataDir === undefined) throw new Error('usage: measure.ts <data folder> [--seed n]')

type Tally = { drawn: number; first: number; amongThree: number }
type Drawn = Mistake & Readonly<{ source: Source }>
type Source = PackageTable & Readonly<{ maker: MistakeMaker }>

const tables = await packageTables(dataDir, values.packages)
const sources: readonly Source[] = tables.map((each) => ({
  ...each,
  maker: mistakeMaker(each, Number(values.homes)),
}))
const random = seededRandom(Number(values.seed))
const tallies = new Map<MistakeKind, Tally>()
let unresolved = 0
let offered = 0
/** Answers that name what was meant by the very path that it was drawn under. */
let firstByPath = 0
let amongThreeByPath = 0
for (const kind of KINDS) tallies.set(kind, { drawn: 0, first: 0, amongThree: 0 })
for (const mistake of draw(Number(values.count))) judge(mistake)
report()

/** As many of each kind as of another; real renames come before names that might have been. */
function draw(count: number): readonly Drawn[] {
  const drawn = new Map<string, Drawn>()
  const renames = realRenames()
  for (const [i, kind] of KINDS.entries()) {
    const upTo = Math.round((count * (i + 1)) / KINDS.length)
    if (kind === 'name') for (const each of renames.slice(0, upTo - drawn.size)) add(each)
    for (let tries = 0; drawn.size < upTo && tries < count * 1_000; tries += 1) {
      const source = random.pick(sources)
      const made = source.maker.make(kind, random)
      if (made !== null) add({ ...made, source })
    }
  }
  return [...drawn.values()]

  function add(made: Drawn): void {
    drawn.set(`${made.source.packageName} ${made.written}`, made)
  }
}

function realRenames(): Drawn[] {
  if (values.renames === undefined) return []
  const drawn: Drawn[] = []
  const unknowable: string[] = []
  for (const line of readFileSync(values.renames, 'utf8').trim().split('\n')) {
    const { ecosystem, package: name, deprecated, replacement } = JSON.parse(line)
    const source = sources.find((each) => each.ecosystem === ecosystem && each.packageName === name)
    if (source === undefined || source.maker.resolve(replacement) === -1) continue
    if (findSymbol(source.table, source, deprecated).state === 'found') continue
    if (sharesLetters(lastOf(deprecated), lastOf(replacement))) {
      drawn.push({ kind: 'name', written: deprecated, meant: replacement, source })
    } else unknowable.push(`${deprecated} → ${lastOf(replacement)}`)
  }
  console.log(`${drawn.length} real renames; left out, sharing nothing: ${unknowable.join(', ')}`)
  return drawn
}

function lastOf(path: string): string {
  return path.slice(path.lastIndexOf('.') + 1).toLowerCase()
}

/** A beginning, an end or a word of three letters. */
function sharesLetters(one: string, other: string): boolean {
  const words = one.split('_').filter((word) => word.length > 2)
  return (
    one.slice(0, 3) === other.slice(0, 3) ||
    one.slice(-3) === other.slice(-3) ||
    words.some((word) => other.includes(word))
  )
}

function judge({ kind, written, meant, source }: Drawn): void {
  const { maker, table } = source
  const answers = closestSymbols(table, source, written)
  const definition = maker.resolve(meant)
  const place = answers.findIndex(
    (answer) => answer === meant || (definition >= 0 && maker.resolve(answer) === definition),
  )
  if (answers[0] === meant) firstByPath += 1
  if (answers.includes(meant)) amongThreeByPath += 1
  offered += answers.length
  unresolved += answers.filter(
    (answer) => findSymbol(table, source, answer).state !== 'found',
  ).length
  const tally = tallies.get(kind)
  if (tally === undefined) return
  tally.drawn += 1
  if (place === 0) tally.first += 1
  if (place >= 0) tally.amongThree += 1
  if (values.misses && place !== 0) {
    const verdict = place < 0 ? 'MISS' : `${place + 1}.`
    console.log([verdict, kind, written, meant, answers.join(' ')].join('\t'))
  }
}

function report(): void {
  const all: Tally = { drawn: 0, first: 0, amongThree: 0 }
  for (const [kind, tally] of tallies) {
    all.drawn += tally.drawn
    all.first += tally.first
    all.amongThree += tally.amongThree
    print(kind, tally)
  }
  print('all', all)
  console.log(`by the same path: first ${firstByPath}, among three ${amongThreeByPath}`)
  console.log(`${offered} offered, ${unresolved} of them not found; ${sources.length} packages`)
}

function print(name: string, { drawn, first, amongThree }: Tally): void {
  const share = (part: number) => `${((100 * part) / Math.max(1, drawn)).toFixed(1)} %`
  console.log(
    `${name.padEnd(8)} ${String(drawn).padStart(4)}  first ${first} (${share(first)})  ` +
      `among three ${amongThree} (${share(amongThree)})`,
  )
}

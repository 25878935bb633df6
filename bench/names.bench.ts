// Near names from a whole set against brute force and against one automaton, in one run. Without
// --file on a made-up set; with it on a real one: `npm run bench -- names --file <data>/names/npm.names`.

import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { distance } from 'fastest-levenshtein'
import { allNames } from '../scripts/truth/names/allNames.ts'
import { makeQueries, type Query, seededRandom } from '../scripts/truth/names/queries.ts'
import { searchOneDawg } from '../src/names/near/dawgSearch.ts'
import { nearBuffer } from '../src/names/near/nearBuffer.ts'
import { loadBundledNames } from '../src/names/set/bundledNames.ts'
import { type NameSet, openNameSet, sharedCopy } from '../src/names/set/nameSet.ts'
import { decodeNameFile } from '../src/names/stored/nameFile.ts'
import { setFile } from '../test/names/madeSet.ts'

const BRUTE_MIN_RATIO = 300

export async function benchNames(quick: boolean, file: string | null): Promise<void> {
  if (file !== null) return measure(file, quick, true)
  const folder = await mkdtemp(join(tmpdir(), 'assay-bench-'))
  try {
    const path = join(folder, 'made-up.names')
    await writeFile(path, setFile({ names: madeUpNames(quick ? 50_000 : 500_000) }))
    await measure(path, quick, false)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function measure(path: string, quick: boolean, isReal: boolean): Promise<void> {
  const bytes = sharedCopy(await readFile(path))
  const opening = bestMs(quick ? 2 : 5, () => openNameSet(bytes))
  const set = openNameSet(bytes)
  const { forward } = decodeNameFile(bytes).sections
  const names = await allNames(path)
  const queries = makeQueries(names, quick ? 200 : 2_000, 7)
  console.log(
    `${set.facts.ecosystem}: ${set.facts.size} names, ${(bytes.length / 1e6).toFixed(1)} MB, ` +
      `${(bytes.length / set.facts.size).toFixed(1)} bytes a name, opened in ${opening.toFixed(0)} ms of CPU`,
  )
  const buffer = nearBuffer()
  // A round of each in turn, so that a slow minute of the machine slows all of them.
  const [ranked, found, one] = inTurn(quick ? 3 : 25, [
    { queries, ask: (text) => void set.nearest(text) },
    { queries, ask: (text) => void set.nearest(text, 0) },
    {
      queries: queries.slice(0, quick ? 50 : 300),
      ask: (text) => {
        buffer.count = 0
        searchOneDawg(forward, text, buffer)
      },
    },
  ])
  const [brute] = inTurn(2, [
    { queries: queries.slice(0, quick ? 5 : 11), ask: (text) => bruteForce(set, names, text) },
  ])
  if (!ranked || !found || !one || !brute) throw new Error('something was not measured')
  // Short names have thousands of neighbours, and nobody mistypes a name of two letters.
  const typos = ({ cpu, clock }: Times): Times => {
    const isTypo = (_: number, i: number) => queries[i]?.kind === 'typo'
    return { cpu: cpu.filter(isTypo), clock: clock.filter(isTypo) }
  }
  report('near names of mistyped names, ranked', typos(ranked))
  report('near names of mistyped names, counted', typos(found))
  report('near names of every kind, ranked', ranked)
  report('near names of every kind, counted', found)
  report('one automaton, forward', one)
  report('brute force, fastest-levenshtein', brute)
  const toOne = at(one.cpu, 0.5) / at(found.cpu, 0.5)
  const toBrute = at(brute.cpu, 0.5) / at(found.cpu, 0.5)
  console.log(
    `p50 against one automaton ${toOne.toFixed(1)}, against brute force ${toBrute.toFixed(0)}`,
  )
  if (isReal && toBrute < BRUTE_MIN_RATIO) throw new Error(`less than ${BRUTE_MIN_RATIO} times`)
}

/** Pins the meaning with the speed. */
function bruteForce(set: NameSet, names: readonly string[], text: string): void {
  let count = 0
  for (const name of names) {
    const apart = distance(text, name)
    if (apart === 1 || apart === 2) count += 1
  }
  if (count !== set.near(text).length) throw new Error(`${text}: ${count} neighbours missed`)
}

/** Best of each question in microseconds: of the processor, and on the clock. */
type Times = Readonly<{ cpu: readonly number[]; clock: readonly number[] }>

type Task = Readonly<{ queries: readonly Query[]; ask: (text: string) => void }>

function inTurn(rounds: number, tasks: readonly Task[]): readonly Times[] {
  const best = tasks.map(({ queries }) => ({
    cpu: queries.map(() => Number.POSITIVE_INFINITY),
    clock: queries.map(() => Number.POSITIVE_INFINITY),
  }))
  for (let round = 0; round < rounds; round++) {
    for (const [task, { queries, ask }] of tasks.entries()) {
      const { cpu = [], clock = [] } = best[task] ?? {}
      for (const [place, { text }] of queries.entries()) {
        const used = process.cpuUsage()
        const started = process.hrtime.bigint()
        ask(text)
        const micros = Number(process.hrtime.bigint() - started) / 1_000
        const { user, system } = process.cpuUsage(used)
        cpu[place] = Math.min(cpu[place] ?? Number.POSITIVE_INFINITY, user + system)
        clock[place] = Math.min(clock[place] ?? Number.POSITIVE_INFINITY, micros)
      }
    }
  }
  return best
}

function at(times: readonly number[], share: number): number {
  const sorted = times.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

function report(what: string, { cpu, clock }: Times): void {
  const show = (times: readonly number[]) =>
    `p50 ${at(times, 0.5).toFixed(0)} µs, p99 ${at(times, 0.99).toFixed(0)} µs`
  console.log(`${what}: ${show(cpu)} of CPU; on the clock ${show(clock)}`)
}

function bestMs(rounds: number, work: () => void): number {
  let best = Number.POSITIVE_INFINITY
  for (let round = 0; round < rounds; round++) {
    const before = process.cpuUsage()
    work()
    const { user, system } = process.cpuUsage(before)
    best = Math.min(best, (user + system) / 1_000)
  }
  return best
}

/** Words of real names, put together anew. */
function madeUpNames(count: number): string[] {
  const random = seededRandom(1)
  const lists = loadBundledNames()
  const words = [
    ...new Set([...lists.npm.names, ...lists.pypi.names].flatMap((name) => name.split('-'))),
  ]
  const word = () => words[Math.floor(random() * words.length)] ?? ''
  const made = new Set<string>(lists.npm.names)
  while (made.size < count) made.add(`${word()}-${word()}${random() < 0.3 ? `-${word()}` : ''}`)
  return [...made]
}

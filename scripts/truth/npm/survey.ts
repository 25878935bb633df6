// Popular packages through the whole extractor, dependencies followed as the service follows them:
// each comes out as a table that opens again, or as a reason.
//
//   npx tsx scripts/truth/npm/survey.ts <cache> [--seed 1] [--count 500] [--popular 5000]
//
// Names are drawn by the seed from the most popular ones; tarballs stay in the cache, and so does what
// came of each, in `survey.jsonl`: a run that is broken off goes on from there, and a package that
// took the process with it is counted as one that did.

import { createHash } from 'node:crypto'
import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Dependencies } from '../../../src/extract/extractor.ts'
import { followNpm } from '../../../src/extract/npm/followNpm.ts'
import { encodeTable } from '../../../src/table/format/encodeTable.ts'
import type { SymbolTable } from '../../../src/table/format/table.ts'
import { decodeTable } from '../../../test/support/decodeTable.ts'
import { popularNames } from './popularNames.ts'
import { RegistryFiles } from './registryFiles.ts'

type Outcome = Readonly<{
  name: string
  /** `table`, or why there is none; null while it is under way. */
  outcome: string | null
  cpuMs?: number
  tableBytes?: number
  followed?: number
  definitions?: number
  /** State of each module → how many. */
  states?: Readonly<Record<string, number>>
  reasons?: readonly string[]
}>

const { values, positionals } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    count: { type: 'string', default: '500' },
    popular: { type: 'string', default: '5000' },
  },
  allowPositionals: true,
})
const [cache] = positionals
if (cache === undefined) throw new Error('usage: survey.ts <cache>')
mkdirSync(cache, { recursive: true })
const files = new RegistryFiles(join(cache, 'tarballs'))
const log = join(cache, 'survey.jsonl')
const known = new Map<string, Outcome>()
for (const line of existsSync(log) ? readFileSync(log, 'utf8').trimEnd().split('\n') : []) {
  const one = JSON.parse(line) as Outcome
  known.set(one.name, one)
}

function draw(): string[] {
  const rank = (name: string) =>
    createHash('sha256').update(`survey ${values.seed} ${name}`).digest('hex')
  return popularNames(Number(values.popular))
    .map((name) => ({ name, key: rank(name) }))
    .sort((one, other) => (one.key < other.key ? -1 : 1))
    .slice(0, Number(values.count))
    .map(({ name }) => name)
}

function note(outcome: Outcome): void {
  appendFileSync(log, `${JSON.stringify(outcome)}\n`)
  known.set(outcome.name, outcome)
}

function describe(table: SymbolTable): Pick<Outcome, 'states' | 'reasons' | 'definitions'> {
  const states: Record<string, number> = {}
  const reasons = new Set<string>()
  for (const { state, stateReason } of table.modules) {
    states[state] = (states[state] ?? 0) + 1
    if (stateReason !== null && reasons.size < 20) reasons.add(stateReason)
  }
  const definitions = table.modules.reduce((sum, { entries }) => sum + entries.length, 0)
  return { states, reasons: [...reasons], definitions }
}

async function survey(name: string): Promise<Outcome> {
  const opened = await files.open(name, ['latest'])
  if (opened === null) return { name, outcome: 'the registry has no latest release' }
  let followed = 0
  const dependencies: Dependencies = {
    fixed: null,
    find: (wanted) =>
      Promise.all(
        // What cannot be had is left open, as the service leaves it.
        wanted.map((one) => files.open(one.name, one.ranges).catch(() => 'gap' as const)),
      ),
    follow: () => {
      followed += 1
    },
    leaveOut: () => {},
  }
  const before = process.cpuUsage()
  const table = await followNpm(opened, dependencies)
  const bytes = encodeTable(table)
  decodeTable(bytes)
  const { user, system } = process.cpuUsage(before)
  return {
    ...{ name, outcome: table.modules.length === 0 ? 'a table without modules' : 'a table' },
    ...{ cpuMs: Math.round((user + system) / 1_000), tableBytes: bytes.length, followed },
    ...describe(table),
  }
}

const names = draw()
for (const name of names) {
  const there = known.get(name)
  if (there?.outcome === null) note({ name, outcome: 'took the process with it' })
  if (there !== undefined) continue
  note({ name, outcome: null })
  try {
    note(await survey(name))
  } catch (error) {
    // Archives may be refused, each for a reason that has a name; anything else is a crash.
    const reason = error instanceof Error && 'reason' in error ? String(error.reason) : null
    const said = error instanceof Error ? error.message : String(error)
    console.log(name, error)
    note({
      name,
      outcome: reason === null ? `failed: ${said.slice(0, 100)}` : `refused: ${reason}`,
    })
  }
}

const outcomes = new Map<string, number>()
const states = new Map<string, number>()
const add = (counts: Map<string, number>, key: string, times = 1) =>
  counts.set(key, (counts.get(key) ?? 0) + times)
const costs: number[] = []
let definitions = 0
let followed = 0
for (const name of names) {
  const one = known.get(name)
  add(outcomes, one?.outcome ?? 'not asked')
  for (const [state, times] of Object.entries(one?.states ?? {})) add(states, state, times)
  if (one?.cpuMs !== undefined) costs.push(one.cpuMs)
  definitions += one?.definitions ?? 0
  followed += one?.followed ?? 0
}
for (const counts of [outcomes, states])
  for (const [what, times] of [...counts].sort((a, b) => b[1] - a[1]))
    console.log(String(times).padStart(7), what)
costs.sort((a, b) => a - b)
const at = (share: number) => costs[Math.floor(share * (costs.length - 1))] ?? 0
console.log(`${definitions} names of modules, ${followed} releases followed`)
console.log(
  `processor time: median ${at(0.5)} ms, 90 % ${at(0.9)}, 99 % ${at(0.99)}, most ${at(1)}`,
)

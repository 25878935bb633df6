// Symbols that somebody used with a release, so that they must be there, put to our own lookup.
//
//   npx tsx scripts/truth/python/askFacts.ts <cache> <rows.jsonl> [--seed 1] [--count 80]
//
// A row has package (or library), symbol (or deprecated and replacement) and maybe version. The seed
// draws rows, one of every release before the second of any. Unlike facts.ts, which reads tables,
// this asks what a customer asks: a flat absence is an answer that we sign. Tables lie in <cache>.

import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { parseArgs } from 'node:util'
import { openLookup } from '../../../src/lookup.ts'
import { askSymbol } from './askSymbol.ts'
import { shuffled } from './shuffled.ts'

type Fact = Readonly<{ package: string; version: string | null; symbol: string }>

const { values, positionals } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    count: { type: 'string', default: '80' },
  },
  allowPositionals: true,
})
const [cache, file] = positionals
if (cache === undefined || file === undefined) {
  throw new Error('usage: askFacts.ts <cache> <rows.jsonl> [--seed n] [--count n]')
}
const counts = { exists: 0, absent: 0, hedged: 0 }
const lookup = await openLookup({ dataDir: cache })
try {
  for (const { package: name, version, symbol } of drawn()) {
    const said = await askSymbol(lookup, name, version, symbol)
    counts[said.state] += 1
    if (said.state === 'exists') continue
    console.log(`  ${said.state} ${name} ${version ?? 'latest'} ${symbol}: ${said.detail}`)
  }
} finally {
  await lookup.close()
}
const asked = counts.exists + counts.absent + counts.hedged
console.log(
  `${basename(file)}: ${asked} asked, ${counts.exists} found, ` +
    `${counts.absent} absent, ${counts.hedged} hedged`,
)

/** In the order of the releases, so that each is opened once. */
function drawn(): readonly Fact[] {
  const lines = readFileSync(file ?? '', 'utf8')
    .trimEnd()
    .split('\n')
  const releases = new Map<string, Fact[]>()
  for (const one of shuffled(lines.flatMap(factsOf), Number(values.seed))) {
    const release = `${one.package} ${one.version}`
    releases.set(release, [...(releases.get(release) ?? []), one])
  }
  const count = Number(values.count)
  const taken = new Map<string, Fact[]>()
  let total = 0
  for (let round = 0; total < count; round += 1) {
    const before = total
    for (const [release, facts] of releases) {
      const one = facts[round]
      if (one === undefined || total === count) continue
      taken.set(release, [...(taken.get(release) ?? []), one])
      total += 1
    }
    if (total === before) break
  }
  return [...taken.values()].flat()
}

function factsOf(line: string): readonly Fact[] {
  const row: Readonly<Record<string, string | undefined>> = JSON.parse(line)
  const name = row['package'] ?? row['library']
  if (name === undefined) throw new Error('a row lacks its package')
  const symbols = [row['symbol'], row['deprecated'], row['replacement']]
  return symbols.flatMap((symbol) =>
    symbol === undefined ? [] : [{ package: name, version: row['version'] ?? null, symbol }],
  )
}

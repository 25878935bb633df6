// Symbols that working code uses, asked as the code writes them.
//
//   npx tsx scripts/truth/python/usedSymbols.ts <cache> --names names.txt --seed 1
//     [--packages 10] [--each 10] [--among 3000] [--only a,b] [--python python]
//
// Draws packages by the seed, takes what their tests and examples use and an interpreter resolves
// (used.py), and puts each to our lookup at the release that was installed. A flat absence of what is
// there is false, and so is the existence of what is not. Tables lie in <cache>/data: remove that
// folder to have them made anew.

import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { type Lookup, openLookup } from '../../../src/lookup.ts'
import { askSymbol } from './askSymbol.ts'
import { randomFrom } from './shuffled.ts'

type Used = Readonly<{
  package: string
  skipped?: string
  version: string
  used: readonly Readonly<{ symbol: string; file: string }>[]
  unused: readonly string[]
}>

const { values, positionals } = parseArgs({
  options: {
    names: { type: 'string' },
    seed: { type: 'string', default: '1' },
    packages: { type: 'string', default: '10' },
    each: { type: 'string', default: '10' },
    among: { type: 'string', default: '3000' },
    only: { type: 'string' },
    python: { type: 'string', default: 'python3' },
  },
  allowPositionals: true,
})
const [cache] = positionals
if (cache === undefined || (values.names === undefined && values.only === undefined)) {
  throw new Error('usage: usedSymbols.ts <cache> --names names.txt --seed n, or --only a,b')
}
const folder = resolve(cache)
mkdirSync(folder, { recursive: true })
const lookup = await openLookup({ dataDir: join(folder, 'data') })
const counts = { exists: 0, absent: 0, hedged: 0 }
const wrong = { exists: 0, absent: 0, hedged: 0 }
let packages = 0
try {
  for (const name of drawn()) {
    if (packages >= Number(values.packages)) break
    const facts = usedBy(name)
    if (facts.skipped !== undefined) {
      console.log(`${name}: skipped, ${facts.skipped}`)
      continue
    }
    if (facts.used.length === 0) continue
    packages += 1
    await measure(lookup, facts)
  }
} finally {
  await lookup.close()
}
const asked = counts.exists + counts.absent + counts.hedged
const share = (n: number, of: number) => `${n} (${((100 * n) / Math.max(1, of)).toFixed(2)} %)`
console.log(`${packages} packages, ${asked} symbols that are used`)
console.log(`  found ${share(counts.exists, asked)}`)
console.log(`  flat absences, all false ${share(counts.absent, asked)}`)
console.log(`  hedged ${share(counts.hedged, asked)}`)
const others = wrong.exists + wrong.absent + wrong.hedged
console.log(`${others} symbols that are not there`)
console.log(`  said to exist, all false ${share(wrong.exists, others)}`)
console.log(`  hedged ${share(wrong.hedged, others)}`)

/** Names in the order of the draw: the list is shuffled by the seed. */
function drawn(): readonly string[] {
  if (values.only !== undefined) return values.only.split(',')
  const names = readFileSync(values.names ?? '', 'utf8')
    .trim()
    .split('\n')
    .slice(0, Number(values.among))
  const next = randomFrom(Number(values.seed))
  for (let i = names.length - 1; i > 0; i -= 1) {
    const j = Math.floor(next() * (i + 1))
    const [one, other] = [names[i] ?? '', names[j] ?? '']
    names[i] = other
    names[j] = one
  }
  return names
}

function usedBy(name: string): Used {
  const kept = join(folder, `${name}.${values.seed}.${values.each}.json`)
  if (!existsSync(kept)) {
    const script = fileURLToPath(new URL('used.py', import.meta.url))
    const done = spawnSync(
      values.python,
      [script, folder, name, '--seed', values.seed, '--count', values.each],
      { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] },
    )
    writeFileSync(kept, done.stdout)
  }
  return JSON.parse(readFileSync(kept, 'utf8'))
}

async function measure(lookup: Lookup, facts: Used): Promise<void> {
  const { version } = facts
  const before = { ...counts }
  const lines: string[] = []
  for (const { symbol, file } of facts.used) {
    const said = await askSymbol(lookup, facts.package, version, symbol)
    counts[said.state] += 1
    if (said.state !== 'exists') lines.push(`  ${said.state} ${symbol} (${file}): ${said.detail}`)
  }
  for (const symbol of facts.unused) {
    const said = await askSymbol(lookup, facts.package, version, symbol)
    wrong[said.state] += 1
    if (said.state === 'exists') lines.push(`  claimed ${symbol}: ${said.detail}`)
  }
  const found = counts.exists - before.exists
  console.log(`${facts.package} ${version}: ${found} of ${facts.used.length}`)
  for (const line of lines) console.log(line)
}

// How many plausible mistakes have a caveat only because code of the package sets such a name on
// something that could not be told.
//
//   npx tsx scripts/truth/python/madeUpMisses.ts <folder of wheels> [--seed 1] [--each 10]
//
// Makes misses of five kinds for each wheel by the seed: slips of real names and names of another
// class or module. Those that are flat absences without the list of such names are asked again with it.

import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { findSymbol } from '../../../src/symbols/findSymbol.ts'
import { encodeTable } from '../../../src/table/format/encodeTable.ts'
import type { Entry, SymbolTable } from '../../../src/table/format/table.ts'
import { openTable } from '../../../src/table/openTable.ts'
import type { OpenTable } from '../../../src/table/tableView.ts'
import { tableOf } from './ourTable.ts'
import { randomFrom } from './shuffled.ts'

const TRIES_MAX = 400

const { values, positionals } = parseArgs({
  options: { seed: { type: 'string', default: '1' }, each: { type: 'string', default: '10' } },
  allowPositionals: true,
})
const [folder] = positionals
if (folder === undefined) throw new Error('usage: madeUpMisses.ts <folder of wheels>')
const next = randomFrom(Number(values.seed))
const counts = new Map<string, { asked: number; hedged: number }>()
for (const file of readdirSync(folder).sort()) {
  if (!file.endsWith('.whl')) continue
  const [name = ''] = file.split('-')
  measure(name.toLowerCase().replaceAll('_', '-'), await tableOf(join(folder, file)))
}
for (const [kind, { asked, hedged }] of counts) console.log(`${kind}: ${hedged} of ${asked} hedged`)

function measure(packageName: string, table: SymbolTable): void {
  const { loose = [], ...rest } = table
  const bare = openTable(encodeTable(rest))
  const whole = openTable(encodeTable(table))
  const isFlat = (open: OpenTable, path: string) => {
    const found = findSymbol(open, { ecosystem: 'pypi', packageName }, path)
    return found.state === 'not_found' && found.caveat === null
  }
  const hedged: string[] = []
  for (const [kind, make] of makersOf(table)) {
    const count = counts.get(kind) ?? { asked: 0, hedged: 0 }
    counts.set(kind, count)
    for (let made = 0, tries = 0; made < Number(values.each) && tries < TRIES_MAX; tries += 1) {
      const path = make()
      if (path === null || !isFlat(bare, path)) continue
      made += 1
      count.asked += 1
      if (isFlat(whole, path)) continue
      count.hedged += 1
      hedged.push(path)
    }
  }
  console.log(`${packageName}: ${loose.length} names; hedged: ${hedged.join(' ') || 'none'}`)
}

type Maker = () => string | null

function makersOf({ modules }: SymbolTable): readonly (readonly [string, Maker])[] {
  const shown = modules.filter(({ isPublic, entries }) => isPublic && entries.some(isShown))
  const classes = shown.flatMap(({ name, entries }) =>
    entries
      .filter((entry) => isShown(entry) && entry.definition.kind === 'class')
      .map((entry) => ({
        path: `${name}.${entry.name}`,
        members: namesOf(entry.definition.members),
      }))
      .filter(({ members }) => members.length > 0),
  )
  const listed = shown.map(({ name, entries }) => ({ path: name, members: namesOf(entries) }))
  const slipped = (all: typeof listed) => () => {
    const one = pick(all)
    return one === null ? null : `${one.path}.${slip(pick(one.members) ?? '')}`
  }
  const moved = (to: typeof listed, from: typeof listed) => () =>
    `${pick(to)?.path}.${pick(pick(from)?.members ?? [])}`
  return [
    ['a slip in a member', slipped(classes)],
    ['a member of another class', moved(classes, classes)],
    ['a slip in a name of a module', slipped(listed)],
    ['a name of another module', moved(listed, listed)],
    ['a member of a class asked of a module', moved(listed, classes)],
  ]
}

function isShown({ isPublic }: Entry): boolean {
  return isPublic
}

function namesOf(entries: readonly Entry[]): string[] {
  return entries.filter(isShown).map(({ name }) => name)
}

function pick<T>(items: readonly T[]): T | null {
  return items[Math.floor(next() * items.length)] ?? null
}

/** One letter less, twice, or in the other's place; one more or less at the end. */
function slip(name: string): string {
  const at = 1 + Math.floor(next() * Math.max(1, name.length - 2))
  const [head, tail] = [name.slice(0, at), name.slice(at)]
  const ways = [
    head + tail.slice(1),
    head + tail.slice(0, 1) + tail,
    head + tail.slice(1, 2) + tail.slice(0, 1) + tail.slice(2),
    name.endsWith('s') ? name.slice(0, -1) : `${name}s`,
    `get_${name}`,
  ]
  return pick(ways) ?? name
}

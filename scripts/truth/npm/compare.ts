// Our tables against the checker: `npx tsx scripts/truth/npm/compare.ts <cache> [package …]`. Prints
// one line for each package and the sums; every miss goes to <cache>/misses.tsv with its cause.

import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { extractNpm } from '../../../src/extract/npm/extractNpm.ts'
import type { Entry, SymbolTable } from '../../../src/table/format/table.ts'
import { type Truth, type TruthSymbol, truthOf } from './checker.ts'
import { diskPackage, installedDependencies } from './diskPackage.ts'
import { LIST } from './packages.ts'

const KIND_ORDER = ['class', 'function', 'enum', 'interface', 'type', 'namespace', 'variable']
const CHECKER = fileURLToPath(new URL('checker.ts', import.meta.url))
const CHECK_MAX_MS = 600_000

type Counts = {
  exports: number
  missing: number
  extra: number
  kinds: number
  members: number
  membersMissing: number
  membersExtra: number
  oursMs: number
  checkerMs: number
}

const NONE: Readonly<Counts> = {
  ...{ exports: 0, missing: 0, extra: 0, kinds: 0, members: 0 },
  ...{ membersMissing: 0, membersExtra: 0, oursMs: 0, checkerMs: 0 },
}

type Miss = readonly [name: string, subpath: string, symbol: string, what: string, cause: string]

function kindOf(truth: string): string {
  const kinds = truth.split('+')
  const first = KIND_ORDER.find((kind) => kinds.includes(kind)) ?? truth
  return first === 'variable' ? 'constant' : first
}

/** Names that a type checker sees: not what only the JavaScript has, nor what interop adds. */
function isClaim({ origin }: Entry): boolean {
  return origin !== 'js' && origin !== 'inherited'
}

function compare(truth: Truth, table: SymbolTable, misses: Miss[]): Counts {
  const counts = { ...NONE, checkerMs: truth.cpuMs }
  const seen = new Set<TruthSymbol | Entry['definition']>()
  for (const [subpath, expected] of Object.entries(truth.entries)) {
    const module = table.modules.find(({ name }) => name === subpath)
    const found = new Map((module?.entries ?? []).map((entry) => [entry.name, entry]))
    const miss = (symbol: string, what: string, cause: string) =>
      misses.push([truth.package, subpath, symbol, what, cause])
    for (const [name, symbol] of Object.entries(expected)) {
      if (symbol.kind === 'unknown') continue
      counts.exports += 1
      const entry = found.get(name)
      if (entry === undefined) {
        counts.missing += 1
        miss(name, 'export missing', module === undefined ? 'no such module' : symbol.kind)
        continue
      }
      const kind = kindOf(symbol.kind)
      // `export default <expression>` is a property to the checker.
      if (entry.definition.kind !== kind && !(name === 'default' && kind === 'property')) {
        counts.kinds += 1
        miss(name, 'kind', `${symbol.kind} here ${entry.definition.kind}`)
      }
      if (symbol.members === null || seen.has(entry.definition)) continue
      seen.add(entry.definition)
      compareMembers(symbol, entry, counts, (member, what, cause) =>
        miss(`${name}.${member}`, what, cause),
      )
    }
    for (const entry of found.values()) {
      if (entry.name in expected || !isClaim(entry)) continue
      counts.extra += 1
      miss(entry.name, 'export extra', `${entry.definition.kind} ${entry.origin}`)
    }
  }
  return counts
}

function compareMembers(
  symbol: TruthSymbol,
  { definition }: Entry,
  counts: Counts,
  miss: (member: string, what: string, cause: string) => void,
): void {
  const expected = symbol.members ?? {}
  const found = new Map(definition.members.map((entry) => [entry.name, entry]))
  for (const [name, member] of Object.entries(expected)) {
    counts.members += 1
    if (found.has(name)) continue
    counts.membersMissing += 1
    miss(name, 'member missing', `${symbol.kind}, declared in ${member.from}`)
  }
  for (const entry of found.values()) {
    if (entry.name in expected || entry.origin === 'js') continue
    counts.membersExtra += 1
    miss(entry.name, 'member extra', `${symbol.kind}, ${entry.origin}`)
  }
}

function percent(part: number, whole: number): string {
  return whole === 0 ? '-' : `${((100 * part) / whole).toFixed(3)}`
}

function line(name: string, counts: Counts): string {
  const hits = counts.exports - counts.missing
  const memberHits = counts.members - counts.membersMissing
  return [
    name.padEnd(40),
    `exports ${counts.exports} recall ${percent(hits, counts.exports)}`,
    `precision ${percent(hits, hits + counts.extra)}`,
    `kinds ${percent(hits - counts.kinds, hits)}`,
    `members ${counts.members} ${percent(memberHits, counts.members)}`,
    `/ ${percent(memberHits, memberHits + counts.membersExtra)}`,
    `ms ${counts.oursMs} checker ${counts.checkerMs}`,
  ].join('  ')
}

function names(given: readonly string[]): string[] {
  if (given.length > 0) return [...given]
  const lines = readFileSync(LIST, 'utf8').split('\n')
  return lines.flatMap((one) => /^(?:named|drawn) (\S+)@\S+$/.exec(one)?.[1] ?? [])
}

const [cache, ...given] = process.argv.slice(2)
if (cache === undefined) throw new Error('usage: compare.ts <cache> [package …]')
const total = { ...NONE }
const misses: Miss[] = []
for (const name of names(given)) {
  const folder = join(cache, name.replace('/', '+'))
  if (!existsSync(join(folder, 'truth.json'))) {
    // A checker of its own for each, so that one package does not pay for another.
    const options = { timeout: CHECK_MAX_MS, stdio: 'inherit' } as const
    execFileSync('npx', ['tsx', CHECKER, folder, name], options)
  }
  const truth = truthOf(folder, name)
  const before = process.cpuUsage()
  const from = diskPackage(join(folder, 'node_modules', name))
  const { table } = extractNpm(from, installedDependencies, { withJavaScript: false })
  const { user, system } = process.cpuUsage(before)
  const counts = { ...compare(truth, table, misses), oursMs: Math.round((user + system) / 1000) }
  for (const key of Object.keys(total) as (keyof Counts)[]) total[key] += counts[key]
  console.log(line(name, counts))
}
console.log(line('all', total))
writeFileSync(join(cache, 'misses.tsv'), misses.map((miss) => `${miss.join('\t')}\n`).join(''))
const causes = new Map<string, Miss[]>()
for (const miss of misses) {
  const cause = `${miss[3]}: ${miss[4]}`
  causes.set(cause, [...(causes.get(cause) ?? []), miss])
}
for (const [cause, list] of [...causes].sort(([, a], [, b]) => b.length - a.length).slice(0, 40))
  console.log(String(list.length).padStart(7), cause, '  e.g.', list[0]?.slice(0, 3).join(' '))

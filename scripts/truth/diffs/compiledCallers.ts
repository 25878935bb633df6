// Judges npm diffs by the compiler: callers of everything that the older release exports are
// compiled with both releases, and what no longer compiles is compared with our `severity`.
//
//   npx tsx scripts/truth/diffs/compiledCallers.ts <cache> pairs.jsonl… [--anew] [--part 1/2]
//
// `--part 1/2` takes every second pair, and has an index of its own beside that of another process.
// The cache is a folder outside of the repository: installed releases, judgements of pairs (which
// `--anew` makes again), and an index of ours below `index/`. Prints one line for each disagreement
// and each breaking entry, to be read by somebody, and the counts at the end.

import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { compareReleases } from '../../../src/answer/compareReleases.ts'
import { answerTables, type TableOutcome } from '../../../src/answer/evidence/answerTables.ts'
import { openTables } from '../../../src/answer/evidence/bothReleases.ts'
import { flightLimits, openIngestion } from '../../../src/app/ingestion.ts'
import { loadConfig } from '../../../src/config.ts'
import type { TableDiff } from '../../../src/diff/diffTables.ts'
import { parsePackageName } from '../../../src/domain/names/packageName.ts'
import { flights } from '../../../src/ingest/flights.ts'
import { releaseRanges } from '../../../src/ingest/releaseRanges.ts'
import { TABLE_CACHE_BYTES } from '../../../src/limits.ts'
import { tableCache } from '../../../src/table/tableCache.ts'
import { installedPair } from './judge/install.ts'
import type { Broken, Judgement } from './judge/judgePair.ts'

const HEAP_MB = 6_000
const STACK_KB = 60_000
const JUDGE_MAX_MS = 600_000

type Pair = Readonly<{ package: string; from_version: string; to_version: string }>

const { values, positionals } = parseArgs({
  options: { anew: { type: 'boolean', default: false }, part: { type: 'string', default: '1/1' } },
  allowPositionals: true,
})
const [cache, ...files] = positionals
if (cache === undefined || files.length === 0)
  throw new Error('usage: compiledCallers.ts <cache> …')
mkdirSync(join(cache, 'judged'), { recursive: true })

const [part = 1, parts = 1] = values.part.split('/').map(Number)
const index = parts === 1 ? 'index' : `index${part}`
const data = { ...process.env, ASSAY_DATA_DIR: join(cache, index) }
const config = loadConfig(data)
const now = () => new Date()
const ingestion = await openIngestion(config, { now, random: Math.random })
const tableFlights = flights<TableOutcome>(flightLimits(2))
const tables = answerTables({
  one: ingestion.one,
  tables: ingestion.tables,
  cache: tableCache(TABLE_CACHE_BYTES),
  flights: tableFlights,
  now,
  absenceWindowMs: config.absenceWindowMs,
})
const compareTables = compareReleases({
  registryOf: ingestion.registryOf,
  tables,
  ranges: releaseRanges(ingestion.again),
  now,
})
const { signal } = new AbortController()
const total = { pairs: 0, right: 0, wrong: 0, unjudged: 0, found: 0, missed: 0 }
const byPair = { bothBreak: 0, onlyOurs: 0, onlyTheirs: 0, neither: 0 }
const lines = files.flatMap((file) => readFileSync(file, 'utf8').trim().split('\n'))
for (const [place, line] of [...new Set(lines)].entries()) {
  if (place % parts !== part - 1) continue
  const pair: Pair = JSON.parse(line)
  try {
    await compare(pair)
  } catch (error) {
    console.error(`${idOf(pair)}: ${error instanceof Error ? error.message.slice(0, 300) : error}`)
  }
}
await tableFlights.close()
await ingestion.close()
const percent = (part: number, rest: number) =>
  part + rest === 0 ? '-' : `${((100 * part) / (part + rest)).toFixed(1)} %`
console.log(
  `entries: ${total.right} right, ${total.wrong} wrong, ${total.unjudged} without a caller: precision ${percent(total.right, total.wrong)}`,
)
console.log(
  `symbols that break: ${total.found} found, ${total.missed} missed: recall ${percent(total.found, total.missed)}`,
)
console.log(
  `pairs: ${total.pairs}, breaking by both ${byPair.bothBreak}, by us alone ${byPair.onlyOurs}, by the compiler alone ${byPair.onlyTheirs}, by none ${byPair.neither}: precision ${percent(byPair.bothBreak, byPair.onlyOurs)}, recall ${percent(byPair.bothBreak, byPair.onlyTheirs)}`,
)

function idOf(pair: Pair): string {
  return `${pair.package} ${pair.from_version} ${pair.to_version}`
}

function judged(pair: Pair): Judgement {
  const file = join(cache ?? '', 'judged', `${idOf(pair).replaceAll(/[ /]/g, '+')}.json`)
  if (!values.anew && existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as Judgement
  const versions = [pair.from_version, pair.to_version] as const
  const folders = installedPair(cache ?? '', pair.package, versions)
  // The compiler goes deep; a stack is as large as the shell allows.
  const options = `--max-old-space-size=${HEAP_MB} --stack-size=${STACK_KB}`
  const script = join(import.meta.dirname, 'judge/judgeOne.ts')
  const command = `ulimit -s ${2 * STACK_KB} && exec "$0" ${options} --import tsx "$@"`
  execFileSync('sh', ['-c', command, process.execPath, script, pair.package, ...folders, file], {
    stdio: ['ignore', 'inherit', 'inherit'],
    timeout: JUDGE_MAX_MS,
  })
  return JSON.parse(readFileSync(file, 'utf8')) as Judgement
}

/** As a service answers it. */
async function ours(pair: Pair): Promise<TableDiff> {
  const name = parsePackageName('npm', pair.package)
  if (name === null) throw new Error('no such name')
  const key = { ecosystem: 'npm', name } as const
  const question = { key, from: pair.from_version, to: pair.to_version }
  const both = await openTables(question, { tables, now }, { signal })
  const { diff, isLacking } = await compareTables(key, both, { signal })
  if (isLacking) console.error(`${idOf(pair)}: a table of another package could not be had`)
  return diff
}

type Entry = Readonly<{ symbol: string; reasons: string; shown: string }>

async function compare(pair: Pair): Promise<void> {
  const diff = await ours(pair)
  const { asked, broken } = judged(pair)
  const breaking: Entry[] = [
    ...diff.removed.map(({ symbol }) => ({ symbol, reasons: 'removed', shown: '' })),
    ...diff.added
      .filter(({ isDemanded }) => isDemanded)
      .map(({ symbol }) => ({
        symbol: ownerOf(symbol),
        reasons: 'required_member_added',
        shown: '',
      })),
    ...diff.changed
      .filter(({ severity }) => severity === 'breaking')
      .map(({ symbol, reasons, previous, next }) => ({
        symbol,
        reasons: reasons.join(','),
        shown: `${previous} → ${next}`,
      })),
  ]
  const print = (...cells: readonly string[]) => console.log([idOf(pair), ...cells].join('\t'))
  const brokenSymbols = new Map<string, Broken>()
  const names = new Set<string>()
  for (const one of broken) {
    // The same names in another module are the same definition, nearly always.
    const own = one.symbol.slice(one.symbol.indexOf('#') + 1) || one.symbol
    if (names.has(own)) continue
    names.add(own)
    brokenSymbols.set(one.symbol, one)
  }
  const removed = diff.removed.flatMap(({ symbol }) => /[.](\w+)$/.exec(symbol)?.[1] ?? [])
  // A member that a type has from another one is told of that one.
  const lastNames = new Set(breaking.flatMap((one) => /[.]([^.]+)$/.exec(one.symbol)?.[1] ?? []))
  const listed = new Set(diff.changed.map((one) => one.symbol))
  const isOfBase = (symbol: string) => {
    const [, member] = /#.*[.]([^.]+)$/.exec(symbol) ?? []
    return member !== undefined && lastNames.has(member) && !listed.has(symbol.replace('#', '.'))
  }
  let isBroken = false
  for (const { symbol, reasons, shown } of breaking) {
    const isHit =
      [...brokenSymbols.keys()].some((one) => isAbout(one, symbol, pair.package, 'below')) ||
      (reasons === 'removed' &&
        broken.some((one) => isGone(one) && isAbout(one.symbol, symbol, pair.package, 'above')))
    const wasAsked = Object.keys(asked).some((one) => isAbout(one, symbol, pair.package, 'below'))
    if (isHit) total.right += 1
    else if (wasAsked) total.wrong += 1
    else total.unjudged += 1
    print(isHit ? 'right' : wasAsked ? 'WRONG' : 'unjudged', reasons, symbol, shown)
  }
  for (const [symbol, { what, said, text }] of brokenSymbols) {
    isBroken = true
    // Whoever uses what is gone breaks by that.
    const isByOthers = removed.some((name) => new RegExp(`\\bm\\d+\\.${name}\\b`).test(text))
    const isFound =
      isByOthers ||
      isOfBase(symbol) ||
      breaking.some(
        (one) =>
          isAbout(symbol, one.symbol, pair.package, 'below') ||
          isAbout(symbol, one.symbol, pair.package, 'above'),
      )
    if (isFound) total.found += 1
    else {
      total.missed += 1
      const change = diff.changed.find((one) => one.symbol === symbol.replace('#', '.'))
      print('MISSED', change?.reasons.join(',') ?? 'unlisted', symbol, what, said, text)
    }
  }
  total.pairs += 1
  const saysSo = breaking.length > 0
  if (saysSo && isBroken) byPair.bothBreak += 1
  else if (saysSo) byPair.onlyOurs += 1
  else if (isBroken) byPair.onlyTheirs += 1
  else byPair.neither += 1
  console.error(`${idOf(pair)}: ours ${breaking.length}, compiler ${brokenSymbols.size}`)
}

/** What has no name any more has no members. */
function isGone({ what, said }: Broken): boolean {
  const isAsked = what === 'is there' || what === 'is imported' || what.startsWith('is named as')
  return isAsked && /does not exist|has no exported member|^Cannot find|^cannot import/.test(said)
}

/** Callers of the older release know nothing of the member, and make its owner. */
function ownerOf(symbol: string): string {
  return symbol.slice(0, symbol.lastIndexOf('.'))
}

/** Whether a judged symbol (`module#names`) is what an entry of ours names, or below or above it. */
function isAbout(judged: string, entry: string, name: string, way: 'below' | 'above'): boolean {
  const [module, names = ''] = judged.split('#')
  if (entry === module) return true
  // What is said of a module is found where something of it is told.
  if (names === '') return way === 'above' && entry.startsWith(`${module}.`)
  // A definition has several paths, and an entry names the shortest: the names in them are the same.
  const own = entry.startsWith(`${name}.`) ? [entry.slice(name.length + 1)] : tailsOf(entry)
  return own.some((one) => {
    if (one === names) return true
    return way === 'below' ? names.startsWith(`${one}.`) : one.startsWith(`${names}.`)
  })
}

/** What may be the names in `package/module.js.A.b`. */
function tailsOf(entry: string): readonly string[] {
  const parts = (entry.split('/').at(-1) ?? '').split('.')
  return parts.slice(1).map((_, i) => parts.slice(i + 1).join('.'))
}

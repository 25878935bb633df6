// Outside facts about releases: names that somebody used with a release, so that they must be there.
//
//   npx tsx scripts/truth/python/facts.ts <cache> [set …] [--python python] [--griffe]
//
// Downloads the files once into the cache (download.py), looks each name up in our table of the file
// and prints the misses by package with a reason. --griffe looks in griffe's table instead.

import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { lookUp } from './lookup.ts'
import { tableOf, tableRows } from './ourTable.ts'
import { indexRows, type RowIndex, readRows } from './rows.ts'

type Fact = Readonly<{
  package: string
  version: string
  symbol: string
  /** Absence is no fault, but what is there should be marked deprecated. */
  isDeprecated: boolean
}>
type Raw = Readonly<Record<string, string>>

const SETS: Readonly<Record<string, (raw: Raw) => readonly Fact[]>> = {
  gitchameleon_triples: (raw) => [fact(raw['package'], raw['version'], raw['symbol'])],
  versicode_so_triples: (raw) => [fact(raw['package'], raw['version'], raw['symbol'])],
  pymigbench_symbols: (raw) => [fact(raw['library'], '*', raw['symbol'])],
  deprecated_api_mappings: (raw) => [
    fact(raw['package'], '*', raw['replacement']),
    { ...fact(raw['package'], '*', raw['deprecated']), isDeprecated: true },
  ],
}

const { values, positionals } = parseArgs({
  options: {
    python: { type: 'string', default: 'python3' },
    griffe: { type: 'boolean', default: false },
  },
  allowPositionals: true,
})
const [cache, ...chosen] = positionals
if (cache === undefined) {
  throw new Error('usage: facts.ts <cache> [set …] [--python python] [--griffe]')
}

for (const set of chosen.length > 0 ? chosen : Object.keys(SETS)) await check(set)

async function check(set: string): Promise<void> {
  const read = SETS[set]
  if (read === undefined) throw new Error(`no set ${set}: ${Object.keys(SETS)}`)
  const url = new URL(`../../../test/facts/${set}.jsonl`, import.meta.url)
  const lines = readFileSync(url, 'utf8').trimEnd().split('\n')
  const facts = lines.flatMap((line) => read(JSON.parse(line)))
  const releases = new Map<string, Fact[]>()
  for (const one of facts) {
    const release = `${one.package} ${one.version}`
    releases.set(release, [...(releases.get(release) ?? []), one])
  }
  const files = download([...releases.keys()])
  let [found, missed, gone, marked, unmarked, noFile] = [0, 0, 0, 0, 0, 0]
  const report: string[] = []
  for (const [release, asked] of releases) {
    const file = files.get(release)
    const index = typeof file === 'string' ? await indexOf(file) : null
    if (index === null) {
      noFile += asked.length
      const reason = typeof file === 'object' ? file.missing : 'no table'
      report.push(`${release}: ${asked.length} not asked, ${reason}`)
      continue
    }
    for (const { symbol, isDeprecated } of asked) {
      const looked = lookUp(index, symbol)
      if (isDeprecated) {
        if (!looked.found) gone++
        else if (looked.row?.deprecated === true) marked++
        else {
          unmarked++
          report.push(`${release}: ${symbol}: there, not marked deprecated`)
        }
      } else if (looked.found) found++
      else {
        missed++
        report.push(`${release}: ${symbol}: ${looked.reason} (${looked.at})`)
      }
    }
  }
  const reportFile = join(cache ?? '', `${set}.${values.griffe ? 'griffe' : 'ours'}.txt`)
  writeFileSync(reportFile, `${report.toSorted().join('\n')}\n`)
  const share = ((100 * found) / (found + missed)).toFixed(2)
  console.log(`${set}: ${share} % (${found} of ${found + missed}), ${noFile} not asked`)
  if (set === 'deprecated_api_mappings') {
    const kept = marked + unmarked
    console.log(`  deprecated: ${gone} gone from the newest release, ${marked} of ${kept} marked`)
  }
  for (const line of report.toSorted()) console.log(`  ${line}`)
}

/** The file of each release, or why there is none. */
function download(releases: readonly string[]): Map<string, string | { missing: string }> {
  mkdirSync(cache ?? '', { recursive: true })
  const script = fileURLToPath(new URL('download.py', import.meta.url))
  const answers = execFileSync(values.python, [script, cache ?? ''], {
    input: `${releases.join('\n')}\n`,
    encoding: 'utf8',
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const files = new Map<string, string | { missing: string }>()
  for (const line of answers.trimEnd().split('\n')) {
    const answer: Raw = JSON.parse(line)
    const release = `${answer['package']} ${answer['version']}`
    files.set(release, answer['file'] ?? { missing: answer['missing'] ?? 'no answer' })
  }
  return files
}

async function indexOf(file: string): Promise<RowIndex | null> {
  try {
    if (!values.griffe) return indexRows(tableRows(await tableOf(file)))
    const rows = join(dirname(dirname(file)), 'griffe.jsonl')
    if (!existsSync(rows)) {
      const script = fileURLToPath(new URL('griffe_rows.py', import.meta.url))
      spawnSync(values.python, [script, file, '--out', rows], { stdio: 'ignore' })
    }
    return existsSync(rows) ? indexRows(readRows(rows)) : null
  } catch (error) {
    // One file that fails must not hide the others; it is counted as not asked.
    console.error(`${file}: ${error instanceof Error ? error.message : error}`)
    return null
  }
}

function fact(name: string | undefined, version: string | undefined, symbol: string | undefined) {
  if (name === undefined || version === undefined || symbol === undefined) {
    throw new Error('a fact lacks its package, version or symbol')
  }
  return { package: name, version, symbol, isDeprecated: false }
}

// Compares pairs of releases and prints every entry, for somebody to read.
//
//   npx tsx scripts/truth/diffs/run.ts <data folder> pairs.jsonl… [--all]
//
// The data folder is an index of its own, outside of the repository; a second run reads nothing
// anew. One entry a line: package, versions, what happened, severity, reason, symbol, signatures.
// `--all` prints additions as well. A summary for each pair goes to standard error.

import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { createIngestApp } from '../../../src/app/ingestApp.ts'
import { loadConfig } from '../../../src/config.ts'
import { diffTables } from '../../../src/diff/diffTables.ts'
import { type Ecosystem, parsePackageName } from '../../../src/domain/names/packageName.ts'
import { writePath } from '../../../src/domain/names/symbolPath.ts'
import { openTable } from '../../../src/table/openTable.ts'

type Pair = Readonly<{
  ecosystem: Ecosystem
  package: string
  from_version: string
  to_version: string
}>

const { values, positionals } = parseArgs({
  options: { all: { type: 'boolean', default: false } },
  allowPositionals: true,
})
const [dataDir, ...files] = positionals
if (dataDir === undefined || files.length === 0) throw new Error('usage: run.ts <folder> pairs…')

const app = await createIngestApp(loadConfig({ ...process.env, ASSAY_DATA_DIR: dataDir }))
const { signal } = new AbortController()
const done = new Set<string>()
for (const line of files.flatMap((file) => readFileSync(file, 'utf8').trim().split('\n'))) {
  const pair: Pair = JSON.parse(line)
  const id = `${pair.ecosystem} ${pair.package} ${pair.from_version} ${pair.to_version}`
  if (done.has(id)) continue
  done.add(id)
  try {
    await compare(pair, id)
  } catch (error) {
    console.error(`${id}: ${error instanceof Error ? error.message : error}`)
  }
}
await app.close()

async function compare(pair: Pair, id: string): Promise<void> {
  const from = await read(pair, pair.from_version)
  const to = await read(pair, pair.to_version)
  if (from === null || to === null) return
  const before = process.cpuUsage()
  const diff = diffTables(
    { from, to },
    {
      language: pair.ecosystem === 'pypi' ? 'python' : 'typescript',
      versions: { from: pair.from_version, to: pair.to_version },
      write: (path) => writePath(pair.ecosystem, pair.package, path),
    },
  )
  const { user, system } = process.cpuUsage(before)
  const print = (...cells: readonly (string | null)[]) =>
    console.log([id, ...cells].map((cell) => cell ?? '-').join('\t'))
  for (const { symbol, kind, caveat } of diff.removed) {
    print('removed', 'breaking', caveat === null ? 'removed' : 'removed?', `${kind} ${symbol}`)
  }
  for (const { symbol, kind, severity, reasons, reason, previous, next } of diff.changed) {
    const all = [reason, ...reasons.filter((one) => one !== reason)].join(',')
    print('changed', severity, all, `${kind} ${symbol}`, previous, next)
  }
  if (values.all) {
    for (const { symbol, kind, isDemanded } of diff.added)
      print('added', isDemanded ? 'breaking' : 'compatible', 'added', `${kind} ${symbol}`)
  }
  const { wanted: _, noted: __, ...lists } = diff
  const counts = Object.entries(lists).map(([name, rows]) => `${name} ${rows.length}`)
  const size = `${from.counts.definitions}/${to.counts.definitions} definitions`
  console.error(`${id}: ${counts.join(', ')}; ${size}, ${((user + system) / 1000).toFixed(1)} ms`)
}

async function read(pair: Pair, version: string) {
  const name = parsePackageName(pair.ecosystem, pair.package)
  if (name === null) throw new Error('no such name')
  const reading = await app.tables.read({ ecosystem: pair.ecosystem, name }, version, signal)
  if (reading.state === 'read') return openTable(reading.bytes)
  console.error(`${pair.package} ${version}: ${reading.state}`)
  return null
}

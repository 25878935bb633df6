// Our table of each package, and that of griffe, against what Python itself shows.
//
//   npx tsx scripts/truth/python/compare.ts <cache> [package …] [--ours cli|rows.jsonl] [--report folder]
//
// The cache is what build.py filled. Our table comes from the extractor in src/; with `--ours cli`
// from `assay table pypi --file … --json` of the build in dist/, with any other word from the file of
// that name in the folder of each package. The extractor may look into what is installed beside the
// package, unless with --alone.

import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { installedSources } from './causes.ts'
import {
  addMeasure,
  emptyMeasure,
  type Finding,
  type Measure,
  measure,
  type Ratio,
} from './measure.ts'
import { installedBeside, tableOf, tableRows } from './ourTable.ts'
import { indexRows, parseRows, type Row, readRows } from './rows.ts'
import { readTruth } from './truthFile.ts'

const ASK_TIMEOUT_MS = 120_000
const ROWS_BYTES_MAX = 2 ** 30
const COMMAND = fileURLToPath(new URL('../../../dist/cli/main.cjs', import.meta.url))
const READINGS = new URL('readings.md', import.meta.url)

const { values, positionals } = parseArgs({
  options: {
    ours: { type: 'string' },
    report: { type: 'string' },
    alone: { type: 'boolean', default: false },
  },
  allowPositionals: true,
})
const [cache, ...only] = positionals
if (cache === undefined) {
  throw new Error('usage: compare.ts <cache> [package …] [--ours cli|rows.jsonl] [--report folder]')
}
const reportFolder = values.report ?? join(cache, 'report')
mkdirSync(reportFolder, { recursive: true })

const standard = new Set<string>(
  JSON.parse(
    execFileSync(
      'python3',
      ['-c', 'import json, sys; print(json.dumps(sorted(sys.stdlib_module_names)))'],
      { encoding: 'utf8' },
    ),
  ),
)
const readings = [...readFileSync(READINGS, 'utf8').matchAll(/^- `([^`]+)`/gm)].map(([, path]) =>
  readingPattern(path ?? ''),
)
const packages = (only.length > 0 ? only : readdirSync(cache)).filter((name) =>
  existsSync(join(cache, name, 'truth.json')),
)

type Column = 'ours' | 'griffe'
const sums: Record<Column, Measure> = { ours: emptyMeasure(), griffe: emptyMeasure() }
const summary: Record<string, Partial<Record<Column, Measure>>> = {}
const causes = new Map<string, number>()
let unread = 0

console.log(heading())
for (const name of packages) {
  const folder = join(cache, name)
  const truth = readTruth(join(folder, 'truth.json'))
  const sources = installedSources(folder)
  const row: Partial<Record<Column, Measure>> = {}
  for (const column of ['ours', 'griffe'] as const) {
    const rows = column === 'ours' ? await ourRows(folder) : griffeRows(folder)
    if (rows === null) {
      console.log(line(name, column, null))
      continue
    }
    const outcome = measure(truth, indexRows(rows), standard, sources, (claims) =>
      ask(folder, claims),
    )
    addMeasure(sums[column], outcome.measure)
    row[column] = outcome.measure
    console.log(line(name, column, outcome.measure))
    const file = join(reportFolder, `${name}.${column}.txt`)
    writeFileSync(file, report(outcome.findings))
    if (column === 'ours') tally(outcome.findings)
  }
  summary[`${truth.package}==${truth.version}`] = row
}
for (const column of ['ours', 'griffe'] as const) console.log(line('ALL', column, sums[column]))
writeFileSync(join(reportFolder, 'summary.json'), `${JSON.stringify(summary, null, 1)}\n`)
for (const column of ['ours', 'griffe'] as const) {
  console.log(`\n${column}, in all`)
  for (const [key, value] of Object.entries(sums[column])) {
    const text =
      typeof value === 'number'
        ? String(value)
        : `${percent(value)} % (${value.hit} of ${value.of})`
    console.log(`  ${key.padEnd(18)} ${text}`)
  }
}
console.log('\nours, by likely cause')
for (const [cause, times] of [...causes].toSorted((one, other) => other[1] - one[1])) {
  console.log(`  ${String(times).padStart(7)}  ${cause}`)
}
console.log(`\n${unread} claims that run time lacks are not explained in readings.md`)
console.log(`reports: ${reportFolder}`)

async function ourRows(folder: string): Promise<readonly Row[] | null> {
  const artifact = readdirSync(join(folder, 'dist'))[0]
  if (artifact === undefined) return null
  const file = join(folder, 'dist', artifact)
  try {
    if (values.ours === 'cli') {
      return parseRows(
        execFileSync(process.execPath, [COMMAND, 'table', 'pypi', '--file', file, '--json'], {
          encoding: 'utf8',
          maxBuffer: ROWS_BYTES_MAX,
          stdio: ['ignore', 'pipe', 'inherit'],
        }),
      )
    }
    if (values.ours !== undefined) {
      const rows = join(folder, values.ours)
      return existsSync(rows) ? readRows(rows) : null
    }
    const beside = values.alone ? [] : installedBeside(folder)
    return tableRows(await tableOf(file, beside))
  } catch (error) {
    // One package that fails must not hide the others; the line below it says that it has no rows.
    console.error(`${artifact}: ${error instanceof Error ? error.stack : error}`)
    return null
  }
}

function ask(folder: string, claims: readonly (readonly [string, string])[]): Set<string> {
  const interpreter = join(folder, 'venv', 'bin', 'python')
  if (claims.length === 0 || !existsSync(interpreter)) return new Set()
  const script = fileURLToPath(new URL('ask.py', import.meta.url))
  const done = spawnSync(interpreter, ['-I', script], {
    input: JSON.stringify(claims),
    encoding: 'utf8',
    stdio: ['pipe', 'pipe', 'ignore'],
    timeout: ASK_TIMEOUT_MS,
  })
  return new Set<string>(done.status === 0 ? JSON.parse(done.stdout) : [])
}

function griffeRows(folder: string): readonly Row[] | null {
  const file = join(folder, 'griffe.jsonl')
  return existsSync(file) ? readRows(file) : null
}

function report(findings: readonly Finding[]): string {
  return findings
    .map(({ what, path, cause, note }) => {
      const mark = isFalseClaim(what) ? (isRead(path) ? ' [read]' : ' [unread]') : ''
      return `${what}\t${cause}\t${path}\t${note}${mark}\n`
    })
    .toSorted()
    .join('')
}

function tally(findings: readonly Finding[]): void {
  for (const { what, path, cause } of findings) {
    const key = `${what}: ${cause}`
    causes.set(key, (causes.get(key) ?? 0) + 1)
    if (isFalseClaim(what) && !isRead(path)) unread++
  }
}

function isFalseClaim(what: Finding['what']): boolean {
  return what === 'claim' || what === 'module claim'
}

function isRead(path: string): boolean {
  return readings.some((pattern) => pattern.test(path))
}

/** A path of readings.md, in which `*` stands for any part. */
function readingPattern(path: string): RegExp {
  const parts = path.split('*').map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(`^${parts.join('.*')}$`)
}

function percent({ hit, of }: Ratio): string {
  return of === 0 ? '–' : ((100 * hit) / of).toFixed(2)
}

function heading(): string {
  const columns = ['names', 'precision', 'root', 'values', 'members', 'm.prec', 'kinds', 'signat.']
  const cells = columns.map((one) => one.padStart(9))
  return `${'package'.padEnd(40)}${'table'.padEnd(8)}${cells.join('')}${'wanted'.padStart(9)}${'false'.padStart(7)}`
}

function line(name: string, column: Column, found: Measure | null): string {
  const start = `${name.padEnd(40)}${column.padEnd(8)}`
  if (found === null) return `${start}${'no rows'.padStart(9)}`
  const signatures = {
    hit: found.signatures.hit + found.memberSignatures.hit,
    of: found.signatures.of + found.memberSignatures.of,
  }
  const kinds = {
    hit: found.kinds.hit + found.memberKinds.hit,
    of: found.kinds.of + found.memberKinds.of,
  }
  const cells = [
    found.names,
    found.precision,
    found.root,
    found.values,
    found.members,
    found.memberPrecision,
    kinds,
    signatures,
  ].map((ratio) => percent(ratio).padStart(9))
  const wrong = found.precision.of - found.precision.hit
  return `${start}${cells.join('')}${String(found.names.of).padStart(9)}${String(wrong).padStart(7)}`
}

// Names that are known to be there in a release, or to be gone from it, written as code with that
// release pinned: what is gone has to be found, what is there must not be.
//
//   npx tsx scripts/truth/check/releases.ts <data folder> <rows.jsonl>... [--show] [--only <package>]
//
// A row is `{package, version, symbol, exists}`; without `exists` it is there. installed.py makes rows
// of what an interpreter has installed.

import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { type CheckReport, checkCode } from '../../../src/check/checkCode.ts'
import { parsePackageName } from '../../../src/domain/names/packageName.ts'
import type { OpenTable } from '../../../src/table/tableView.ts'
import { localTables } from './localTables.ts'

type Row = Readonly<{ package: string; version: string; symbol: string; exists?: boolean }>

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    show: { type: 'boolean', default: false },
    only: { type: 'string' },
  },
})
const [dataDir, ...files] = positionals
if (dataDir === undefined || files.length === 0) {
  console.error('usage: releases.ts <data folder> <rows.jsonl>... [--show] [--only <package>]')
  process.exit(2)
}
const local = await localTables(dataDir)

/** Where a person would import it from: the modules that there are, and what looks like one. */
function moduleOf(symbol: string, table: OpenTable | null): string {
  const parts = symbol.split('.')
  const isModule = (length: number) =>
    table !== null && table.findModule(parts.slice(0, length).join('.')) >= 0
  let length = 1
  while (length < parts.length - 1 && isModule(length + 1)) length += 1
  const next = parts[length] ?? ''
  const isValue = /^[A-Z]/.test(next) || table?.find(parts.slice(0, length).join('.'), next) != null
  return parts.slice(0, isValue ? length : parts.length - 1).join('.')
}

/** The two ways in which code names it. */
function codesOf(symbol: string, table: OpenTable | null): readonly string[] {
  const module = moduleOf(symbol, table)
  const rest = symbol.slice(module.length + 1)
  const [first = ''] = rest.split('.')
  return [`import ${module}\n\n${symbol}\n`, `from ${module} import ${first}\n\n${rest}\n`]
}

type Verdict = 'found' | 'deprecated' | 'there' | 'undetermined'

function verdictOf({
  findings,
  undetermined,
}: CheckReport): Readonly<{ verdict: Verdict; why: string }> {
  const error = findings.find(({ severity }) => severity === 'error')
  if (error !== undefined) return { verdict: 'found', why: error.message }
  const [open] = undetermined
  if (open !== undefined) return { verdict: 'undetermined', why: open.reason }
  const [mark] = findings
  return mark === undefined
    ? { verdict: 'there', why: 'the table has it' }
    : { verdict: 'deprecated', why: mark.message }
}

const rows = files
  .flatMap((file) => readFileSync(file, 'utf8').trimEnd().split('\n'))
  .map((line) => JSON.parse(line) as Row) // Rows of our own making, or read by hand before.
  .filter(({ package: name }) => values.only === undefined || values.only === name)
const counts = new Map<string, number>()
for (const { package: written, version, symbol, exists = true } of rows) {
  const name = parsePackageName('pypi', written)
  if (name === null) continue
  const pin = await local.tables({ ecosystem: 'pypi', name }, { pin: version, range: null })
  const table = pin.state === 'opened' ? pin.table : null
  for (const content of codesOf(symbol, table)) {
    const question = { files: [{ path: 'a.py', content }], pins: { [`pypi:${name}`]: version } }
    const { verdict, why } = verdictOf(await checkCode(question, local))
    const kind = `${exists ? 'there' : 'gone'}: ${verdict}`
    counts.set(kind, (counts.get(kind) ?? 0) + 1)
    const isRight = exists ? verdict === 'there' || verdict === 'deprecated' : verdict === 'found'
    if (values.show && !isRight) {
      console.log(`  ${kind} ${name} ${version} ${JSON.stringify(content)}: ${why}`)
    }
  }
}
await local.close()
for (const [kind, count] of [...counts].sort()) console.log(`${kind}  ${count}`)

// Snippets as models write them over popular packages of npm, wrong at one line or right all over: how
// many of the first are found, and how many of the second are said to be wrong.
//
//   npx tsx scripts/truth/check/modelMistakes.npm.ts <data folder> [--show] [--js]
//
// `--js` reads the snippets that have no types as JavaScript.

import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { checkCode } from '../../../src/check/checkCode.ts'
import { localTables } from './localTables.ts'

type Row = Readonly<{
  is: 'wrong' | 'right'
  of: string
  path: string
  /** Where the mistake is. */
  line: number | null
  code: string
}>

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    show: { type: 'boolean', default: false },
    js: { type: 'boolean', default: false },
  },
})
const [dataDir] = positionals
if (dataDir === undefined) {
  console.error('usage: modelMistakes.npm.ts <data folder> [--show] [--js]')
  process.exit(2)
}
const text = readFileSync(new URL('modelMistakes.npm.jsonl', import.meta.url), 'utf8')
// Rows of our own file.
const rows = text
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Row)
const local = await localTables(dataDir)
const counts = { wrong: 0, found: 0, right: 0, said: 0, determined: 0, references: 0 }
for (const row of rows) {
  const isTyped = /: [A-Z]\w*|import type|<\w|\bas any\b|\btype \w/.test(row.code)
  const path = values.js && !isTyped ? 'a.mjs' : row.path
  const report = await checkCode({ files: [{ path, content: row.code }] }, local)
  const errors = report.findings.filter(({ severity }) => severity === 'error')
  counts[row.is] += 1
  const there = errors.filter(({ line }) => line === row.line)
  if (row.is === 'wrong' && there.length > 0) counts.found += 1
  // What is imported wrongly is wrong wherever it is used.
  const beside = row.is === 'right' ? errors : []
  if (beside.length > 0) counts.said += 1
  if (row.is === 'right') {
    counts.determined += report.counts.determined
    counts.references += report.counts.references
  }
  if (!values.show) continue
  if (row.is === 'wrong' && there.length === 0) {
    const why = report.undetermined.filter(({ line }) => line === row.line)
    console.log(`missed ${row.of} ${row.code.split('\n')[(row.line ?? 1) - 1]}`)
    for (const { name, reason } of why) console.log(`  ${name}: ${reason}`)
  }
  for (const { line, message } of beside) console.log(`said ${row.of}:${line} ${message}`)
}
await local.close()
console.log(
  `${counts.found} of ${counts.wrong} wrong ones are found; ${counts.said} of ${counts.right} right ones are spoken of, ${counts.determined} of their ${counts.references} references are determined`,
)

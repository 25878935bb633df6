// How often the right symbol is among the first findings.
//
//   npx tsx scripts/truth/research/measure.ts <data folder> [questions.jsonl]
//
// The folder is that of a service with the packages of the questions indexed (`assay ingest`). A row
// of the list has `query`, `context` (optional), and `right`: every symbol that answers it, as
// `package symbol`. A question whose packages are not indexed is left out and counted.

import { readFile } from 'node:fs/promises'
import { createApp } from '../../../src/app.ts'
import { loadConfig } from '../../../src/config.ts'

const FIRST = 5

type Question = Readonly<{ query: string; context?: string; right: readonly string[] }>

const [folder, list] = process.argv.slice(2)
if (folder === undefined) throw new Error('usage: measure.ts <data folder> [questions.jsonl]')
const path = list ?? new URL('./questions.jsonl', import.meta.url)
const questions = (await readFile(path, 'utf8'))
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Question) // A list of ours.

const env = { ASSAY_DATA_DIR: folder, ASSAY_NAMES: 'off', ASSAY_LOG_LEVEL: 'silent' }
const app = await createApp(loadConfig(env))
await app.syncResearch()
console.log(app.researchSize())

let found = 0
let first = 0
const costsMs: number[] = []
for (const { query, context = null, right } of questions) {
  const before = process.cpuUsage()
  const { reply } = await app.codeResearch(
    { query, context },
    { signal: new AbortController().signal },
  )
  const { user, system } = process.cpuUsage(before)
  costsMs.push((user + system) / 1_000)
  const { findings } = JSON.parse(app.renderReply(reply, 0)) as {
    findings: { purl: string; symbol: string }[]
  }
  const named = findings.map(({ purl, symbol }) => `${packageOf(purl)} ${symbol}`)
  const place = named.findIndex((name) => right.includes(name))
  if (place >= 0 && place < FIRST) found += 1
  else console.log(`${query}: ${right.join(' | ')}; found ${named.slice(0, FIRST).join(' | ')}`)
  if (place === 0) first += 1
}
costsMs.sort((a, b) => a - b)
const p95 = costsMs[Math.floor(costsMs.length * 0.95)] ?? 0
console.log(
  `${questions.length} questions: among the first ${FIRST} ${found} (${percent(found)}), first ${first} (${percent(first)}); p95 ${p95.toFixed(1)} ms of CPU`,
)
await app.close()

function packageOf(purl: string): string {
  const [, name = ''] = /^pkg:[a-z]+\/(.+)@[^@]*$/.exec(purl) ?? []
  return decodeURIComponent(name)
}

function percent(count: number): string {
  return `${((100 * count) / questions.length).toFixed(1)} %`
}

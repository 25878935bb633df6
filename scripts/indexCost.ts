// What an index of all latest releases would cost, from one that was made of some of them.
//
//   npx tsx scripts/indexCost.ts <summary.json> <cpu seconds> <all packages>
//
// The summary is what `assay ingest --top … --json` prints, the seconds of processor time are what
// `time` says of that command, and `assay names` says how many packages there are. Popular packages are
// larger than others: what is printed is what it would cost if all were as large as these.

import { readFileSync } from 'node:fs'

const [summaryFile, cpu, all] = process.argv.slice(2)
const [cpuSeconds, allPackages] = [Number(cpu), Number(all)]
if (summaryFile === undefined || !(cpuSeconds > 0) || !(allPackages > 0)) {
  console.error('usage: indexCost.ts <summary.json> <cpu seconds> <all packages>')
  process.exit(2)
}

type Summary = Readonly<{ ecosystem: string; ingested: number; failed: number; bytes: number }>

// A file of our own command.
const summary = JSON.parse(readFileSync(summaryFile, 'utf8')) as Summary
const { ecosystem, ingested, failed, bytes } = summary
const rate = allPackages / ingested
const row = (what: string, one: number, unit: string) =>
  console.log(
    `${what}: ${one.toFixed(2)} ${unit} of ${ingested} packages, ${(one * rate).toFixed(2)} ${unit} of ${allPackages}`,
  )

console.log(`${ecosystem}: ${ingested} packages, ${failed} failed`)
row('processor time', cpuSeconds / 3_600, 'hours')
row('fetched', bytes / 1e9, 'GB')

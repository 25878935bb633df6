// CPU that a miss takes once a process is warm, and the making of the index.
//
//   node --expose-gc --import tsx scripts/truth/closest/speed.ts <data folder> <list of packages>
//
// Memory is told where the list has one package: others share a heap with what is freed of it.

import { closestSymbols } from '../../../src/symbols/closestSymbols.ts'
import { symbolIndex } from '../../../src/symbols/symbolIndex.ts'
import { seededRandom } from '../../../test/fake/seededRandom.ts'
import { KINDS, mistakeMaker } from './mistakes.ts'
import { type PackageTable, packageTables } from './packageTables.ts'

const QUESTIONS = 105
const WARM_ROUNDS = 3
const [dataDir, list] = process.argv.slice(2)
if (dataDir === undefined || list === undefined) throw new Error('usage: speed.ts <folder> <list>')

const tables = await packageTables(dataDir, list)
for (const source of tables) {
  const { packageName, table } = source
  globalThis.gc?.()
  const before = memoryBytes()
  const made = cpuMs(() => symbolIndex(table.columns))
  globalThis.gc?.()
  const memory = tables.length === 1 ? `, ${((memoryBytes() - before) / 1e6).toFixed(1)} MB` : ''
  const asked = questionsOf(source)
  const ask = (written: string) => closestSymbols(table, source, written)
  for (let round = 0; round < WARM_ROUNDS; round += 1) for (const each of asked) ask(each)
  const times = asked.map((each) => cpuMs(() => ask(each))).sort((a, b) => a - b)
  const mean = times.reduce((sum, each) => sum + each, 0) / times.length
  const high = times[Math.floor(times.length * 0.95)] ?? 0
  console.log(
    `${packageName}: ${table.counts.definitions} definitions, ` +
      `${symbolIndex(table.columns).ids.length} names, ` +
      `${(table.sizeBytes / 1e6).toFixed(1)} MB; index ${made.toFixed(0)} ms${memory}; ` +
      `mean ${mean.toFixed(2)} ms, 95 % below ${high.toFixed(2)}, most ${(times.at(-1) ?? 0).toFixed(2)}`,
  )
}

function questionsOf(source: PackageTable): readonly string[] {
  const maker = mistakeMaker(source, 3)
  const random = seededRandom(3)
  const asked = ['zzz', 'get', 'name', `${source.packageName}.options.name`, 'a.b.c.d.e.f.value']
  for (let tries = 0; asked.length < QUESTIONS && tries < 20_000; tries += 1) {
    const made = maker.make(KINDS[tries % KINDS.length] ?? 'typo', random)
    if (made !== null) asked.push(made.written)
  }
  return asked
}

function cpuMs(work: () => void): number {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

function memoryBytes(): number {
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return heapUsed + arrayBuffers
}

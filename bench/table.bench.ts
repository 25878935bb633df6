// What a table takes and how fast it answers: bytes on disk for each path that `rows` lists,
// signatures and first lines of documentation included; lookups a second; time to open it cold.

import { tableOfFile } from '../src/app/tableOfFile.ts'
import { encodeTable } from '../src/table/format/encodeTable.ts'
import { openTable } from '../src/table/openTable.ts'
import type { OpenTable } from '../src/table/tableView.ts'
import { madeUpTable } from './madeUpTable.ts'

const BYTES_PER_PATH_MAX = 30
const PATHS_ASKED_MAX = 50_000

export async function benchTable(quick: boolean, file: string | null): Promise<void> {
  const bytes = file === null ? made(quick) : await fromFile(file)
  const table = openTable(bytes)
  const asked: (readonly [string, string])[] = []
  let paths = 0
  for (const { module, symbol } of table.rows()) {
    paths += 1
    if (symbol !== '' && asked.length < PATHS_ASKED_MAX) asked.push([module, symbol])
  }
  const { modules, definitions } = table.counts
  console.log(`${modules} modules, ${definitions} definitions, ${paths} paths`)
  const perPath = bytes.length / paths
  const perDefinition = (bytes.length / Math.max(1, definitions)).toFixed(1)
  console.log(
    `on disk: ${bytes.length} bytes, ${perPath.toFixed(1)} for each path, ${perDefinition} for each definition`,
  )
  if (file === null && perPath > BYTES_PER_PATH_MAX) throw new Error('more than the bound')
  const opening = bestMs(quick ? 3 : 15, () => openTable(bytes))
  const memory = (table.sizeBytes / 1e6).toFixed(1)
  console.log(`opened cold in ${opening.toFixed(1)} ms; ${memory} MB of memory while open`)
  if (asked.length === 0) return
  const rounds = quick ? 2 : 7
  report(
    'found',
    asked,
    bestMs(rounds, () => everyPath(table, asked, 'find')),
  )
  report(
    'found and made into rows',
    asked,
    bestMs(rounds, () => everyPath(table, asked, 'lookup')),
  )
}

function made(quick: boolean): Uint8Array {
  const table = madeUpTable(quick ? 100 : 500)
  const bytes = encodeTable(table)
  console.log(`encoded in ${bestMs(quick ? 1 : 3, () => encodeTable(table)).toFixed(0)} ms`)
  return bytes
}

async function fromFile(path: string): Promise<Uint8Array> {
  const reading = await tableOfFile(path, new AbortController().signal)
  if (reading.state !== 'read') throw new Error(`${path}: ${reading.reason}`)
  return reading.bytes
}

/** In an order that no cache of the processor can foresee. */
function everyPath(
  table: OpenTable,
  asked: readonly (readonly [string, string])[],
  how: 'find' | 'lookup',
): void {
  for (let i = 0; i < asked.length; i += 1) {
    const [module, symbol] = asked[(i * 7919) % asked.length] ?? ['', '']
    if (table[how](module, symbol) === null) throw new Error(`${module} ${symbol} is not found`)
  }
}

function report(what: string, asked: readonly unknown[], ms: number): void {
  console.log(`${what}: ${Math.round((asked.length / ms) * 1_000)} a second`)
}

/** Processor time, the best of several: the machine is shared. */
function bestMs(rounds: number, work: () => void): number {
  let best = Number.POSITIVE_INFINITY
  for (let i = 0; i < rounds; i += 1) {
    const before = process.cpuUsage()
    work()
    const { user, system } = process.cpuUsage(before)
    best = Math.min(best, (user + system) / 1_000)
  }
  return best
}

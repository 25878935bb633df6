// Symbol answers over HTTP, warm, against package answers and against a bare node:http server that
// returns the same bytes; and what a lookup costs in a store that holds more and more symbols. Ratios
// count: machines are noisy.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PYTHON_EXTRACTOR } from '../src/domain/extractorVersions.ts'
import { openStore } from '../src/store/openStore.ts'
import { findSymbol } from '../src/symbols/findSymbol.ts'
import { encodeTable } from '../src/table/format/encodeTable.ts'
import { openTable } from '../src/table/openTable.ts'
import { fakeRegistry } from '../test/fake/registry.ts'
import { publishPython } from '../test/support/publish.ts'
import { startServer } from './child.ts'
import { madeUpTable } from './madeUpTable.ts'
import { type Asked, askOnce, measureRate, median, ratioOf, type Sample } from './rates.ts'

const OF = { ecosystem: 'pypi', package: 'parcel' }
const ASKED = {
  package: question('package/exists', { ecosystem: 'pypi', name: 'parcel' }),
  hit: question('symbol/exists', { ...OF, symbol: 'Box.close' }),
  miss: question('symbol/exists', { ...OF, symbol: 'Box.clsoe' }),
} as const
type Name = keyof typeof ASKED

function question(route: string, body: object): Asked {
  return { path: `/demo/v1/${route}`, question: JSON.stringify(body) }
}

export async function benchSymbols(quick: boolean): Promise<void> {
  await overHttp(quick)
  await inLargerStores(quick)
}

async function overHttp(quick: boolean): Promise<void> {
  const rounds = quick ? 2 : 15
  const seconds = quick ? 1 : 2
  const registry = await fakeRegistry()
  publishPython(registry, {
    name: 'parcel',
    version: '1.0',
    files: '-- parcel.py --\nclass Box:\n    def close(self): ...\n',
  })
  const env = { ASSAY_NPM_REGISTRY: registry.npmUrl, ASSAY_PYPI_INDEX: registry.pypiIndexUrl }
  const assay = await startServer('assayServer.mjs', ['cached'], env)
  const names = Object.keys(ASKED) as Name[]
  const bodies = new Map<Name, string>()
  for (const name of names) {
    // The first answer says `lazy` and goes to the registry; the second is the warm one.
    await askOnce(assay, ASKED[name])
    bodies.set(name, await askOnce(assay, ASKED[name]))
  }
  const bare = await startServer('bareServer.mjs', [], { BENCH_BODY: bodies.get('hit') ?? '' })
  const samples: Record<Name | 'bare', Sample[]> = { bare: [], package: [], hit: [], miss: [] }
  try {
    for (let round = -1; round < rounds; round++) {
      for (const name of [...names, 'bare'] as const) {
        const server = name === 'bare' ? bare : assay
        const [asked, body] =
          name === 'bare' ? [ASKED.hit, bodies.get('hit')] : [ASKED[name], bodies.get(name)]
        const sample = await measureRate(server, asked, body ?? '', seconds)
        // The first round warms up.
        if (round >= 0) samples[name].push(sample)
      }
    }
  } finally {
    assay.stop()
    bare.stop()
    await registry.close()
  }
  console.log('symbol answers over HTTP, warm, 32 connections')
  const rates = Object.entries(samples).map(([name, list]) => {
    const micros = median(list.map((sample) => sample.cpuMicrosPerRequest)).toFixed(1)
    return `${name} ${Math.round(median(list.map((sample) => sample.rate)))}/s (${micros} µs CPU)`
  })
  console.log(`  ${rates.join(', ')}`)
  for (const name of ['hit', 'miss'] as const) {
    const beside = ratioOf(samples[name], samples.package)
    const bareRatio = ratioOf(samples[name], samples.bare)
    console.log(
      `  ${name}: CPU ${(1 / beside.cpu).toFixed(2)} of a package answer; ` +
        `rate ${bareRatio.rate.toFixed(2)} of the bare server`,
    )
  }
}

/** From the key of a table to the symbol in it, the table read from the store and opened each time. */
async function inLargerStores(quick: boolean): Promise<void> {
  const bytes = encodeTable(madeUpTable(quick ? 40 : 370))
  const symbols = openTable(bytes).counts.definitions
  const [{ module, symbol } = { module: '', symbol: '' }] = [...openTable(bytes).rows()].filter(
    (row) => row.symbol.includes('.'),
  )
  const sizes = quick ? [1, 10] : [1, 10, 100, 1_000]
  const folder = mkdtempSync(join(tmpdir(), 'assay-bench-'))
  const store = await openStore({ databaseUrl: null, dataDir: folder })
  try {
    console.log('a symbol looked up in a store of so many symbols, its table read and opened anew')
    let filled = 0
    let first = Number.NaN
    for (const size of sizes) {
      for (; filled < size; filled += 1) {
        await store.tables.save({
          key: keyOf(filled),
          bytes,
          symbols,
          following: { files: [], unfollowed: [] },
          madeAt: '2026-01-01T00:00:00.000Z',
        })
      }
      const costs: number[] = []
      for (let i = 0; i < (quick ? 20 : 60); i += 1) {
        const before = process.cpuUsage()
        const kept = await store.tables.load(keyOf((i * 7_919) % size))
        if (kept === null) throw new Error('a table is not there')
        const of = { ecosystem: 'pypi', packageName: 'made' } as const
        const found = findSymbol(openTable(kept), of, `${module}.${symbol}`)
        if (found.state !== 'found') throw new Error('a symbol is not there')
        const { user, system } = process.cpuUsage(before)
        costs.push((user + system) / 1_000)
      }
      const ms = Math.min(...costs)
      if (Number.isNaN(first)) first = ms
      console.log(
        `  ${(size * symbols).toLocaleString('en-US')} symbols: ${ms.toFixed(2)} ms of CPU ` +
          `(median ${median(costs).toFixed(2)}), ${(ms / first).toFixed(2)} of the smallest`,
      )
    }
  } finally {
    await store.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

function keyOf(number: number) {
  return {
    openingId: number.toString(16).padStart(64, '0'),
    dependencies: [],
    extractor: PYTHON_EXTRACTOR,
  }
}

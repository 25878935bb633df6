// What a lookup takes in a store that holds more and more definitions: from the name of a package to its
// latest release, the table of that release, and a symbol in it. Nothing is remembered between two
// lookups but what the database itself keeps. Each lookup is made beside one in a store of the smallest
// size, so that a slow second of the machine slows both.
//
//   npx tsx scripts/lookupsAtSize.ts [--most 100000000] [--lookups 3000] [--database postgres://…]
//
// Packages are made up; each has as many definitions as those of the index have on average.

import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { madeUpTable } from '../bench/madeUpTable.ts'
import { PYTHON_EXTRACTOR } from '../src/domain/extractorVersions.ts'
import type { PackageName } from '../src/domain/names/packageName.ts'
import { type IngestedRelease, NOTHING_FOLLOWED, tableKeyOf } from '../src/domain/release.ts'
import type { Store } from '../src/ports/store.ts'
import { openStore } from '../src/store/openStore.ts'
import { findSymbol } from '../src/symbols/findSymbol.ts'
import { encodeTable } from '../src/table/format/encodeTable.ts'
import { openTable } from '../src/table/openTable.ts'
import { seededRandom } from '../test/fake/seededRandom.ts'

const { values } = parseArgs({
  options: {
    most: { type: 'string', default: '100000000' },
    lookups: { type: 'string', default: '3000' },
    database: { type: 'string' },
  },
})
const BATCH = 200
const AT = '2026-01-01T00:00:00.000Z'
const bytes = encodeTable(madeUpTable(56))
const table = openTable(bytes)
const definitions = table.counts.definitions
const [{ module, symbol } = { module: '', symbol: '' }] = [...table.rows()].filter((row) =>
  row.symbol.includes('.'),
)

function releaseOf(number: number): IngestedRelease {
  const sha256 = createHash('sha256').update(String(number)).digest('hex')
  return {
    ecosystem: 'pypi',
    name: `made-${sha256.slice(0, 12)}` as PackageName,
    version: '1.0',
    artifact: { filename: 'made-1.0-py3-none-any.whl', sha256, sizeBytes: 1, digest: 'computed' },
    registryStatus: null,
    statusReason: null,
    deprecation: null,
    yanked: null,
    sourceUrl: null,
    remarks: [],
    extractor: PYTHON_EXTRACTOR,
    extractedAt: AT,
  }
}

function keyOf(release: IngestedRelease) {
  const key = tableKeyOf(release)
  if (key === null) throw new Error('a release without a table')
  return key
}

const LEAST = 10_000
const folder = mkdtempSync(join(tmpdir(), 'assay-lookups-'))
const smallFolder = join(folder, 'small')
mkdirSync(smallFolder)
const store = await openStore({ databaseUrl: values.database ?? null, dataDir: folder })
// A database holds one store: there the lookups beside are of its first packages.
const small =
  values.database === undefined
    ? await openStore({ databaseUrl: null, dataDir: smallFolder })
    : store

async function fill(store: Store, number: number): Promise<void> {
  const release = releaseOf(number)
  const kept = { key: keyOf(release), bytes, symbols: definitions, following: NOTHING_FOLLOWED }
  await store.packages.saveLatest(release, AT, { ...kept, madeAt: AT })
}

async function lookupMs(store: Store, number: number): Promise<number> {
  const { ecosystem, name } = releaseOf(number)
  const fromMs = performance.now()
  const indexed = await store.packages.load({ ecosystem, name })
  const kept = indexed && (await store.tables.load(keyOf(indexed.head.release)))
  if (!kept) throw new Error('a table is not there')
  const found = findSymbol(
    openTable(kept),
    { ecosystem, packageName: 'made' },
    `${module}.${symbol}`,
  )
  if (found.state !== 'found') throw new Error('a symbol is not there')
  return performance.now() - fromMs
}

const quantile = (list: readonly number[], part: number) =>
  list.toSorted((one, other) => one - other)[Math.floor((list.length - 1) * part)] ?? Number.NaN

try {
  console.log(`${definitions} definitions and ${bytes.length} bytes a package`)
  const random = seededRandom(7)
  const fewest = Math.ceil(LEAST / definitions)
  for (let number = 0; number < fewest; number += 1) await fill(small, number)
  let filled = small === store ? fewest : 0
  for (let most = LEAST; most <= Number(values.most); most *= 10) {
    const packages = Math.ceil(most / definitions)
    while (filled < packages) {
      const next = Math.min(BATCH, packages - filled)
      await Promise.all(Array.from({ length: next }, (_, at) => fill(store, filled + at)))
      filled += next
    }
    const beside: number[] = []
    const ms: number[] = []
    for (let i = -200; i < Number(values.lookups); i += 1) {
      const least = await lookupMs(small, random.below(fewest))
      const taken = await lookupMs(store, random.below(packages))
      if (i < 0) continue
      beside.push(least)
      ms.push(taken)
    }
    const [p50, p99] = [0.5, 0.99].map((part) => quantile(ms, part))
    const ratios = [0.5, 0.99].map((part) => quantile(ms, part) / quantile(beside, part))
    console.log(
      `${(packages * definitions).toLocaleString('en-US')} definitions of ${packages} packages: ` +
        `p50 ${p50?.toFixed(3)} ms, p99 ${p99?.toFixed(3)} ms; ` +
        `${ratios.map((ratio) => ratio.toFixed(2)).join(' and ')} of the smallest`,
    )
  }
  if (values.database === undefined) {
    const stored = statSync(join(folder, 'assay.db')).size
    console.log(`${(stored / 2 ** 20).toFixed(0)} MB on disk`)
  }
} finally {
  await store.close()
  if (small !== store) await small.close()
  rmSync(folder, { recursive: true, force: true })
}

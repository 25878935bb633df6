// Whatever fails while a package is read, no name is said to be absent, removed or there for it: the
// table is the one that a quiet machine makes, or it says that it lacks something, or there is none.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { TABLE_EXTRACTORS } from '../../src/domain/extractorVersions.ts'
import {
  type Ecosystem,
  type PackageKey,
  parsePackageName,
} from '../../src/domain/names/packageName.ts'
import { checkedTables } from '../../src/extract/checkedTables.ts'
import { type ExtractionPool, extractionPool } from '../../src/extract/pool.ts'
import { type FakeRegistry, fakeRegistry } from '../fake/registry.ts'
import { FaultyAddresses, faultMatrix, judgeRun, type MatrixRow } from '../support/faultMatrix.ts'
import { type IngestRun, ingestRun } from '../support/ingestRun.ts'
import { knownExtraction } from '../support/knownExtraction.ts'
import { publishPython } from '../support/publish.ts'
import { publishInstalled } from '../support/publishInstalled.ts'

/** Described by `@types`, passing on names of others, code alone: the ways into other packages. */
const NPM = [
  'semver',
  'pg',
  'argparse',
  'chai',
  '@vitest/expect',
  '@vitest/snapshot',
  '@x402/fetch',
  '@scure/bip32',
  'fs-extra',
  'fs-minipass',
  'socks-proxy-agent',
  'minipass-sized',
  'estree-walker',
  'http-errors',
]

/** Made up, in the shapes of real ones: each leads into `base-kit` or `more-kit` in its own way. */
const PYTHON: Readonly<Record<string, Readonly<{ requires: readonly string[]; files: string }>>> = {
  'star-kit': {
    requires: ['base-kit>=1'],
    files: '-- star_kit.py --\nfrom base_kit import *\nown = 1\n',
  },
  'heir-kit': {
    requires: ['base-kit'],
    files:
      '-- heir_kit/__init__.py --\nfrom .models import Model\n-- heir_kit/models.py --\nimport base_kit.shapes\nclass Model(base_kit.shapes.Shape):\n    def save(self): ...\nclass Deep(Model):\n    pass\n',
  },
  'passing-kit': {
    requires: ['base-kit'],
    files:
      "-- passing_kit/__init__.py --\nfrom base_kit import Base, shapes\nfrom base_kit.shapes import Shape as Form\n__all__ = ['Base', 'shapes', 'Form', 'own']\ndef own(): ...\n",
  },
  'hollow-kit': { requires: ['base-kit', 'more-kit'], files: '' },
  'factory-kit': {
    requires: ['base-kit', 'more-kit'],
    files:
      '-- factory_kit.py --\nfrom base_kit import make\nfrom more_kit import *\nMade = make("Made")\nclass Own(Made): ...\n',
  },
  'listed-kit': {
    requires: ['more-kit'],
    files:
      '-- listed_kit/__init__.py --\nimport more_kit\nfrom more_kit import *\n__all__ = more_kit.__all__ + ["own"]\nown = 1\n',
  },
}

const BASE = {
  name: 'base-kit',
  files:
    '-- base_kit/__init__.py --\nfrom . import shapes\nclass Base:\n    def given(self): ...\ndef make(name):\n    return type(name, (Base,), {})\n-- base_kit/shapes.py --\nclass Shape:\n    size: int\n    def grow(self, by=1): ...\n',
}
const MORE = {
  name: 'more-kit',
  requires: ['base-kit'],
  files:
    "-- more_kit/__init__.py --\nfrom base_kit import Base\n__all__ = ['Base', 'extra']\ndef extra(): ...\n",
}

const addresses = new FaultyAddresses()
let registry: FakeRegistry
let pool: ExtractionPool
let run: IngestRun
let dir: string

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'assay-faults-'))
  registry = await fakeRegistry({
    intercept: (request, response, answer) => addresses.strike(request, response, answer),
  })
  publishInstalled(registry, NPM)
  for (const [name, wheel] of Object.entries(PYTHON)) publishPython(registry, { name, ...wheel })
  publishPython(registry, BASE)
  publishPython(registry, MORE)
  pool = extractionPool({ readable: [dir] })
  run = {
    registries: registry,
    clients: { fetchLimits: { triesMax: 2 } },
    dir,
    extraction: knownExtraction(checkedTables(pool, TABLE_EXTRACTORS)),
  }
})

afterAll(async () => {
  await pool.close()
  await registry.close()
  rmSync(dir, { recursive: true, force: true })
})

function keyOf(ecosystem: Ecosystem, written: string): PackageKey {
  const name = parsePackageName(ecosystem, written)
  if (name === null) throw new Error(`no name: ${written}`)
  return { ecosystem, name }
}

const totals = new Map<string, number>()

afterAll(() => {
  console.log(JSON.stringify(Object.fromEntries(totals)))
})

function count(rows: readonly MatrixRow[]): void {
  for (const { verdict } of rows) totals.set(verdict, (totals.get(verdict) ?? 0) + 1)
}

const TARGETS = [
  ...NPM.map((name) => ['npm', name] as const),
  ...Object.keys(PYTHON).map((name) => ['pypi', name] as const),
]

describe('an address that fails, and time, memory and bounds that run out', () => {
  test.each(TARGETS)('%s %s', async (ecosystem, name) => {
    const { rows, followed } = await faultMatrix(run, keyOf(ecosystem, name), addresses)
    count(rows)
    expect(rows.filter(({ wrong }) => wrong.length > 0)).toEqual([])
    // Where others are followed, each kind of failure was really met.
    if (followed > 0) {
      const verdicts = new Set(rows.map(({ verdict }) => verdict))
      expect(verdicts).toContain('unavailable')
      expect(verdicts).toContain('passing gap')
    }
  })
})

describe('a processor that is short', () => {
  test.each(['pg', 'chai', '@vitest/expect'])('npm %s', async (name) => {
    const key = keyOf('npm', name)
    addresses.fault = null
    const quiet = await ingestRun(run, key)
    if (quiet.state !== 'read') throw new Error('the quiet run made no table')
    const rows: MatrixRow[] = []
    for (const cpuMaxMs of [150, 300, 600, 1_200, 2_400]) {
      const short = extractionPool({ readable: [dir], limits: { cpuMaxMs, childrenMax: 1 } })
      const extraction = checkedTables(short, TABLE_EXTRACTORS)
      const made = await ingestRun({ ...run, extraction }, key).catch((error: Error) => error)
      await short.close()
      // That nothing could be read in time is told as that, and is no table.
      const isNone = !(made instanceof Error) && made.state === 'unreadable'
      if (isNone) expect(made.reason).toMatch(/timed_out|crashed/)
      else rows.push({ run: `${cpuMaxMs} ms`, ...judgeRun(key, quiet, made) })
    }
    count(rows)
    expect(rows.filter(({ wrong }) => wrong.length > 0)).toEqual([])
  })
})

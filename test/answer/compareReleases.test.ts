// What a diff says while something that it hangs on cannot be had.

import { expect, test } from 'vitest'
import { compareReleases } from '../../src/answer/compareReleases.ts'
import type { Opened } from '../../src/answer/evidence/bothReleases.ts'
import { compatibilityOf } from '../../src/answer/releaseDiff.ts'
import type { PackageName } from '../../src/domain/names/packageName.ts'
import { type ErrorCode, ServiceError } from '../../src/errors.ts'
import { encodeTable } from '../../src/table/format/encodeTable.ts'
import { openTable } from '../../src/table/openTable.ts'
import { tableOf } from '../extract/npm/tableOf.ts'

type Side = Readonly<{
  types: string
  dep?: string
  ranges: Readonly<Record<string, string>> | null
}>

// A name of this file, in normal form.
const key = { ecosystem: 'npm', name: 'pkg' as PackageName } as const

function opened(version: string, types: string, dep = ''): Opened {
  const table = openTable(encodeTable(tableOf(types, { dep: { files: { 'index.d.ts': dep } } })))
  const evidence = [
    { package: 'pkg', version, filename: `${version}.tgz`, sha256: 'ab'.repeat(32) },
  ]
  return { state: 'opened', version, table, evidence, gap: null } as unknown as Opened
}

/** `others`: what there is of other packages; null is what cannot be had now, because of `why`. */
async function compared(
  from: Side,
  to: Side,
  others: Readonly<Record<string, string | null>> = {},
  why: ErrorCode = 'registry_unavailable',
) {
  const both = {
    from: opened('1.0.0', from.types, from.dep),
    to: opened('1.1.0', to.types, to.dep),
  }
  const passing = () => new ServiceError(why, 'not now')
  const parts = {
    registryOf: () => ({
      newestIn: async () => ({ found: true, release: { version: '1.0.0' } }),
    }),
    tables: {
      generation: () => 0,
      openPinned: async ({ name }: Readonly<{ name: string }>) => {
        const types = others[name]
        if (types === undefined || types === null) throw passing()
        return opened('1.0.0', types)
      },
    },
    ranges: async (_: unknown, { version }: Readonly<{ version: string }>) => {
      const { ranges } = version === '1.0.0' ? from : to
      if (ranges === null) throw passing()
      return new Map(Object.entries(ranges))
    },
    now: () => new Date(0),
  }
  const compare = compareReleases(parts as unknown as Parameters<typeof compareReleases>[0])
  const { diff, isLacking } = await compare(key, both, { signal: new AbortController().signal })
  return {
    removed: diff.removed.map(({ symbol }) => symbol),
    demanded: diff.added.filter((one) => one.isDemanded).map(({ symbol }) => symbol),
    changed: diff.changed.map(({ symbol, severity }) => `${symbol} ${severity}`),
    ...compatibilityOf(diff),
    isLacking,
  }
}

const LOGGER =
  "import { Base } from 'dep'\nexport interface Logger extends Base { level: string }\nexport declare const logger: Logger\n"
const OLD = 'export interface Base { x: string; y: string }'
const NEW = 'export interface Base { y: number; z: string }'

test('what a base of another package brings is told where the two ask for other releases of it', async () => {
  const from = { types: LOGGER, dep: OLD, ranges: { dep: '^1.0.0' } }
  const apart = await compared(from, { types: LOGGER, dep: NEW, ranges: { dep: '^2.0.0' } })
  expect(apart).toMatchObject({
    removed: ['pkg.Logger.x'],
    demanded: ['pkg.Logger.z'],
    changed: ['pkg.Logger.y breaking'],
    isLacking: false,
  })
  const same = await compared(from, { types: LOGGER, dep: NEW, ranges: { dep: '>=1' } })
  expect(same).toMatchObject({ removed: [], changed: [], classification: 'neutral', undecided: 0 })
})

test('what it brings is undecided where it is not known what one of the two asks for', async () => {
  const from = { types: LOGGER, dep: OLD, ranges: { dep: '^1.0.0' } }
  const found = await compared(from, { types: LOGGER, dep: NEW, ranges: null })
  expect(found).toEqual({
    removed: [],
    demanded: [],
    changed: ['pkg.Logger.x undecided', 'pkg.Logger.y undecided', 'pkg.Logger.z undecided'],
    classification: 'additive',
    undecided: 3,
    isLacking: true,
  })
})

const TWO = (one: string, other: string) =>
  `import { A } from '${one}'\nimport { B } from '${other}'\nexport declare function a(): A\nexport declare function b(): B\n`
const RANGES = { 'a-old': '1', 'a-new': '1', 'b-old': '1', 'b-new': '1' }
const FROM = { types: TWO('a-old', 'b-old'), ranges: RANGES }
const TO = { types: TWO('a-new', 'b-new'), ranges: RANGES }
const OTHERS = {
  'a-old': 'export interface A { x: string }',
  'a-new': 'export interface A { x: number }',
  'b-old': 'export interface B { x: string }',
  'b-new': null,
}

test('a table that cannot be had leaves open what hangs on it, and nothing else', async () => {
  const found = await compared(FROM, TO, OTHERS)
  expect(found.changed).toEqual(['pkg.a breaking', 'pkg.b undecided'])
  expect(found.isLacking).toBe(true)
})

test('nothing is answered where the service itself is too busy to open one', async () => {
  const asked = compared(FROM, TO, OTHERS, 'overloaded')
  await expect(asked).rejects.toMatchObject({ code: 'overloaded' })
})

test('what several ask for at once is compared once, and kept', async () => {
  const both = { from: opened('1.0.0', 'export declare const a: 1'), to: opened('1.1.0', '') }
  const parts = { tables: { generation: () => 0 } }
  const compare = compareReleases(parts as unknown as Parameters<typeof compareReleases>[0])
  const leaving = new AbortController()
  const ask = (signal = new AbortController().signal) => compare(key, both, { signal })
  const [gone, one, other] = [ask(leaving.signal), ask(), ask()]
  leaving.abort(new Error('gone'))
  await expect(gone).rejects.toThrow('gone')
  const found = await one
  expect(found.diff.removed.map(({ symbol }) => symbol)).toEqual(['pkg.a'])
  expect(await other).toBe(found)
  expect(await ask()).toBe(found)
})

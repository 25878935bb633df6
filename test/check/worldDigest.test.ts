// What a kept report rests on: the outcomes that it was made of, and not those of a question later.

import { expect, test } from 'vitest'
import { checksOver } from '../../src/app/checkApp.ts'
import type { PackageOutcome, PackageTables } from '../../src/check/plan/packageTables.ts'
import { readInput } from '../../src/check/read/readInput.ts'
import { toldTables, worldDigest } from '../../src/check/worldDigest.ts'
import type { PackageName } from '../../src/domain/names/packageName.ts'
import { SMALL_WORLD } from './smallWorld.ts'

const CALLER = { signal: new AbortController().signal, client: null }
const LATE: PackageOutcome = { state: 'undetermined', reason: 'it took too long', isPassing: true }
const BROKEN: PackageOutcome = { state: 'undetermined', reason: 'it could not be read' }
const FILES = readInput([{ path: 'a.py', content: 'import web\nweb.gett\n' }])

/** A world in which the first answer is another than those that follow. */
function appOver(first: PackageOutcome | null) {
  let asked = 0
  const tables: PackageTables = async (key, wanted) => {
    asked += 1
    return asked === 1 && first !== null ? first : SMALL_WORLD.tables(key, wanted)
  }
  // The checks use nothing else of it.
  const lookups = {
    tablesOfCheck: () => tables,
    releasesOfCheck: () => tables,
    imports: SMALL_WORLD.imports,
  } as unknown as Parameters<typeof checksOver>[0]
  return checksOver(lookups)
}

test('a report that rests on a passing failure has no world to be kept with', async () => {
  const { report, world } = await appOver(LATE).checkInput(FILES, {}, CALLER)
  expect(report.verdict).toBe('undetermined')
  expect(world).toBeNull()
})

test('a report on a package that could not be read is not that of the package read since', async () => {
  const app = appOver(BROKEN)
  const { report, world } = await app.checkInput(FILES, {}, CALLER)
  expect(report.findings).toEqual([])
  expect(world).not.toBeNull()
  expect(await app.worldOf(report.packages, CALLER)).not.toBe(world)
})

test('a report on packages that stay as they are has the world of later', async () => {
  const app = appOver(null)
  const { report, world } = await app.checkInput(FILES, {}, CALLER)
  expect(report.verdict).toBe('problems')
  expect(await app.worldOf(report.packages, CALLER)).toBe(world)
})

test('what nobody asked for is not known', async () => {
  const { again } = toldTables(SMALL_WORLD.tables)
  const wanted = { pin: null, range: null }
  const asked = { ecosystem: 'pypi', name: 'web', wanted, state: 'opened' } as const
  const one = await again({ ecosystem: 'pypi', name: 'web' as PackageName }, asked.wanted)
  expect(one.state).toBe('undetermined')
  const parts = { imports: SMALL_WORLD.imports }
  expect(await worldDigest([asked], { ...parts, tables: again })).not.toBe(
    await worldDigest([asked], { ...parts, tables: SMALL_WORLD.tables }),
  )
})

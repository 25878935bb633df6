// What is asked of registries while somebody types, by a clock of its own.

import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { PackageTables } from '../../../src/check/plan/packageTables.ts'
import { restingTables } from '../../../src/cli/lsp/restingTables.ts'
import type { PackageName } from '../../../src/domain/names/packageName.ts'

let asked: string[]
let isLookedAt: boolean
let resting: ReturnType<typeof restingTables>

beforeEach(() => {
  vi.useFakeTimers()
  asked = []
  isLookedAt = true
  const tables: PackageTables = async ({ name }) => {
    asked.push(name)
    return { state: 'package_not_found', near: [] }
  }
  resting = restingTables({
    tables,
    now: () => Date.now(),
    onNews() {},
    isLookedAt: () => isLookedAt,
    restMs: 1_000,
  })
})
afterEach(() => {
  resting.close()
  vi.useRealTimers()
})

const check = async (typed: boolean, ...names: string[]) => {
  resting.begin(typed)
  for (const name of names) {
    const key = { ecosystem: 'pypi' as const, name: name as PackageName }
    await resting.tables(key, { pin: null, range: null })
  }
  resting.end()
}

test('a name that is typed is asked for once it stands still', async () => {
  await check(true, 'wo')
  await vi.advanceTimersByTimeAsync(900)
  await check(true, 'wool')
  await vi.advanceTimersByTimeAsync(900)
  expect(asked).toEqual([])
  await vi.advanceTimersByTimeAsync(200)
  expect(asked).toEqual(['wool'])
})

test('while a check of what was typed since is not done, nothing is asked', async () => {
  await check(true, 'wo')
  resting.hold()
  await vi.advanceTimersByTimeAsync(5_000)
  expect(asked).toEqual([])
  await check(true, 'wool')
  await vi.advanceTimersByTimeAsync(1_100)
  expect(asked).toEqual(['wool'])
})

test('nothing is asked before the folder was looked at', async () => {
  isLookedAt = false
  await check(false, 'wool')
  await vi.advanceTimersByTimeAsync(5_000)
  expect(asked).toEqual([])
  isLookedAt = true
  await check(false, 'wool')
  expect(asked).toEqual(['wool'])
})

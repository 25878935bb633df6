// Which library is behind the embedded database, where some of them are missing.

import { createRequire } from 'node:module'
import { describe, expect, test } from 'vitest'
import { ServiceError } from '../../src/errors.ts'
import { sqliteLibrary } from '../../src/store/library/sqliteLibrary.ts'

/** A machine on which these modules can be found, and those in `broken` not be loaded. */
function machine(found: readonly string[], broken: readonly string[] = []) {
  const load = (name: string) => {
    if (broken.includes(name)) throw new Error(`No native build was found for ${name}`)
    if (name === 'node:sqlite') process.emitWarning('SQLite is an experimental feature')
    return { DatabaseSync: { of: name } }
  }
  const resolve = (name: string) => {
    if (!found.includes(name)) throw new Error(`Cannot find module '${name}'`)
    return name
  }
  return Object.assign(load, { resolve: Object.assign(resolve, { paths: () => null }) })
}

const BESIDE = '../../native/sqlite/dist/index.cjs'
const PACKAGE = '@photostructure/sqlite'
const OF_NODE = 'node:sqlite'

describe('the library that is taken', () => {
  test.each([
    ['the one beside the program', [BESIDE, PACKAGE, OF_NODE], [], BESIDE],
    ['that of the packages', [PACKAGE, OF_NODE], [], PACKAGE],
    ["Node's own, where there is no other", [OF_NODE], [], OF_NODE],
    [
      "Node's own, where the others have no build",
      [BESIDE, PACKAGE, OF_NODE],
      [BESIDE, PACKAGE],
      OF_NODE,
    ],
  ])('%s', (_, found, broken, taken) => {
    const { DatabaseSync, file } = sqliteLibrary(machine(found, broken))
    expect({ DatabaseSync, file }).toEqual({ DatabaseSync: { of: taken }, file: taken })
  })
})

test('that Node may change its own is not told to whoever asks a question', () => {
  const { emitWarning } = process
  const told: unknown[] = []
  process.emitWarning = (warning: unknown) => void told.push(warning)
  try {
    sqliteLibrary(machine([OF_NODE]))
    expect(told).toEqual([])
    process.emitWarning('afterwards')
    expect(told).toEqual(['afterwards'])
  } finally {
    process.emitWarning = emitWarning
  }
})

test('where there is none at all a sentence says what to do', () => {
  const asked = () => sqliteLibrary(machine([PACKAGE], [PACKAGE]))
  expect(asked).toThrow(ServiceError)
  expect(asked).toThrow(/^sqlite\.open: this installation has no SQLite for .*; use Node 22\.5/)
})

test('here it is the package', () => {
  const { file } = sqliteLibrary()
  expect(file).toBe(createRequire(import.meta.url).resolve(PACKAGE))
})

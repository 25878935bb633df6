// Runs of an earlier round are taken over where they would be the same, and only there.

import { describe, expect, test } from 'vitest'
import { codeMemory, npmExtractor } from '../../../../src/extract/npm/extractNpm.ts'
import type { Lookup } from '../../../../src/extract/npm/javascript/modules/moduleRun.ts'
import {
  askAll,
  type KeptRuns,
  RepeatedRun,
  Unrepeatable,
} from '../../../../src/extract/npm/javascript/repeatedRuns.ts'
import type { NpmPackage } from '../../../../src/extract/npm/package.ts'
import { encodeTable } from '../../../../src/table/format/encodeTable.ts'
import { packageOf } from '../packageOf.ts'

const OWN = packageOf({})
const OTHER = packageOf({}, {}, 'other')

describe('a run of an earlier round', () => {
  /** A run that looks for a package when it is asked, and a count of what was worked out. */
  function firstRound() {
    const kept: KeptRuns<Lookup> = new Map()
    const run = new RepeatedRun<Lookup>(
      (lookup) => lookup,
      () => null,
      { earlier: null, into: kept },
      () => true,
    )
    run.ask('a', (lookup) => lookup('other', OWN)?.name ?? 'missing')
    run.ask('b', () => 'of b')
    return kept
  }

  function later(earlier: KeptRuns<Lookup>, lookup: Lookup, isGrowing = true) {
    return new RepeatedRun<Lookup>(
      (one) => one,
      lookup,
      { earlier, into: null },
      () => isGrowing,
    )
  }

  const never = () => {
    throw new Error('worked out again')
  }

  test('answers from memory where the same packages are missing', () => {
    const run = later(firstRound(), () => null)
    expect(run.ask('a', never)).toBe('missing')
    expect(run.isRepeating).toBe(true)
    expect(run.ask('b', never)).toBe('of b')
    expect(run.isRepeating).toBe(false)
  })

  test('is made anew where a package that it looked for has come', () => {
    const run = later(firstRound(), () => OTHER)
    expect(run.ask('a', (lookup) => lookup('other', OWN)?.name)).toBe('other')
    expect(run.isRepeating).toBe(false)
  })

  test('is made anew where the first question is another one', () => {
    expect(later(firstRound(), () => null).ask('c', () => 'of c')).toBe('of c')
  })

  test('does not answer questions in another order', () => {
    const run = later(firstRound(), () => null)
    run.ask('a', never)
    expect(() => run.ask('c', never)).toThrow(Unrepeatable)
  })

  test('goes on behind the last question only where that is allowed', () => {
    for (const isGrowing of [true, false]) {
      const run = later(firstRound(), () => null, isGrowing)
      run.ask('a', never)
      run.ask('b', never)
      const go = () => run.ask('c', () => 'of c')
      if (isGrowing) expect(go()).toBe('of c')
      else expect(go).toThrow(Unrepeatable)
    }
  })

  test('answers with others of the earlier round, and not with new ones', () => {
    const old = later(firstRound(), () => null)
    old.ask('a', never)
    const made = later(new Map(), () => null)
    made.ask('x', () => 1)
    expect(() => askAll([old, made], 'b', never)).toThrow(Unrepeatable)
    expect(askAll([old], 'b', never)).toBe('of b')
    expect(askAll([old, made], 'c', () => 'of both')).toBe('of both')
  })
})

describe('a second round with what the first one read', () => {
  const files = {
    'index.js': "exports.main = class Main {}; exports.again = require('./lib/plain')",
    'lib/plain.js': 'class Shared { one() {} }\nexports.Shared = Shared',
    'lib/same.js': "module.exports = require('./plain')",
    'lib/late.js': "module.exports = Object.assign({ own: 1 }, require('dep'))",
    'lib/last.js': "exports.ofLate = require('./late'); exports.last = 1",
  }
  const manifest = { main: 'index.js', dependencies: { dep: '^1.0.0' } }
  const own = packageOf(files, manifest)
  const dep = packageOf({ 'index.js': 'exports.ofDep = 1' }, { main: 'index.js' }, 'dep')

  function bytes(found: Map<string, NpmPackage>, memory = codeMemory(null)) {
    const lookup = { get: (name: string) => found.get(name) ?? null }
    return Buffer.from(encodeTable(npmExtractor(own, lookup, { memory }).everything().table()))
  }

  test('has the bytes of a first reading with the same packages', () => {
    const found = new Map<string, NpmPackage>()
    const first = codeMemory(null)
    const without = bytes(found, first)
    const same = bytes(found, codeMemory(first))
    expect(same.equals(without)).toBe(true)

    const again = codeMemory(null)
    bytes(found, again)
    found.set('dep', dep)
    const second = codeMemory(again)
    const followed = bytes(found, second)
    expect(followed.equals(bytes(found))).toBe(true)
    expect(followed.equals(without)).toBe(false)
  })

  test('takes over runs', () => {
    const found = new Map<string, NpmPackage>()
    const first = codeMemory(null)
    bytes(found, first)
    const runs = [...(first.rounds.into?.values() ?? [])].map(({ run }) => run)
    const second = codeMemory(first)
    bytes(found, second)
    const taken = [...(second.rounds.into?.values() ?? [])].map(({ run }) => run)
    expect(taken.length).toBe(runs.length)
    expect(taken.every((run, i) => run === runs[i])).toBe(true)
    expect(runs.length).toBeGreaterThan(1)
  })
})

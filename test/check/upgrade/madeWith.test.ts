// An upgrade follows types of other packages, at the releases that the two tables were made with.

import { expect, test } from 'vitest'
import { diffOf } from '../../../src/answer/compareReleases.ts'
import type { OpenedPackage } from '../../../src/check/plan/packageTables.ts'
import { readInput } from '../../../src/check/read/readInput.ts'
import type { OpenOther } from '../../../src/check/upgrade/madeWith.ts'
import { upgradeReport } from '../../../src/check/upgrade/upgradeReport.ts'
import { diffTables } from '../../../src/diff/diffTables.ts'
import type { PackageName } from '../../../src/domain/names/packageName.ts'
import type { Definition, SymbolTable } from '../../../src/table/format/table.ts'
import { definitionOf, entryOf, moduleOf, tableOf } from '../../table/tableData.ts'
import { openedPackage } from '../openedPackage.ts'
import { SMALL_WORLD } from '../smallWorld.ts'

function npm(name: string, change: Partial<Definition>): Definition {
  return definitionOf('.', name, { file: 'index.d.ts', ...change })
}

function tableWith(...definitions: readonly Definition[]): SymbolTable {
  const entries = definitions.map((one) => entryOf(one.name, one))
  return tableOf(moduleOf('.', entries, { origin: 'dts' }))
}

/** An interface `App` with these methods. */
function core(methods: Readonly<Record<string, string>>): SymbolTable {
  const members = Object.keys(methods)
    .sort()
    .map((name) =>
      entryOf(name, npm(`App.${name}`, { kind: 'method', signature: methods[name] ?? null })),
    )
  return tableWith(npm('App', { kind: 'interface', members }))
}

function opened(name: string, table: SymbolTable): OpenedPackage {
  const outcome = openedPackage(name, table)
  if (outcome.state !== 'opened') throw new Error('it is opened')
  return outcome
}

// Names of this file, in normal form.
const key = { ecosystem: 'npm', name: 'site' as PackageName } as const
const make = npm('make', { signature: '() => core#App' })
const OLD = { get: '(string) => this', put: '(string) => this', zap: '(string) => this' }

async function upgraded(code: string, newer: Readonly<Record<string, string>> | null) {
  const from = opened('site', tableWith(npm('del', { signature: '() => void' }), make))
  const to = opened('site', tableWith(make))
  const open = (methods: Readonly<Record<string, string>> | null): OpenOther => {
    const needed = {
      key: { ecosystem: 'npm', name: 'core' as PackageName } as const,
      wanted: { pin: '1.0.0', range: null },
    }
    return async (name) =>
      name === 'core' && methods !== null
        ? { needed, outcome: opened('core', core(methods)) }
        : null
  }
  const releases = [
    { version: '1.0.0', table: from.table },
    { version: '2.0.0', table: to.table },
  ] as const
  const { verdict, findings, undetermined } = await upgradeReport(
    readInput([{ path: 'a.ts', content: `import { make } from 'site'\n${code}\n` }]),
    {
      key,
      from,
      to,
      isPromised: true,
      diff: diffTables(...diffOf(key, ...releases)),
      imports: SMALL_WORLD.imports,
      isCompiled: () => true,
      loading: null,
      mayBeRequired: () => false,
      openOther: { from: open(newer === null ? null : OLD), to: open(newer) },
    },
  )
  return {
    verdict,
    breaks: findings.map(({ line, symbol }) => `${line} ${symbol}`),
    open: undetermined.map(({ name, reason }) => `${name}: ${reason}`),
  }
}

test('what the other package has in both is safe', async () => {
  const { verdict, open } = await upgraded("make().get('a').put('b')", OLD)
  expect([verdict, open]).toEqual(['safe', []])
})

test('what it has no more breaks', async () => {
  const { zap: _, ...newer } = OLD
  const { verdict, breaks } = await upgraded("make().zap('a')", newer)
  expect(verdict).toBe('affected')
  expect(breaks).toEqual([expect.stringContaining('App.zap')])
})

test('what it declares otherwise is open', async () => {
  const { verdict, open } = await upgraded("make().get('a')", {
    ...OLD,
    get: '(string, any) => this',
  })
  expect(verdict).not.toBe('safe')
  expect((await upgraded("make().put('a')", { ...OLD, put: '(number) => this' })).open).toEqual([
    'put: another package declares it, and otherwise for the newer release',
  ])
  expect(open.length + Number(verdict === 'affected')).toBeGreaterThan(0)
})

test('without the other package nothing is safe, and a name that is gone is told', async () => {
  const { verdict, open } = await upgraded("make().get('a').del()", null)
  expect(verdict).toBe('undetermined')
  expect(open[0]).toBe('del: del is in the older release, and nowhere in the newer one')
})

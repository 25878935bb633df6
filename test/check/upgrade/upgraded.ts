// An upgrade of a small package that is written out, from one release to the next.

import { diffOf } from '../../../src/answer/compareReleases.ts'
import type { OpenedPackage } from '../../../src/check/plan/packageTables.ts'
import { compiledSources } from '../../../src/check/read/compiledSources.ts'
import { readInput } from '../../../src/check/read/readInput.ts'
import { requiringSources } from '../../../src/check/read/requiringSources.ts'
import type { BothLoadings } from '../../../src/check/upgrade/requiredEntries.ts'
import { upgradeReport } from '../../../src/check/upgrade/upgradeReport.ts'
import { diffTables } from '../../../src/diff/diffTables.ts'
import type { PackageName } from '../../../src/domain/names/packageName.ts'
import type { SymbolTable } from '../../../src/table/format/table.ts'
import { tableOf as npmTable } from '../../extract/npm/tableOf.ts'
import { tableOf as pythonTable } from '../../extract/python/packageOf.ts'
import { openedPackage } from '../openedPackage.ts'
import { SMALL_WORLD } from '../smallWorld.ts'

export function opened(table: SymbolTable): OpenedPackage {
  const outcome = openedPackage('kit', table)
  if (outcome.state !== 'opened') throw new Error('it is opened')
  return outcome
}

export type Files = Readonly<Record<string, string>>

/** The package is called `kit`. */
export async function upgraded(
  older: Files,
  newer: Files,
  code: string,
  loading: BothLoadings | null = null,
  named?: string,
  isPromised = true,
) {
  const ecosystem = 'kit/__init__.py' in older ? 'pypi' : 'npm'
  const tableOf = ecosystem === 'pypi' ? pythonTable : npmTable
  const [from, to] = [opened(tableOf(older)), opened(tableOf(newer))]
  const key = { ecosystem, name: 'kit' as PackageName } as const
  const releases = [
    { version: '1.0.0', table: from.table },
    { version: '2.0.0', table: to.table },
  ] as const
  const path = named ?? (ecosystem === 'pypi' ? 'a.py' : 'a.js')
  const { verdict, caveat, changes, undetermined, counts } = await upgradeReport(
    readInput([{ path, content: code }]),
    {
      ...{ key, from, to, loading, isPromised },
      diff: diffTables(...diffOf(key, ...releases)),
      imports: SMALL_WORLD.imports,
      isCompiled: compiledSources([{ path, content: code }]),
      mayBeRequired: requiringSources([]),
      openOther: { from: async () => null, to: async () => null },
    },
  )
  const told = changes
    .filter(({ affects }) => affects)
    .flatMap(({ row, places }) => places.map(({ line, state }) => `${line} ${row.symbol} ${state}`))
  const rows = changes.flatMap((one) =>
    one.change === 'changed' ? [`${one.row.previous} → ${one.row.next}`] : [],
  )
  const open = undetermined.map(({ reason }) => reason)
  return { verdict, caveat, told, counts, open, changes: rows }
}

// What changed between two tables of one package: set algebra over their public surfaces.

import { setImmediate as yieldToLoop } from 'node:timers/promises'
import { finish } from '../domain/finish.ts'
import { Steps } from '../signatures/steps.ts'
import type { OpenTable } from '../table/tableView.ts'
import { TURN_MS } from '../turns.ts'
import { type Changed, changedDefinitions, type Versions } from './changedDefinitions.ts'
import type { Language } from './changeOf.ts'
import { type Added, gainedSymbols, lostSymbols, type Removed } from './lostSymbols.ts'
import { matchSurfaces } from './matchSurfaces.ts'
import { isRead, publicModules } from './modules.ts'
import { type Deprecated, newDeprecations } from './newDeprecations.ts'
import { publicSurface } from './surface.ts'
import { sortedBySymbol, type WritePath } from './symbolName.ts'
import { onSteps } from './typescript/steps.ts'

/** A module that one side could not read: nothing is said about what is in it. */
export type Undetermined = Readonly<{ symbol: string; kind: 'module'; reason: string | null }>

/** Every list is sorted by symbol. */
export type TableDiff = Readonly<{
  added: readonly Added[]
  removed: readonly Removed[]
  changed: readonly Changed[]
  deprecated: readonly Deprecated[]
  undetermined: readonly Undetermined[]
}>

type BothTables = Readonly<{ from: OpenTable; to: OpenTable }>

type DiffOptions = Readonly<{ language: Language; versions: Versions; write: WritePath }>

export function diffTables(tables: BothTables, options: DiffOptions): TableDiff {
  return onSteps(new Steps(), () => finish(diffing(tables, options)))
}

/** Gives way to other questions every few milliseconds. Throws the signal's reason in between. */
export async function diffInTurns(
  tables: BothTables,
  options: DiffOptions,
  signal?: AbortSignal,
): Promise<TableDiff> {
  const work = diffing(tables, options)
  const own = new Steps()
  for (;;) {
    const next = onSteps(own, () => {
      const begun = performance.now()
      let one = work.next()
      while (one.done !== true && performance.now() - begun < TURN_MS) one = work.next()
      return one
    })
    if (next.done === true) return next.value
    await yieldToLoop()
    signal?.throwIfAborted()
  }
}

/** The diff, with a pause wherever it can wait. */
function* diffing(
  tables: BothTables,
  { language, versions, write }: DiffOptions,
): Generator<undefined, TableDiff, undefined> {
  const from = publicSurface(tables.from.columns)
  yield
  const to = publicSurface(tables.to.columns)
  yield
  const forward = matchSurfaces(from, to)
  yield
  const back = matchSurfaces(to, from, forward)
  return {
    added: sortedBySymbol(yield* oneByOne(gainedSymbols(back, write))),
    removed: sortedBySymbol(yield* oneByOne(lostSymbols(forward, write))),
    changed: sortedBySymbol(
      yield* oneByOne(changedDefinitions(forward, language, versions, write)),
    ),
    deprecated: sortedBySymbol(yield* oneByOne(newDeprecations(forward, write))),
    undetermined: undetermined(tables, write),
  }
}

function* oneByOne<Row>(rows: Iterable<Row>): Generator<undefined, readonly Row[], undefined> {
  const all: Row[] = []
  for (const row of rows) {
    all.push(row)
    yield
  }
  return all
}

function undetermined(
  tables: Readonly<{ from: OpenTable; to: OpenTable }>,
  write: WritePath,
): readonly Undetermined[] {
  const found = new Map<string, Undetermined>()
  for (const table of [tables.from, tables.to]) {
    for (const module of publicModules(table.columns)) {
      if (isRead(table.columns, module)) continue
      const { name, stateReason } = table.module(module)
      const symbol = write([name])
      found.set(symbol, { symbol, kind: 'module', reason: stateReason })
    }
  }
  return sortedBySymbol(found.values())
}

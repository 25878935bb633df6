// What changed between two tables of one package: set algebra over their public surfaces.

import { setImmediate as yieldToLoop } from 'node:timers/promises'
import { finish } from '../domain/finish.ts'
import { hasEntries } from '../table/format/columns.ts'
import type { OpenTable } from '../table/tableView.ts'
import { TURN_MS } from '../turns.ts'
import { type Changed, changedDefinitions, type Versions } from './changedDefinitions.ts'
import type { Language } from './changeOf.ts'
import { type Added, gainedSymbols, lostSymbols, type Removed } from './lost/lostSymbols.ts'
import { matchSurfaces } from './matchSurfaces.ts'
import { isDynamic, isRead, publicModules } from './modules.ts'
import { type Deprecated, newDeprecations } from './newDeprecations.ts'
import type { OtherTables, WantedPackages } from './otherPackages.ts'
import { walked } from './positions.ts'
import { severityOf } from './reasons.ts'
import { publicSurface } from './surface.ts'
import { type SymbolName, sortedBySymbol, type WritePath } from './symbolName.ts'

/** A module that one side could not read: nothing is said about what is in it. */
export type Undetermined = Readonly<{ symbol: string; kind: 'module'; reason: string | null }>

/** Every list is sorted by symbol. */
export type TableDiff = Readonly<{
  added: readonly Added[]
  removed: readonly Removed[]
  changed: readonly Changed[]
  deprecated: readonly Deprecated[]
  undetermined: readonly Undetermined[]
  wanted: WantedPackages
  /** Packages by which something is gone, another one or demanded, if both ask for other releases of them. */
  noted: ReadonlySet<string>
}>

type BothTables = Readonly<{ from: OpenTable; to: OpenTable }>

type DiffOptions = Readonly<{
  language: Language
  versions: Versions
  write: WritePath
  /** Of packages whose types signatures name. */
  others?: OtherTables
  /** Packages of which the two releases ask for other releases. */
  apart?: ReadonlySet<string>
}>

const NO_OTHERS: OtherTables = { from: new Map(), to: new Map() }
const NO_PACKAGES: ReadonlySet<string> = new Set()

export function diffTables(tables: BothTables, options: DiffOptions): TableDiff {
  return finish(diffing(tables, options))
}

/**
 * With what the tables of other packages told beside. What was listed without them stays listed: what
 * they show to be the same is written otherwise.
 */
export function refined(before: TableDiff, after: TableDiff): TableDiff {
  const listed = new Set(after.changed.map(({ symbol }) => symbol))
  const [reason, severity] = ['type_rewritten', 'compatible'] as const
  const rewritten = before.changed
    .filter(({ symbol }) => !listed.has(symbol))
    .map((one) => ({ ...one, reason, reasons: [reason], severity }))
  return { ...after, changed: sortedBySymbol([...after.changed, ...rewritten]) }
}

/**
 * Where it is not known whether the two releases go with other releases of what they rest on: what is told
 * only if they do, `possible`, is undecided.
 */
export function hedged(sure: TableDiff, possible: TableDiff): TableDiff {
  const told = new Set([...sure.removed, ...sure.added].map(({ symbol }) => symbol))
  const severities = new Map(sure.changed.map(({ symbol, severity }) => [symbol, severity]))
  const isNews = ({ symbol }: SymbolName) => !told.has(symbol)
  const undecided: readonly Changed[] = [
    ...possible.removed.filter(isNews).map(withoutTexts),
    ...possible.added.filter((one) => one.isDemanded && isNews(one)).map(withoutTexts),
    ...possible.changed
      .filter(
        ({ symbol, severity }) => severity !== 'compatible' && severities.get(symbol) !== severity,
      )
      .map((one) => ({ ...one, ...UNDECIDED })),
  ]
  const listed = new Set(undecided.map(({ symbol }) => symbol))
  const others = sure.changed.filter(({ symbol }) => !listed.has(symbol))
  return { ...sure, changed: sortedBySymbol([...others, ...undecided]) }
}

const OPEN = 'type_changed_undecided'
const UNDECIDED = { reason: OPEN, reasons: [OPEN], severity: severityOf(OPEN) } as const

function withoutTexts({ symbol, kind }: SymbolName): Changed {
  return { symbol, kind, previous: null, next: null, ...UNDECIDED }
}

/** Gives way to other questions every few milliseconds. Throws the signal's reason in between. */
export async function diffInTurns(
  tables: BothTables,
  options: DiffOptions,
  signal?: AbortSignal,
): Promise<TableDiff> {
  const work = diffing(tables, options)
  for (;;) {
    const begun = performance.now()
    let next = work.next()
    while (next.done !== true && performance.now() - begun < TURN_MS) next = work.next()
    if (next.done === true) return next.value
    await yieldToLoop()
    signal?.throwIfAborted()
  }
}

/** The diff, with a pause wherever it can wait. */
function* diffing(
  tables: BothTables,
  { language, versions, write, others = NO_OTHERS, apart: packages = NO_PACKAGES }: DiffOptions,
): Generator<undefined, TableDiff, undefined> {
  const from = publicSurface(tables.from.columns)
  yield
  const to = publicSurface(tables.to.columns)
  yield
  const forward = matchSurfaces(from, to)
  yield
  const back = matchSurfaces(to, from, forward)
  const wanted = { from: new Set<string>(), to: new Set<string>() }
  const apart = { packages, noted: new Set<string>() }
  if (language !== 'python' && back.homeless.length > 0) yield* walked(from)
  const added = sortedBySymbol(yield* oneByOne(gainedSymbols(back, write, apart)))
  const changed = yield* oneByOne(
    changedDefinitions(forward, language, versions, write, { tables: others, wanted }, apart),
  )
  return {
    added,
    removed: sortedBySymbol(yield* oneByOne(lostSymbols(forward, write, apart))),
    changed: sortedBySymbol(
      language === 'python' ? changed : [...changed, ...perhapsDemanding(added, changed)],
    ),
    deprecated: sortedBySymbol(yield* oneByOne(newDeprecations(forward, write))),
    undetermined: undetermined(tables, write),
    wanted,
    noted: apart.noted,
  }
}

/** What has a member more that must be given, unless it was there without being listed. */
function perhapsDemanding(added: readonly Added[], changed: readonly Changed[]): Iterable<Changed> {
  const listed = new Set(changed.map(({ symbol }) => symbol))
  const found = added.flatMap(({ perhapsBy }) => perhapsBy ?? [])
  const news = found.filter(({ symbol }) => !listed.has(symbol))
  return new Map(news.map((one) => [one.symbol, withoutTexts(one)])).values()
}

/** `__#17@#a`: a private member, as the compiler writes it beside a number of its class. */
const PRIVATE = /\.__#\d+@#/

/** All rows but those of private members; nothing instead of a row is a pause. */
function* oneByOne<Row extends SymbolName>(
  rows: Iterable<Row | undefined>,
): Generator<undefined, readonly Row[], undefined> {
  const all: Row[] = []
  for (const row of rows) {
    if (row !== undefined && !PRIVATE.test(row.symbol)) all.push(row)
    yield
  }
  return all
}

/** Names are made in it as code runs, or are for everybody, and none of them is listed. */
function isUnnamed({ columns }: OpenTable, module: number): boolean {
  return isDynamic(columns, module) && !hasEntries(columns, module)
}

function undetermined(
  tables: Readonly<{ from: OpenTable; to: OpenTable }>,
  write: WritePath,
): readonly Undetermined[] {
  const found = new Map<string, Undetermined>()
  for (const table of [tables.from, tables.to]) {
    for (const module of publicModules(table.columns)) {
      const { name, stateReason } = table.module(module)
      if (isRead(table.columns, module) && !isUnnamed(table, module)) continue
      const symbol = write([name])
      found.set(symbol, { symbol, kind: 'module', reason: stateReason })
    }
  }
  return sortedBySymbol(found.values())
}

// Which name stands for one that is missing or deprecated, and what proves it.

import { replacementIn } from '../check/findings/messages.ts'
import type { Suggestion } from '../check/report/finding.ts'
import type { SymbolRow } from '../table/format/table.ts'
import type { OpenTable } from '../table/tableView.ts'
import {
  isGivingAnother,
  isNothingKnown,
  isPassingAllOn,
  isSameCall,
  takesAllOf,
} from './sameCall.ts'
import { folded, slipDoubt, wordsOf } from './slipProof.ts'
import {
  lastOf,
  type OfPackage,
  ownerOf,
  pathIn,
  pathsEnding,
  samePaths,
  type TablePath,
} from './tablePath.ts'

/** `to`: the whole path, as it is written. */
export type Proven = Readonly<{ to: string; proof: string }>
export type Doubt = Readonly<{ reason: string }>

/** The release that applies, and the one that the code was right for, where there is one. */
export type Tables = Readonly<{
  now: OpenTable
  older: OpenTable | null
  of: OfPackage
  /** Whether the code calls what is asked about. */
  isCalled: boolean
}>

export function missingName(
  symbol: string,
  suggestion: Suggestion | null,
  tables: Tables,
): Proven | Doubt {
  const before = tables.older === null ? null : pathIn(tables.older, tables.of, symbol)
  if (before !== null) return lostName(symbol, before, tables)
  const replace = suggestion?.replace ?? null
  if (replace === null) return { reason: 'Nothing says what stands for it.' }
  const names = namesBeside(tables.now, tables.of, ownerOf(symbol))
  const near = [...names, ...(suggestion?.meant ?? []).map(lastOf)]
  const doubt = slipDoubt(replace.from, replace.to, near)
  if (doubt !== null) return { reason: doubt }
  return {
    to: `${ownerOf(symbol)}.${replace.to}`,
    proof: `${replace.to} is there, and nothing else is one slip away from ${replace.from}.`,
  }
}

/** What the older release had: by its own word, under another of its names, or at its new place. */
function lostName(symbol: string, before: TablePath, tables: Tables): Proven | Doubt {
  const { now, older, of } = tables
  if (older === null) return { reason: 'Nothing says what stands for it.' }
  const noted = notedName(symbol, before.row, tables)
  if (noted !== null && 'to' in noted) return noted
  const aliases = samePaths(older, of, before).filter((path) => path !== symbol)
  const held = aliases.flatMap((path) => {
    const after = pathIn(now, of, path)
    return after !== null && isSameCall(before.row, after.row) ? [path] : []
  })
  const [alias] = nearestFirst(symbol, held)
  if (alias !== undefined) {
    return {
      to: alias,
      proof: `The older release had the same under ${alias}, and it is still there.`,
    }
  }
  if (noted !== null) return noted
  const found =
    takenFromAnother(before, tables) ??
    respelt(symbol, before, tables) ??
    renamedBeside(symbol, before, tables)
  return found ?? moved(symbol, before, tables)
}

/** By the deprecation note of the older release, or of the one that applies. */
export function notedName(symbol: string, row: SymbolRow, tables: Tables): Proven | Doubt | null {
  const text = row.deprecated_text
  const written = replacementIn(text)
  if (text === null || written === null) return null
  const { now, of } = tables
  const owner = ownerOf(symbol)
  // `np.isin`: the name that everybody imports it by.
  const bare = written.slice(written.indexOf('.') + 1)
  const paths = written.includes('.')
    ? [written, `${owner}.${written}`, `${owner}.${lastOf(written)}`].filter(
        (_, index) => index < 2 || lastOf(owner) === lastOf(ownerOf(written)),
      )
    : [`${owner}.${written}`]
  if (written.includes('.') && of.ecosystem === 'pypi') {
    paths.push(`${symbol.slice(0, symbol.indexOf('.'))}.${bare}`)
  }
  const after = paths.flatMap((path) => {
    const found = pathIn(now, of, path)
    return found === null ? [] : [{ path, row: found.row }]
  })
  const [first] = after
  if (first === undefined) return { reason: `Its note names ${written}, which is not found there.` }
  if (first.path === symbol) return { reason: 'Its note names itself.' }
  // `use now(timezone.utc)`: more than the name changes.
  const behind = text.slice(text.indexOf(written) + written.length)
  if (/^[`'"]*\((?!\))/.test(behind) || /^[`'"]*\s+(?:with|and|or|plus)\b/i.test(behind)) {
    return { reason: `Its note asks for more than the name ${written}.` }
  }
  if (row.kind !== 'attribute' && isRead(row) && isRead(first.row) && !tables.isCalled) {
    return {
      to: first.path,
      proof: `Its deprecation note names ${written}, which is read as well.`,
    }
  }
  const isPassedOn = row.kind === 'function' && isPassingAllOn(row.signature)
  if (isNothingKnown(row) || !(takesAllOf(row, first.row) || isPassedOn)) {
    return { reason: `Its note names ${written}, which takes other arguments.` }
  }
  if (isGivingAnother(row, first.row)) {
    return { reason: `Its note names ${written}, which gives something else.` }
  }
  return { to: first.path, proof: `Its deprecation note names ${written}, which takes the same.` }
}

/** A value, as far as its row says. Of an attribute it says too little: it may be a function. */
function isRead({ kind, signature }: SymbolRow): boolean {
  const isCall = /^(?:async )?\(|=> /.test(signature ?? '')
  return !isCall && (kind === 'property' || kind === 'attribute' || kind === 'constant')
}

/**
 * What the older release took from another package, where the newer one takes it from there as well. That
 * it is there was seen by its maker: a row knows no more than a name of what is not required.
 */
function takenFromAnother({ row }: TablePath, { now, older, of }: Tables): Proven | null {
  const to = row.alias_of
  if (of.ecosystem !== 'pypi' || to === null || !to.includes('.') || /(?:^|\.)_/.test(to))
    return null
  if (older === null || older.findModule(to.slice(0, to.indexOf('.'))) >= 0) return null
  const isTakenNow = [...now.modules()].some(({ name: module }) => {
    const found = now.lookup(module, lastOf(to))
    return found?.alias_of === to && isDefinition(found) && isSameCall(row, found)
  })
  if (!isDefinition(row) || !isTakenNow) return null
  return { to, proof: `Both releases take it from ${ownerOf(to)}.` }
}

function isDefinition({ kind }: SymbolRow): boolean {
  return kind === 'function' || kind === 'class'
}

/** The very same definition beside it, under a name that came as this one went. */
function renamedBeside(symbol: string, before: TablePath, tables: Tables): Proven | null {
  const { now, older, of } = tables
  const { row } = before
  if (older === null || isNothingKnown(row) || (row.doc ?? '') === '') return null
  const [owner, name] = [ownerOf(symbol), lastOf(symbol)]
  const [had, has] = [older, now].map((table) => new Set(namesBeside(table, of, owner)))
  if (had === undefined || has === undefined) return null
  const isIt = (table: OpenTable, one: string) => {
    const other = pathIn(table, of, `${owner}.${one}`)?.row
    return other !== undefined && other.doc === row.doc && isSameCall(row, other)
  }
  const came = [...has].filter((one) => !had.has(one) && isIt(now, one))
  const went = [...had].filter((one) => !has.has(one) && isIt(older, one))
  const [to] = came
  if (to === undefined || came.length > 1 || went.length !== 1) return null
  const words = new Set(wordsOf(to))
  if (!wordsOf(name).some((word) => word.length > 2 && words.has(word))) return null
  const kept = new Set(namesBeside(now, of, `${owner}.${to}`))
  const isWhole = namesBeside(older, of, symbol).every(
    (one) => one.startsWith('_') || kept.has(one),
  )
  if (!isWhole) return null
  return { to: `${owner}.${to}`, proof: `${name} went and ${to} came, which is the same.` }
}

/** The same words, spelt otherwise: there is one of them, and it is the same kind of thing. */
function respelt(symbol: string, before: TablePath, { now, older, of }: Tables): Proven | null {
  const [owner, name] = [ownerOf(symbol), lastOf(symbol)]
  const had = new Set(older === null ? [] : namesBeside(older, of, owner))
  const came = namesBeside(now, of, owner).filter(
    (one) =>
      one !== name && folded(one) === folded(name) && one.startsWith('_') === name.startsWith('_'),
  )
  const [to] = came
  if (to === undefined || came.length > 1) return null
  const after = pathIn(now, of, `${owner}.${to}`)
  if (after === null || isNothingKnown(before.row) || !isSameCall(before.row, after.row))
    return null
  const was = had.has(to) ? 'was beside it' : 'came'
  return { to: `${owner}.${to}`, proof: `${name} went and ${to} ${was}, which is the same.` }
}

/** The one place to which the very same thing moved. */
function moved(symbol: string, before: TablePath, { now, older, of }: Tables): Proven | Doubt {
  if (before.symbol === '' || isNothingKnown(before.row)) return NOTHING_SAYS
  const there = pathsEnding(now, of, before.symbol).flatMap((path) => {
    const after = pathIn(now, of, path)
    return after !== null && isSameCall(before.row, after.row) && after.row.doc === before.row.doc
      ? [{ path, after }]
      : []
  })
  const homes = new Set(there.map(({ after }) => now.find(after.module, after.symbol)?.definition))
  const fresh = there.filter(({ path }) => older === null || pathIn(older, of, path) === null)
  const isPlain = before.row.doc === null || before.row.doc === ''
  if (homes.size !== 1 || fresh.length === 0 || isPlain) return NOTHING_SAYS
  const own = fresh.filter(({ after }) => after.row.alias_of === null).map(({ path }) => path)
  const [to = symbol] = nearestFirst(
    symbol,
    fresh.map(({ path }) => path),
    own,
  )
  return { to, proof: `The same definition stands at ${to} now, and nowhere else.` }
}

const NOTHING_SAYS: Doubt = { reason: 'Neither release says what stands for it.' }

/**
 * Those beside it first, then those below it, then the shortest; `own`: where it is defined, before modules
 * that only take it from there.
 */
function nearestFirst(
  symbol: string,
  paths: readonly string[],
  own: readonly string[] = [],
): readonly string[] {
  const owner = ownerOf(symbol)
  const place = (path: string) =>
    ownerOf(path) === owner ? 0 : path.startsWith(`${owner}.`) ? 1 : 2
  const rank = (path: string) => [place(path), path.split('.').length, own.includes(path) ? 0 : 1]
  const order = (a: readonly number[], b: readonly number[]) =>
    a.map((one, index) => one - (b[index] ?? 0)).find((less) => less !== 0) ?? 0
  return [...paths]
    .filter((path) => !/(?:^|[./])_/.test(path))
    .sort((a, b) => order(rank(a), rank(b)) || (a < b ? -1 : 1))
}

/** Every name that stands where the owner leads to. */
function namesBeside(table: OpenTable, of: OfPackage, owner: string): readonly string[] {
  const at = pathIn(table, of, owner)
  if (at === null) return []
  if (at.symbol === '') {
    return [...table.entriesOf(table.findModule(at.module))].map(({ name }) => name)
  }
  const found = table.find(at.module, at.symbol)
  return found === null ? [] : [...table.membersOf(found.definition)].map(({ name }) => name)
}

// What tables of the languages' own modules have in common: how their names are written down, which
// releases count, and that tables are kept.

import { keptIn } from '../../domain/maps.ts'
import { newDraft } from '../../table/format/draft.ts'
import type { Definition, Entry, ModuleTable, SymbolKind } from '../../table/format/table.ts'
import type { OpenTable } from '../../table/tableView.ts'

/** Which of the listed releases count, by their place in the list. */
export type Releases = readonly boolean[]

/** `3-`, `-1`, `0-2`: whether one of the releases that count is among them. */
export function isIn(span: string, releases: Releases): boolean {
  if (span === '') return true
  const [first = '', last = ''] = span.split('-')
  const from = first === '' ? 0 : Number(first)
  const to = last === '' ? releases.length - 1 : Number(last)
  return releases.some((counts, place) => counts && place >= from && place <= to)
}

/** What any of the manifests allows; the newest known where they are all for newer ones. */
export function allowed(listed: Releases, isNewer: () => boolean): Releases {
  if (listed.includes(true)) return listed
  const isNewest = isNewer()
  return listed.map((_, place) => isNewest && place === listed.length - 1)
}

/** The releases that count, as a sentence names them. */
export function releaseText(
  language: string,
  versions: readonly string[],
  releases: Releases,
): string {
  const counted = versions.filter((_, place) => releases[place])
  const [first = ''] = counted
  const last = counted.at(-1) ?? first
  return first === last ? `${language} ${first}` : `${language} ${first} to ${last}`
}

export type ReadName = Readonly<{ letter: string; home: string | null; rest: string | null }>

export function readName(written: string): ReadName & Readonly<{ in: string }> {
  const [, letter = 'v', home, releases, rest] =
    /^(\w)(?:@([\w./$]+))?(?:#([\d-]+))?(?: (.*))?$/s.exec(written) ?? []
  return { letter, home: home ?? null, in: releases ?? '', rest: rest ?? null }
}

/** The names that one of the releases has. */
export function* namesIn(
  names: Readonly<Record<string, string>>,
  releases: Releases,
): Generator<readonly [string, ReadName]> {
  for (const [name, written] of Object.entries(names)) {
    const read = readName(written)
    if (isIn(read.in, releases)) yield [name, read]
  }
}

/** How a language calls the file of a module, which nobody reads. */
export type FileOf = (module: string) => string

/** Of all definitions only the names, the kinds and the signatures are known. */
export function definer(fileOf: FileOf) {
  return (module: string, name: string, kind: SymbolKind, signature: string | null): Definition => {
    return { ...newDraft(module, name, kind), signature, file: fileOf(module), line: 1 }
  }
}

export function libraryModule(
  name: string,
  how: Pick<ModuleTable, 'isPublic' | 'state' | 'file' | 'origin'>,
  entries: readonly Entry[],
): ModuleTable {
  return { name, ...how, stateReason: null, doc: null, deprecation: null, entries }
}

/** Tables that are kept for all checks together. */
const TABLES_MAX = 200

type OpenLibrary<Names> = (names: Names, top: string, releases: Releases) => OpenTable | null

/** The same, whose tables are kept. */
export function kept<Names extends object>(open: OpenLibrary<Names>): OpenLibrary<Names> {
  const all = new WeakMap<Names, Map<string, OpenTable | null>>()
  return (names, top, releases) => {
    const tables = keptIn(all, names, () => new Map<string, OpenTable | null>())
    const key = `${top} ${releases.map(Number).join('')}`
    const known = tables.get(key)
    if (known !== undefined) return known
    const table = open(names, top, releases)
    const [oldest] = tables.keys()
    if (tables.size >= TABLES_MAX && oldest !== undefined) tables.delete(oldest)
    tables.set(key, table)
    return table
  }
}

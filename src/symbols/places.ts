// Where a written symbol may stand: pairs of a module and what is below it, in the order in which
// they are looked at. A head is an export, the package's own name, or what its default is called.

import type { Ecosystem } from '../domain/names/packageName.ts'
import { pythonForm } from '../domain/names/packageName.ts'
import type { OpenTable } from '../table/tableView.ts'

export type Place = Readonly<{
  module: string
  /** Dotted from the module on; empty for the module itself. */
  symbol: string
}>

/** Places that the text itself names, from the root of the package on. */
export function namedPlaces(
  table: OpenTable,
  { ecosystem, packageName }: Readonly<{ ecosystem: Ecosystem; packageName: string }>,
  written: string,
): Place[] {
  return ecosystem === 'pypi'
    ? pythonPlaces(table, packageName, written)
    : npmPlaces(table, packageName, written)
}

/**
 * A path that begins with a top module means that one and nothing else: `attrs.x` is not `attr.x`,
 * although both are modules of the distribution `attrs`.
 */
function pythonPlaces(table: OpenTable, packageName: string, written: string): Place[] {
  const parts = written.split('.')
  const places = cuts(table, parts)
  if (places.length > 0) return places
  const rest = withoutDistribution(packageName, parts)
  for (const root of rootModules(table, packageName)) {
    // `TinyDB.table` in tinydb is a member of the class, and no module of the distribution.
    const isName = parts.length > 1 && table.find(root, parts[0] ?? '') !== null
    if (rest !== null && !isName) places.push(...cuts(table, [root, ...rest]))
    places.push(...cuts(table, [root, ...parts]))
  }
  return places
}

/** Every way to cut a path into a module that there is and what is below it, long modules first. */
function cuts(table: OpenTable, parts: readonly string[]): Place[] {
  const places: Place[] = []
  for (let length = parts.length; length > 0; length -= 1) {
    const module = parts.slice(0, length).join('.')
    if (table.findModule(module) >= 0)
      places.push({ module, symbol: parts.slice(length).join('.') })
  }
  // A function that stands in a package hides a module of the same name from whoever imports it.
  const [whole, outer] = places
  if (whole?.symbol === '' && outer !== undefined) {
    const hides = table.lookup(outer.module, outer.symbol)
    if (hides !== null && hides.kind !== 'module') return [outer, whole, ...places.slice(2)]
  }
  return places
}

/** What follows the name of the distribution, where the path begins with that: `pyyaml.load`. */
function withoutDistribution(packageName: string, parts: readonly string[]): string[] | null {
  for (let length = 1; length < parts.length; length += 1) {
    const head = parts.slice(0, length).join('-')
    if (pythonForm(head) === packageName) return parts.slice(length)
  }
  return null
}

/**
 * Top modules, the one that is called like the package first. Tests and private ones are only meant
 * by their own name, unless there is nothing else.
 */
function rootModules(table: OpenTable, packageName: string): readonly string[] {
  const roots: string[] = []
  for (const { name, state } of table.modules()) {
    if (!name.includes('.') && state !== 'unread') roots.push(name)
  }
  const shown = roots.filter((root) => !root.startsWith('_'))
  const isNamesake = (root: string) => root.replaceAll('_', '-').toLowerCase() === packageName
  return (shown.length > 0 ? shown : roots).sort(
    (one, other) => Number(isNamesake(other)) - Number(isNamesake(one)),
  )
}

function npmPlaces(table: OpenTable, packageName: string, written: string): Place[] {
  const rest = afterPackage(packageName, written)
  const subpath = subpathOf(packageName, written)
  const places: Place[] = []
  if (subpath !== null) places.push(...subpaths(table, subpath))
  else if (rest !== null && rest !== '') places.push(...inMain(rest.slice(1)))
  const fallback = table.find('.', 'default')
  if (fallback !== null) {
    const { name } = table.definition(fallback.definition)
    if (written.startsWith(`${name}.`)) places.push(...inMain(written.slice(name.length + 1)))
  }
  places.push({ module: '.', symbol: written })
  if (fallback !== null && written === table.definition(fallback.definition).name) {
    places.push({ module: '.', symbol: 'default' })
  }
  places.push(...underCapital(table, packageName, written))
  // The name of a package stands for what it gives by default, else for all of it.
  if (rest === '') places.push({ module: '.', symbol: 'default' }, { module: '.', symbol: '' })
  return places
}

/** `Koa.use` in koa: the name that people give to what they import, where it is no export. */
function underCapital(table: OpenTable, packageName: string, written: string): Place[] {
  const dot = written.indexOf('.')
  const squash = (text: string) => text.replaceAll(/[-_.]/g, '').toLowerCase()
  const own = packageName.slice(packageName.indexOf('/') + 1)
  const head = written.slice(0, Math.max(0, dot))
  if (dot <= 0 || squash(head) !== squash(own) || table.find('.', head) !== null) return []
  return inMain(written.slice(dot + 1))
}

function inMain(symbol: string): Place[] {
  return [
    { module: '.', symbol },
    { module: '.', symbol: `default.${symbol}` },
  ]
}

/** `./sub` of `package/sub` and of itself; null for what names no path into the package. */
export function subpathOf(packageName: string, written: string): string | null {
  if (written.startsWith('./')) return written
  const rest = afterPackage(packageName, written)
  return rest?.startsWith('/') ? `.${rest}` : null
}

/** What follows the package's name, with its first mark; null when it does not begin with it. */
function afterPackage(packageName: string, written: string): string | null {
  if (!written.startsWith(packageName)) return null
  const rest = written.slice(packageName.length)
  return rest === '' || rest.startsWith('.') || rest.startsWith('/') ? rest : null
}

/** `./operators.map`: names of subpaths may have dots themselves, so every cut is tried. */
function subpaths(table: OpenTable, written: string): Place[] {
  const places: Place[] = []
  for (let end = written.length; end > 1; end = written.lastIndexOf('.', end - 1)) {
    // `pkg/lib/` means what `pkg/lib` does where that is a folder.
    const module = written.slice(0, end).replace(/(?<=[^.])\/$/, '')
    const symbol = written.slice(end + 1)
    if (table.findModule(module) < 0) continue
    places.push({ module, symbol })
    if (symbol !== '') places.push({ module, symbol: `default.${symbol}` })
  }
  return places
}

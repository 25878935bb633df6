// What of a symbol table can be found: every public definition once, under its shortest public path.

import { kindOf } from '../../table/format/facts.ts'
import type { SymbolKind } from '../../table/format/table.ts'
import { at } from '../../table/format/varints.ts'
import type { OpenTable } from '../../table/tableView.ts'

export type Document = Readonly<{
  /** As it is asked for: on PyPI with its module, on npm with its subpath where it is not the root. */
  symbol: string
  /** Last part of it. */
  name: string
  /** What stands before it, without the package itself. */
  parents: string
  kind: SymbolKind
  signature: string | null
  doc: string | null
  file: string | null
  line: number
  deprecated: boolean
  deprecatedText: string | null
  /** Parts of the path. */
  depth: number
  /** A member of something that has no values of its own. */
  isOfInterface: boolean
}>

const MEMBER_DEPTH_MAX = 2
const STEP = 200
const INHERITED_DEPTH_MAX = 3

type Place = Readonly<{
  module: string
  symbol: string
  definition: number
  depth: number
  /** Where it is defined, of several paths of one length. */
  isHome: boolean
  isOfInterface: boolean
}>

/** At most `max`, those with the shortest paths. Yields often, for whoever has others to serve. */
export function* documentsOf(table: OpenTable, max: number): Generator<void, readonly Document[]> {
  const best = yield* placesOf(table)
  const places = [...best.values()].sort(
    (a, b) => a.depth - b.depth || compare(pathOf(a), pathOf(b)),
  )
  yield
  const documents = moduleDocuments(table).slice(0, max)
  for (const place of places.slice(0, max - documents.length)) {
    documents.push(documentAt(table, place))
    if (documents.length % STEP === 0) yield
  }
  return documents
}

/** The shortest public path of each definition. */
function* placesOf(table: OpenTable): Generator<void, Map<number, Place>> {
  const best = new Map<number, Place>()
  const root = rootOf(table)
  const { definitions, modules } = table.columns
  function offer(place: Place, level: number): void {
    const known = best.get(place.definition)
    if (known !== undefined && !isShorter(place, known)) return
    best.set(place.definition, place)
    if (level >= MEMBER_DEPTH_MAX) return
    // What a class inherits is known under the class that people use, if that lies higher.
    const isHigh = level === 0 && place.depth <= INHERITED_DEPTH_MAX
    const members = isHigh
      ? table.membersOf(place.definition)
      : table.ownMembersOf(place.definition)
    const kind = kindOf(at(definitions.facts, place.definition))
    const isOfInterface = kind === 'interface' || kind === 'type'
    for (const { name, definition, isPublic, origin } of members) {
      if (!isPublic) continue
      const symbol = `${place.symbol}.${name}`
      const isHome = place.isHome && origin !== 'inherited'
      const depth = place.depth + 1
      offer({ module: place.module, symbol, definition, depth, isHome, isOfInterface }, level + 1)
    }
  }
  for (let number = 0; number < table.counts.modules; number += 1) {
    const { name, isPublic } = table.module(number)
    if (!isPublic) continue
    // Modules that stand beside the package's own, `pylab` beside `matplotlib`, are not its face.
    const depth = depthOf(name) + 1 + (isBeside(name, root) ? 2 : 0)
    for (const { name: symbol, definition, isPublic } of table.entriesOf(number)) {
      const isHome = at(definitions.module, definition) === at(modules.name, number)
      const place = { module: name, symbol, definition, depth, isHome, isOfInterface: false }
      if (isPublic) offer(place, 0)
    }
    yield
  }
  return best
}

/** The top module that most of the others are in. */
function rootOf(table: OpenTable): string {
  const counts = new Map<string, number>()
  for (const { name } of table.modules()) {
    const [top = ''] = name.split('.')
    counts.set(top, (counts.get(top) ?? 0) + 1)
  }
  return [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1))[0]?.[0] ?? ''
}

function isBeside(module: string, root: string): boolean {
  return !module.startsWith('.') && module !== root && !module.startsWith(`${root}.`)
}

function isShorter(one: Place, other: Place): boolean {
  if (one.depth !== other.depth) return one.depth < other.depth
  if (one.isHome !== other.isHome) return one.isHome
  return compare(pathOf(one), pathOf(other)) < 0
}

function compare(a: string, b: string): number {
  if (a === b) return 0
  return a.length - b.length || (a < b ? -1 : 1)
}

function depthOf(module: string): number {
  return module === '.' ? 0 : module.split(/[./]+/).filter((part) => part !== '').length
}

/** `requests.get`; `debounce`; `./operators:map`. */
function pathOf({ module, symbol }: Pick<Place, 'module' | 'symbol'>): string {
  if (module === '.') return symbol
  return module.startsWith('.') ? `${module}:${symbol}` : `${module}.${symbol}`
}

function documentAt(table: OpenTable, place: Place): Document {
  const found = table.definition(place.definition)
  const { kind, signature, doc, file, line, deprecation } = found
  const dot = place.symbol.lastIndexOf('.')
  return {
    symbol: pathOf(place),
    name: place.symbol.slice(dot + 1),
    parents: `${place.module} ${dot < 0 ? '' : place.symbol.slice(0, dot)}`,
    kind,
    signature,
    doc,
    file,
    line,
    deprecated: deprecation !== null,
    deprecatedText: deprecation?.text ?? null,
    depth: place.depth,
    isOfInterface: place.isOfInterface,
  }
}

function moduleDocuments(table: OpenTable): Document[] {
  const found: Document[] = []
  for (const { name, isPublic, doc, file, deprecation } of table.modules()) {
    if (!isPublic || name === '.') continue
    found.push({
      symbol: name,
      name: name.split(/[./]/).at(-1) ?? name,
      parents: name,
      kind: 'module',
      signature: null,
      doc,
      file,
      line: file === null ? 0 : 1,
      deprecated: deprecation !== null,
      deprecatedText: deprecation?.text ?? null,
      depth: depthOf(name),
      isOfInterface: false,
    })
  }
  return found
}

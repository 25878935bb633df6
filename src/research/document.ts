// What of a symbol table can be found: every public definition once, under its shortest public path.

import type { OpenTable } from '../table/openTable.ts'
import type { SymbolKind } from '../table/table.ts'

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
}>

const MEMBER_DEPTH_MAX = 2
const STEP = 200

type Place = Readonly<{ module: string; symbol: string; definition: number; depth: number }>

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
  function offer(place: Place, level: number): void {
    const known = best.get(place.definition)
    if (known !== undefined && !isShorter(place, known)) return
    best.set(place.definition, place)
    if (level >= MEMBER_DEPTH_MAX) return
    for (const member of table.ownMembersOf(place.definition)) {
      if (!member.isPublic) continue
      const symbol = `${place.symbol}.${member.name}`
      const { definition } = member
      offer({ module: place.module, symbol, definition, depth: place.depth + 1 }, level + 1)
    }
  }
  for (let number = 0; number < table.counts.modules; number += 1) {
    const { name, isPublic } = table.module(number)
    if (!isPublic) continue
    const depth = depthOf(name) + 1
    for (const { name: symbol, definition, isPublic } of table.entriesOf(number)) {
      if (isPublic) offer({ module: name, symbol, definition, depth }, 0)
    }
    yield
  }
  return best
}

function isShorter(one: Place, other: Place): boolean {
  if (one.depth !== other.depth) return one.depth < other.depth
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
    })
  }
  return found
}

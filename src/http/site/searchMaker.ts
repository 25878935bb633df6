// What one box finds, by the names that are known here: nothing is fetched for a search.

import {
  ECOSYSTEMS,
  type Ecosystem,
  type PackageKey,
  parsePackageName,
} from '../../domain/names/packageName.ts'
import { lookalikeSentence, placeholderSentence } from '../../domain/notice.ts'
import type { RegistryStatus } from '../../domain/release.ts'
import type { ImportIndex } from '../../ports/importIndex.ts'
import type { NameIndex } from '../../ports/nameIndex.ts'
import { type FoundPackage, type FoundSymbol, searchPage } from '../../site/pages/searchPage.ts'
import type { Made } from './made.ts'

/** Names that are searched for in every set: longer ones are no names. */
const NAME_LENGTH_MAX = 64
const NEAR_SHOWN = 8
const IMPORTS_SHOWN = 6
/** Two letters off such a name is any name. */
const SHORT_NAME_LENGTH = 4

type Parts = Readonly<{
  names: NameIndex
  imports: ImportIndex
  /** What is known of a package that was read before; nothing is asked of its registry. */
  known: (key: PackageKey) => Readonly<{ registryStatus: RegistryStatus | null }> | null
}>

export function searchMaker(parts: Parts) {
  return (written: string): Made => {
    const shown = written.trim().slice(0, 512)
    const query = subjectOf(shown)
    if (query === '') return { page: searchPage({ ...NOTHING, query }) }
    const worded = parseWorded(query)
    if (worded !== null)
      return { page: searchPage({ ...NOTHING, ...wordedView(parts, worded), query: shown }) }
    const { head, symbol } = splitQuery(query)
    const packages = unique([
      ...ECOSYSTEMS.flatMap((ecosystem) =>
        // npm allows dots in names; a path that is no known one is a symbol.
        same(parts, ecosystem, query).filter(({ isKnown }) => isKnown || symbol === null),
      ),
      ...(symbol === null ? [] : ECOSYSTEMS.flatMap((ecosystem) => same(parts, ecosystem, head))),
      ...imported(parts, query),
      ...(symbol === null ? ECOSYSTEMS.flatMap((ecosystem) => near(parts, ecosystem, query)) : []),
    ]).toSorted(bestKnownFirst)
    const view = {
      ...NOTHING,
      query: shown,
      packages: cautioned(parts, packages),
      symbols: symbol === null ? [] : symbols(parts, query, head),
      builtIn: builtIn(parts, query),
      popularOnly: ECOSYSTEMS.filter(
        (ecosystem) => parts.names.answering(ecosystem).source === 'popular',
      ),
    }
    return { page: searchPage(view) }
  }
}

/** Before anybody has looked whether there is something to be said of it. */
type Found = Omit<FoundPackage, 'caution'>

const NOTHING = { packages: [], symbols: [], steps: [], builtIn: [], popularOnly: [] }

/** Words of a question that name nothing: `when did flask.json.JSONEncoder go` is about one word. */
const QUESTION = new Set(
  'a an are breaks broke broken can changed changes did do does exist exists for from gone go has have how in is it its of on package real release releases removed replaces replaced safe still symbol the there use version was what when where which why with'.split(
    ' ',
  ),
)

/** What a question is about; what is no question is what was written. */
function subjectOf(written: string): string {
  const words = written.replace(/[?!]+$/, '').split(/\s+/)
  if (words.length < 3) return written
  const left = words.filter((word) => !QUESTION.has(word.toLowerCase()) && word !== 'between')
  return left.length === 0 || left.length === words.length ? written : left.join(' ')
}

function cautioned(parts: Parts, packages: readonly Found[]): readonly FoundPackage[] {
  return packages.map((one) => ({ ...one, caution: cautionOf(parts, one) }))
}

/** Of what is called as it was written: that it is none to install, or perhaps not the one that is meant. */
function cautionOf({ names, known }: Parts, { ecosystem, name, how }: Found): string | null {
  const parsed = how === 'same' ? parsePackageName(ecosystem, name) : null
  if (parsed === null) return null
  const isHeld = known({ ecosystem, name: parsed })?.registryStatus === 'security_placeholder'
  const other = names.lookalike(ecosystem, parsed, isHeld)
  if (isHeld) return placeholderSentence(name, other)
  return other === null ? null : lookalikeSentence(name, other)
}

type Worded = Readonly<{ what: string; from: string; to: string | null; symbol: string | null }>

const WORDED =
  /^(@?[^\s@=]+)(?:\s+|\s*@\s*|\s*==\s*)v?(\d[\w.+-]*?)(?:(?:\s+(?:to|and|vs)\s+|\s*(?:\.\.\.?|->|→)\s*|\s+)v?(\d[\w.+-]*))?(?:\s+([\p{L}_$@][^\s]*))?$/iu

/** `chalk 4 5`, `pandas==2.1 DataFrame.append`, `requests.get 2.31.0`. Null where no release is named. */
function parseWorded(query: string): Worded | null {
  const [, what, from, to = null, symbol = null] = WORDED.exec(query) ?? []
  return what === undefined || from === undefined ? null : { what, from, to, symbol }
}

function wordedView(parts: Parts, { what, from, to, symbol }: Worded) {
  const { head, symbol: dotted } = splitQuery(what)
  const path = symbol ?? dotted
  const named = ECOSYSTEMS.flatMap((ecosystem) =>
    same(parts, ecosystem, dotted === null ? what : head),
  )
  const packages = unique([...named, ...imported(parts, head)]).toSorted(bestKnownFirst)
  if (path === null) {
    const steps = packages.map(({ ecosystem, name }) => ({ ecosystem, name, from, to }))
    return { packages: cautioned(parts, packages), steps }
  }
  const symbols = packages.map(({ ecosystem, name }) => ({
    ecosystem,
    name,
    version: to ?? from,
    path,
    kind: null,
    doc: null,
  }))
  return { packages: cautioned(parts, packages), symbols }
}

/** `requests.Session.get` begins with what is imported; `rxjs/operators.map` with its package. */
function splitQuery(query: string): Readonly<{ head: string; symbol: string | null }> {
  const scoped = /^(@[^/\s]+\/[^/.\s]+)[/.](.+)$/.exec(query)
  const plain = /^([^@/.\s][^/.\s]*)[/.](.+)$/.exec(query)
  const [, head = query, rest] = scoped ?? plain ?? []
  return { head, symbol: rest === undefined ? null : query }
}

function same({ names }: Parts, ecosystem: Ecosystem, written: string): Found[] {
  if (written.length > NAME_LENGTH_MAX * 3) return []
  const name = parsePackageName(ecosystem, written)
  if (name === null) return []
  const has = names.has(ecosystem, name)
  const downloads = names.downloads(ecosystem, name)
  // While only popular names are known, any other may be there.
  return has === false
    ? []
    : [{ ecosystem, name, how: 'same', downloads, isKnown: has === true || downloads !== null }]
}

function near({ names }: Parts, ecosystem: Ecosystem, written: string): Found[] {
  const name =
    written.length > NAME_LENGTH_MAX
      ? null
      : parsePackageName(ecosystem, written.replaceAll(/\s+/g, '-'))
  if (name === null) return []
  const lettersMax = name.length <= SHORT_NAME_LENGTH ? 1 : Number.POSITIVE_INFINITY
  const close = names
    .near(ecosystem, name)
    .names.filter(({ distance }) => distance <= lettersMax)
    .slice(0, NEAR_SHOWN)
  const meant = names.meant(ecosystem, name)
  return [
    ...close.map((one) => ({
      ecosystem,
      name: one.name,
      how: 'near' as const,
      downloads: one.downloads,
      isKnown: true,
    })),
    ...meant.map((one) => ({
      ecosystem,
      name: one.name,
      how: 'meant' as const,
      downloads: one.downloads,
      isKnown: true,
    })),
  ]
}

/** What has to be installed so that it can be imported under this name. */
function imported({ imports }: Parts, written: string): Found[] {
  if (!/^[\w.]+$/.test(written)) return []
  return imports
    .find('pypi', written)
    .providers.slice(0, IMPORTS_SHOWN)
    .map(({ name, downloads }) => ({
      ecosystem: 'pypi',
      name,
      how: 'imported',
      downloads,
      isKnown: true,
    }))
}

/** Where a dotted path would lead: to the packages that its head is imported from, or that are called so. */
function symbols(parts: Parts, query: string, head: string): FoundSymbol[] {
  const path = query.replaceAll(/\s+/g, '')
  const found = (ecosystem: Ecosystem, name: string): FoundSymbol => ({
    ecosystem,
    name,
    version: null,
    path,
    kind: null,
    doc: null,
  })
  const python = imported(parts, head).map(({ name }) => found('pypi', name))
  const called = ECOSYSTEMS.flatMap((ecosystem) =>
    same(parts, ecosystem, head)
      .filter(({ isKnown }) => isKnown)
      .map(({ name }) => found(ecosystem, name)),
  )
  const seen = new Set<string>()
  return [...python, ...called].filter(({ ecosystem, name }) => {
    const id = `${ecosystem}:${name}`
    return !seen.has(id) && seen.add(id)
  })
}

function builtIn({ imports }: Parts, query: string): string[] {
  const [top = ''] = query.split('.')
  return [
    ...(imports.find('pypi', top).standardLibrary
      ? [`Python itself has a module ${top}: no package is needed for it.`]
      : []),
    ...(imports.find('npm', query).standardLibrary
      ? [`Node itself has a module ${query}: code that runs on Node needs no package for it.`]
      : []),
  ]
}

function bestKnownFirst(one: Found, other: Found): number {
  const weight = ({ isKnown, downloads }: Found) => (isKnown ? 1 : 0) + (downloads ?? 0)
  return weight(other) - weight(one)
}

/** Each package once, as it was first found. */
function unique(all: readonly Found[]): readonly Found[] {
  const byId = new Map<string, Found>()
  for (const one of all) {
    const id = `${one.ecosystem}:${one.name}`
    if (!byId.has(id)) byId.set(id, one)
  }
  return [...byId.values()]
}

// ImportIndex over the import names of popular projects and, for npm, where a specifier begins with
// the package's own name, over the names that are known.

import { keptOnce } from '../../domain/maps.ts'
import { type PackageName, parsePackageName } from '../../domain/names/packageName.ts'
import { IMPORT_PROVIDERS_MAX } from '../../limits.ts'
import type { DroppedMembers } from '../../ports/droppedMembers.ts'
import type { ImportIndex, ImportMatch, ImportProvider } from '../../ports/importIndex.ts'
import type { NodeNames } from '../../ports/nodeNames.ts'
import type { StandardNames } from '../../ports/standardNames.ts'
import { downloadsAt } from '../stored/popularityCurve.ts'
import type { ImportList } from './bundledImports.ts'
import { formerModule } from './formerModules.ts'
import { fold, type ListedImport, listedImports, pathsOf } from './listedImports.ts'
import { mainImport, nearImports } from './nearImports.ts'
import { isNodeModule } from './nodeModules.ts'

const NO_MATCH: ImportMatch = { standardLibrary: false, providers: [] }
const STANDARD: ImportMatch = { standardLibrary: true, providers: [] }

/** So many distributions share what is a namespace, at least. */
const NAMESPACE_MIN = 3

export function importNames(parts: {
  list: ImportList
  /** Names by their popularity, the most popular first; looked at when they are first needed. */
  popular: readonly string[]
  /** Top-level modules that Python itself has; read when it is first needed. */
  standardModules: () => ReadonlySet<string>
  /** What they hold; read when it is first needed. */
  standardNames?: () => StandardNames
  /** What Node's own modules hold; read when it is first needed. */
  nodeNames?: () => NodeNames
  /** What classes of popular packages have no more; read when it is first needed. */
  droppedMembers?: () => DroppedMembers
}): ImportIndex {
  const { list, standardNames, nodeNames, droppedMembers } = parts
  // Each is made when it is first needed: most questions need none.
  const places = keptOnce(() => new Map(parts.popular.map((name, index) => [name, index + 1])))
  const snapshot = keptOnce(() => ({
    snapshot: list.snapshot,
    sha256: list.sha256,
    get size() {
      return list.rows.length
    },
  }))
  const listed = keptOnce(() => listedImports(list.text))
  const standardModules = keptOnce(parts.standardModules)
  const provided = keptOnce(() => new Map(list.rows))
  const near = keptOnce(() =>
    nearImports({ list, places: places(), standardModules: standardModules() }),
  )

  function findPython(written: string): ImportMatch {
    if (standardModules().has(written.split('.')[0] ?? '')) return STANDARD
    const folded = fold(written)
    // The longest part of the path that something is known under: `yaml.loader` is in `yaml`.
    for (const path of pathsOf(folded)) {
      const all = listed().below(path)
      const whole = all.filter((row) => isProvided(row.provides, path, folded))
      const found = path === folded || !isNamespace(all) ? whole : calledLike(whole, folded)
      if (found.length > 0) return { standardLibrary: false, providers: providers(found, written) }
    }
    return NO_MATCH
  }

  /** What is called like the path itself: `backports.zoneinfo` is in `backports-zoneinfo`. */
  function calledLike(found: readonly ListedImport[], folded: string): readonly ListedImport[] {
    return found.filter(({ place }) => fold(listed().distributionAt(place)) === dotless(folded))
  }

  function providers(found: readonly ListedImport[], written: string): ImportProvider[] {
    // A name that is spelled as it was asked counts before one that is only alike.
    const isSpelled = ({ provides }: ListedImport) =>
      isAbove(provides, written) || isAbove(written, provides)
    const spelled = found.filter(isSpelled)
    const byPlace = new Map<number, ListedImport>()
    for (const row of spelled.length > 0 ? spelled : found) {
      const known = byPlace.get(row.place)
      if (known === undefined || row.provides.length < known.provides.length) {
        byPlace.set(row.place, row)
      }
    }
    return [...byPlace.values()]
      .sort((a, b) => a.place - b.place)
      .slice(0, IMPORT_PROVIDERS_MAX)
      .map(({ provides, place }) => {
        // The list holds names in normal form.
        const name = listed().distributionAt(place) as PackageName
        const popularity = places().get(name)
        const downloads = popularity === undefined ? null : downloadsAt('pypi', popularity)
        return { name, provides, downloads }
      })
  }

  return {
    get snapshot() {
      return snapshot()
    },
    find: (ecosystem, written) => (ecosystem === 'pypi' ? findPython(written) : findNode(written)),
    near: (written) => near()(written),
    stubsOf: (distribution) =>
      [`types-${distribution}`, `${distribution}-stubs`].filter((name): name is PackageName =>
        places().has(name),
      ),
    formerly: formerModule,
    importOf: (distribution) => mainImport(distribution, provided().get(distribution) ?? []),
    ...(standardNames !== undefined && { standardNames: keptOnce(standardNames) }),
    ...(nodeNames !== undefined && { nodeNames: keptOnce(nodeNames) }),
    ...(droppedMembers !== undefined && { droppedMembers: keptOnce(droppedMembers) }),
  }
}

/** npm needs no list: a specifier begins with the name of its package. */
function findNode(written: string): ImportMatch {
  const parts = written.split('/')
  const own = parts.slice(0, written.startsWith('@') ? 2 : 1).join('/')
  // `fs/promises` is one; `process/browser` and `punycode/` are packages of the same names.
  if (isNodeModule(written)) return STANDARD
  const name = parsePackageName('npm', own)
  if (name === null) return NO_MATCH
  return { standardLibrary: false, providers: [{ name, provides: own, downloads: null }] }
}

/**
 * What many distributions have a part of and many are listed with as a whole (`backports`, `google`):
 * that tells nothing of what else lies below.
 */
function isNamespace(rows: readonly ListedImport[]): boolean {
  const shortest = Math.min(...rows.map(({ provides }) => provides.length))
  const whole = new Set<number>()
  const parts = new Set<number>()
  for (const { provides, place } of rows) {
    const side = provides.length === shortest ? whole : parts
    side.add(place)
  }
  return whole.size >= NAMESPACE_MIN && parts.size >= NAMESPACE_MIN
}

/** `a.b_c` as a project would be called, folded. */
function dotless(path: string): string {
  return path.replaceAll('.', '_')
}

/**
 * A row is filed under every path above it. Asked for exactly that path it is a namespace's member;
 * on the way up from a longer one, only what is provided whole counts.
 */
function isProvided(provides: string, path: string, asked: string): boolean {
  return path === asked || fold(provides) === path
}

function isAbove(upper: string, lower: string): boolean {
  return lower === upper || lower.startsWith(`${upper}.`)
}

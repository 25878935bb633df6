// The modules that a package offers: every subpath of `exports`; without such a map the main
// module and what stands beside it at the root.

import { keptIn } from '../../../domain/maps.ts'
import { fieldOf, textField } from '../package.ts'
import {
  type Resolution,
  RUNTIME_ANY,
  RUNTIME_IMPORT,
  RUNTIME_REQUIRE,
  TYPES_ANY,
  TYPES_IMPORT,
  TYPES_REQUIRE,
} from './conditions.ts'
import { activeTargets, fillTarget, type PathMap } from './exportsMap.ts'
import {
  isDeclaration,
  isLoadable,
  isRuntimeFile,
  isTypesFile,
  typesVersionsOf,
} from './packageFiles.ts'
import type { PackageResolver } from './packageResolver.ts'

export type EntryPoint = Readonly<{
  /** `.` or `./sub`, as a specifier has it behind the name of the package. */
  subpath: string
  /**
   * `main`: the package itself. `exports`: a key of the map. `conditional`: one that Node is not
   * offered. `pattern`: a file behind a key with
   * `*`. `mapped`: a path of `typesVersions`. `folder`: a folder with a manifest. `root`: a file at
   * the root of a package without `exports`. `deep`: any other path to a file of such a package; it
   * can be asked for, and is no entry point.
   */
  via: 'main' | 'exports' | 'conditional' | 'pattern' | 'mapped' | 'folder' | 'root' | 'deep'
  /** The declarations; null where only JavaScript ships. */
  types: string | null
  /** Those that `require` gets, where they are other ones. */
  typesRequired: string | null
  /** What `import` and `require` load; null where there is nothing to load. */
  import: string | null
  require: string | null
  /** Without any of these: a file that is there and no module to Node, a style for example. */
  asset: string | null
}>

export type EntryPoints = Readonly<{
  /** Sorted by subpath (code units). */
  points: readonly EntryPoint[]
  /** False when there were more than are listed. */
  isComplete: boolean
}>

const POINTS_MAX = 50_000
const CANDIDATES_MAX = 5_000_000
const ALL = [TYPES_IMPORT, TYPES_REQUIRE, RUNTIME_IMPORT, RUNTIME_REQUIRE]

/** `includeDeep`: also every path that can be asked for because there is no `exports`. */
export function entryPoints(
  resolver: PackageResolver,
  { includeDeep = false }: Readonly<{ includeDeep?: boolean }> = {},
): EntryPoints {
  const found = new Map<string, EntryPoint>()
  const { exports } = resolver
  const candidates =
    exports === null ? openPaths(resolver, includeDeep) : mappedPaths(resolver, exports)
  // Without a star, a target takes every path to one file: there is no list of them.
  const isListed = exports === null || exports.patterns.every(({ key }) => isStarred(exports, key))
  let seen = 0
  for (const [subpath, via] of candidates) {
    seen += 1
    if (found.size >= POINTS_MAX || seen > CANDIDATES_MAX)
      return { points: sorted(found), isComplete: false }
    if (subpath === null || found.has(subpath)) continue
    const point = entryPoint(resolver, subpath, via)
    if (point !== null) found.set(subpath, point)
  }
  return { points: sorted(found), isComplete: isListed && (exports?.isComplete ?? true) }
}

/** The entry points of packages by their resolvers, each looked for once. */
export function keptEntryPoints() {
  const shown = new Map<PackageResolver, EntryPoints>()
  const all = new Map<PackageResolver, EntryPoints>()
  return (resolver: PackageResolver, options: Parameters<typeof entryPoints>[1] = {}) =>
    keptIn(options.includeDeep === true ? all : shown, resolver, () =>
      entryPoints(resolver, options),
    )
}

/** Null is a try that led nowhere. */
type Candidate = readonly [subpath: string | null, via: EntryPoint['via']]

/** Null for closed paths, and for files that nobody loads. */
function entryPoint(
  resolver: PackageResolver,
  subpath: string,
  via: EntryPoint['via'],
): EntryPoint | null {
  const file = (resolution: Resolution, isModule: (file: string) => boolean) => {
    const path = resolver.resolveSubpath(subpath, resolution)
    return path !== null && isModule(path) ? path : null
  }
  const [imported, required] = [file(TYPES_IMPORT, isTypesFile), file(TYPES_REQUIRE, isTypesFile)]
  const point = {
    subpath,
    via,
    types: imported ?? required,
    typesRequired: imported === null || imported === required ? null : required,
    import: file(RUNTIME_IMPORT, isLoadable),
    require: file(RUNTIME_REQUIRE, isLoadable),
  }
  const isModule = point.types !== null || point.import !== null || point.require !== null
  if (isModule) return { ...point, asset: null }
  const asset = file(RUNTIME_IMPORT, isAsset) ?? file(RUNTIME_REQUIRE, isAsset)
  if (asset !== null) return { ...point, asset }
  // What Node is not offered, bundlers and other run times may be.
  const [types, elsewhere] = [file(TYPES_ANY, isTypesFile), file(RUNTIME_ANY, isLoadable)]
  if (types === null && elsewhere === null) return null
  return { ...point, via: 'conditional', types, import: elsewhere, require: elsewhere, asset: null }
}

function* mappedPaths(resolver: PackageResolver, map: PathMap): Iterable<Candidate> {
  for (const key of map.keys) {
    if (key === '.') yield [key, 'main']
    else if (key.startsWith('./')) yield [key, 'exports']
  }
  if (map.patterns.length === 0) return
  const names = targetNames(resolver)
  for (const { key } of map.patterns) {
    const targets = ALL.flatMap((resolution) => activeTargets(map.targetOf(key), resolution))
    for (const target of new Set(targets)) {
      for (const star of starsOf(target, names)) {
        // `./*` over `x.d.ts` offers `x.d.ts`, and no `x.js` that does not ship.
        const isPhantom =
          star !== null &&
          /\.[cm]?js$/.test(star) &&
          !resolver.files.has(fillTarget(target, star).slice(2))
        // Misses are counted, so that many patterns over many files have an end.
        yield [star === null || isPhantom ? null : fillTarget(key, star), 'pattern']
      }
    }
  }
}

/** Files as targets name them: a target says `x.js` where only `x.d.ts` may ship. */
function targetNames(resolver: PackageResolver): readonly string[] {
  const names = new Set<string>()
  for (const file of resolver.from.entries) {
    if (!isTypesFile(file) && !isRuntimeFile(file) && !isAsset(file)) continue
    names.add(`./${file}`)
    if (isTypesFile(file))
      names.add(`./${file.replace(/(?:\.d)?\.([cm]?)tsx?$/, (_, kind: string) => `.${kind}js`)}`)
  }
  return [...names]
}

function isStarred(map: PathMap, key: string): boolean {
  const targets = ALL.flatMap((resolution) => activeTargets(map.targetOf(key), resolution))
  return targets.every((target) => target.endsWith('/') || target.includes('*'))
}

function* starsOf(target: string, names: readonly string[]): Iterable<string | null> {
  const parts = target.endsWith('/') ? [target, ''] : target.split('*')
  const [first = '', ...rest] = parts
  const last = rest.at(-1)
  if (last === undefined) return
  const fixed = parts.reduce((sum, part) => sum + part.length, 0)
  for (const name of names) {
    const length = (name.length - fixed) / rest.length
    const isPossible = length >= 1 && Number.isInteger(length)
    const star = isPossible ? name.slice(first.length, first.length + length) : ''
    const isMatch =
      isPossible &&
      name.startsWith(first) &&
      name.endsWith(last) &&
      (rest.length === 1 || parts.join(star) === name)
    yield isMatch ? star : null
  }
}

/** What can be asked of a package without `exports`. */
function* openPaths(resolver: PackageResolver, includeDeep: boolean): Iterable<Candidate> {
  yield ['.', 'main']
  for (const key of Object.keys(typesVersionsOf(resolver.from.manifest))) {
    if (!key.includes('*') && isPlain(key)) yield [`./${key.replace(/^\.\//, '')}`, 'mapped']
  }
  const mains = new Set(ALL.map((resolution) => resolver.resolveSubpath('.', resolution)))
  for (const file of resolver.from.entries) {
    const folder = /^([^/]+)\/package\.json$/.exec(file)?.[1]
    if (folder !== undefined && folder !== 'node_modules' && hasMain(resolver, folder))
      yield [`./${folder}`, 'folder']
    if (file.includes('/') || mains.has(file)) continue
    const bare = withoutExtension(file)
    if (bare !== null && bare !== 'index') yield [`./${bare}`, 'root']
  }
  if (!includeDeep) return
  for (const file of resolver.from.entries) {
    if (file.split('/').includes('node_modules')) continue
    for (const path of deepPaths(file)) yield [path, 'deep']
  }
}

function isPlain(path: string): boolean {
  return path !== '' && path !== '.' && path !== 'index' && !path.split('/').includes('..')
}

function hasMain(resolver: PackageResolver, folder: string): boolean {
  const manifest = resolver.files.manifest(folder)
  return (
    ['main', 'module', 'types', 'typings'].some((field) => textField(manifest, field) !== null) ||
    fieldOf(manifest, 'exports') !== undefined
  )
}

/** How a specifier names a module file; null for files that are none. */
function withoutExtension(file: string): string | null {
  if (isDeclaration(file)) return file.replace(/\.d\.[^/]*$/, '')
  if (/\.(js|ts|tsx)$/.test(file)) return file.replace(/\.[^.]*$/, '')
  // `.mjs` and `.cjs` are never left out.
  return isRuntimeFile(file) ? file : null
}

function sorted(found: ReadonlyMap<string, EntryPoint>): EntryPoint[] {
  return [...found.values()].sort((a, b) => (a.subpath < b.subpath ? -1 : 1))
}

// The paths by which a file can be asked for where no `exports` closes its package.

/** What bundlers and compilers take, or Node without an ending: there, and not read as a module. */
const ASSET =
  /(?:^|\/)[^/.]+$|\.(?:css|scss|sass|less|styl|wasm|vue|svelte|jsx|tsx?|[cm]ts|es6?|coffee)$/i

function isAsset(file: string): boolean {
  return ASSET.test(file) && !isDeclaration(file)
}

/** As specifiers name the file behind the name of its package; none for files that nobody loads. */
function deepPaths(file: string): readonly string[] {
  const path = `./${file}`
  if (isDeclaration(file)) {
    const kind = /\.d\.([cm]?)ts$/.exec(file)?.[1]
    const bare = path.replace(/\.d\.[^/]*$/, '')
    // `x.d.mts` describes `x.mjs`, whose ending is never left out.
    if (kind === 'm' || kind === 'c') return [`${bare}.${kind}js`]
    return kind === undefined ? [] : withFolder(bare)
  }
  // A manifest stands for its folder.
  if (path.endsWith('/package.json')) return [path, path.slice(0, -5), path.slice(0, -13)]
  if (/\.(?:js|json|node)$/.test(file)) return [path, ...withFolder(path.replace(/\.[^.]*$/, ''))]
  // To a checker a source is a module as well.
  if (/\.tsx?$/.test(file)) return [path, ...withFolder(path.replace(/\.[^.]*$/, ''))]
  return /\.[cm]js$/.test(file) || isAsset(file) ? [path] : []
}

/** `./a/index` is `./a` as well. */
function withFolder(path: string): readonly string[] {
  return path.endsWith('/index') ? [path, path.slice(0, -6)] : [path]
}

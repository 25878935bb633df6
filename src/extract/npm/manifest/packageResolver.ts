// From a specifier to a file of the package, or to the package that has it.

import { builtinModules } from 'node:module'
import { addToList, keptIn } from '../../../domain/maps.ts'
import { isMembers } from '../../../domain/texts/jsonValue.ts'
import { fieldOf, folderOf, joinPath, type NpmPackage, readText } from '../package.ts'
import { type Resolution, RUNTIME_IMPORT, RUNTIME_REQUIRE } from './conditions.ts'
import {
  exportsMap,
  fillTarget,
  findTarget,
  isInside,
  type PathMap,
  pathMap,
} from './exportsMap.ts'
import { PackageFiles } from './packageFiles.ts'

export type Resolved =
  | Readonly<{ kind: 'file'; file: string }>
  /** Another package; `subpath` is `.` or starts with `./`. */
  | Readonly<{ kind: 'package'; name: string; subpath: string }>
  | Readonly<{ kind: 'builtin'; name: string }>
  /** A path of this package that has no such file, or that its manifest closes. */
  | Readonly<{ kind: 'missing'; specifier: string }>

const SPECIFIER_LENGTH_MAX = 1_024
const BUILTINS: ReadonlySet<string> = new Set(builtinModules)

export class PackageResolver {
  readonly from: NpmPackage
  readonly files: PackageFiles
  readonly exports: PathMap | null
  readonly #imports: PathMap | null
  readonly #bundled: ReadonlyMap<string, NpmPackage>
  readonly #inner = new Map<NpmPackage, PackageResolver>()
  /** What specifiers were found to mean, by the file that they stand in. */
  readonly #known = new Map<Resolution, Map<string, Map<string, Resolved>>>()

  constructor(from: NpmPackage) {
    this.from = from
    this.files = new PackageFiles(from)
    this.exports = exportsMap(fieldOf(from.manifest, 'exports'))
    const imports = fieldOf(from.manifest, 'imports')
    this.#imports = isMembers(imports) ? pathMap(imports) : null
    this.#bundled = bundledPackages(from)
  }

  /** What a specifier means in a file of this package. */
  resolve(file: string, specifier: string, resolution: Resolution): Resolved {
    const ofKind = keptIn(this.#known, resolution, newMap<Map<string, Resolved>>)
    const ofFile = keptIn(ofKind, file, newMap<Resolved>)
    const known = ofFile.get(specifier)
    if (known !== undefined) return known
    const found = this.#find(file, specifier, resolution)
    ofFile.set(specifier, found)
    return found
  }

  #find(file: string, specifier: string, resolution: Resolution): Resolved {
    const home = this.#homeOf(file)
    if (home === null) return this.#resolveOwn(file, specifier, resolution)
    const [place, one] = home
    const found = this.#innerOf(one).resolve(file.slice(place.length + 1), specifier, resolution)
    if (found.kind === 'file') return { kind: 'file', file: `${place}/${found.file}` }
    if (found.kind !== 'package') return found
    return this.#broughtAlong(folderOf(place), found, resolution) ?? found
  }

  #innerOf(one: NpmPackage): PackageResolver {
    return keptIn(this.#inner, one, () => new PackageResolver(one))
  }

  /** The package of `node_modules` that a file belongs to; the outermost, which knows those in it. */
  #homeOf(file: string): readonly [string, NpmPackage] | null {
    if (this.#bundled.size === 0 || !file.includes('node_modules/')) return null
    for (const home of this.#bundled) if (file.startsWith(`${home[0]}/`)) return home
    return null
  }

  /** What the tarball has of another package, null where it has none. */
  #broughtAlong(
    folder: string,
    { name, subpath }: Readonly<{ name: string; subpath: string }>,
    resolution: Resolution,
  ): Resolved | null {
    if (this.#bundled.size === 0) return null
    for (const place of placesFor(folder, name)) {
      const one = this.#bundled.get(place)
      const found = one && this.#innerOf(one).resolveSubpath(subpath, resolution)
      if (found) return { kind: 'file', file: `${place}/${found}` }
    }
    return null
  }

  #resolveOwn(file: string, specifier: string, resolution: Resolution): Resolved {
    const missing: Resolved = { kind: 'missing', specifier }
    if (specifier === '' || specifier.length > SPECIFIER_LENGTH_MAX) return missing
    if (specifier.startsWith('#')) return this.#resolveImports(specifier, resolution) ?? missing
    if (/^\.\.?(\/|$)/.test(specifier)) {
      const path = joinPath(folderOf(file), specifier)
      return asFile(path === null ? null : this.#relative(path, specifier, resolution)) ?? missing
    }
    if (specifier.startsWith('/') || specifier.includes('\\')) return missing
    const named = splitSpecifier(specifier)
    if (named === null) return missing
    if (this.#isOwnName(named.name, resolution)) {
      // Without `exports` Node knows no way from a package to itself; checkers and bundlers do.
      return asFile(this.resolveSubpath(named.subpath, resolution)) ?? missing
    }
    if (named.isBuiltin) return { kind: 'builtin', name: specifier.replace(/^node:/, '') }
    const { name, subpath } = named
    const brought = this.#broughtAlong(folderOf(file), named, resolution)
    return brought ?? { kind: 'package', name, subpath }
  }

  /** The file behind `.` or `./sub`, asked from outside; null when there is none. */
  resolveSubpath(subpath: string, resolution: Resolution): string | null {
    if (this.exports !== null) {
      const found = this.mappedFile(subpath, resolution)
      if (found !== null || subpath !== '.' || resolution.mode === 'runtime') return found
      // Checkers of before `exports` go by `types`, which is better than no types at all; what a map
      // does not offer to run they cannot make importable.
      const isOffered = [RUNTIME_IMPORT, RUNTIME_REQUIRE].some(
        (runtime) => this.mappedFile(subpath, runtime) !== null,
      )
      if (!isOffered) return null
    }
    if (subpath === '.') return this.files.folder('', resolution)
    const path = joinPath('', subpath)
    if (path === null || path === '') return null
    const mapped = this.files.mapped('', path, this.from.manifest, resolution)
    return mapped ?? this.files.loose(path, resolution)
  }

  /** What `exports` leads to; null for nothing. */
  mappedFile(subpath: string, resolution: Resolution): string | null {
    const matched = this.exports?.match(subpath) ?? null
    if (matched === null) return null
    return findTarget(matched.target, resolution, (target) => {
      const filled = fillTarget(target, matched.star)
      return isInside(filled) ? this.files.target(filled.slice(2), resolution) : null
    })
  }

  #resolveImports(specifier: string, resolution: Resolution): Resolved | null {
    const matched = this.#imports?.match(specifier) ?? null
    if (matched === null) return null
    return findTarget(matched.target, resolution, (target): Resolved | null => {
      const filled = fillTarget(target, matched.star)
      if (isInside(filled)) return asFile(this.files.target(filled.slice(2), resolution))
      // A target that is a name leads to another package, never back into this map.
      return /^[#./]/.test(filled) || filled.length > SPECIFIER_LENGTH_MAX
        ? null
        : this.resolve('package.json', filled, resolution)
    })
  }

  #relative(path: string, specifier: string, resolution: Resolution): string | null {
    // `./x/` and `..` mean the folder even where a file has its name.
    const isFolder = /(^|\/)\.{0,2}$/.test(specifier)
    return isFolder ? this.files.folder(path, resolution) : this.files.loose(path, resolution)
  }

  #isOwnName(name: string, { mode }: Resolution): boolean {
    return name === this.from.name || (mode === 'types' && name === typedName(this.from.name))
  }
}

/** The resolver of each package, made once. */
export function packageResolvers() {
  const made = new Map<NpmPackage, PackageResolver>()
  return (from: NpmPackage) => keptIn(made, from, () => new PackageResolver(from))
}

export type PackageResolvers = ReturnType<typeof packageResolvers>

function newMap<V>(): Map<string, V> {
  return new Map()
}

function asFile(file: string | null): Resolved | null {
  return file === null ? null : { kind: 'file', file }
}

/** The package that a package of `@types` describes: `@types/a__b` → `@a/b`; null for others. */
export function typedName(name: string): string | null {
  if (!name.startsWith('@types/')) return null
  const bare = name.slice(7)
  const scope = bare.indexOf('__')
  return scope > 0 ? `@${bare.slice(0, scope)}/${bare.slice(scope + 2)}` : bare
}

/** `@a/b/c` → `@a/b` and `./c`. */
export function splitSpecifier(
  specifier: string,
): Readonly<{ name: string; subpath: string; isBuiltin: boolean }> | null {
  const bare = specifier.replace(/^node:/, '')
  const parts = bare.split('/')
  const count = bare.startsWith('@') ? 2 : 1
  const name = parts.slice(0, count).join('/')
  if (parts.length < count || parts.includes('..') || parts[0] === '' || parts[1] === '') {
    // A slash at the end asks for the package where a module of Node has the same name.
    if (parts.length !== 2 || parts[1] !== '' || parts[0] === '') return null
    return { name: parts[0] ?? '', subpath: '.', isBuiltin: false }
  }
  if (/^[a-z]+:/i.test(bare)) return null
  const rest = parts.slice(count).join('/')
  const isBuiltin = specifier.startsWith('node:') || BUILTINS.has(bare)
  return { name, subpath: rest === '' ? '.' : `./${rest}`, isBuiltin }
}

// Packages that a tarball brings along in folders `node_modules`. Whoever loads a module looks there
// first, from the folder of the file upwards, whatever the registry has under the same name.

const PLACE = /^(?:.*?\/)??node_modules\/(?:@[^/]+\/)?[^/@.][^/]*(?=\/)/

/**
 * By the folder that each lies in; paths of its files are relative to it. Those that a bundled package
 * brings along itself are found when it is asked in its turn.
 */
function bundledPackages(from: NpmPackage): ReadonlyMap<string, NpmPackage> {
  const entries = new Map<string, string[]>()
  for (const path of from.entries) {
    if (!path.includes('node_modules/')) continue
    const place = PLACE.exec(path)?.[0]
    if (place !== undefined) addToList(entries, place, path.slice(place.length + 1))
  }
  return new Map([...entries].map(([place, files]) => [place, bundled(from, place, files)]))
}

function bundled(from: NpmPackage, place: string, entries: readonly string[]): NpmPackage {
  const name = place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length)
  const read = (path: string) => from.read(`${place}/${path}`)
  const files = { name, version: '', entries, read }
  return { ...files, manifest: manifestOf({ ...files, manifest: null }) }
}

function manifestOf(one: NpmPackage): unknown {
  try {
    return JSON.parse(readText(one, 'package.json') ?? 'null')
  } catch {
    return null
  }
}

/** Folders in which a package of this name may lie for a file in `folder`, the nearest first. */
function* placesFor(folder: string, name: string): Generator<string, void, undefined> {
  for (let above = folder; ; above = folderOf(above)) {
    yield above === '' ? `node_modules/${name}` : `${above}/node_modules/${name}`
    if (above === '') return
  }
}

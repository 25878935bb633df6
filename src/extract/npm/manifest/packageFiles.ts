// Which file a path means: extensions, folders, declarations beside JavaScript.

import { keptIn } from '../../../domain/maps.ts'
import { fieldOf, joinPath, type NpmPackage, readText, textField } from '../package.ts'
import { appliesToChecker, type Resolution } from './conditions.ts'

const DECLARATION = /\.d\.([cm]?ts|[^./]+\.ts)$/
const TYPESCRIPT = /\.([cm]?ts|tsx)$/
const JAVASCRIPT = /\.([cm]?js|jsx)$/

/** What a specifier ends with → what stands in its place where types are looked for, in order. */
const TYPES_FOR: readonly (readonly [string, readonly string[]])[] = [
  ['.mjs', ['.mts', '.d.mts']],
  ['.cjs', ['.cts', '.d.cts']],
  ['.jsx', ['.tsx', '.ts', '.d.ts']],
  ['.js', ['.ts', '.tsx', '.d.ts']],
  ['.json', ['.d.json.ts']],
  // A source that was written with the name of the source, and only declarations ship.
  ['.mts', ['.mts', '.d.mts']],
  ['.cts', ['.cts', '.d.cts']],
  ['.tsx', ['.tsx', '.d.ts']],
  ['.ts', ['.ts', '.d.ts']],
]
const TYPES_ADDED = ['.ts', '.tsx', '.d.ts', '.mts', '.d.mts', '.cts', '.d.cts']
// Node adds the first three; the others are what bundlers add for it.
const RUNTIME_ADDED = ['.js', '.json', '.node', '.mjs', '.cjs']
const MANIFEST_MAX_BYTES = 4 * 1024 * 1024

export function isTypesFile(file: string): boolean {
  return TYPESCRIPT.test(file)
}

export function isDeclaration(file: string): boolean {
  return DECLARATION.test(file)
}

export function isRuntimeFile(file: string): boolean {
  return JAVASCRIPT.test(file) || file.endsWith('.node')
}

/** What can be loaded: data too, where somebody asks for it by name. */
export function isLoadable(file: string): boolean {
  return isRuntimeFile(file) || file.endsWith('.json')
}

export class PackageFiles {
  readonly from: NpmPackage
  readonly #names: ReadonlySet<string>
  readonly #manifests = new Map<string, unknown>()

  constructor(from: NpmPackage) {
    this.from = from
    this.#names = new Set(from.entries)
  }

  has(file: string): boolean {
    return this.#names.has(file)
  }

  /** What a target of `exports` means: a source that does not ship is not found by its declarations. */
  target(path: string, resolution: Resolution): string | null {
    if (TYPESCRIPT.test(path)) return this.#names.has(path) ? path : null
    return this.exact(path, resolution)
  }

  /** A file as it is named, or the declarations beside it. */
  exact(path: string, { mode }: Resolution): string | null {
    if (mode === 'runtime' || isDeclaration(path)) return this.#names.has(path) ? path : null
    for (const [ending, others] of TYPES_FOR)
      if (path.endsWith(ending)) return this.#first(path.slice(0, -ending.length), others)
    // `x.css` is declared by `x.d.css.ts`.
    const dot = path.lastIndexOf('.')
    if (dot <= path.lastIndexOf('/')) return null
    return this.#first(`${path.slice(0, dot)}.d${path.slice(dot)}`, ['.ts'])
  }

  /** A file or folder as a specifier may name it, extensions and `index` left out. */
  loose(path: string, resolution: Resolution): string | null {
    return this.looseFile(path, resolution) ?? this.folder(path, resolution)
  }

  looseFile(path: string, resolution: Resolution): string | null {
    if (path === '') return null
    const added = resolution.mode === 'types' ? TYPES_ADDED : RUNTIME_ADDED
    return this.exact(path, resolution) ?? this.#first(path, added)
  }

  /** The main module of a folder: by its own manifest, else `index`. */
  folder(path: string, resolution: Resolution): string | null {
    const index = path === '' ? 'index' : `${path}/index`
    return this.#mainOf(path, resolution) ?? this.looseFile(index, resolution)
  }

  /** The `package.json` of a folder, null when there is none that can be read. */
  manifest(folder: string): unknown {
    if (folder === '') return this.from.manifest
    return keptIn(this.#manifests, folder, () => this.#parseManifest(`${folder}/package.json`))
  }

  #parseManifest(file: string): unknown {
    const text = this.has(file) ? readText(this.from, file) : null
    if (text === null || text.length > MANIFEST_MAX_BYTES) return null
    try {
      return JSON.parse(text.replace(/^\ufeff/, '')) as unknown
    } catch {
      return null
    }
  }

  #mainOf(folder: string, resolution: Resolution): string | null {
    const manifest = this.manifest(folder)
    const fields = resolution.mode === 'types' ? ['types', 'typings', 'main'] : ['main', 'module']
    for (const field of fields) {
      const named = textField(manifest, field)
      const path = named === null ? null : joinPath(folder, named)
      if (path === null) continue
      const found =
        this.mapped(folder, path, manifest, resolution) ?? this.#fileOrIndex(path, resolution)
      if (found !== null) return found
    }
    return resolution.mode === 'types' ? this.mapped(folder, 'index', manifest, resolution) : null
  }

  /** A folder means its `index` here: manifests of folders that name each other have an end. */
  #fileOrIndex(path: string, resolution: Resolution): string | null {
    const index = path === '' ? 'index' : `${path}/index`
    return this.looseFile(path, resolution) ?? this.looseFile(index, resolution)
  }

  /** A path of a folder as `typesVersions` of its manifest maps it; null when it does not. */
  mapped(folder: string, path: string, manifest: unknown, how: Resolution): string | null {
    if (how.mode !== 'types') return null
    const inside = folder === '' ? path : path.slice(folder.length + 1)
    for (const target of mapByVersions(typesVersionsOf(manifest), inside)) {
      const mapped = joinPath(folder, target)
      const found = mapped === null ? null : this.#fileOrIndex(mapped, how)
      if (found !== null) return found
    }
    return null
  }

  /** The first file that a path and one of the endings make. */
  #first(path: string, endings: readonly string[]): string | null {
    for (const ending of endings) {
      const file = path + ending
      if (this.#names.has(file)) return file
    }
    return null
  }
}

/** The mapping of paths for today's checker, `{}` when the manifest has none. */
export function typesVersionsOf(manifest: unknown): Readonly<Record<string, unknown>> {
  const versions = fieldOf(manifest, 'typesVersions')
  if (typeof versions !== 'object' || versions === null) return {}
  for (const range of Object.keys(versions)) {
    const paths = fieldOf(versions, range)
    if (typeof paths === 'object' && paths !== null && appliesToChecker(range))
      return paths as Readonly<Record<string, unknown>>
  }
  return {}
}

/** Where a mapping sends a path: an exact key first, then the pattern with the longest prefix. */
function mapByVersions(paths: Readonly<Record<string, unknown>>, path: string): string[] {
  let best: string | null = null
  for (const key of Object.keys(paths)) {
    if (key === path) return textsOf(paths[key])
    const star = key.indexOf('*')
    if (star < 0 || !path.startsWith(key.slice(0, star)) || !path.endsWith(key.slice(star + 1)))
      continue
    if (path.length >= key.length - 1 && star > (best?.indexOf('*') ?? -1)) best = key
  }
  if (best === null) return []
  const star = best.indexOf('*')
  const middle = path.slice(star, path.length - (best.length - star - 1))
  return textsOf(paths[best]).map((target) => target.replace('*', () => middle))
}

function textsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : []
}
